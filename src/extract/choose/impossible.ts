import type { Finding } from '../findings/finding.ts'
import type { Wanted } from './field.ts'
import { LOOKS } from './looks.ts'

const at = (name: string) => LOOKS.findIndex((look) => look.name === name)
const MONEY = at('money')
const TIME = at('time')
const DATE = at('date')
const WEEKDAY = at('weekday')
const NO_AMOUNT =
  /^\p{Sc}{2,}$|free|gratis|kostenlos|gratuit|includ|inklusive|compris|request|anfrage|negotia|competitive|none|n\/a/iu
const WORDLESS =
  /^(?:by|from|in|on|at|of|and|or|to|the|with|for|von|und|oder|mit|par|et|ou|de|y|por|di|e|da|il|la|le|der|die|das)$/i
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
}

export function formOf(text: string): Form {
  return {
    hasDigit: /\p{N}/u.test(text),
    hasLetter: /\p{L}/u.test(text),
    // `DE` is Germany and `MIT` a license.
    isWordless: WORDLESS.test(text) && !/^\p{Lu}{2,}$/u.test(text),
    isWeekday: LOOKS[WEEKDAY]!.of(text) > 0,
  }
}

/** Whether a text cannot be a value of the field, by what both certainly are. */
export function isImpossible(
  { text, kind, cues }: Pick<Finding, 'text' | 'kind' | 'cues'>,
  wanted: Wanted,
  { hasDigit, hasLetter, isWordless, isWeekday }: Form = formOf(text),
): boolean {
  if (wanted.type !== 'text') return false
  const { looks, titled, isAgent, kinds, wantsCurrency } = wanted
  if (isWordless) return true
  if (looks[MONEY]! > 0.95 && !wantsCurrency && !hasDigit && !NO_AMOUNT.test(text)) return true
  if (kinds.size === 1 && kinds.has('phone')) {
    if (text.replaceAll(/\D/g, '').length < 5 || isFax(cues) !== wanted.isFax) return true
  }
  if (wanted.isNumbered && !hasDigit) return true
  const isNamed = !kinds.has('code') && !kinds.has('number') && (titled > 0 || isAgent > 0.7 || kinds.has('name'))
  if (isNamed && (text.length < 2 || !hasLetter)) return true
  if (isNamed && titled !== 3 && kind !== undefined && NO_NAMES.has(kind)) return true
  const wantsDay = Math.max(looks[WEEKDAY]!, looks[TIME]!, looks[DATE]!)
  return wantsDay < 0.5 && isWeekday
}
