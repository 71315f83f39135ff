import {
  boolean,
  described,
  integer,
  list,
  number,
  object,
  orNull,
  record,
  text,
  zod,
} from '../../../schema.ts'
import { originOf } from '../../../site.ts'
import { either } from '../../../task.ts'
import type { Task } from '../../../task.ts'
import { CATEGORIES, PRODUCTS, SHOP_PAGES } from './stock.ts'

const ORIGIN = originOf('marrowfield')

function product(name: string) {
  return PRODUCTS.find((one) => one.name === name)!
}

const watering = CATEGORIES.find(({ name }) => name === 'Watering')!
const pruning = CATEGORIES.find(({ name }) => name === 'Pruning')!
const loppers = product('Sable Long-Reach Loppers')
const propagator = product('Ember Propagator')
const topiary = product('Fennick Topiary Shears')
const saw = product('Fennick Folding Saw')
const reduced = PRODUCTS.filter(({ was }) => was !== null)

export const tasks: Task[] = [
  {
    id: 'marrowfield/all-products',
    kind: 'list',
    prompt:
      'Extract all products in the shop with name and current price in EUR. The list is paginated, please go through every page.',
    urls: [`${ORIGIN}/shop/`],
    schema: object({ products: list(object({ name: text, price: number })) }),
    truth: { products: PRODUCTS.map(({ name, price }) => ({ name, price: Number(price) })) },
    needs: SHOP_PAGES.map(({ path }) => path),
  },
  {
    id: 'marrowfield/pruning-under-40',
    kind: 'condition',
    prompt: 'Which pruning tools cost less than 40 EUR? Give me the name, price and link of each.',
    urls: [ORIGIN],
    schema: zod(
      record({
        products: list(
          record({ name: text, price: number, url: described(text, 'Link to the product page') }),
        ),
      }),
    ),
    truth: {
      products: pruning.products
        .filter(({ price }) => Number(price) < 40)
        .map(({ name, price, path }) => ({ name, price: Number(price), url: ORIGIN + path })),
    },
    needs: [pruning.path],
  },
  {
    id: 'marrowfield/watering-details',
    kind: 'list-and-details',
    prompt:
      'For every product in the Watering category get the name, price, SKU, material and warranty. Leave warranty null if the page does not mention one.',
    urls: [ORIGIN + watering.path],
    schema: zod(
      record({
        products: list(
          record({ name: text, price: number, sku: text, material: text, warranty: orNull(text) }),
        ),
      }),
    ),
    truth: {
      products: watering.products.map(({ name, price, sku, material, warranty }) => ({
        name,
        price: Number(price),
        sku,
        material,
        warranty,
      })),
    },
    needs: [watering.path, ...watering.products.map(({ path }) => path)],
  },
  {
    id: 'marrowfield/loppers',
    kind: 'entity',
    prompt:
      'Sable Long-Reach Loppers: sku, price, original price before the discount, weight, dimensions, rating and number of reviews.',
    urls: [ORIGIN],
    schema: object({
      sku: text,
      price: number,
      original_price: number,
      weight: text,
      dimensions: text,
      rating: number,
      review_count: integer,
    }),
    truth: {
      sku: loppers.sku,
      price: Number(loppers.price),
      original_price: Number(loppers.was),
      weight: loppers.weight,
      dimensions: loppers.size,
      rating: Number(loppers.rating),
      review_count: Number(loppers.reviews),
    },
    needs: [loppers.path],
  },
  {
    id: 'marrowfield/shipping-eu',
    kind: 'fact',
    prompt: 'How much is delivery to EU countries outside Ireland, and how long does it take?',
    urls: [ORIGIN],
    schema: object({
      cost: described(number, 'Delivery cost in EUR'),
      delivery_time: text,
    }),
    truth: { cost: 14, delivery_time: '4–7 working days' },
    needs: ['/delivery/'],
  },
  {
    id: 'marrowfield/about-the-shop',
    kind: 'spread',
    prompt:
      'I need company information about Marrowfield: founder, year it was founded, phone number, postcode, and how many days customers have to return an item.',
    urls: [ORIGIN],
    schema: object({
      founder: text,
      founded: integer,
      phone: text,
      postcode: text,
      return_days: integer,
    }),
    truth: {
      founder: 'Dervla Quillinan',
      founded: 1987,
      phone: '+353 68 555 0142',
      postcode: 'V31 XK07',
      return_days: 45,
    },
    needs: ['/about-us/', '/contact/', '/returns/'],
  },
  {
    id: 'marrowfield/strict-propagator',
    kind: 'strict',
    prompt: 'Extract name, price, stock, material and warranty of this product.',
    urls: [ORIGIN + propagator.path],
    strictConstrainToURLs: true,
    schema: object({ name: text, price: number, in_stock: boolean, material: text, warranty: text }),
    truth: {
      name: propagator.name,
      price: Number(propagator.price),
      in_stock: true,
      material: propagator.material,
      warranty: propagator.warranty,
    },
    needs: [propagator.path],
  },
  {
    id: 'marrowfield/topiary-weight',
    kind: 'missing',
    prompt: 'Weight, material, rating and country of origin of the Fennick Topiary Shears',
    urls: [`${ORIGIN}/shop/`],
    schema: zod(
      record({
        weight: orNull(text),
        material: orNull(text),
        rating: orNull(number),
        country_of_origin: orNull(text),
      }),
    ),
    truth: { weight: null, material: topiary.material, rating: null, country_of_origin: null },
    needs: [topiary.path],
  },
  {
    id: 'marrowfield/on-sale',
    kind: 'condition',
    prompt: 'What is on sale in this shop right now? List the items with the old and the new price.',
    urls: [`${ORIGIN}/store/`],
    truth: reduced.map(({ name, price, was }) => ({ name, oldPrice: Number(was), newPrice: Number(price) })),
    needs: SHOP_PAGES.map(({ path }) => path),
  },
  {
    id: 'marrowfield/search-saw',
    kind: 'search',
    prompt: 'Price, availability and weight of the Fennick Folding Saw from Marrowfield',
    schema: object({ price: number, availability: text, weight: text }),
    truth: {
      price: Number(saw.price),
      availability: either(saw.stock, 'In stock', '18'),
      weight: saw.weight,
    },
    needs: [saw.path],
  },
]
