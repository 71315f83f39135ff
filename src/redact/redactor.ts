import type { RedactPii } from '../contract/redact-pii.ts'
import { findPii } from './find.ts'
import { redactMarkup } from './markup.ts'
import { replaceSpans } from './replace.ts'
import type { Redacted } from './replace.ts'
import type { PiiSpan } from './span.ts'
import { addressEntities, redactUrl } from './url.ts'
import { redactValue } from './value.ts'

export interface Redactor {
  text(text: string): string
  /** HTML source: texts and attribute values change, the markup stays. */
  markup(html: string): string
  url(address: string): string
  /** Numbers only when they are a card or a phone number in whole; names of properties stay. */
  value(json: unknown, findKnown?: (text: string) => readonly PiiSpan[]): unknown
  spans(text: string): Redacted
  find(text: string): readonly PiiSpan[]
}

export function createRedactor(options: RedactPii): Redactor {
  const find = remember((text) => findPii(text, options))
  const inAddress = { mode: options.mode, entities: addressEntities(options) }
  const findInAddress = remember((part) => findPii(part, inAddress))
  const spans = (text: string) => replaceSpans(text, find(text), options.replaceStyle)
  const text = (plain: string) => (plain.length < SHORTEST ? plain : spans(plain).text)
  const url = (address: string) => redactUrl(address, options, findInAddress)
  const value: Redactor['value'] = (json, findKnown = () => []) =>
    redactValue(json, { find, findKnown, url, style: options.replaceStyle })
  const markup = (html: string) => redactMarkup(html, options, { find, text, url, value })
  return { text, url, value, spans, find, markup }
}

const SHORTEST = 2

type Find = (text: string) => readonly PiiSpan[]

/** How many letters of texts are remembered at most: those of a page that is given back in several forms. */
const MAX_LETTERS = 50_000_000
const MAX_TEXTS = 50_000

/** The same search, made once for every text: values, parts of addresses and whole pages come again and again. */
export function remember(find: Find): Find {
  const seen = new Map<string, readonly PiiSpan[]>()
  let letters = 0
  return (text) => {
    const known = seen.get(text)
    if (known) return known
    const spans = find(text)
    letters += text.length
    if (letters > MAX_LETTERS || seen.size >= MAX_TEXTS) {
      seen.clear()
      letters = text.length
    }
    seen.set(text, spans)
    return spans
  }
}
