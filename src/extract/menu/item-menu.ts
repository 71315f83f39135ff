import type { Menu } from '../../contract/menu.ts'
import { readOffer } from '../product/offer.ts'
import { picturesOf } from '../product/item-product.ts'
import type { ItemReading } from '../product/item-product.ts'
import { known } from '../product/found-product.ts'
import { absolute } from '../product/page-facts.ts'
import { isOfType, itemsIn, nameOf, textsOf } from '../structured-data/properties.ts'
import type { Item } from '../structured-data/structured-data.ts'
import { dietaryOf, markMeanings } from './dietary.ts'
import { caloriesIn } from './dish-text.ts'
import type { Dish } from './read-dish.ts'

type Section = Menu['sections'][number]

/** The sections of the menus that structured data describes. */
export function describedSections(
  items: readonly Item[],
  reading: ItemReading & { url: string | undefined },
): Section[] {
  const menus = items.flatMap((item) => menusOf(item, 0))
  return menus.flatMap((menu) => sectionsOf(menu, reading, 0)).filter(({ items }) => items.length > 0)
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

function sectionsOf(
  menu: Item,
  reading: ItemReading & { url: string | undefined },
  depth: number,
): Section[] {
  if (depth > MAX_DEPTH) return []
  const inner = itemsIn(menu, 'hasMenuSection', 'itemListElement', 'hasMenuItem')
  const own = inner.filter((item) => isOfType(item, DISHES)).flatMap((item) => dishOf(item, reading) ?? [])
  const id = textsOf(menu, 'identifier', '@id')[0]
  const section = known({
    id: id === undefined || /^https?:/.test(id) ? undefined : id.replace(/^#/, ''),
    name:
      isOfType(menu, new Set(['Menu'])) && own.length > 0 && depth === 0 ? undefined : nameOf(menu, 'name'),
    description: depth === 0 ? undefined : nameOf(menu, 'description'),
    items: own,
  })
  return [
    section,
    ...inner
      .filter((item) => !isOfType(item, DISHES))
      .flatMap((item) => sectionsOf(item, reading, depth + 1)),
  ]
}

function dishOf(
  item: Item,
  { base, hints, url }: ItemReading & { url: string | undefined },
): Dish | undefined {
  const offered = itemsIn(item, 'itemOffered')[0] ?? item
  const name = nameOf(offered, 'name') ?? nameOf(item, 'name')
  if (name === undefined) return undefined
  const offers = item.types.includes('Offer') ? [item] : itemsIn(item, 'offers')
  const options = offers.flatMap((offer) => {
    const { price } = readOffer(offer, hints)
    return price === undefined
      ? []
      : [known({ name: nameOf(offer, 'name', 'eligibleQuantity', 'description'), price })]
  })
  const diets = textsOf(offered, 'suitableForDiet').map((diet) => DIETS[diet.replace(/^.*\//, '')])
  const description = nameOf(offered, 'description')
  const dietary = [
    ...new Set([...diets.filter((diet) => diet !== undefined), ...dietaryOf([name], markMeanings([]))]),
  ]
  const id =
    textsOf(item, 'identifier', 'sku', 'productID')[0] ?? textsOf(item, '@id')[0]?.replace(/^.*#/, '')
  return known({
    id: id === undefined || /^https?:/.test(id) ? undefined : id,
    name,
    description,
    url: absolute(textsOf(offered, 'url')[0], base),
    sourceUrl: url,
    images: picturesOf(offered, { base, hints }),
    price: options[0]?.price,
    availability: offers
      .map((offer) => readOffer(offer, hints).availability)
      .find((value) => value !== undefined),
    dietary: dietary.length > 0 ? dietary : undefined,
    calories: itemsIn(offered, 'nutrition')
      .flatMap((nutrition) => textsOf(nutrition, 'calories'))
      .map((text) => caloriesIn(text) ?? caloriesIn(`${text} kcal`))
      .find((value) => value !== undefined),
    optionGroups: options.length > 1 ? [{ options }] : undefined,
    identifiers: id === undefined || /^https?:/.test(id) ? undefined : { merchantItemId: id },
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
