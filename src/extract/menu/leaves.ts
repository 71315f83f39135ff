import type { Element } from 'domhandler'
import { linesOf } from '../findings/layout.ts'
import type { Pool } from '../findings/pool.ts'
import type { MoneyHints } from '../../language/currencies.ts'
import { moneyIn } from '../../language/money.ts'
import type { FoundMoney } from '../../language/money.ts'
import { availabilityInText } from '../product/offer.ts'
import { numbersIn, readNumber } from '../../language/numbers.ts'
import { ancestorsOf } from '../findings/element-profile.ts'
import { readExpressions } from '../../language/data-files.ts'

/** A text of a page as a menu has it: a name, a price, or both. */
export interface Leaf {
  text: string
  element: Element
  at: number
  prices: readonly FoundMoney[]
  name: string
  isStruck: boolean
}

export function leavesOf({ spots }: Pool, hints: MoneyHints): Leaf[] {
  const leafOf = (text: string, at: number): Leaf => {
    const { element } = spots[at]!
    const prices = text.length > MAX_LEAF_CHARS ? [] : menuPrices(text, hints)
    return { text, element, at, prices, name: nameIn(text, prices), isStruck: isStruck(element) }
  }
  return linesOf(spots).flatMap(({ text, first, count, starts }) => {
    const own: Leaf[] = []
    for (let nth = 0; nth < count; nth++) {
      // A sign that stands apart belongs to the number behind it.
      const end = SIGN.test(spots[first + nth]!.text) ? starts[nth + 2] : starts[nth + 1]
      own.push(leafOf(text.slice(starts[nth], end).trim(), first + nth))
      if (end !== starts[nth + 1]) nth++
    }
    const isPriced = own.some(({ prices }) => prices.length > 0)
    const whole = count > 1 && !isPriced ? leafOf(text, first) : undefined
    const read = whole && whole.prices.length > 0 ? [whole] : own
    return read.filter(({ element }) => !isSkipped(element))
  })
}

const SIGN = /^\p{Sc}$/u
const MAX_LEAF_CHARS = 200

function isSkipped(element: Element): boolean {
  return ancestorsOf(element).some(({ name }) => /^(?:nav|footer|button|sup|textarea)$/.test(name))
}

function isStruck(element: Element): boolean {
  return ancestorsOf(element, 3).some(
    ({ name, attribs }) =>
      /^(?:s|del|strike)$/.test(name) ||
      /(?:^|[\s_-])(?:old|was|strike|compare)(?:[\s_-]|$)/.test(attribs['class'] ?? ''),
  )
}

