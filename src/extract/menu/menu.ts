import type { Menu } from '../../contract/menu.ts'
import type { ReadablePage } from '../page.ts'
import { withoutUndefined, readOffer, nonEmpty, pageFacts, absolute } from '../product/offer.ts'
import type { PageFacts } from '../product/offer.ts'
import { textOf } from '../findings/element-profile.ts'
import { isOfType, itemsIn, nameOf, textsOf } from '../structured-data/item.ts'
import { itemsOf } from '../structured-data/structured-data.ts'
import type { Item } from '../structured-data/structured-data.ts'
import type { Dish } from './shown-menu.ts'
import { shownSections } from './shown-menu.ts'
import { readExpressions, readWordSets } from '../../language/data-files.ts'
import { decodeUrlPart } from '../../language/decode-url-part.ts'
import { picturesOf } from '../product/product.ts'
import type { ItemReading } from '../product/product.ts'
import { dietaryOf, markMeanings, caloriesIn } from './leaves.ts'

const sets = readWordSets(new URL('words.txt', import.meta.url))
type Section = Menu['sections'][number]

/** The menu that a page shows, and how sure that is; without sections and with a warning when it shows none. */
export function menuOf(page: ReadablePage): { menu: Menu; warning?: string } {
  const facts = pageFacts(page)
  const items = itemsOf(page)
  const eatery = items
    .flatMap((item) => [item, ...itemsIn(item, 'provider', 'publisher', 'mainEntity', 'about')])
    .find((item) => isOfType(item, EATERIES))
  const { hints } = facts
  const described = describedSections(items, { base: page.base, hints, url: page.url })
  const shown = shownSections(page, hints)
  const confidence =
    described.length > 0 ? DESCRIBED : likelihoodOf(shown, { page, facts, isEatery: eatery !== undefined })
  const sourceUrl = page.url
  if (confidence < LEAST)
    return { menu: withoutUndefined({ isMenu: false, confidence, sourceUrl, sections: [] }), warning: NONE }
  const sections = withIds(described.length > 0 ? completed(described, shown) : shown)
  const currency = commonCurrency(sections) ?? hints.currency
  return {
    menu: withoutUndefined({
      isMenu: true,
      confidence,
      currency,
      sourceUrl,
      merchant: merchantOf(eatery, facts),
      sections,
    }),
  }
}

const NONE = 'The page shows no menu, so none was read from it.'
/** Below this it is more likely something else, such as a list of products or of services. */
const LEAST = 0.5
const DESCRIBED = 0.98
const SURE = 0.97
/** What food with prices comes to when nothing says that it is served. */
const WITHOUT_EATERY = 0.4

interface Signs {
  page: ReadablePage
  facts: PageFacts
  isEatery: boolean
}

/** How likely it is that what was found is a menu. Food alone is no proof: shops sell it too. */
function likelihoodOf(sections: readonly Section[], { page, facts, isEatery }: Signs): number {
  const dishes = sections.flatMap(({ items }) => items)
  if (dishes.length < 2) return 0.02
  const headings = page.landmarks.filter(({ name }) => name === 'h1').map((heading) => textOf(heading, 120))
  const path = decodeUrlPart(URL.parse(page.url ?? '')?.pathname ?? '').replace(/[-_/.]/g, ' ')
  const names = [facts.title ?? '', facts.meta.get('og:title')?.[0] ?? '', ...headings, path]
  const called = [...names, ...sections.map(({ name }) => name ?? '')].filter((name) => MENU.test(name))
  // The word alone is more often over a navigation.
  const isCalled = called.some((name) => !/^\s*menu\s*$/i.test(name))
  const courses = sections.filter(({ name }) => name !== undefined && SECTION.test(name)).length
  const food =
    dishes.filter(
      ({ name, description }) => FOOD.test(name) || (description !== undefined && FOOD.test(description)),
    ).length / dishes.length
  const marked = dishes.some(({ dietary, calories }) => dietary !== undefined || calories !== undefined)
  const isOther = [...names, ...dishes.slice(0, 30).map(({ name }) => name)].some((name) =>
    OTHER_TRADE.test(name),
  )
  const isOtherPage =
    /^(?:og:)?(?:product|article)/i.test(facts.meta.get('og:type')?.[0] ?? '') ||
    itemsOf(page).some((item) => isOfType(item, OTHER_PAGES))
  const weight =
    -3.2 +
    (isCalled ? 1.8 : called.length > 0 ? 0.9 : 0) +
    (isEatery ? 1.8 : 0) +
    Math.min(2, courses) * 1.1 +
    food * 2.4 +
    (marked ? 0.5 : 0) +
    (dishes.length >= 5 ? 0.6 : 0) -
    (isOther ? 3 : 0) -
    (isOtherPage ? 2 : 0)
  const isBacked = isCalled || isEatery || courses >= 2
  return Math.min(isBacked ? SURE : WITHOUT_EATERY, Number((1 / (1 + Math.exp(-weight * 1.2))).toFixed(2)))
}

