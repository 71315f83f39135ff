import type { RedactPii } from '../contract/redact-pii.ts'

export type Entity = RedactPii['entities'][number]

export interface PiiSpan {
  start: number
  end: number
  entity: Entity
  kind: string
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
