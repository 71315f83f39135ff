import { isTag } from 'domhandler'
import type { Element } from 'domhandler'
import type { Menu } from '../../contract/menu.ts'
import { spokenAvailability } from '../product/availability.ts'
import { known } from '../product/found-product.ts'
import { pictureOf } from '../product/gallery.ts'
import { absolute } from '../product/page-facts.ts'
import { cuesOf } from '../product/visible-text.ts'
import type { MoneyHints } from '../values/currency.ts'
import { readNumber } from '../values/number.ts'
import type { DishRecord } from './dish-records.ts'
import { dietaryOf, withoutDiet, withoutMarks } from './dietary.ts'
import type { MarkMeanings } from './dietary.ts'
import { isSize } from './food-words.ts'
import { leavesOf } from './leaves.ts'
import type { Leaf } from './leaves.ts'

export type Dish = Menu['sections'][number]['items'][number]
type Price = NonNullable<Dish['price']>

/** How dishes of a page are to be read. */
interface DishReading {
  base: string | undefined
  url: string | undefined
  hints: MoneyHints
  meanings: MarkMeanings
  /** The heads of the columns that prices stand in, for the rows of a table. */
  columns: (row: Element) => readonly string[]
}

/** A dish as the page shows it; nothing when there is no name in it. */
export function readDish({ nodes }: DishRecord, reading: DishReading): Dish | undefined {
  const { leaves, counted } = withoutNumber(leavesOf(nodes, reading.hints))
  const nameLeaf = leaves.find((leaf) => nameIn(leaf) !== '')
  if (nameLeaf === undefined) return undefined
  const { name, number } = numbered(nameIn(nameLeaf))
  if (name === '' || name.length > MAX_NAME_CHARS) return undefined
  const prices = pricesOf(leaves, nodes, reading)
  if (prices.length === 0) return undefined
  const elements = nodes.flatMap((node) => elementsIn(node))
  const dietary = dietaryOf(
    [...leaves.map(({ text }) => text), ...elements.flatMap(labelsOf)],
    reading.meanings,
  )
  const id = ownId(nodes[0]!)
  const merchantItemId = id ?? number ?? counted
  return known({
    id,
    name,
    description: descriptionOf(leaves, nameLeaf),
    url: linkIn(elements, reading),
    sourceUrl: reading.url,
    images: picturesIn(elements, reading.base),
    price: prices[0]?.price,
    availability: availabilityOf(leaves),
    dietary: dietary.length > 0 ? dietary : undefined,
    calories: leaves.map(({ text }) => caloriesIn(text)).find((value) => value !== undefined),
    optionGroups:
      prices.length > 1
        ? [{ options: prices.map(({ label, price }) => known({ name: label, price })) }]
        : undefined,
    identifiers: merchantItemId === undefined ? undefined : { merchantItemId },
  })
}

const MAX_NAME_CHARS = 120

/** Menus count their dishes: a number before the name is no price, nor is any when others look more like it. */
function withoutNumber(leaves: readonly Leaf[]): { leaves: readonly Leaf[]; counted?: string } {
  const isBare = ({ text, prices }: Leaf): boolean => prices.length > 0 && /^\d{1,3}(?:\.\d?)?$/.test(text)
  const isSurer = leaves.some((leaf) => leaf.prices.length > 0 && !isBare(leaf))
  const [first] = leaves
  const isFirst = first !== undefined && isBare(first) && !/price|preis|prix/.test(cuesOf(first.element))
  const counted = isFirst ? first.text.replace(/\.$/, '') : undefined
  const rest = isSurer ? leaves.filter((leaf) => !isBare(leaf)) : isFirst ? leaves.slice(1) : leaves
  return known({ leaves: rest, counted })
}

