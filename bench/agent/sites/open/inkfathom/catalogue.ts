import { chunks, rows, slug } from '../../../markup.ts'

/** What a product page says in its table, the label first. */
type Spec = [label: string, value: string]

export interface Product {
  name: string
  category: string
  sku: string
  price: string
  oldPrice: string | undefined
  stock: string
  line: string
  specs: Spec[]
  path: string
}

const COMMON = ['name', 'sku', 'price', 'old', 'stock', 'line'] as const

const PENS = rows(
  [...COMMON, 'Brand', 'Nib size', 'Nib material', 'Filling system', 'Weight', 'Length', 'Warranty'],
  `
Tern Classic | IF-P1001 | 48.00 | - | In stock | A slim everyday pen with a snap cap. | Osgar | Fine | Steel | Cartridge/converter | 21 g | 138 mm | 2 years
Tern Grande | IF-P1002 | 62.00 | - | In stock | The Classic for larger hands. | Osgar | Medium | Steel | Cartridge/converter | 29 g | 146 mm | 2 years
Halvard No. 3 | IF-P1010 | 189.00 | - | Only 2 left | Turned from a single rod of ebonite. | Halvard | Broad | 14k gold | Piston | 26 g | 141 mm | 5 years
Halvard No. 7 | IF-P1011 | 345.00 | - | Out of stock | The flagship, with a hand-ground nib. | Halvard | Medium | 18k gold | Piston | 34 g | 149 mm | 10 years
Pocketwren | IF-P1020 | 27.50 | - | In stock | Ten centimetres short when closed. | Minnick & Daughters | Extra fine | Steel | Cartridge only | 14 g | 101 mm | -
Pocketwren Brass | IF-P1021 | 39.90 | 46.00 | In stock | The same small pen, in brass that ages with you. | Minnick & Daughters | Fine | Steel | Cartridge only | 31 g | 101 mm | -
Lagoon Demonstrator | IF-P1030 | 54.00 | - | In stock | Watch the ink go round. | Cassimer | Fine | Steel | Vacuum | 23 g | 143 mm | 3 years
Lagoon Smoke | IF-P1031 | 54.00 | 59.00 | Out of stock | A grey version of our best-known demonstrator. | Cassimer | Broad | Steel | Vacuum | 23 g | 143 mm | 3 years
Schoolhouse Starter | IF-P1040 | 16.90 | - | In stock | A grip that puts the fingers in the right place. | Osgar | Medium | Steel | Cartridge/converter | 17 g | 134 mm | 1 year
Ambry Desk Pen | IF-P1050 | 78.00 | - | In stock | Long tail, walnut stand included. | Cassimer | Extra fine | Steel | Eyedropper | 19 g | 172 mm | 3 years
Kestle Flex | IF-P1060 | 128.00 | 149.00 | Only 4 left | A soft nib for people who like to press. | Kestle | Fine | 14k gold | Cartridge/converter | 24 g | 139 mm | 5 years
Kestle Matte Black | IF-P1061 | 96.00 | - | In stock | Black on black, with a ruthenium trim. | Kestle | Medium | Steel | Cartridge/converter | 27 g | 139 mm | -
`,
)

const INKS = rows(
  [...COMMON, 'Brand', 'Volume', 'Water resistance', 'Shading', 'Bottle'],
  `
Midwinter Teal | IF-N2001 | 14.50 | - | In stock | A cold blue green. | Petrel Inkworks | 50 ml | Low | Strong | Glass
Oak Gall Black | IF-N2002 | 17.00 | - | In stock | Iron gall after a recipe from 1840. | Petrel Inkworks | 60 ml | High | None | Glass
Rosehip | IF-N2003 | 14.50 | - | In stock | Warm red with an orange edge. | Petrel Inkworks | 50 ml | Low | Medium | Glass
Burnt Heather | IF-N2010 | 21.00 | 24.00 | In stock | A dusty purple with a golden sheen. | Halvard | 40 ml | Medium | Strong | Glass
Harbour Blue | IF-N2020 | 8.90 | - | In stock | The blue of school books, washable. | Osgar | 30 ml | None | Low | Plastic
Registrar's Blue-Black | IF-N2021 | 11.50 | - | Out of stock | Permanent, for documents. | Osgar | 30 ml | High | Low | Plastic
Moss Lane | IF-N2030 | 16.00 | - | In stock | An earthy green. | Cassimer | 45 ml | Medium | Medium | Glass
Pewter | IF-N2031 | 16.00 | - | In stock | A grey that can be read. | Cassimer | 45 ml | Medium | Strong | -
`,
)

const NOTEBOOKS = rows(
  [...COMMON, 'Format', 'Paper weight', 'Pages', 'Ruling', 'Binding'],
  `
Dovetail Journal | IF-B3001 | 22.00 | - | In stock | Lies flat from the first page to the last. | A5 | 100 g/m² | 192 | Dotted | Thread-sewn
Dovetail Pocket | IF-B3002 | 13.50 | - | In stock | For the inside pocket of a jacket. | A6 | 80 g/m² | 128 | Plain | Thread-sewn
Millrace Pad | IF-B3010 | 9.80 | - | In stock | Tear-off sheets without a shadow. | A4 | 90 g/m² | 100 | Lined | Glued
Tomoe Ledger | IF-B3020 | 34.00 | 38.00 | Only 5 left | Thin paper that takes the wettest nib. | A5 | 52 g/m² | 368 | Grid | Thread-sewn
Fieldfare Reporter | IF-B3030 | 7.40 | - | Out of stock | Opens at the top, like those of reporters. | A6 | - | 140 | Lined | Wire-o
`,
)

export const CATEGORIES = [
  { name: 'Fountain Pens', path: '/fountain-pens.html', products: productsOf('Fountain Pens', PENS) },
  { name: 'Inks', path: '/inks.html', products: productsOf('Inks', INKS) },
  { name: 'Notebooks', path: '/notebooks.html', products: productsOf('Notebooks', NOTEBOOKS) },
]

export const PRODUCTS = CATEGORIES.flatMap(({ products }) => products)

export const PER_PAGE = 5

export const LISTS = CATEGORIES.flatMap((category) =>
  chunks(category.products, PER_PAGE).map((products, at) => ({
    category,
    products,
    at,
    path: listPath(category, at),
  })),
)

export type List = (typeof LISTS)[number]

export function listPath(category: { path: string }, at: number): string {
  return at === 0 ? category.path : `${category.path}?p=${at + 1}`
}

export function specOf({ specs }: Product, label: string): string | null {
  return specs.find(([name]) => name === label)?.[1] ?? null
}

function productsOf(category: string, table: Record<string, string | undefined>[]): Product[] {
  return table.map(({ name, sku, price, old, stock, line, ...specs }) => ({
    name: name!,
    category,
    sku: sku!,
    price: price!,
    oldPrice: old,
    stock: stock!,
    line: line!,
    specs: Object.entries(specs).filter((spec): spec is Spec => spec[1] !== undefined),
    path: `/${slug(name!.replaceAll("'", ''))}.html`,
  }))
}
