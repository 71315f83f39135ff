import type { RedactPii } from '../contract/redact-pii.ts'

export type Entity = RedactPii['entities'][number]

export interface PiiSpan {
  start: number
  end: number
  entity: Entity
  kind: string
}

/** The span of a match, or of its first group, which stands last in it. */
export function spanOf(found: RegExpExecArray, entity: Entity, kind: string): PiiSpan {
  const value = found[1] ?? found[0]
  const start = found.index + found[0].lastIndexOf(value)
  return { start, end: start + value.length, entity, kind }
}

export type Detector = (text: string, isAggressive: boolean) => Iterable<PiiSpan>

const PRIORITY: Entity[] = ['EMAIL', 'SECRET', 'FINANCIAL', 'PHONE', 'LOCATION', 'PERSON']

/** Spans in order; those that touch the same piece become one, named by the more exact of them. */
export function merge(spans: readonly PiiSpan[]): PiiSpan[] {
  const merged: PiiSpan[] = []
  for (const span of spans.toSorted((one, other) => one.start - other.start || other.end - one.end)) {
    const last = merged.at(-1)
    if (!last || span.start >= last.end) merged.push({ ...span })
    else {
      const isExacter = PRIORITY.indexOf(span.entity) < PRIORITY.indexOf(last.entity)
      if (isExacter) Object.assign(last, { entity: span.entity, kind: span.kind })
      last.end = Math.max(last.end, span.end)
    }
  }
  return merged
}

type Style = RedactPii['replaceStyle']

export interface Redacted {
  text: string
  map(offset: number): number
}

const REPLACEMENTS: Record<Style, (entity: Entity, value: string) => string> = {
  tag: (entity) => `<${entity}>`,
  mask: (_, value) => value.replaceAll(/[\p{L}\p{M}\p{N}]/gu, (sign) => '*'.repeat(sign.length)),
  remove: () => '',
}

export const replacement = (style: Style, entity: Entity, value: string): string =>
  REPLACEMENTS[style](entity, value)

export function replaceSpans(text: string, spans: readonly PiiSpan[], style: Style): Redacted {
  let result = ''
  let done = 0
  const cuts: { oldStart: number; oldEnd: number; newStart: number; newEnd: number }[] = []
  for (const { start, end, entity } of spans) {
    const from = style === 'remove' ? withSpaceBefore(text, start, end, done) : start
    result += text.slice(done, from)
    const newStart = result.length
    result += replacement(style, entity, text.slice(start, end))
    cuts.push({ oldStart: from, oldEnd: end, newStart, newEnd: result.length })
    done = end
  }
  result += text.slice(done)
  return { text: result, map: (offset) => mapOffset(cuts, offset) }
}

/** A removed word takes one of the spaces around it along, so that no two are left side by side. */
function withSpaceBefore(text: string, start: number, end: number, done: number): number {
  const isAfterSpace = start > done && /[ \t]/u.test(text[start - 1]!)
  const isBeforeGap = end >= text.length || /[\s.,;:!?)\]]/u.test(text[end]!)
  return isAfterSpace && isBeforeGap ? start - 1 : start
}

function mapOffset(
  cuts: readonly { oldStart: number; oldEnd: number; newStart: number; newEnd: number }[],
  offset: number,
): number {
  const cut = cuts[firstIndex(cuts, ({ oldStart }) => oldStart >= offset) - 1]
  if (!cut) return offset
  return offset >= cut.oldEnd ? offset - cut.oldEnd + cut.newEnd : cut.newEnd
}

/** Where the items begin that are reached, by halving: none behind them is not. */
export function firstIndex<Item>(items: readonly Item[], isReached: (item: Item) => boolean): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isReached(items[middle]!)) high = middle
    else low = middle + 1
  }
  return low
}
