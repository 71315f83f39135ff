import type { RedactPii } from '../contract/redact-pii.ts'
import { merge } from './span.ts'
import type { PiiSpan } from './span.ts'
import { replaceSpans } from './replace.ts'

interface Search {
  find: (text: string) => readonly PiiSpan[]
  findKnown: (text: string) => readonly PiiSpan[]
  url: (address: string) => string
  style: RedactPii['replaceStyle']
}

const ADDRESS = /^(?:https?:\/\/|mailto:|tel:|sms:|\/\/)\S+$/iu

export function redactValue(json: unknown, { find, findKnown, url, style }: Search): unknown {
  return redact(json)

  function redact(value: unknown): unknown {
    if (typeof value === 'string') {
      return ADDRESS.test(value) ? url(replace(value, findKnown(value))) : redactText(value, find(value))
    }
    if (typeof value === 'number') return redactNumber(value)
    if (Array.isArray(value)) return value.map(redact)
    if (value === null || typeof value !== 'object') return value
    const isPerson = /person|author/iu.test(String((value as Record<string, unknown>)['@type'] ?? ''))
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, redactMember(key, member, isPerson)]),
    )
  }

  /** The name of a property says what its value is as a label does in a text. */
  function redactMember(key: string, member: unknown, isPerson: boolean): unknown {
    if (key === 'name' && !isPerson) return redact(member)
    if (typeof member !== 'string' && typeof member !== 'number') return redact(member)
    const text = String(member)
    if (text.length > 100 || text === '' || isPersonalAlone(member)) return redact(member)
    const label = `${key
      .replaceAll(/([a-z])([A-Z])/gu, '$1 $2')
      .replaceAll(/[_-]/gu, ' ')
      .toLowerCase()}: `
    const spans = find(label + text).map((span) => ({
      ...span,
      start: span.start - label.length,
      end: span.end - label.length,
    }))
    if (spans.length === 0 || spans[0]!.start < 0) return redact(member)
    return typeof member === 'string' ? redactText(text, spans) : replace(text, spans)
  }

  function isPersonalAlone(value: string | number): boolean {
    if (typeof value === 'number') return redactNumber(value) !== value
    return ADDRESS.test(value) ? url(value) !== value : find(value).length > 0
  }

  /** A card or a phone number that was written without quotes. */
  function redactNumber(value: number): number | string {
    const digits = String(value)
    if (!/^\d{9,19}$/u.test(digits)) return value
    const spans = find(digits)
    return spans.length === 0 ? value : replace(digits, spans)
  }

  /** All at once: what is known in part may be found in whole. */
  function redactText(text: string, found: readonly PiiSpan[]): string {
    const known = findKnown(text)
    return replace(text, known.length === 0 ? found : merge([...found, ...known]))
  }

  function replace(text: string, spans: readonly PiiSpan[]): string {
    return spans.length === 0 ? text : replaceSpans(text, spans, style).text
  }
}
