import { NUMBER_KINDS } from './detect/numbers.ts'
import { isLabelledPhone } from './detect/phone.ts'
import { textBefore } from './detect/number-kinds.ts'
import { matchesOf } from '../language/matches-of.ts'
import type { PiiSpan } from './span.ts'

const OTHER = '\\s<>"\'()\\]|，。；、）】》'
/** A comma ends an address when a number of its own follows, as in a row of values. */
const SIGN = `(?:[^${OTHER},;]|[,;](?![+(]|\\d{7,19}(?![\\w.%/-]))|\\([^${OTHER}]{0,200}\\))`
const ZONE = new RegExp(
  `(^(?:\`\`\`|~~~)[\\s\\S]*?(?:^(?:\`\`\`|~~~)|(?![\\s\\S])))|(?:(?:https?:\\/\\/|www\\.|mailto:)|(?<=\\]\\()(?=\\.{0,2}\\/))${SIGN}{1,2000}`,
  'gmu',
)

interface Zone {
  start: number
  end: number
  isCode: boolean
}

export function createZoneFilter(text: string): (span: PiiSpan) => boolean {
  const zones: Zone[] = []
  for (const { 0: zone, 1: code, index } of matchesOf(text, ZONE))
    zones.push({ start: index, end: index + zone.length, isCode: code !== undefined })
  let at = 0
  return (span) => {
    if (span.kind === 'name' && isPartOfCode(text, span)) return false
    while (at > 0 && zones[at - 1]!.end > span.start) at--
    while (at < zones.length && zones[at]!.end <= span.start) at++
    const zone = zones[at]
    if (!zone || zone.start >= span.end) return true
    return zone.isCode ? isPersonalInCode(text, span) : isPersonalInUrl(text, zone, span)
  }
}

const isPartOfCode = (text: string, { start, end }: PiiSpan) =>
  /[@_/\\=]/u.test(text[start - 1] ?? '') || /[@_\\=]/u.test(text[end] ?? '')

/** In a listing a name is none, and columns of digits are no phone numbers unless they are called or written so. */
function isPersonalInCode(text: string, { kind, start, end }: PiiSpan): boolean {
  if (kind === 'name') return false
  return (
    kind !== 'phone' || /[-+()/]/u.test(text.slice(start, end)) || isLabelledPhone(textBefore(text, start))
  )
}

/** In an address of the web a name or place leads nowhere, and a long number is that of a file or a posting. */
function isPersonalInUrl(text: string, zone: Zone, { kind, entity, start, end }: PiiSpan): boolean {
  if (start < zone.start || end > zone.end) return kind !== 'name'
  if (entity === 'PERSON' || entity === 'LOCATION') return false
  return !NUMBER_KINDS.has(kind) || isNumberInUrl(text.slice(zone.start, start))
}

const LABELLED_VALUE =
  /[?&;#][\w.%[\]-]{0,30}(?:phone|tel|mobile?|cell|fax|sms|whatsapp|number|card|cc|pan|account|iban|ssn|pesel|cpf|nif|passport)[\w.%[\]-]{0,20}=(?:\+|%2B|\()?$/iu

export const isNumberInUrl = (before: string): boolean => LABELLED_VALUE.test(before.slice(-90))
