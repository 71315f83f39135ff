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
import { inCategory, listPaths, PRODUCTS } from './products.ts'

const ORIGIN = originOf('oakham-edge')

function product(name: string) {
  return PRODUCTS.find((one) => one.name === name)!
}

const planes = inCategory('Hand Planes')
const chisels = inCategory('Chisels')
const reduced = inCategory('Saws').filter(({ was }) => was !== null)
const sharpening = inCategory('Sharpening')
const nomi = product('Oire Nomi Set of Five')
const ryoba = product('Ryoba 240')
const frameSaw = product('Frame Saw 600')
const skew = product('Skew Rebate Plane')
const router = product('Large Router Plane')
const jack = product('No. 5 Jack Plane')

export const tasks: Task[] = [
  {
    id: 'oakham-edge/planes',
    kind: 'list',
    prompt: 'Get all hand planes sold in this shop with their name and current price.',
    urls: [`${ORIGIN}/hand-planes.html`],
    schema: object({ products: list(object({ name: text, price: number })) }),
    truth: { products: planes.map(({ name, price }) => ({ name, price })) },
    needs: listPaths('Hand Planes'),
  },
  {
    id: 'oakham-edge/sharpening-details',
    kind: 'list-and-details',
    prompt:
      'For every product in the Sharpening category extract name, price, SKU, manufacturer, whether it is in stock and the warranty (null if not given).',
    urls: [ORIGIN],
    schema: zod(
      record({
        products: list(
          record({
            name: text,
            price: number,
            sku: text,
            manufacturer: text,
            inStock: boolean,
            warranty: orNull(text),
          }),
        ),
      }),
    ),
    truth: {
      products: sharpening.map(({ name, price, sku, maker, isInStock, warranty }) => ({
        name,
        price,
        sku,
        manufacturer: maker,
        inStock: isInStock,
        warranty,
      })),
    },
    needs: [...listPaths('Sharpening'), ...sharpening.map(({ path }) => path)],
  },
  {
    id: 'oakham-edge/oire-nomi',
    kind: 'entity',
    prompt:
      'Find the Oire Nomi chisel set and give me its price, SKU, steel, handle wood, weight and country of manufacture.',
    urls: [ORIGIN],
    schema: object({
      price: number,
      sku: text,
      steel: text,
      handle: text,
      weight: text,
      country: described(text, 'Country of manufacture'),
    }),
    truth: {
      price: nomi.price,
      sku: nomi.sku,
      steel: nomi.steel,
      handle: nomi.handle,
      weight: nomi.weight,
      country: nomi.origin,
    },
    needs: [nomi.path],
  },
  {
    id: 'oakham-edge/jack-plane-free',
    kind: 'fact',
    prompt: 'How heavy is the No. 5 Jack Plane and how long is the warranty on it?',
    urls: [`${ORIGIN}/hand-planes.html`],
    truth: { weight: jack.weight, warranty: jack.warranty },
    needs: [jack.path],
  },
  {
    id: 'oakham-edge/saws-on-offer',
    kind: 'condition',
    prompt: 'Which saws are currently reduced? I need the name, the special price and the regular price.',
    urls: [`${ORIGIN}/saws.html`],
    schema: object({ saws: list(object({ name: text, specialPrice: number, regularPrice: number })) }),
    truth: {
      saws: reduced.map(({ name, price, was }) => ({ name, specialPrice: price, regularPrice: was })),
    },
    needs: listPaths('Saws'),
  },
  {
    id: 'oakham-edge/first-chisels',
    kind: 'first-few',
    prompt:
      'Take the first three products listed under Chisels and return name, price, SKU, steel and handle material.',
    urls: [ORIGIN],
    schema: zod(
      record({
        chisels: list(record({ name: text, price: number, sku: text, steel: text, handleMaterial: text })),
      }),
    ),
    truth: {
      chisels: chisels
        .slice(0, 3)
        .map(({ name, price, sku, steel, handle }) => ({ name, price, sku, steel, handleMaterial: handle })),
    },
    isOrdered: true,
    needs: ['/chisels.html', ...chisels.slice(0, 3).map(({ path }) => path)],
  },
  {
    id: 'oakham-edge/shop-terms',
    kind: 'spread',
    prompt:
      'Shop information: order value from which delivery is free, how many days customers have to return goods, year the shop was opened, phone number and e-mail address.',
    urls: [ORIGIN],
    schema: object({
      freeDeliveryFrom: described(number, 'Order value in GBP above which standard delivery is free'),
      returnDays: integer,
      openedIn: described(integer, 'Year'),
      phone: text,
      email: text,
    }),
    truth: {
      freeDeliveryFrom: 90,
      returnDays: 45,
      openedIn: 1987,
      phone: either('01632 960184', '+441632960184'),
      email: 'bench@oakham-edge.example',
    },
    needs: ['/delivery', '/returns', '/about-us', '/contact'],
  },
  {
    id: 'oakham-edge/router-weight',
    kind: 'missing',
    prompt: 'Large Router Plane: price, blade width and weight',
    urls: [`${ORIGIN}/hand-planes.html`],
    schema: zod(record({ price: orNull(number), bladeWidth: orNull(text), weight: orNull(text) })),
    truth: { price: router.price, bladeWidth: router.size, weight: null },
    needs: [router.path],
  },
  {
    id: 'oakham-edge/strict-two-products',
    kind: 'strict',
    prompt: 'Extract product name, price, SKU, manufacturer and blade length from these pages.',
    urls: [ORIGIN + ryoba.path, ORIGIN + frameSaw.path],
    strictConstrainToURLs: true,
    schema: object({
      products: list(object({ name: text, price: number, sku: text, manufacturer: text, bladeLength: text })),
    }),
    truth: {
      products: [ryoba, frameSaw].map(({ name, price, sku, maker, size }) => ({
        name,
        price,
        sku,
        manufacturer: maker,
        bladeLength: size,
      })),
    },
    needs: [ryoba.path, frameSaw.path],
  },
  {
    id: 'oakham-edge/search-skew',
    kind: 'search',
    prompt: 'Oakham Edge Skew Rebate Plane: what does it cost, what is the SKU and who makes it?',
    schema: object({ price: number, sku: text, manufacturer: text }),
    truth: { price: skew.price, sku: skew.sku, manufacturer: skew.maker },
    needs: [skew.path],
  },
]
