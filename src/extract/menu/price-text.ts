import type { MoneyHints } from '../values/currency.ts'
import { moneyIn } from '../values/money.ts'
import type { FoundMoney } from '../values/money.ts'
import { numbersIn } from '../values/number.ts'

/** The prices of a text on a menu, where many stand without a currency: alone, or at the end of a line. */
export function menuPrices(text: string, hints: MoneyHints): FoundMoney[] {
  if (!DIGIT.test(text)) return []
  const stated = moneyIn(text, hints).filter(
    ({ start }) => !ADDED.test(text.slice(Math.max(0, start - 24), start)),
  )
  if (stated.length > 0) return stated
  const bare = BARE.exec(text) ?? TRAILING.exec(text)
  if (bare === null) return []
  const offset = bare.index + bare[0].indexOf(bare[1]!)
  return numbersIn(bare[1]!, hints.language, { isMoney: true }).map(({ value, start, end }) => ({
    amount: value,
    currency: hints.currency,
    formatted: bare[1]!.slice(start, end),
    start: offset + start,
    end: offset + end,
  }))
}

const DIGIT = /[\d\u0660-\u0669\u06f0-\u06f9]/
/** A number or a few of them, and nothing else. */
const BARE =
  /^[\s.…·_–—-]{0,80}(\d{1,5}(?:[.,]\d{1,2})?(?:\s?[/|]\s?\d{1,5}(?:[.,]\d{1,2})?){0,3})\s*(?:[.,]?[-–—])?$/
/** A number with cents after a text. */
const TRAILING = /(?<=[^\d.,/x×-][\s.…·_–—]{1,80})(\d{1,4}[.,]\d{2}(?:\s?[/|]\s?\d{1,4}[.,]\d{2}){0,3})\s*$/
/** What is paid on top of the price. */
const ADDED =
  /(?:\+|(?:add|extra|plus|with|zzgl\.?|aufpreis|supplément|suplemento|supplemento|toeslag|доп\S*)[^\d]{0,20})\s*$/iu