/** Pages that sell food to take home, or write about it. */
const OTHER_PAGES = sets('other-pages')

function completed(described: readonly Section[], shown: readonly Section[]): Section[] {
  const byName = new Map(shown.flatMap(({ items }) => items).map((dish) => [dish.name.toLowerCase(), dish]))
  return described.map((section) => ({
    ...section,
    items: section.items.map((dish) => {
      const seen = byName.get(dish.name.toLowerCase())
      const formatted = seen?.price?.amount === dish.price?.amount ? seen?.price?.formatted : undefined
      const whole: Dish = { ...seen, ...dish }
      return formatted === undefined || whole.price === undefined
        ? whole
        : { ...whole, price: { ...whole.price, formatted } }
    }),
  }))
}

function commonCurrency(sections: readonly Section[]): string | undefined {
  const stated = sections.flatMap(({ items }) => items).flatMap(({ price }) => price?.currency ?? [])
  const counts = [...Map.groupBy(stated, (currency) => currency)]
  return counts.toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0]
}

/** Without structured data the title names it: `Menu – The Copper Hare`. */
function merchantOf(eatery: Item | undefined, { meta, title = '' }: PageFacts): Menu['merchant'] {
  const parts = title.split(/\s+[-–—|·]\s+/)
  const named = parts.length > 1 ? parts.findLast((part) => !MENU.test(part)) : undefined
  const name = nameOf(eatery, 'name') ?? meta.get('og:site_name')?.[0] ?? named
  const type = eatery?.types.find((each) => EATERIES.has(each))
  return name === undefined && type === undefined ? undefined : withoutUndefined({ name, type })
}

/** Sections and dishes that each have a name of their own: the page's, or one made from what they are called. */
function withIds(sections: readonly Section[]): Section[] {
  const taken = new Set<string>()
  const fresh = (wanted: string, count = 1): string => {
    const id = count === 1 ? wanted : `${wanted}-${count}`
    if (taken.has(id)) return fresh(wanted, count + 1)
    taken.add(id)
    return id
  }
  return sections.map((section) => ({
    ...section,
    id: fresh(section.id ?? slugOf(section.name ?? 'menu')),
    items: section.items.map((dish) => ({ ...dish, id: fresh(dish.id ?? slugOf(dish.name)) })),
  }))
}

function slugOf(name: string): string {
  const plain = name.toLowerCase().normalize('NFKD').replace(LATIN_MARKS, '').normalize('NFC')
  const slug = plain.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '')
  return slug.slice(0, 80) || 'item'
}

const LATIN_MARKS = /(?<=\p{Script=Latin}\p{M}{0,3})\p{M}/gu

/** What menus are called and what stands on them, in the languages they are written in. */
const menuWords = readExpressions(new URL('menu-words.txt', import.meta.url))

const MENU = new RegExp(menuWords.get('menu')!, 'iu')
const OTHER_TRADE = new RegExp(menuWords.get('other-trade')!, 'iu')
const SECTION = new RegExp(String.raw`(?:^|[^\p{L}])(?:${menuWords.get('section')!})(?=[^\p{L}]|$)`, 'iu')
const FOOD = new RegExp(menuWords.get('food')!, 'iu')

