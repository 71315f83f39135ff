import type { RedactPii } from '../contract/redact-pii.ts'

export type Entity = RedactPii['entities'][number]

/** A piece of a text that is personal data; `kind` says more closely what it is, such as email, card or iban. */
export interface PiiSpan {
  start: number
  end: number
  entity: Entity
  kind: string
}

/** What finds some kinds of personal data in a text. It stays near-linear whatever the text is. */
export type Detector = (text: string, isAggressive: boolean) => Iterable<PiiSpan>