/** What a leaf says besides prices, calories and marks. */
function bareText({ text, prices }: Leaf): string {
  const unpriced = prices.reduceRight(
    (rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`,
    text,
  )
  return withoutMarks(unpriced.replace(CALORIES_AROUND, ' ')).replace(
    /^[\s.…·_|–—:,;/*•-]+|[\s.…·_|–—:,;/*•-]+$/gu,
    '',
  )
}

/** The name in a leaf; sizes, amounts and what is said about having it are none. */
function nameIn(leaf: Leaf): string {
  const text = bareText(leaf)
  return isTold(text, /\p{L}{2}/u) ? withoutDiet(text) : ''
}

const NO_NAME =
  /^(?:new!?|neu!?|nouveau|nuevo|novità|popular|beliebt|bestseller|spicy|scharf|hot|from|ab|add|order|sold out|ausverkauft|vegan|vegetarian|vegetarisch|gluten[- ]free|glutenfrei)$/iu

/** `23. Pad Thai` is the dish with the number 23. */
function numbered(text: string): { name: string; number?: string } {
  const match = /^(?:(?:no|nr|n[°º])\.?\s?)?(\d{1,3}[a-z]?)\s?[.)]\s+(?=\p{L})(.+)$/iu.exec(text)
  return match === null ? { name: text } : { name: match[2]!, number: match[1]! }
}

function descriptionOf(leaves: readonly Leaf[], nameLeaf: Leaf): string | undefined {
  const texts = leaves
    .filter((leaf) => leaf !== nameLeaf)
    .map(bareText)
    .filter((text) => isTold(text, /\p{L}{3}/u))
  return texts.join(' ').slice(0, MAX_DESCRIPTION_CHARS) || undefined
}

/** Whether a text says something of the dish besides its size, a badge, or that it is sold out. */
function isTold(text: string, letters: RegExp): boolean {
  return (
    (letters.test(text) || /[\u3040-\u9fff\uac00-\ud7af]/u.test(text)) &&
    !isSize(text) &&
    !NO_NAME.test(text) &&
    spokenAvailability(text)?.inStock !== false
  )
}

const MAX_DESCRIPTION_CHARS = 1000

interface LabelledPrice {
  label: string | undefined
  price: Price
}

/** The prices of a dish with what sets them apart: what stands before each, or the head of its column. */
function pricesOf(
  leaves: readonly Leaf[],
  nodes: readonly Element[],
  { columns }: DishReading,
): LabelledPrice[] {
  const heads = nodes[0]!.name === 'tr' ? columns(nodes[0]!) : []
  const found: LabelledPrice[] = []
  for (const [index, leaf] of leaves.entries()) {
    if (leaf.isStruck) continue
    let from = 0
    for (const { start, end, amount, currency, formatted } of leaf.prices) {
      const before =
        sizeIn(leaf.text.slice(from, start)) ??
        (from === 0
          ? sizeIn(leaves[index - 1]?.prices.length === 0 ? leaves[index - 1]!.text : '')
          : undefined)
      from = end
      found.push({
        label: before ?? headOf(leaf.element, nodes[0]!, heads),
        price: known({ amount, currency, formatted }),
      })
    }
  }
  const distinct = found.filter(
    ({ label, price }, index) =>
      found.findIndex((other) => other.label === label && other.price.amount === price.amount) === index,
  )
  return distinct.slice(0, 12)
}

function sizeIn(text: string): string | undefined {
  const plain = text.replace(/^[\s/|,;:()–—.-]+|[\s/|,;:()–—.-]+$/gu, '')
  return plain !== '' && plain.length <= 30 && isSize(plain) ? plain : undefined
}

function headOf(element: Element, row: Element, heads: readonly string[]): string | undefined {
  if (heads.length === 0) return undefined
  let cell = element
  while (cell.parent !== null && cell.parent !== row && isTag(cell.parent)) cell = cell.parent
  return heads[row.children.filter(isTag).indexOf(cell)] || undefined
}

/** Energy in kilocalories; a range is none. */
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

function availabilityOf(leaves: readonly Leaf[]): Dish['availability'] {
  return leaves
    .filter(({ text }) => text.length <= 40)
    .map(({ text }) => spokenAvailability(text))
    .find((value) => value !== undefined)
}

function ownId({ attribs }: Element): string | undefined {
  return (
    attribs['data-item-id'] ??
    attribs['data-product-id'] ??
    attribs['data-dish-id'] ??
    attribs['data-id'] ??
    (attribs['id'] || undefined)
  )
}

function linkIn(elements: readonly Element[], { base, url }: DishReading): string | undefined {
  const references = elements.flatMap(({ name, attribs }) => (name === 'a' ? (attribs['href'] ?? []) : []))
  const link = absolute(
    references.find((reference) => !/^(?:#|javascript:|tel:|mailto:|$)/.test(reference)),
    base,
  )
  return link === undefined || link.split('#', 1)[0] === url?.split('#', 1)[0] ? undefined : link
}

function picturesIn(elements: readonly Element[], base: string | undefined): Dish['images'] {
  const images = elements
    .filter(({ name, attribs }) => name === 'img' && !ICON.test(`${attribs['class']} ${attribs['src']}`))
    .flatMap((image) => pictureOf(image, base) ?? [])
  return images.length > 0 ? images.slice(0, MAX_PICTURES) : undefined
}

const MAX_PICTURES = 5
const ICON = /icon|badge|allergen|diet|logo|sprite/

/** An element and what is in it, in the order of the page. */
function elementsIn(element: Element, found: Element[] = []): Element[] {
  if (found.length < MAX_ELEMENTS) found.push(element)
  for (const child of element.children) {
    if (found.length >= MAX_ELEMENTS) break
    if (isTag(child)) elementsIn(child, found)
  }
  return found
}

const MAX_ELEMENTS = 200

/** The words of a picture or sign, which often say whom a dish suits. */
function labelsOf({ attribs }: Element): string[] {
  return [attribs['title'], attribs['aria-label'], attribs['alt']].filter(
    (text) => text !== undefined && text.length < 40,
  ) as string[]
}
