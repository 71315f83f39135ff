import type { RedactPii } from '../contract/redact-pii.ts'
import type { Entity, PiiSpan } from './span.ts'

type Style = RedactPii['replaceStyle']

export interface Redacted {
  text: string
  map(offset: number): number
}

const WORDS: Record<Style, (entity: Entity, value: string) => string> = {
  tag: (entity) => `<${entity}>`,
  mask: (_, value) => value.replaceAll(/[\p{L}\p{M}\p{N}]/gu, (sign) => '*'.repeat(sign.length)),
  remove: () => '',
}

export const replacement = (style: Style, entity: Entity, value: string): string =>
  WORDS[style](entity, value)

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
  let low = 0
  let high = cuts.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (cuts[middle]!.oldStart < offset) low = middle + 1
    else high = middle
  }
  const cut = cuts[low - 1]
  if (!cut) return offset
  return offset >= cut.oldEnd ? offset - cut.oldEnd + cut.newEnd : cut.newEnd
}
