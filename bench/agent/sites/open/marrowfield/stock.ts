import { chunks, rows, slug } from '../../../markup.ts'

/** Everything on sale, in the order of the shop; `was` is the price before a reduction. */
export const PRODUCTS = rows(
  [
    'name',
    'category',
    'price',
    'was',
    'sku',
    'stock',
    'rating',
    'reviews',
    'weight',
    'material',
    'size',
    'warranty',
    'line',
  ],
  `
Holloway Digging Spade | Digging | 64.00 | - | MF-1001 | 14 in stock | 4.75 | 8 | 2.1 kg | Carbon steel, ash handle | 110 × 19 cm | 10 years | A full-size spade with treads for heavy clay.
Holloway Border Fork | Digging | 58.50 | - | MF-1002 | 9 in stock | 4.60 | 5 | 1.7 kg | Carbon steel, ash handle | 96 × 14 cm | 10 years | Four slender tines that slip between perennials.
Ridgeway Trenching Shovel | Digging | 49.95 | - | MF-1003 | Out of stock | - | - | 1.9 kg | Boron steel, fibreglass handle | 118 × 12 cm | 5 years | Narrow blade for drains and edging.
Little Sprout Children’s Spade | Digging | 17.50 | - | MF-1004 | 31 in stock | 5.00 | 3 | 0.6 kg | Steel, beech handle | 72 × 13 cm | 2 years | A real spade, only smaller.
Corrin Hand Trowel | Digging | 16.95 | 21.00 | MF-1005 | 40 in stock | 4.83 | 12 | 0.3 kg | Stainless steel, oak handle | 31 × 8 cm | 5 years | Balanced in the hand and marked in centimetres.
Corrin Bulb Planter | Digging | 24.90 | - | MF-1006 | 6 in stock | 3.90 | 10 | 0.5 kg | Stainless steel, oak handle | 24 × 7 cm | 5 years | Lifts a clean core and drops it back again.
Sable Bypass Secateurs | Pruning | 42.00 | - | MF-2001 | 22 in stock | 4.91 | 34 | 0.24 kg | High-carbon steel, walnut grips | 21 cm | 10 years | Cuts green wood up to 22 mm.
Sable Anvil Secateurs | Pruning | 38.00 | - | MF-2002 | 11 in stock | 4.40 | 5 | 0.26 kg | High-carbon steel, walnut grips | 21 cm | 10 years | For dead wood up to 20 mm.
Sable Long-Reach Loppers | Pruning | 79.00 | 95.00 | MF-2003 | 4 in stock | 4.67 | 6 | 1.4 kg | High-carbon steel, aluminium arms | 82 cm | 10 years | Geared loppers for branches up to 45 mm.
Fennick Folding Saw | Pruning | 33.50 | - | MF-2004 | 18 in stock | 4.70 | 20 | 0.29 kg | Pull-cut steel, rubber grip | 23 cm blade | 3 years | Locks open at two angles.
Fennick Topiary Shears | Pruning | 29.00 | - | MF-2005 | Available on backorder | - | - | - | Carbon steel | 31 cm | 3 years | One-handed shears for box and yew.
Marrow Hedge Shears | Pruning | 54.95 | - | MF-2006 | 7 in stock | 4.20 | 5 | 1.1 kg | Wavy-edged steel, ash handles | 57 cm | 5 years | A wavy blade that keeps twigs from sliding out.
Tarn Copper Watering Can, 5 L | Watering | 118.00 | - | MF-3001 | 3 in stock | 5.00 | 4 | 1.5 kg | Copper, brass rose | 42 × 34 cm | - | Seamed by hand and left to age.
Tarn Steel Watering Can, 9 L | Watering | 46.50 | - | MF-3002 | 26 in stock | 4.50 | 14 | 1.8 kg | Galvanised steel, brass rose | 55 × 38 cm | 5 years | The one from every allotment.
Drizzle Indoor Can, 1 L | Watering | 19.95 | - | MF-3003 | 17 in stock | 4.33 | 3 | 0.4 kg | Powder-coated steel | 29 × 17 cm | 2 years | A long thin spout for pots on shelves.
Brookline Soaker Hose, 15 m | Watering | 27.00 | 34.00 | MF-3004 | 12 in stock | 3.75 | 8 | 2.6 kg | Recycled rubber | 15 m | 2 years | Weeps along its whole length.
Brookline Hose Reel | Watering | 89.00 | - | MF-3005 | Out of stock | 4.00 | 2 | - | Steel, brass fittings | 44 × 40 cm | 5 years | Holds 40 m of half-inch hose.
Glasswing Cold Frame | Under Glass | 149.00 | - | MF-4001 | 5 in stock | 4.80 | 5 | 13.5 kg | Cedar, toughened glass | 120 × 60 × 40 cm | 5 years | Two lids on stays, ready in an hour.
Glasswing Bell Cloche | Under Glass | 36.00 | - | MF-4002 | 20 in stock | 4.55 | 11 | 2.2 kg | Hand-blown glass | 30 × 27 cm | - | Keeps slugs and frost off a single plant.
Ember Propagator | Under Glass | 72.00 | - | MF-4003 | 8 in stock | 4.10 | 10 | 3.1 kg | ABS, polycarbonate lid | 58 × 40 × 28 cm | 2 years | Heated base with a thermostat from 15 to 28 °C.
Ash Seed Tray, Set of Three | Under Glass | 31.50 | - | MF-4004 | 15 in stock | - | - | 1.2 kg | Ash | 36 × 22 cm | 2 years | Box-jointed trays that outlast plastic.
Max–Min Greenhouse Thermometer | Under Glass | 23.00 | - | MF-4005 | 28 in stock | 4.62 | 13 | 0.2 kg | Brass, glass | 24 × 6 cm | 2 years | Reads the warmest and the coldest of the day.
`,
).map((row, at) => ({
  id: 412 + 7 * at,
  name: row.name!,
  category: row.category!,
  price: row.price!,
  was: row.was ?? null,
  sku: row.sku!,
  stock: row.stock!,
  rating: row.rating ?? null,
  reviews: row.reviews ?? null,
  weight: row.weight ?? null,
  material: row.material!,
  size: row.size!,
  warranty: row.warranty ?? null,
  line: row.line!,
  path: `/product/${slug(row.name!.replace('’', ''))}/`,
}))

export type Product = (typeof PRODUCTS)[number]

export const CATEGORIES = [...new Set(PRODUCTS.map(({ category }) => category))].map((name) => ({
  name,
  path: `/product-category/${slug(name)}/`,
  products: PRODUCTS.filter(({ category }) => category === name),
}))

export const SHOP_PAGES = chunks(PRODUCTS, 9).map((products, at) => ({
  products,
  path: at === 0 ? '/shop/' : `/shop/page/${at + 1}/`,
}))
