import { matchesOf } from '../../language/matches-of.ts'
import { memoizePerText } from '../../language/memoize.ts'
import type { PiiSpan } from '../span.ts'
import { KINDS, textAfter, textBefore } from './number-kinds.ts'
import type { NumberCandidate, NumberKind } from './number-kinds.ts'
import { findPhone, isLabelledPhone } from './phone.ts'

export const NUMBER_KINDS: ReadonlySet<string> = new Set(['phone', ...KINDS.map(({ kind }) => kind)])

const RUN = /\d+(?:[ \u{a0}\u{202f}.\-–‑/()]{1,3}\d+){0,200}/gu
const GROUP = /\d+/gu
const MAX_GROUPS = 9
const MIN_DIGITS = 6
const MAX_DIGITS = 20
const MAX_LENGTH = 40
/** How many digits a group has on average at least; a row of single digits is no number. */
const MIN_GROUP = 1.5

interface Run {
  start: number
  end: number
  /** How it is written: every digit is a zero. */
  form: string
  groups: [start: number, end: number][]
}

export function* findNumbers(text: string, isAggressive: boolean): Iterable<PiiSpan> {
  let phoneEnd = -1
  for (const { 0: written, index } of matchesOf(text, RUN)) {
    if (written.length < MIN_DIGITS) continue
    const run = readRun(written, index)
    for (let first = 0; first < run.groups.length;) {
      const found = findFrom(text, run, first, { isAggressive, phoneEnd })
      if (found?.span.entity === 'PHONE') phoneEnd = found.span.end
      if (found) yield found.span
      first = found ? found.next : first + 1
    }
  }
}

function readRun(written: string, start: number): Run {
  const groups: Run['groups'] = []
  for (const { 0: digits, index } of matchesOf(written, GROUP))
    groups.push([start + index, start + index + digits.length])
  return { start, end: start + written.length, form: written.replaceAll(/\d/gu, '0'), groups }
}

interface State {
  isAggressive: boolean
  phoneEnd: number
}

function findFrom(text: string, run: Run, first: number, { isAggressive, phoneEnd }: State) {
  const { groups } = run
  const start = groups[first]![0]
  if (first === 0 && isInsideWord(text, start)) return undefined
  const before = wordsBefore(text, run, start)
  let labelled: boolean | undefined
  const isLabelled = () => (labelled ??= isLabelledPhone(before))
  const followsPhone = phoneEnd > 0 && start - phoneEnd < 8
  let digits = ''
  const lengths = [0]
  for (let at = first; at < groups.length && at < first + MAX_GROUPS && digits.length <= MAX_DIGITS; at++) {
    digits += text.slice(groups[at]![0], Math.min(groups[at]![1], groups[at]![0] + MAX_DIGITS + 1))
    lengths.push(digits.length)
  }
  for (let count = lengths.length - 1; count > 0; count--) {
    const length = lengths[count]!
    if (length < MIN_DIGITS) break
    const end = groups[first + count - 1]![1]
    if (length < MIN_GROUP * count) continue
    if (length > MAX_DIGITS || end - start > MAX_LENGTH) continue
    const isLast = end === run.end
    if (isLast && !endsHere(text, end)) continue
    const candidate = {
      raw: text.slice(start, end),
      digits: digits.slice(0, length),
      before,
      after: () => textAfter(text, end),
      isAggressive,
      isLast,
      followsPhone,
      isLabelled,
    }
    const possible = kindsOfForm(run.form.slice(start - run.start, end - run.start))
    const kind = possible.find((each) => matches(each, candidate))
    const span = kind
      ? { start, end, entity: 'FINANCIAL' as const, kind: kind.kind }
      : findPhone(text, start, end, candidate)
    if (span) return { span, next: first + count }
  }
  return undefined
}

const REACH = 60

/** What words may stand in before a group; where the run alone reaches so far back, none do. */
const wordsBefore = (text: string, run: Run, start: number) =>
  start - run.start >= REACH ? '' : textBefore(text, start, REACH)

/** Whether no word goes on after the digits, but for an extension. */
function endsHere(text: string, end: number): boolean {
  return (
    !/^[\p{L}_]/u.test(text.slice(end, end + 2)) || /^ ?(?:x|ext)\.? ?\d/iu.test(text.slice(end, end + 8))
  )
}

const isInsideWord = (text: string, start: number) => start > 0 && /[\p{L}\p{N}_]/u.test(text[start - 1]!)

/** The kinds that a form allows. A form is a number with all digits replaced by zero; most numbers share a few forms. */
const kindsOfForm = memoizePerText((form) => {
  const length = form.replaceAll(/[^0]/gu, '').length
  return KINDS.filter(
    ({ lengths, shape }) => lengths.includes(length) && (shape ? shape.test(form) : form.length === length),
  )
}, 5_000)

function matches({ first, words, unless, isValid }: NumberKind, candidate: NumberCandidate): boolean {
  if (first && !first.test(candidate.digits)) return false
  const needsWords = words && !unless?.test(candidate.raw) && !(candidate.isAggressive && isValid)
  if (needsWords && !words.test(candidate.before)) return false
  return isValid?.(candidate.digits, candidate) ?? true
}
