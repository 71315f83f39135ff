import { chunks, rows, slug } from '../../../markup.ts'

export const CATEGORIES = [
  { name: 'Hand Planes', path: '/hand-planes.html', intro: 'Bench planes, block planes and specials.' },
  { name: 'Chisels', path: '/chisels.html', intro: 'For paring, chopping and everything in between.' },
  { name: 'Saws', path: '/saws.html', intro: 'Western and Japanese saws, sharp out of the box.' },
  { name: 'Sharpening', path: '/sharpening.html', intro: 'Stones, guides and strops.' },
]

/** In the order of the shop. `was`: what it cost before; `stock`: how many are left, 0 for none, `yes` for many. */
export const PRODUCTS = rows(
  [
    'category',
    'name',
    'price',
    'was',
    'sku',
    'stock',
    'maker',
    'weight',
    'size',
    'steel',
    'handle',
    'origin',
    'warranty',
  ],
  `
Hand Planes | No. 4 Smoothing Plane | 189.00 | - | OE-1104 | yes | Harcastle | 1.9 kg | 51 mm | A2 | Cherry | United Kingdom | 25 years
Hand Planes | No. 5 Jack Plane | 214.50 | - | OE-1105 | yes | Harcastle | 2.4 kg | 51 mm | A2 | Cherry | United Kingdom | 25 years
Hand Planes | No. 7 Try Plane | 329.00 | 365.00 | OE-1107 | 2 | Harcastle | 3.7 kg | 60 mm | A2 | Cherry | United Kingdom | 25 years
Hand Planes | Low Angle Block Plane | 124.95 | - | OE-1162 | yes | Brunnick Forge | 0.7 kg | 35 mm | PM-V8 | - | Canada | 10 years
Hand Planes | Apron Plane | 98.00 | - | OE-1170 | 0 | Brunnick Forge | 0.4 kg | 30 mm | PM-V8 | - | Canada | 10 years
Hand Planes | Large Router Plane | 159.00 | - | OE-1181 | yes | Brunnick Forge | - | 19 mm | O1 | Bubinga | Canada | 10 years
Hand Planes | Skew Rebate Plane | 242.00 | 269.00 | OE-1188 | yes | Tessaro | 1.6 kg | 42 mm | O1 | Walnut | Italy | 5 years
Hand Planes | Kanna Finishing Plane | 176.40 | - | OE-1193 | 4 | Mikazuki | 0.9 kg | 65 mm | White Paper No. 1 | - | Japan | 2 years
Chisels | Bench Chisel 6 mm | 31.50 | - | OE-2006 | yes | Harcastle | 0.18 kg | 6 mm | O1 | Ash | United Kingdom | 25 years
Chisels | Bench Chisel 18 mm | 36.00 | - | OE-2018 | yes | Harcastle | 0.22 kg | 18 mm | O1 | Ash | United Kingdom | 25 years
Chisels | Mortise Chisel 10 mm | 47.25 | - | OE-2110 | 0 | Tessaro | 0.41 kg | 10 mm | D2 | Hornbeam | Italy | 5 years
Chisels | Long Paring Chisel 25 mm | 58.90 | 64.90 | OE-2225 | yes | Tessaro | 0.33 kg | 25 mm | O1 | Boxwood | Italy | 5 years
Chisels | Oire Nomi Set of Five | 219.00 | - | OE-2305 | 3 | Mikazuki | 1.1 kg | 6 to 30 mm | Blue Paper No. 2 | Red oak | Japan | 2 years
Chisels | Corner Chisel 12 mm | 42.80 | - | OE-2412 | yes | Brunnick Forge | - | 12 mm | A2 | Maple | Canada | 10 years
Saws | Dovetail Saw 15 tpi | 112.00 | - | OE-3115 | yes | Harcastle | 0.45 kg | 230 mm | 1095 | Cherry | United Kingdom | 25 years
Saws | Carcass Saw 12 tpi | 118.00 | - | OE-3112 | yes | Harcastle | 0.52 kg | 280 mm | 1095 | Cherry | United Kingdom | 25 years
Saws | Tenon Saw 10 tpi | 129.00 | 145.00 | OE-3110 | 0 | Harcastle | 0.71 kg | 350 mm | 1095 | Cherry | United Kingdom | 25 years
Saws | Dozuki Fine Cut | 54.60 | - | OE-3240 | yes | Mikazuki | 0.16 kg | 240 mm | SK-5 | Rattan-wrapped cypress | Japan | -
Saws | Ryoba 240 | 49.90 | 56.00 | OE-3241 | yes | Mikazuki | 0.2 kg | 240 mm | SK-5 | Rattan-wrapped cypress | Japan | -
Saws | Coping Saw | 27.50 | - | OE-3301 | yes | Lindqvist | 0.3 kg | 165 mm | - | Beech | Sweden | 3 years
Saws | Frame Saw 600 | 84.00 | 96.00 | OE-3360 | 1 | Lindqvist | 1.3 kg | 600 mm | C75 | Beech | Sweden | 3 years
Sharpening | Diamond Plate 300/1000 | 79.00 | - | OE-4310 | yes | Lindqvist | 0.8 kg | 200 x 75 mm | - | - | Sweden | 3 years
Sharpening | Water Stone 6000 | 63.20 | - | OE-4600 | 5 | Mikazuki | 0.6 kg | 205 x 73 mm | - | - | Japan | -
Sharpening | Roller Honing Guide | 44.50 | - | OE-4020 | 0 | Brunnick Forge | 0.25 kg | up to 66 mm | - | - | Canada | 10 years
Sharpening | Leather Strop with Compound | 22.00 | 26.00 | OE-4090 | yes | Tessaro | 0.35 kg | 300 x 50 mm | - | Walnut | Italy | 5 years
`,
).map((row) => ({
  category: row.category!,
  name: row.name!,
  price: Number(row.price),
  was: row.was === undefined ? null : Number(row.was),
  sku: row.sku!,
  stock: row.stock!,
  isInStock: row.stock !== '0',
  maker: row.maker!,
  weight: row.weight ?? null,
  size: row.size!,
  steel: row.steel ?? null,
  handle: row.handle ?? null,
  origin: row.origin!,
  warranty: row.warranty ?? null,
  path: `/${slug(row.name!)}.html`,
}))

export type Product = (typeof PRODUCTS)[number]

const PER_PAGE = 5

export const LIST_PAGES = CATEGORIES.flatMap((category) => {
  const all = inCategory(category.name)
  return chunks(all, PER_PAGE).map((products, at, { length }) => ({
    category,
    products,
    at,
    count: length,
    total: all.length,
    first: at * PER_PAGE + 1,
    path: pathOfPage(category.path, at),
  }))
})

export type ListPage = (typeof LIST_PAGES)[number]

export function pathOfPage(path: string, at: number): string {
  return at === 0 ? path : `${path}?p=${at + 1}`
}

export function inCategory(name: string): Product[] {
  return PRODUCTS.filter(({ category }) => category === name)
}

export function listPaths(name: string): string[] {
  return LIST_PAGES.filter(({ category }) => category.name === name).map(({ path }) => path)
}

/** Planes of one maker, as the filter beside the list leads to them. */
export const FILTERS = ['Harcastle', 'Brunnick Forge'].map((maker) => ({
  maker,
  path: `/hand-planes.html?maker=${slug(maker)}`,
  products: inCategory('Hand Planes').filter((product) => product.maker === maker),
}))

export function pounds(amount: number): string {
  return `£${amount.toFixed(2)}`
}
