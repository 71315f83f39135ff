import type { Menu } from '../../contract/menu.ts'
import { readOffer, known, orNone } from '../product/offer.ts'
import { picturesOf } from '../product/item-product.ts'
import type { ItemReading } from '../product/item-product.ts'
import { absolute } from '../product/page-facts.ts'
import { isOfType, itemsIn, nameOf, textsOf } from '../structured-data/item.ts'
import type { Item } from '../structured-data/structured-data.ts'
import { dietaryOf, markMeanings } from './dietary.ts'
import { caloriesIn } from './leaves.ts'
import type { Dish } from './read-dish.ts'

type Section = Menu['sections'][number]

type MenuReading = ItemReading & { url: string | undefined }

/** The sections of the menus that structured data describes. */
export function describedSections(items: readonly Item[], reading: MenuReading): Section[] {
  const menus = items.flatMap((item) => menusOf(item, 0))
  return menus.flatMap((menu) => sectionsOf(menu, reading, 0)).filter((section) => section.items.length > 0)
}

/** Menus by themselves, of a restaurant, or of a page. */
function menusOf(item: Item, depth: number): Item[] {
  if (isOfType(item, MENU)) return [item]
  if (depth > 2) return []
  return itemsIn(item, 'hasMenu', 'menu', 'mainEntity', 'about').flatMap((inner) => menusOf(inner, depth + 1))
}

const MENU: ReadonlySet<string> = new Set(['Menu', 'MenuSection'])
const DISHES: ReadonlySet<string> = new Set(['MenuItem', 'Product', 'Offer'])

/** Places that serve food. */
export const EATERIES: ReadonlySet<string> = new Set(
  'Restaurant FoodEstablishment CafeOrCoffeeShop BarOrPub Bakery FastFoodRestaurant IceCreamShop Brewery Winery Distillery'.split(
    ' ',
  ),
)

const MAX_DEPTH = 6

function sectionsOf(menu: Item, reading: MenuReading, depth: number): Section[] {
  if (depth > MAX_DEPTH) return []
  const inner = itemsIn(menu, 'hasMenuSection', 'itemListElement', 'hasMenuItem')
  const [dishes, parts] = [true, false].map((isDish) =>
    inner.filter((item) => isOfType(item, DISHES) === isDish),
  )
  const own = dishes!.flatMap((item) => dishOf(item, reading) ?? [])
  const isWhole = depth === 0 && menu.types.includes('Menu') && own.length > 0
  const section = known({
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
    offer.price ? [known({ name: offer.name, price: offer.price })] : [],
  )
  const diets = textsOf(offered, 'suitableForDiet').flatMap((diet) => DIETS[diet.replace(/^.*\//, '')] ?? [])
  const id = ownId(textsOf(item, 'identifier', 'sku', 'productID', '@id')[0]?.replace(/^.*#/, ''))
  return known({
    id,
    name,
    description: nameOf(offered, 'description'),
    url: absolute(textsOf(offered, 'url')[0], base),
    sourceUrl: url,
    images: orNone(picturesOf(offered, { base, hints })),
    price: options[0]?.price,
    availability: offers.find(({ availability }) => availability)?.availability,
    dietary: orNone([...new Set([...diets, ...dietaryOf([name], markMeanings([]))])]),
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
