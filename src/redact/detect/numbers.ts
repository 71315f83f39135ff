import type { PiiSpan } from '../span.ts'
import { NATIONAL_IDS } from './national-ids.ts'
import { CARDS_AND_ACCOUNTS } from './cards.ts'
import type { NumberCandidate, NumberKind } from './number-kind.ts'
import { findPhone, isCalledPhone } from './phone.ts'
import { textAfter, textBefore } from './surroundings.ts'

const KINDS: readonly NumberKind[] = [...CARDS_AND_ACCOUNTS, ...NATIONAL_IDS]
/** What `findNumbers` calls what it finds. */
export const NUMBER_KINDS: ReadonlySet<string> = new Set(['phone', ...KINDS.map(({ kind }) => kind)])

const BY_LENGTH = new Map<number, NumberKind[]>()
for (const kind of KINDS) {
  for (const length of kind.lengths) BY_LENGTH.set(length, [...(BY_LENGTH.get(length) ?? []), kind])
}

const RUN = /\d+(?:[ \u{a0}\u{202f}.\-–‑/()]{1,3}\d+){0,200}/gu
const GROUP = /\d+/gu
const MAX_GROUPS = 9
const MIN_DIGITS = 6
const MAX_DIGITS = 20
const MAX_LENGTH = 40
/** How many digits a group has on average at least; a row of single digits is no number. */
const MIN_GROUP = 1.5

/** Cards, ids, accounts and phone numbers: everything that is written in groups of digits. */
export function* findNumbers(text: string, isAggressive: boolean): Iterable<PiiSpan> {
  let phoneEnd = -1
  for (const run of text.matchAll(RUN)) {
    const groups: [number, number][] = []
    for (const group of run[0].matchAll(GROUP)) {
      const start = run.index + group.index
      groups.push([start, start + group[0].length])
    }
    for (let first = 0; first < groups.length;) {
      const found = findFrom(text, groups, first, { isAggressive, phoneEnd })
      if (found) {
        if (found.span.entity === 'PHONE') phoneEnd = found.span.end
        yield found.span
      }
      first = found ? found.next : first + 1
    }
  }
}

interface State {
  isAggressive: boolean
  phoneEnd: number
}

/** The longest number of a known kind that begins with a group. */
function findFrom(
  text: string,
  groups: [number, number][],
  first: number,
  { isAggressive, phoneEnd }: State,
) {
  const start = groups[first]![0]
  if (isInsideWord(text, start)) return undefined
  const before = textBefore(text, start)
  let labelled: boolean | undefined
  const isLabelled = () => (labelled ??= isCalledPhone(before))
  const followsPhone = phoneEnd > 0 && start - phoneEnd < 8
  const lengths = [0]
  for (let at = first; at < groups.length && at < first + MAX_GROUPS; at++) {
    lengths.push(lengths.at(-1)! + groups[at]![1] - groups[at]![0])
  }
  for (let count = lengths.length - 1; count > 0; count--) {
    const length = lengths[count]!
    if (length < MIN_DIGITS) break
    const end = groups[first + count - 1]![1]
    if (length < MIN_GROUP * count) continue
    if (length > MAX_DIGITS || end - start > MAX_LENGTH || !endsHere(text, end)) continue
    const raw = text.slice(start, end)
    const candidate = {
      raw,
      digits: raw.replaceAll(/\D/gu, ''),
      before,
      after: textAfter(text, end),
      isAggressive,
      followsPhone,
      isLabelled,
    }
    const kind = BY_LENGTH.get(length)?.find((each) => matches(each, candidate))
    if (kind) return { span: { start, end, entity: kind.entity, kind: kind.kind }, next: first + count }
    const phone = findPhone(text, start, end, candidate)
    if (phone) return { span: phone, next: first + count }
  }
  return undefined
}

/** Whether no word goes on after the digits, but for an extension. */
function endsHere(text: string, end: number): boolean {
  return (
    !/^[\p{L}_]/u.test(text.slice(end, end + 2)) || /^ ?(?:x|ext)\.? ?\d/iu.test(text.slice(end, end + 8))
  )
}

const isInsideWord = (text: string, start: number) => start > 0 && /[\p{L}\p{N}_]/u.test(text[start - 1]!)

function matches({ shape, words, unless, isValid }: NumberKind, candidate: NumberCandidate): boolean {
  const isPlain = candidate.raw.length === candidate.digits.length
  if (shape ? !shape.test(candidate.raw) : !isPlain) return false
  const needsWords = words && !unless?.test(candidate.raw) && !(candidate.isAggressive && isValid)
  if (needsWords && !words.test(candidate.before)) return false
  return isValid?.(candidate.digits, candidate) ?? true
}
