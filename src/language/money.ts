import { currencyMarkAfter, currencyMarkBefore, currencyOf, isCurrencyCode } from './currencies.ts'
import type { CurrencyMark, MoneyHints } from './currencies.ts'
import { numbersIn } from './numbers.ts'
import type { FoundNumber } from './numbers.ts'

export interface Money {
  amount: number
  currency: string | undefined
  formatted: string
}

export interface FoundMoney extends Money {
  start: number
  end: number
}

/** The first price of a text; a number alone is one too when nothing else stands beside it. */
export function readMoney(text: string, hints: MoneyHints = {}): Money | undefined {
  const written = text
    .slice(0, MAX_TEXT_CHARS)
    .replace(/\s+/g, (space) => (space.length > 1 ? ' ' : space))
    .trim()
  const [first] = moneyIn(written, hints)
  if (first !== undefined)
    return { amount: first.amount, currency: first.currency, formatted: first.formatted }
  const bare = BARE_PRICE.exec(written)?.[1]
  const numbers = bare === undefined ? [] : numbersIn(bare, hints.language, { isMoney: true })
  if (bare === undefined || numbers.length !== 1 || numbers[0]!.value < 0) return undefined
  return { amount: numbers[0]!.value, currency: hints.currency, formatted: bare.replace(/\s+/g, ' ').trim() }
}

export function moneyIn(text: string, hints: MoneyHints = {}): FoundMoney[] {
  const prices: FoundMoney[] = []
  const numbers = numbersIn(text, hints.language, { isMoney: true })
  let taken = 0
  for (let index = 0; index < numbers.length && prices.length < MAX_PRICES; index++) {
    const number = numbers[index]!
    if (number.start < taken) continue
    const price = priceAt(text, number, taken) ?? rangeAt(text, numbers, index)
    if (price === undefined) continue
    const cents = centsAfter(text, number, price)
    taken = cents?.end ?? price.end
    prices.push({
      amount: cents?.amount ?? Number((number.value * (price.mark.scale ?? 1)).toFixed(6)),
      currency: currencyOf(price.mark, hints),
      formatted: text.slice(price.start, taken).replace(/\s+/g, ' ').trim(),
      start: price.start,
      end: taken,
    })
  }
  return prices.filter(({ amount }) => amount >= 0)
}

const MAX_TEXT_CHARS = 10_000
const MAX_PRICES = 10_000
const BARE_PRICE =
  /^(?:[^\d:]{1,30}:\s*)?([+-]?[\d\u0660-\u0669\u06f0-\u06f9\u0966-\u096f][^\p{L}:/%°"#×=]{0,30})$/u

interface Price {
  mark: CurrencyMark
  start: number
  end: number
}

/** A number with its currency on one side; a mark that the number before has taken is not there for this one. */
function priceAt(text: string, number: FoundNumber, taken: number): Price | undefined {
  const before = currencyMarkBefore(text, number.start, taken)
  const end = endOf(text, number.end)
  const after = currencyMarkAfter(text, end)
  if (
    before !== undefined &&
    (after === undefined || !after.isTight || before.isTight || !isPrefixOfNext(text, after.end))
  ) {
    // The code says more than the sign: `$12.99 CAD`.
    const mark =
      after !== undefined && isCurrencyCode(after.mark) && !isPrefixOfNext(text, after.end) ? after : before
    return { mark: mark.mark, start: before.start, end: mark === after ? after.end : end }
  }
  return after === undefined ? undefined : { mark: after.mark, start: number.start, end: after.end }
}

/** `12,-` and `12.—` say that there are no cents. */
function endOf(text: string, end: number): number {
  return end + (/^[.,]\s?[-–—]{1,2}(?!\s?\d)/.exec(text.slice(end, end + 5))?.[0].length ?? 0)
}

function isPrefixOfNext(text: string, end: number): boolean {
  return /^\s?\d/.test(text.slice(end, end + 2))
}

/** The lower end of `10–20 €`, which has its currency behind the upper one. */
function rangeAt(text: string, numbers: readonly FoundNumber[], index: number): Price | undefined {
  const number = numbers[index]!
  const next = numbers[index + 1]
  if (
    next === undefined ||
    !/^\s?[-–—~〜～]\s?$/.test(
      text.slice(number.end, Math.min(next.start + 1, number.end + 4)).replace(/\d$/, ''),
    )
  ) {
    return undefined
  }
  const mark = currencyMarkAfter(text, endOf(text, next.end))
  return mark === undefined ? undefined : { mark: mark.mark, start: number.start, end: number.end }
}

/** `12€50`: the sign stands where the point would. */
function centsAfter(
  text: string,
  number: FoundNumber,
  price: Price,
): { amount: number; end: number } | undefined {
  const cents = /^\d\d(?![\d.,])/.exec(text.slice(price.end, price.end + 3))?.[0]
  const isSplit = cents !== undefined && price.start === number.start && price.end - number.end <= 1
  return isSplit && Number.isInteger(number.value)
    ? { amount: Number(`${number.value}.${cents}`), end: price.end + 2 }
    : undefined
}
