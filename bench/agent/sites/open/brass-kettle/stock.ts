import { rows, slug } from '../../../markup.ts'

/** What the shop sells, in the order of its shelves. The price is that of the product's own page. */
export const PRODUCTS = rows(
  [
    'name',
    'brand',
    'category',
    'price',
    'listPrice',
    'sku',
    'stock',
    'rating',
    'reviews',
    'weight',
    'origin',
  ],
  `
Halden Gooseneck Kettle 0.9 L | Halden | Kettles | 89.00 | - | HK-0901 | In stock | 4.7 | 212 | 1.1 kg | Norway
Halden Gooseneck Kettle 1.2 L | Halden | Kettles | 104.00 | - | HK-1201 | In stock | 4.6 | 98 | 1.3 kg | Norway
Mirano Hand Grinder M2 | Mirano | Grinders | 139.50 | 149.00 | MG-0002 | In stock | 4.8 | 341 | 640 g | Italy
Mirano Hand Grinder M2 Travel | Mirano | Grinders | 119.00 | - | MG-0003 | Sold out | 4.4 | 57 | 410 g | Italy
Torque Flat 64 Electric Grinder | Torque | Grinders | 429.00 | - | TQ-6400 | In stock | 4.9 | 76 | 7.2 kg | Taiwan
Torque Conic 48 Electric Grinder | Torque | Grinders | 259.00 | - | TQ-4800 | In stock | 4.3 | 133 | 5.4 kg | Taiwan
Oribe Ceramic Dripper 02 | Oribe | Brewers | 28.50 | - | OR-0200 | In stock | 4.6 | 409 | 390 g | Japan
Oribe Glass Server 600 ml | Oribe | Brewers | 31.00 | - | OR-0600 | In stock | - | 0 | 280 g | Japan
Pallas Siphon Brewer TCA-5 | Pallas | Brewers | 112.00 | 118.00 | PA-0005 | Only 2 left | 4.1 | 23 | 1.6 kg | Japan
Plunge No. 3 French Press | Plunge | Brewers | 46.00 | - | PL-0003 | In stock | 4.0 | 188 | 980 g | Denmark
Plunge No. 8 French Press | Plunge | Brewers | 58.00 | - | PL-0008 | Sold out | 4.2 | 64 | 1.4 kg | Denmark
Lattice Stovetop Moka 6 Cups | Lattice | Brewers | 39.90 | - | LA-0006 | In stock | 4.5 | 271 | 720 g | Portugal
Cinder Precision Scale | Cinder | Scales | 74.00 | - | CI-0100 | In stock | 4.7 | 155 | 460 g | South Korea
Cinder Pocket Scale | Cinder | Scales | 49.00 | - | CI-0050 | In stock | 4.2 | 82 | 190 g | South Korea
Vesper Lever Espresso Machine | Vesper | Espresso | 1190.00 | - | VE-1000 | In stock | 4.9 | 31 | 14.5 kg | Italy
Vesper Duo Espresso Machine | Vesper | Espresso | 1890.00 | 1990.00 | VE-2000 | Ships in 3 weeks | 4.8 | 12 | 23 kg | Italy
Ballast Tamper 58 mm | Ballast | Espresso | 54.00 | - | BA-0058 | In stock | 4.6 | 90 | 530 g | Germany
Ballast Levelling Tool 58 mm | Ballast | Espresso | 36.00 | - | BA-0059 | In stock | - | 0 | 310 g | Germany
Oribe Paper Filters 02 (100) | Oribe | Filters | 8.90 | - | OR-F100 | In stock | 4.8 | 512 | 120 g | Japan
Lattice Steel Mesh Filter | Lattice | Filters | 24.00 | - | LA-F010 | In stock | 3.8 | 47 | 85 g | Portugal
Kumo Cold Brew Tower | Kumo | Brewers | 219.00 | - | KU-0001 | Sold out | 4.5 | 19 | 4.8 kg | Japan
Ferrous Milk Pitcher 350 ml | Ferrous | Espresso | 27.00 | - | FE-0350 | In stock | 4.7 | 140 | 240 g | Spain
Ferrous Milk Pitcher 600 ml | Ferrous | Espresso | 33.00 | - | FE-0600 | In stock | 4.7 | 102 | 330 g | Spain
Halden Airtight Canister | Halden | Storage | 42.00 | - | HC-0500 | In stock | 4.3 | 66 | 700 g | Norway
`,
).map((row) => ({
  name: row.name!,
  brand: row.brand!,
  category: row.category!,
  price: Number(row.price),
  /** What the shelves still say where the price was changed. */
  listPrice: Number(row.listPrice ?? row.price),
  sku: row.sku!,
  stock: row.stock!,
  rating: row.rating === undefined ? null : Number(row.rating),
  reviews: Number(row.reviews),
  weight: row.weight!,
  origin: row.origin!,
  path: `/products/${slug(row.name!)}`,
}))

export type Product = (typeof PRODUCTS)[number]

export const CATEGORIES = [...new Set(PRODUCTS.map(({ category }) => category))]

export const GUIDES = rows(
  ['title', 'date', 'text'],
  `
Why your kettle needs a gooseneck | 2024-03-11 | A thin spout is not decoration. It lets you pour 4 grams of water a second, which is what a Halden or any other gooseneck kettle is made for. Ours cost between $80 and $110.
Burr grinders explained | 2024-05-02 | Flat burrs give clarity, conical burrs give body. The Torque Flat 64 was $399 when we first wrote this in 2022.
A week with the Vesper Lever | 2024-06-19 | Seven mornings, fourteen shots, one scalded thumb. The lever machine wants attention and pays it back.
How to descale without vinegar | 2024-08-07 | Citric acid, 20 grams to the litre, forty minutes. Rinse three times.
Cold brew at home, three ways | 2024-09-23 | In a jar, in a press, or in a tower such as the Kumo, which drips for nine hours.
Choosing a scale | 2025-01-15 | You need 0.1 g resolution and a timer. You do not need an app.
`,
).map((row) => ({
  title: row.title!,
  date: row.date!,
  text: row.text!,
  path: `/guides/${slug(row.title!)}`,
}))
