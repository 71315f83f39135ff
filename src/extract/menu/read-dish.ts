import type { Element } from 'domhandler'
import type { Menu } from '../../contract/menu.ts'
import type { Pool } from '../findings/pool.ts'
import { spokenAvailability, known, orNone } from '../product/offer.ts'
import { bareText, caloriesIn, isSize, isTold } from './leaves.ts'
import type { Leaf } from './leaves.ts'
import { dietaryOf } from './dietary.ts'
import type { MarkMeanings } from './dietary.ts'

export type Dish = Menu['sections'][number]['items'][number]
type Price = NonNullable<Dish['price']>

/** How dishes of a page are to be read. */
interface DishReading {
  pool: Pool
  url: string | undefined
  meanings: MarkMeanings
}

/** A dish as the page shows it; nothing when there is no name in it. */
export function readDish(
  { leaves: all, element }: DishPlace,
  { pool, url, meanings }: DishReading,
): Dish | undefined {
  const { leaves, counted } = withoutNumber(all)
  const nameLeaf = leaves.find((leaf) => leaf.name !== '')
  const { name, number } = numbered(nameLeaf?.name ?? '')
  const prices = pricesOf(leaves, pool)
  if (name === '' || name.length > MAX_NAME_CHARS || prices.length === 0) return undefined
  const texts = leaves.map(({ text }) => text)
  const shown = pool.bySpot.slice(all[0]!.at, all.at(-1)!.at + 1).flat()
  const hints = shown.flatMap(({ reader, text }) =>
    reader === 'attribute' && text.length < 40 ? [text] : [],
  )
  const dietary = dietaryOf([...texts, ...hints], meanings)
  const links = shown.filter(({ reader, kind }) => reader === 'link' && kind === 'url')
  const link = links.find((one) => one.element?.name === 'a' && isElsewhere(one.text, url))
  const images = links.flatMap(({ text, element: image }) =>
    image?.name === 'img' && !ICON.test(`${image.attribs['class']} ${text}`)
      ? [known({ url: text, alt: image.attribs['alt'] || undefined })]
      : [],
  )
  const id = ownId(element)
  const merchantItemId = id ?? number ?? counted
  const described = leaves
    .filter((leaf) => leaf !== nameLeaf)
    .map(({ text, prices: own }) => bareText(text, own))
    .filter((text) => isTold(text, 3))
  return known({
    id,
    name,
    description: described.join(' ').slice(0, MAX_DESCRIPTION_CHARS) || undefined,
    url: link?.text,
    sourceUrl: url,
    images: orNone(images.slice(0, MAX_PICTURES)),
    price: prices[0]?.price,
    availability: texts
      .map((text) => (text.length <= 40 ? spokenAvailability(text) : undefined))
      .find((one) => one),
    dietary: orNone(dietary),
    calories: texts.map(caloriesIn).find((value) => value !== undefined),
    optionGroups: prices.length > 1 ? [{ options: prices.map(known) }] : undefined,
    identifiers: merchantItemId === undefined ? undefined : { merchantItemId },
  })
}

const MAX_NAME_CHARS = 120
const MAX_DESCRIPTION_CHARS = 1000
const MAX_PICTURES = 5
const ICON = /icon|badge|allergen|diet|logo|sprite/

/** Menus count their dishes: a number before the name is no price, nor is any when others look more like it. */
function withoutNumber(leaves: readonly Leaf[]): { leaves: readonly Leaf[]; counted?: string } {
  const isBare = ({ text, prices }: Leaf): boolean => prices.length > 0 && /^\d{1,3}(?:\.\d?)?$/.test(text)
  const isSurer = leaves.some((leaf) => leaf.prices.length > 0 && !isBare(leaf))
  const [first] = leaves
  const isFirst =
    first !== undefined && isBare(first) && !/price|preis|prix/i.test(first.element.attribs['class'] ?? '')
  const rest = isSurer ? leaves.filter((leaf) => !isBare(leaf)) : isFirst ? leaves.slice(1) : leaves
  return known({ leaves: rest, counted: isFirst ? first.text.replace(/\.$/, '') : undefined })
}

/** `23. Pad Thai` is the dish with the number 23. */
function numbered(text: string): { name: string; number?: string } {
  const match = /^(?:(?:no|nr|n[°º])\.?\s?)?(\d{1,3}[a-z]?)\s?[.)]\s+(?=\p{L})(.+)$/iu.exec(text)
  return match === null ? { name: text } : { name: match[2]!, number: match[1]! }
}

interface LabelledPrice {
  name: string | undefined
  price: Price
}

/** The prices of a dish with what sets them apart: what stands before each, or the head of its column. */
function pricesOf(leaves: readonly Leaf[], { bySpot }: Pool): LabelledPrice[] {
  const found: LabelledPrice[] = []
  leaves.forEach(({ text, prices, isStruck, at }, index) => {
    if (isStruck) return
    const before = leaves[index - 1]
    prices.forEach(({ start, amount, currency, formatted }, nth) => {
      const own = sizeIn(text.slice(prices[nth - 1]?.end ?? 0, start))
      const said = nth === 0 && before?.prices.length === 0 ? sizeIn(before.text) : undefined
      const column = bySpot[at]?.find(({ reader }) => reader === 'text')?.cues.column
      found.push({
        name: own ?? said ?? (column || undefined),
        price: known({ amount, currency, formatted }),
      })
    })
  })
  return found
    .filter(
      ({ name, price }, index) =>
        found.findIndex((other) => other.name === name && other.price.amount === price.amount) === index,
    )
    .slice(0, 12)
}

function sizeIn(text: string): string | undefined {
  const plain = text.replace(/^[\s/|,;:()–—.-]+|[\s/|,;:()–—.-]+$/gu, '')
  return plain !== '' && plain.length <= 30 && isSize(plain) ? plain : undefined
}

function ownId({ attribs }: Element): string | undefined {
  const names = ['data-item-id', 'data-product-id', 'data-dish-id', 'data-id', 'id']
  return names.map((name) => attribs[name]).find((id) => id)
}

function isElsewhere(link: string, url: string | undefined): boolean {
  return link.split('#', 1)[0] !== url?.split('#', 1)[0]
}

/** What may be a dish: texts in a row, and the element that they fill. */
export interface DishPlace {
  leaves: readonly Leaf[]
  element: Element
}
