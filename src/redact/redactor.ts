import type { RedactPii } from '../contract/redact-pii.ts'
import { findPii } from './find.ts'
import { redactMarkup } from './markup.ts'
import { replaceSpans } from './replace.ts'
import type { Redacted } from './replace.ts'
import { redactUrl } from './url.ts'
import { redactValue } from './value.ts'

/** Takes personal data out of everything a page is told in. */
export interface Redactor {
  /** Plain text or Markdown. */
  text(text: string): string
  /** HTML source: texts and attribute values change, the markup stays. */
  markup(html: string): string
  url(address: string): string
  /** Every string of a JSON value, and numbers that are a card or a phone number in whole; names of properties stay. */
  value(json: unknown): unknown
  /** For callers that keep offsets into the text. */
  spans(text: string): Redacted
}

export function createRedactor(options: RedactPii): Redactor {
  const spans = (text: string) => replaceSpans(text, findPii(text, options), options.replaceStyle)
  const text = (plain: string) => (plain.length < SHORTEST ? plain : spans(plain).text)
  const url = (address: string) => redactUrl(address, options)
  const value = (json: unknown) => redactValue(json, { text, url })
  return { text, url, value, spans, markup: (html) => redactMarkup(html, options, { text, url, value }) }
}

/** No personal data is shorter. */
const SHORTEST = 2
