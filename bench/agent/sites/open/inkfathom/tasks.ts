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
import { CATEGORIES, LISTS, PRODUCTS, specOf } from './catalogue.ts'

const ORIGIN = originOf('inkfathom')

function product(name: string) {
  return PRODUCTS.find((one) => one.name === name)!
}

function listPaths(category: string): string[] {
  return LISTS.filter((one) => one.category.name === category).map(({ path }) => path)
}

const [pens, inks, notebooks] = CATEGORIES.map(({ products }) => products)
const tern = product('Tern Grande')
const kestle = product('Kestle Flex')
const matte = product('Kestle Matte Black')
const oakGall = product('Oak Gall Black')
const heather = product('Burnt Heather')
const affordable = pens!.filter(({ price }) => Number(price) < 50)

export const tasks: Task[] = [
  {
    id: 'inkfathom/tern-weight',
    kind: 'fact',
    prompt: 'How heavy is the Tern Grande fountain pen?',
    urls: [ORIGIN],
    schema: object({ weight: text }),
    truth: { weight: either(specOf(tern, 'Weight'), 29) },
    needs: [tern.path],
  },
  {
    id: 'inkfathom/kestle-flex',
    kind: 'entity',
    prompt:
      'Find the Kestle Flex fountain pen in this shop and extract its SKU, current price, regular price, nib size, nib material, filling system and whether it is in stock.',
    urls: [ORIGIN],
    schema: zod(
      record({
        sku: text,
        price: described(number, 'Current price in EUR'),
        regularPrice: orNull(described(number, 'Price before the discount, if there is one')),
        nibSize: text,
        nibMaterial: text,
        fillingSystem: text,
        inStock: boolean,
      }),
    ),
    truth: {
      sku: kestle.sku,
      price: Number(kestle.price),
      regularPrice: Number(kestle.oldPrice),
      nibSize: specOf(kestle, 'Nib size'),
      nibMaterial: specOf(kestle, 'Nib material'),
      fillingSystem: specOf(kestle, 'Filling system'),
      inStock: true,
    },
    needs: [kestle.path],
  },
  {
    id: 'inkfathom/all-pens',
    kind: 'list',
    prompt: 'Get the name and price of all fountain pens.',
    urls: [`${ORIGIN}/fountain-pens.html`],
    schema: object({ products: list(object({ name: text, price: number })) }),
    truth: { products: pens!.map(({ name, price }) => ({ name, price: Number(price) })) },
    needs: listPaths('Fountain Pens'),
  },
  {
    id: 'inkfathom/notebooks',
    kind: 'list-and-details',
    prompt:
      'For every notebook in the shop I need the name, price, paper format, paper weight, number of pages and the ruling.',
    urls: [`${ORIGIN}/notebooks.html`],
    schema: zod(
      record({
        notebooks: list(
          record({
            name: text,
            price: number,
            format: text,
            paperWeight: orNull(text),
            pages: integer,
            ruling: text,
          }),
        ),
      }),
    ),
    truth: {
      notebooks: notebooks!.map((one) => ({
        name: one.name,
        price: Number(one.price),
        format: specOf(one, 'Format'),
        paperWeight: specOf(one, 'Paper weight'),
        pages: Number(specOf(one, 'Pages')),
        ruling: specOf(one, 'Ruling'),
      })),
    },
    needs: [...listPaths('Notebooks'), ...notebooks!.map(({ path }) => path)],
  },
  {
    id: 'inkfathom/first-inks',
    kind: 'first-few',
    prompt: 'Give me the first 3 inks of the Inks category with name, brand, volume and price.',
    urls: [ORIGIN],
    schema: object({ inks: list(object({ name: text, brand: text, volume: text, price: number })) }),
    truth: {
      inks: inks!.slice(0, 3).map((one) => ({
        name: one.name,
        brand: specOf(one, 'Brand'),
        volume: specOf(one, 'Volume'),
        price: Number(one.price),
      })),
    },
    isOrdered: true,
    needs: ['/inks.html', ...inks!.slice(0, 3).map(({ path }) => path)],
  },
  {
    id: 'inkfathom/pens-under-50',
    kind: 'condition',
    prompt: 'Which fountain pens cost less than 50 EUR? Only list those, with name, price and product URL.',
    urls: [`${ORIGIN}/fountain-pens.html`],
    schema: zod(record({ pens: list(record({ name: text, price: number, url: text })) })),
    truth: {
      pens: affordable.map(({ name, price, path }) => ({
        name,
        price: Number(price),
        url: either(ORIGIN + path, path),
      })),
    },
    needs: listPaths('Fountain Pens'),
  },
  {
    id: 'inkfathom/shipping-returns-free',
    kind: 'spread',
    prompt:
      'How much is shipping to the United Kingdom, how long does it take and how many days do I have to return something?',
    urls: [ORIGIN],
    truth: { shippingCost: '€7.90', deliveryTime: '3-4 working days', returnPeriod: '45 days' },
    needs: ['/shipping.html', '/returns.html'],
  },
  {
    id: 'inkfathom/matte-black-warranty',
    kind: 'missing',
    prompt: 'Kestle Matte Black: price, length and how long the warranty is',
    urls: [`${ORIGIN}/fountain-pens.html`],
    schema: object({
      price: number,
      length: text,
      warranty: described(text, 'Length of the warranty, empty if it is not given'),
    }),
    truth: { price: Number(matte.price), length: specOf(matte, 'Length'), warranty: null },
    needs: [matte.path],
  },
  {
    id: 'inkfathom/strict-heather',
    kind: 'strict',
    prompt: 'Extract product name, brand, volume, shading and water resistance.',
    urls: [ORIGIN + heather.path],
    strictConstrainToURLs: true,
    schema: object({ productName: text, brand: text, volume: text, shading: text, waterResistance: text }),
    truth: {
      productName: heather.name,
      brand: specOf(heather, 'Brand'),
      volume: specOf(heather, 'Volume'),
      shading: specOf(heather, 'Shading'),
      waterResistance: specOf(heather, 'Water resistance'),
    },
    needs: [heather.path],
  },
  {
    id: 'inkfathom/search-oak-gall',
    kind: 'search',
    prompt: 'Inkfathom Oak Gall Black ink: price, bottle size and water resistance',
    schema: object({ price: number, volume: text, waterResistance: text }),
    truth: {
      price: Number(oakGall.price),
      volume: specOf(oakGall, 'Volume'),
      waterResistance: specOf(oakGall, 'Water resistance'),
    },
    needs: [oakGall.path],
  },
]
