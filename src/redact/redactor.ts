import type { RedactPii } from '../contract/redact-pii.ts'
import { decodeUrlPart } from '../language/decode-url-part.ts'
import { NUMBER_KINDS } from './detect/numbers.ts'
import { findPii } from './find.ts'
import { redactMarkup } from './markup.ts'
import { merge, replacement, replaceSpans } from './span.ts'
import type { Entity, PiiSpan, Redacted } from './span.ts'
import { isNumberInUrl } from './zones.ts'

export interface Redactor {
  text(text: string): string
  /** HTML source: texts and attribute values change, the markup stays. */
  markup(html: string): string
  url(url: string): string
  /** Numbers only when they are a card or a phone number in whole; names of properties stay. */
  value(json: unknown, findKnown?: (text: string) => readonly PiiSpan[]): unknown
  spans(text: string): Redacted
  find(text: string): readonly PiiSpan[]
}

export function createRedactor(options: RedactPii): Redactor {
  const find = memoize((text) => findPii(text, options))
  const urlOptions = { mode: options.mode, entities: urlEntities(options) }
  const findInUrl = memoize((part) => findPii(part, urlOptions))
  const spans = (text: string) => replaceSpans(text, find(text), options.replaceStyle)
  const text = (plain: string) => (plain.length < SHORTEST ? plain : spans(plain).text)
  const url = (plainUrl: string) => redactUrl(plainUrl, options, findInUrl)
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
export function memoize(find: Find): Find {
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

/** In an address of the web a name or a place is a word of its path and leads nowhere. */
const URL_ENTITIES: readonly Entity[] = ['EMAIL', 'PHONE', 'FINANCIAL', 'SECRET']

const urlEntities = ({ entities }: RedactPii): Entity[] =>
  URL_ENTITIES.filter((entity) => entities.includes(entity))

const PERSONAL_SCHEMES: [RegExp, Entity][] = [
  [/^(mailto:)([^?]*)/iu, 'EMAIL'],
  [/^((?:tel|sms|fax|callto|facetime|whatsapp):(?:\/\/)?)([^?]*)/iu, 'PHONE'],
  [/^((?:skype|xmpp|sips?):)([^?]*)/iu, 'EMAIL'],
]

function redactUrl(url: string, options: RedactPii, find: Find): string {
  const entities = urlEntities(options)
  for (const [scheme, entity] of PERSONAL_SCHEMES) {
    const found = scheme.exec(url)
    if (!found) continue
    const rest = redactParts(url.slice(found[0].length), options, find)
    return entities.includes(entity)
      ? found[1]! + replacement(options.replaceStyle, entity, found[2]!) + rest
      : url
  }
  return redactParts(url, options, find)
}

const PART = /[^/?&#=;]+/gu
const PHONE_LINK = /^(?:https?:\/\/)?(?:wa\.me|api\.whatsapp\.com|t\.me)\//iu

/** Part by part, so that what is decoded is encoded again only where something was found. */
function redactParts(url: string, options: RedactPii, find: Find): string {
  if (!url) return url
  const entities = urlEntities(options)
  const isPhoneLink = PHONE_LINK.test(url) && entities.includes('PHONE')
  const whole = redactCredentials(url, entities, options)
  let key = ''
  return whole.replaceAll(PART, (part, at: number) => {
    const decoded = decodeUrlPart(part)
    if (isPhoneLink && /^\+?\d{8,15}$/u.test(decoded)) return replacement(options.replaceStyle, 'PHONE', part)
    const label = whole[at - 1] === '=' ? `${key.replaceAll(/[_-]/gu, ' ')}: ` : ''
    const keyAt = label ? at - 1 - key.length : at
    key = part
    const spans = find(label + decoded)
    const isPersonal = isNumberInUrl(`${whole[keyAt - 1] ?? ''}${whole.slice(keyAt, at)}`)
    const inside = shiftSpans(label, spans).filter(
      ({ start, kind }) => start >= 0 && (isPersonal || !NUMBER_KINDS.has(kind)),
    )
    if (inside.length === 0) return part
    return replaceSpans(decoded, inside, options.replaceStyle).text.replaceAll(' ', '%20')
  })
}

/** Spans found with a label in front of the text, shifted to positions in the text itself. */
function shiftSpans({ length }: string, spans: readonly PiiSpan[]): PiiSpan[] {
  return spans.map((span) => ({ ...span, start: span.start - length, end: span.end - length }))
}

function redactCredentials(url: string, entities: Entity[], options: RedactPii): string {
  if (!entities.includes('SECRET')) return url
  return url.replace(
    /^([a-z][a-z\d+.-]{1,20}:\/\/)([^\s:@/?#]{1,100}:[^\s@/?#]{1,200})@/iu,
    (_, scheme, user) => `${scheme}${replacement(options.replaceStyle, 'SECRET', user)}@`,
  )
}

interface RedactionTools {
  find: (text: string) => readonly PiiSpan[]
  findKnown: (text: string) => readonly PiiSpan[]
  url: (link: string) => string
  style: RedactPii['replaceStyle']
}

const URL_LIKE = /^(?:https?:\/\/|mailto:|tel:|sms:|\/\/)\S+$/iu

function redactValue(json: unknown, { find, findKnown, url, style }: RedactionTools): unknown {
  return redact(json)

  function redact(value: unknown): unknown {
    if (typeof value === 'string') {
      return URL_LIKE.test(value) ? url(replace(value, findKnown(value))) : redactText(value, find(value))
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
    const spans = shiftSpans(label, find(label + text))
    if (spans.length === 0 || spans[0]!.start < 0) return redact(member)
    return typeof member === 'string' ? redactText(text, spans) : replace(text, spans)
  }

  function isPersonalAlone(value: string | number): boolean {
    if (typeof value === 'number') return redactNumber(value) !== value
    return URL_LIKE.test(value) ? url(value) !== value : find(value).length > 0
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