function menuPrices(text: string, hints: MoneyHints): FoundMoney[] {
  if (!DIGIT.test(text)) return []
  const stated = moneyIn(text, hints).filter(
    ({ start }) => !SURCHARGE.test(text.slice(Math.max(0, start - 24), start)),
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
const BARE =
  /^[\s.…·_–—-]{0,80}(\d{1,5}(?:[.,]\d{1,2})?(?:\s?[/|]\s?\d{1,5}(?:[.,]\d{1,2})?){0,3})\s*(?:[.,]?[-–—])?$/
const TRAILING = /(?<=[^\d.,/x×-][\s.…·_–—]{1,80})(\d{1,4}[.,]\d{2}(?:\s?[/|]\s?\d{1,4}[.,]\d{2}){0,3})\s*$/
/** What is paid on top of the price. */
const SURCHARGE =
  /(?:\+|(?:add|extra|plus|with|zzgl\.?|aufpreis|supplément|suplemento|supplemento|toeslag|доп\S*)[^\d]{0,20})\s*$/iu

export function bareText(text: string, prices: readonly FoundMoney[]): string {
  const unpriced = prices.reduceRight(
    (rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`,
    text,
  )
  return withoutMarks(unpriced.replace(CALORIES_AROUND, ' ')).replace(EDGES, '')
}

const EDGES = /^[\s.…·_|–—:,;/*•-]+|[\s.…·_|–—:,;/*•-]+$/gu

function nameIn(text: string, prices: readonly FoundMoney[]): string {
  const bare = bareText(text, prices)
  return hasWords(bare, 2) ? withoutDiet(bare) : ''
}

export function hasWords(text: string, letters: 2 | 3): boolean {
  const isText =
    (letters === 2 ? /\p{L}{2}/u : /\p{L}{3}/u).test(text) || /[\u3040-\u9fff\uac00-\ud7af]/u.test(text)
  return isText && !isSize(text) && !NO_NAME.test(text) && availabilityInText(text)?.inStock !== false
}

const NO_NAME =
  /^(?:new!?|neu!?|nouveau|nuevo|novità|popular|beliebt|bestseller|spicy|scharf|hot|from|ab|add|order|sold out|ausverkauft|vegan|vegetarian|vegetarisch|gluten[- ]free|glutenfrei)$/iu

/** Whether a text is nothing but a size or an amount, which sets prices of one dish apart. */
export function isSize(text: string): boolean {
  const words = text
    .toLowerCase()
    .replace(/[()[\]:|/,;·•.…_+–—-]/g, ' ')
    .trim()
    .split(/\s+/)
  return words.length <= 4 && words.every((word) => word === '' || SIZE.test(word))
}

const SIZE =
  /^(?:s|m|l|xl|xxl|xs|sm|md|lg|small|medium|med|large|regular|reg|half|full|single|double|triple|tall|grande|venti|mini|kids?|cup|bowl|glass|glas|bottle|btl|pint|pitcher|carafe|slice|whole|pieces?|pcs?|pc|stück|stk|klein|kleine?r?|mittel|groß|grosse?r?|große?r?|normal|flasche|krug|petite?|moyenne?|verre|bouteille|pichet|demi|pequeñ[oa]|median[oa]|copa|botella|jarra|media|ración|tapa|piccol[oa]|medi[oa]|bicchiere|bottiglia|caraffa|pequen[oa]|médi[oa]|garrafa|copo|klein|middel|groot|fles|liten|mellan|stor|flaska|lille|mellem|mał[ay]|śred\p{L}*|duż[ay]|mal[áýé]|velk[áýé]|маленьк\p{L}*|средн\p{L}*|больш\p{L}*|мал|小|中|大|並|小杯|中杯|大杯|\d+(?:[.,]\d+)?(?:cm|ml|cl|dl|l|g|gr|kg|oz|lb|in|"|″|er|x|pcs?|мл|г|шт|л)?|cm|ml|cl|dl|oz|inch|″|"|мл|г|шт|from|ab|à|de)$/u

export function caloriesIn(text: string): number | undefined {
  const match = CALORIES.exec(text)
  if (match === null) return undefined
  const value = readNumber(match[1]!.replace(/(?<=\d)[.,\s](?=\d{3}$)/, ''))
  return value !== undefined && value > 0 && value < 10_000 ? value : undefined
}

const CALORIES =
  /(?<![\d.,]|[–—-]\s?)(\d{1,2}[.,]?\d{3}|\d{1,3})\s?(?:k?cals?|calories|kalorien|calorías|calorie|calorias|ккал|килокалор\p{L}*|大卡|千卡|カロリー|칼로리)(?!\p{L})/iu
const CALORIES_AROUND =
  /\(?\s?\d[\d.,]{0,5}\s?(?:[-–]\s?\d[\d.,]{0,5}\s?)?(?:k?cals?|calories|kalorien|calorías|calorie|calorias|ккал|大卡|千卡|カロリー|칼로리)(?!\p{L})\.?\s?\)?/giu

export type MarkMeanings = ReadonlyMap<string, string>

/** Reads `V = vegan` and the like out of the short texts of a page; marks that it does not explain mean what is usual. */
export function markMeanings(texts: readonly string[]): MarkMeanings {
  const meanings = new Map<string, string>()
  const used = new Set<string>()
  for (const text of texts) {
    for (const [, mark = '', words = ''] of text.slice(0, 600).matchAll(LEGEND)) {
      const meaning = meaningOf(words)
      if (meaning !== undefined) meanings.set(mark.toUpperCase(), meaning)
    }
    for (const mark of marksIn(text)) used.add(mark)
  }
  // Where both are used, the longer one is the stricter one.
  const vg = used.has('V') ? 'vegan' : 'vegetarian'
  return new Map([...USUAL, ['VG', vg], ...meanings])
}

export function dietaryOf(texts: readonly string[], meanings: MarkMeanings): string[] {
  const found = new Set<string>()
  for (const text of texts) {
    for (const mark of marksIn(text)) {
      const meaning = meanings.get(mark)
      if (meaning !== undefined) found.add(meaning)
    }
    for (const [name, pattern] of WORDS) if (isSaid(text, pattern)) found.add(name)
  }
  return WORDS.map(([name]) => name).filter((name) => found.has(name))
}

export function withoutDiet(name: string): string {
  const bare = name.replace(BRACKETED, (whole, inner: string) =>
    meaningOf(inner) === undefined ? whole : ' ',
  )
  return bare.replace(/\s+/g, ' ').trim()
}

export function withoutMarks(text: string): string {
  return text
    .replace(BRACKETED, (whole, inner: string) => (isMarks(inner) ? ' ' : whole))
    .replace(TRAILING_MARKS, '')
    .replace(SIGNS, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** A leaf says at least that there is no meat in it. */
const USUAL: readonly (readonly [string, string])[] = [
  ...'V VGT VEG 🌱 🌿 🍃 🥬'.split(' ').map((mark) => [mark, 'vegetarian'] as const),
  ...'VE VGN VN Ⓥ'.split(' ').map((mark) => [mark, 'vegan'] as const),
  ['GF', 'gluten-free'],
  ['DF', 'dairy-free'],
  ['LF', 'lactose-free'],
  ['NF', 'nut-free'],
]

/** What dishes suit, in the order in which it is told. */
const WORDS = [...readExpressions(new URL('diets.txt', import.meta.url))].map(
  ([name, words]) => [name, new RegExp(String.raw`(?<!\p{L})(?:${words})(?!\p{L})`, 'iu')] as const,
)

/** What could be had in another way, or is denied, is not said of the dish. */
const UNSURE =
  /^[^.,;]{0,14}(?:option|available|on request|möglich|auf wunsch|auch|possible|sur demande|opcional|su richiesta|verfügbar|\?)/iu
const DENIED =
  /(?:not|non|no|nicht|kein\p{L}*|pas|auch|also|can be(?: made)?|make it|oder|or|ask for|не)[\s-]+$/iu

function isSaid(text: string, pattern: RegExp): boolean {
  const match = pattern.exec(text)
  if (match === null) return false
  const after = text.slice(match.index + match[0].length)
  return !UNSURE.test(after) && !DENIED.test(text.slice(Math.max(0, match.index - 14), match.index))
}

function meaningOf(words: string): string | undefined {
  return WORDS.find(([, pattern]) => pattern.test(words))?.[0]
}

const MARK = 'VGN|VGT|VEG|VG|VE|VN|GF|DF|LF|NF|V|Ⓥ|🌱|🌿|🍃|🥬'
const LEGEND = new RegExp(
  `(?<![\\p{L}\\p{N}])\\(?(${MARK})\\)?\\s*(?:=|:|–|—|-|\\s)\\s*(\\p{L}[\\p{L} -]{3,24})`,
  'giu',
)
const BRACKETED = /[([{]([^()[\]{}]{1,24})[)\]}]/gu
const TRAILING_MARKS = new RegExp(`(?:\\s+(?:${MARK})(?:[\\s,/|·]+(?:${MARK}))*)\\s*[.…]*$`, 'u')
const SIGNS = /[Ⓥ🌱🌿🍃🥬🌶]\ufe0f?/gu
const BETWEEN = /[\s,/|·+&*]+/u
/** Allergens are given by single letters and numbers. */
const CODE = /^(?:[a-z]|\d{1,2})$/iu

function isMarks(text: string): boolean {
  const parts = text
    .trim()
    .split(BETWEEN)
    .filter((part) => part !== '')
  return parts.length > 0 && parts.every((part) => KNOWN.has(part.toUpperCase()) || CODE.test(part))
}

function marksIn(text: string): string[] {
  const places = [...text.slice(0, 400).matchAll(BRACKETED)].map(([, inner = '']) => inner).filter(isMarks)
  const trailing = TRAILING_MARKS.exec(text.slice(-40))?.[0] ?? ''
  const whole = text.length <= 24 && isMarks(text) ? text : ''
  const written = [...places, trailing, whole].join(' ').split(BETWEEN)
  const signs = text.match(/[Ⓥ🌱🌿🍃🥬]/gu) ?? []
  return [
    ...written.filter((mark) => KNOWN.has(mark.toUpperCase())).map((mark) => mark.toUpperCase()),
    ...signs,
  ]
}

const KNOWN: ReadonlySet<string> = new Set(MARK.split('|'))
