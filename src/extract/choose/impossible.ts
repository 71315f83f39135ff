import type { Finding } from '../findings/finding.ts'
import type { Wanted } from './field.ts'
import { phonesIn } from '../../language/phones.ts'
import { LOOKS } from './looks.ts'
import { isYearOf } from './read-value.ts'

const at = (name: string) => LOOKS.findIndex((look) => look.name === name)
const MONEY = at('money')
const TIME = at('time')
const DATE = at('date')
const WEEKDAY = at('weekday')
const POSTCODE = at('postcode')
const BRITISH_POSTCODE = /^[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2}$/
const NO_AMOUNT =
  /^\p{Sc}{2,}$|free|gratis|kostenlos|gratuit|includ|inklusive|compris|request|anfrage|negotia|competitive|none|n\/a/iu
const WORDLESS =
  /^(?:by|from|in|on|at|of|and|or|to|the|with|for|von|und|oder|mit|par|et|ou|de|y|por|di|e|da|il|la|le|der|die|das)$/i
const URL_ALONE = /^(?:https?:\/\/|www\.)\S+$/i
const EMAIL = /\S@\S{1,80}\.\p{L}/u
/** A time of day or a span of hours, and nothing else. */
const CLOCK = /^[\d:.\s–—-]*\d[:.h]\d\d[\d:.\s–—-]*(?:[ap]\.?m\.?|uhr|h)?$/i
const HOURS =
  /^(?:hours|times?|open|opens|opening|close|closes|closing|starts?|ends?|begins?|from|until|till)$/
const DAY = /^(?:days?|tage?|jours?|d[ií]as?|giorn[oi]|dag(?:en)?)$/
const FEWEST_PHONE_DIGITS = 7
/** Kinds of values that are never the name of somebody or something. */
const NO_NAMES: ReadonlySet<string> = new Set(['date', 'time', 'money', 'phone', 'email', 'url'])

/** Whether a number is called that of a fax. */
function isFax({ inText, colon, row, lead, before, marked }: Finding['cues']): boolean {
  const label = inText || colon || row || lead.split(' ').slice(-2).join(' ') || marked || before
  return /\bfax\b|telefax|télécopie/i.test(label) && !/phone|tel(?!efax)/i.test(label)
}

/** What tells that a text is no value, whatever is asked for. */
export interface Form {
  hasDigit: boolean
  hasLetter: boolean
  isWordless: boolean
  isWeekday: boolean
  isUrl: boolean
  isClock: boolean
  /** Whether an e-mail address or a phone number is in it. */
  hasContact: boolean
}

export function formOf(text: string): Form {
  return {
    hasDigit: /\p{N}/u.test(text),
    hasLetter: /\p{L}/u.test(text),
    // `DE` is Germany and `MIT` a license.
    isWordless: WORDLESS.test(text) && !/^\p{Lu}{2,}$/u.test(text),
    isWeekday: LOOKS[WEEKDAY]!.of(text) > 0,
    isUrl: URL_ALONE.test(text),
    isClock: text.length < 40 && CLOCK.test(text),
    hasContact: text.length < 200 && (EMAIL.test(text) || hasPhone(text)),
  }
}

function hasPhone(text: string): boolean {
  return (
    /\d{2}/.test(text) &&
    phonesIn(text).some(
      ({ text: phone, end }) =>
        phone.replaceAll(/\D/g, '').length >= FEWEST_PHONE_DIGITS && !/[\p{L}\p{N}/]/u.test(text[end] ?? ''),
    )
  )
}

const MEASURES = /(?<!\p{L})(?:width|length|height|depth|weight|diameter|thickness)(?!\p{L})/giu

/** Whether its label names one measure, and the field another: a width is no length. */
function isOtherMeasure({ inText, colon, row }: Finding['cues'], { named }: Wanted): boolean {
  const asked = named.find((word) => MEASURE.test(word))
  const label = asked === undefined ? '' : inText || colon || row
  const [said, ...more] = label.match(MEASURES) ?? []
  return said !== undefined && more.length === 0 && said.toLowerCase() !== asked
}

const MEASURE = new RegExp(`^${MEASURES.source}$`, 'iu')

/** Whether a text cannot be a value of the field, by what both certainly are. */
export function isImpossible(
  { text, kind, cues }: Pick<Finding, 'text' | 'kind' | 'cues'>,
  wanted: Wanted,
  { hasDigit, hasLetter, isWordless, isWeekday, isUrl, isClock, hasContact }: Form = formOf(text),
): boolean {
  if (wanted.type === 'number')
    return (!wanted.mayBeYear && isYearOf(text, cues)) || isOtherMeasure(cues, wanted)
  if (wanted.type !== 'text') return false
  const { looks, titled, isAgent, kinds, wantsCurrency } = wanted
  if (isWordless) return true
  if (looks[MONEY]! > 0.95 && !wantsCurrency && !hasDigit && !NO_AMOUNT.test(text)) return true
  if (kinds.size === 1 && kinds.has('phone')) {
    if (text.replaceAll(/\D/g, '').length < 5 || isFax(cues) !== wanted.isFax) return true
  }
  if (wanted.isNumbered && !hasDigit) return true
  if (looks[POSTCODE]! < 0.5 && kinds.has('code') && BRITISH_POSTCODE.test(text)) return true
  const isNamed =
    !kinds.has('code') && !kinds.has('number') && (titled > 0 || isAgent > 0.7 || kinds.has('name'))
  if (isNamed && (text.length < 2 || !hasLetter)) return true
  if (isNamed && titled !== 3 && ((kind !== undefined && NO_NAMES.has(kind)) || isUrl)) return true
  if (isNamed && titled % 2 === 0 && hasContact) return true
  const isHours = wanted.named.some((word) => HOURS.test(word))
  if (isWeekday) return isHours || Math.max(looks[WEEKDAY]!, looks[TIME]!, looks[DATE]!) < 0.5
  return isClock && !isHours && wanted.named.some((word) => DAY.test(word))
}