type MenuReading = ItemReading & { url: string | undefined }

function describedSections(items: readonly Item[], reading: MenuReading): Section[] {
  const menus = items.flatMap((item) => menusOf(item, 0))
  return menus.flatMap((menu) => sectionsOf(menu, reading, 0)).filter((section) => section.items.length > 0)
}

function menusOf(item: Item, depth: number): Item[] {
  if (isOfType(item, MENUS)) return [item]
  if (depth > 2) return []
  return itemsIn(item, 'hasMenu', 'menu', 'mainEntity', 'about').flatMap((inner) => menusOf(inner, depth + 1))
}

const MENUS: ReadonlySet<string> = new Set(['Menu', 'MenuSection'])
const DISHES: ReadonlySet<string> = new Set(['MenuItem', 'Product', 'Offer'])

const EATERIES = sets('eateries')

const MAX_DEPTH = 6

function sectionsOf(menu: Item, reading: MenuReading, depth: number): Section[] {
  if (depth > MAX_DEPTH) return []
  const inner = itemsIn(menu, 'hasMenuSection', 'itemListElement', 'hasMenuItem')
  const [dishes, parts] = [true, false].map((isDish) =>
    inner.filter((item) => isOfType(item, DISHES) === isDish),
  )
  const own = dishes!.flatMap((item) => dishOf(item, reading) ?? [])
  const isWhole = depth === 0 && menu.types.includes('Menu') && own.length > 0
  const section = withoutUndefined({
    id: ownId(textsOf(menu, 'identifier', '@id')[0]?.replace(/^#/, '')),
    name: isWhole ? undefined : nameOf(menu, 'name'),
    description: depth === 0 ? undefined : nameOf(menu, 'description'),
    items: own,
  })
  return [section, ...parts!.flatMap((item) => sectionsOf(item, reading, depth + 1))]
}

function ownId(id: string | undefined): string | undefined {
  return id === undefined || /^https?:/.test(id) ? undefined : id
}

function dishOf(item: Item, { base, hints, url }: MenuReading): Dish | undefined {
  const offered = itemsIn(item, 'itemOffered')[0] ?? item
  const name = nameOf(offered, 'name') ?? nameOf(item, 'name')
  if (name === undefined) return undefined
  const offers = (item.types.includes('Offer') ? [item] : itemsIn(item, 'offers')).map((offer) => ({
    name: nameOf(offer, 'name', 'eligibleQuantity', 'description'),
    ...readOffer(offer, hints),
  }))
  const options = offers.flatMap((offer) =>
    offer.price ? [withoutUndefined({ name: offer.name, price: offer.price })] : [],
  )
  const diets = textsOf(offered, 'suitableForDiet').flatMap((diet) => DIETS[diet.replace(/^.*\//, '')] ?? [])
  const id = ownId(textsOf(item, 'identifier', 'sku', 'productID', '@id')[0]?.replace(/^.*#/, ''))
  return withoutUndefined({
    id,
    name,
    description: nameOf(offered, 'description'),
    url: absolute(textsOf(offered, 'url')[0], base),
    sourceUrl: url,
    images: nonEmpty(picturesOf(offered, { base, hints })),
    price: options[0]?.price,
    availability: offers.find(({ availability }) => availability)?.availability,
    dietary: nonEmpty([...new Set([...diets, ...dietaryOf([name], markMeanings([]))])]),
    calories: itemsIn(offered, 'nutrition')
      .flatMap((nutrition) => textsOf(nutrition, 'calories'))
      .map((text) => caloriesIn(text) ?? caloriesIn(`${text} kcal`))
      .find((value) => value !== undefined),
    optionGroups: options.length > 1 ? [{ options }] : undefined,
    identifiers: id === undefined ? undefined : { merchantItemId: id },
  })
}

const DIETS: Record<string, string> = {
  VeganDiet: 'vegan',
  VegetarianDiet: 'vegetarian',
  GlutenFreeDiet: 'gluten-free',
  HalalDiet: 'halal',
  KosherDiet: 'kosher',
  LowLactoseDiet: 'lactose-free',
}
