import type { RedactPii } from '../contract/redact-pii.ts'
import { NUMBER_KINDS } from './detect/numbers.ts'
import { replaceSpans, replacement } from './replace.ts'
import type { Entity, PiiSpan } from './span.ts'
import { isNumberOfAddress } from './zones.ts'

/** In an address of the web a name or a place is a word of its path and leads nowhere. */
const IN_ADDRESSES: readonly Entity[] = ['EMAIL', 'PHONE', 'FINANCIAL', 'SECRET']

export const addressEntities = ({ entities }: RedactPii): Entity[] =>
  IN_ADDRESSES.filter((entity) => entities.includes(entity))

type Find = (part: string) => readonly PiiSpan[]

const PERSONAL: [RegExp, Entity][] = [
  [/^(mailto:)([^?]*)/iu, 'EMAIL'],
  [/^((?:tel|sms|fax|callto|facetime|whatsapp):(?:\/\/)?)([^?]*)/iu, 'PHONE'],
  [/^((?:skype|xmpp|sips?):)([^?]*)/iu, 'EMAIL'],
]

export function redactUrl(address: string, options: RedactPii, find: Find): string {
  const entities = addressEntities(options)
  for (const [scheme, entity] of PERSONAL) {
    const found = scheme.exec(address)
    if (!found) continue
    const rest = redactParts(address.slice(found[0].length), options, find)
    return entities.includes(entity)
      ? found[1]! + replacement(options.replaceStyle, entity, found[2]!) + rest
      : address
  }
  return redactParts(address, options, find)
}

const PART = /[^/?&#=;]+/gu
const PHONE_LINK = /^(?:https?:\/\/)?(?:wa\.me|api\.whatsapp\.com|t\.me)\//iu

/** Part by part, so that what is decoded is encoded again only where something was found. */
function redactParts(address: string, options: RedactPii, find: Find): string {
  if (!address) return address
  const entities = addressEntities(options)
  const isPhoneLink = PHONE_LINK.test(address) && entities.includes('PHONE')
  const whole = redactCredentials(address, entities, options)
  let key = ''
  return whole.replaceAll(PART, (part, at: number) => {
    const decoded = decode(part)
    if (isPhoneLink && /^\+?\d{8,15}$/u.test(decoded)) return replacement(options.replaceStyle, 'PHONE', part)
    const label = whole[at - 1] === '=' ? `${key.replaceAll(/[_-]/gu, ' ')}: ` : ''
    const keyAt = label ? at - 1 - key.length : at
    key = part
    const spans = find(label + decoded)
    const isPersonal = isNumberOfAddress(`${whole[keyAt - 1] ?? ''}${whole.slice(keyAt, at)}`)
    const inside = spans
      .filter((span) => span.start >= label.length && (isPersonal || !NUMBER_KINDS.has(span.kind)))
      .map((span) => ({ ...span, start: span.start - label.length, end: span.end - label.length }))
    if (inside.length === 0) return part
    return replaceSpans(decoded, inside, options.replaceStyle).text.replaceAll(' ', '%20')
  })
}

function redactCredentials(address: string, entities: Entity[], options: RedactPii): string {
  if (!entities.includes('SECRET')) return address
  return address.replace(
    /^([a-z][a-z\d+.-]{1,20}:\/\/)([^\s:@/?#]{1,100}:[^\s@/?#]{1,200})@/iu,
    (_, scheme, user) => {
      return `${scheme}${replacement(options.replaceStyle, 'SECRET', user)}@`
    },
  )
}

function decode(part: string): string {
  if (!part.includes('%')) return part
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
