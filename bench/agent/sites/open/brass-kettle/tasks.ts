import { described, integer, list, number, object, orNull, record, text, zod } from '../../../schema.ts'
import { originOf } from '../../../site.ts'
import type { Task } from '../../../task.ts'
import { GUIDES, PRODUCTS } from './stock.ts'

const ORIGIN = originOf('brass-kettle')

function product(name: string) {
  return PRODUCTS.find((one) => one.name === name)!
}

const grinder = product('Torque Flat 64 Electric Grinder')
const siphon = product('Pallas Siphon Brewer TCA-5')
const server = product('Oribe Glass Server 600 ml')
const lever = product('Vesper Lever Espresso Machine')
const espresso = PRODUCTS.filter(({ category }) => category === 'Espresso')
const scales = PRODUCTS.filter(({ category }) => category === 'Scales')
const shelves = ['/shop', '/shop?page=2', '/shop?page=3']

export const tasks: Task[] = [
  {
    id: 'brass-kettle/price-of-one',
    kind: 'fact',
    prompt: 'How much is the Torque Flat 64 Electric Grinder?',
    urls: [ORIGIN],
    schema: object({ price: number }),
    truth: { price: grinder.price },
    needs: ['/shop/grinders'],
  },
  {
    id: 'brass-kettle/one-product',
    kind: 'entity',
    prompt:
      'Please collect the details of the Pallas Siphon Brewer TCA-5: its current price in dollars, the SKU, the brand, how much it weighs, the country it is made in and its rating with the number of reviews.',
    urls: [`${ORIGIN}/shop`],
    schema: zod(
      record({
        name: text,
        price: number,
        sku: text,
        brand: text,
        weight: text,
        madeIn: described(text, 'Country of origin'),
        rating: orNull(number),
        reviewCount: orNull(integer),
      }),
    ),
    truth: {
      name: siphon.name,
      price: siphon.price,
      sku: siphon.sku,
      brand: siphon.brand,
      weight: siphon.weight,
      madeIn: siphon.origin,
      rating: siphon.rating,
      reviewCount: siphon.reviews,
    },
    needs: [siphon.path],
  },
  {
    id: 'brass-kettle/all-products',
    kind: 'list',
    prompt: 'List all products of the shop with name and brand.',
    urls: [`${ORIGIN}/shop`],
    schema: object({ products: list(object({ name: text, brand: text })) }),
    truth: { products: PRODUCTS.map(({ name, brand }) => ({ name, brand })) },
    needs: shelves,
  },
  {
    id: 'brass-kettle/espresso-details',
    kind: 'list-and-details',
    prompt:
      'For every item in the Espresso category give me name, price, SKU and weight. Take the price from the product page, the overview is sometimes outdated.',
    urls: [`${ORIGIN}/shop/espresso`],
    schema: zod(record({ items: list(record({ name: text, price: number, sku: text, weight: text })) })),
    truth: { items: espresso.map(({ name, price, sku, weight }) => ({ name, price, sku, weight })) },
    needs: ['/shop/espresso', ...espresso.map(({ path }) => path)],
  },
  {
    id: 'brass-kettle/first-five',
    kind: 'first-few',
    prompt: 'first 5 products in the shop, names only',
    urls: [`${ORIGIN}/shop`],
    schema: object({ names: list(text) }),
    truth: { names: PRODUCTS.slice(0, 5).map(({ name }) => name) },
    isOrdered: true,
    needs: ['/shop'],
  },
  {
    id: 'brass-kettle/sold-out',
    kind: 'condition',
    prompt: 'Which products are sold out at the moment? I need their names.',
    urls: [`${ORIGIN}/shop`],
    schema: object({ soldOutProducts: list(object({ name: text })) }),
    truth: {
      soldOutProducts: PRODUCTS.filter(({ stock }) => stock === 'Sold out').map(({ name }) => ({ name })),
    },
    needs: shelves,
  },
  {
    id: 'brass-kettle/company',
    kind: 'spread',
    prompt:
      'I want to know about the company behind this shop: when it was founded and by whom, its phone number and e-mail, and within how many days one can return things.',
    urls: [ORIGIN],
    schema: zod(
      record({
        foundedYear: orNull(integer),
        founders: list(text),
        phone: orNull(text),
        email: orNull(text),
        returnDays: orNull(described(integer, 'Days within which items can be returned')),
      }),
    ),
    truth: {
      foundedYear: 2011,
      founders: ['Imogen Tarr', 'Luis Abade'],
      phone: '+1 503 555 0142',
      email: 'hello@brasskettle.example',
      returnDays: 45,
    },
    needs: ['/about', '/help/contact', '/help/shipping'],
  },
  {
    id: 'brass-kettle/unrated',
    kind: 'missing',
    prompt: 'Get rating, price and warranty period of the Oribe Glass Server 600 ml',
    urls: [ORIGIN],
    schema: zod(record({ rating: orNull(number), price: orNull(number), warranty: orNull(text) })),
    truth: { rating: null, price: server.price, warranty: null },
    needs: [server.path],
  },
  {
    id: 'brass-kettle/strict-page',
    kind: 'strict',
    prompt: 'Give the SKU, the price and the origin of this machine.',
    urls: [ORIGIN + lever.path],
    strictConstrainToURLs: true,
    schema: object({ sku: text, price: number, countryOfOrigin: text }),
    truth: { sku: lever.sku, price: lever.price, countryOfOrigin: lever.origin },
    needs: [lever.path],
  },
  {
    id: 'brass-kettle/strict-elsewhere',
    kind: 'strict-nothing',
    prompt: 'What do express shipping and standard shipping cost?',
    urls: [ORIGIN + GUIDES[3]!.path],
    strictConstrainToURLs: true,
    schema: zod(record({ expressShipping: orNull(number), standardShipping: orNull(number) })),
    truth: { expressShipping: null, standardShipping: null },
    needs: [GUIDES[3]!.path],
  },
  {
    id: 'brass-kettle/strict-redirect',
    kind: 'strict-nothing',
    prompt: 'Price and weight of the kettle',
    urls: [`${ORIGIN}/products/halden-kettle`],
    strictConstrainToURLs: true,
    schema: object({ price: number, weight: text }),
    truth: { price: null, weight: null },
    needs: [],
  },
  {
    id: 'brass-kettle/scales-free',
    kind: 'list',
    prompt: 'Which scales do they sell and what do they cost?',
    urls: [`${ORIGIN}/shop`],
    truth: scales.map(({ name, price }) => ({ name, price })),
    needs: ['/shop/scales'],
  },
]
