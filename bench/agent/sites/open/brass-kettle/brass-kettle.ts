import { chunks, each, esc, slug } from '../../../markup.ts'
import { createSite, ELSEWHERE, originOf } from '../../../site.ts'
import { CATEGORIES, GUIDES, PRODUCTS } from './stock.ts'
import type { Product } from './stock.ts'
import { tasks } from './tasks.ts'

const NAME = 'brass-kettle'
const SHELF = 8

/** A shop for coffee things: cards in utility classes, a described product on pages of their own, `?page=2`. */
export const brassKettle = createSite({
  name: NAME,
  language: 'en',
  pages: {
    '/': home(),
    ...shelves('/shop', 'All products', PRODUCTS),
    ...Object.assign(
      {},
      ...CATEGORIES.map((name) =>
        shelves(
          `/shop/${slug(name)}`,
          name,
          PRODUCTS.filter(({ category }) => category === name),
        ),
      ),
    ),
    ...Object.fromEntries(PRODUCTS.map((product) => [product.path, productPage(product)])),
    '/guides': page('Guides', each(GUIDES, guideCard)),
    ...Object.fromEntries(
      GUIDES.map(({ path, title, date, text }) => [
        path,
        page(
          title,
          `<article class="prose"><h1>${title}</h1><p class="text-sm text-gray-500">Published ${date}</p><p>${esc(text)}</p>
          <p>Questions? Ask in the shop or <a href="/help/contact">write to us</a>.</p></article>`,
        ),
      ]),
    ),
    '/help/shipping': page('Shipping and returns', shipping()),
    '/help/contact': page('Contact', contact()),
    '/about': page('Our story', about()),
  },
  redirects: { '/products/halden-kettle': '/products/halden-gooseneck-kettle-0-9-l', '/catalog': '/shop' },
  deadLinks: ['/guides/water-recipes'],
  files: { '/robots.txt': 'User-agent: *\nDisallow: /cart\n' },
  notFound: page('Not found', '<h1 class="text-2xl">We could not find that page</h1>'),
  tasks,
})

function page(title: string, main: string): string {
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${esc(title)} | Brass Kettle Coffee Supply</title>
<meta name="viewport" content="width=device-width"></head><body class="antialiased bg-stone-50 text-stone-900">
<div class="bg-amber-700 text-white text-center text-sm py-1">Free shipping over $60. Spring sale: 15% off Plunge presses until Sunday!</div>
<header class="flex justify-between px-6 py-4 border-b"><a href="/" class="font-bold text-xl">Brass Kettle</a>
<nav class="flex gap-4"><a href="/shop">Shop</a>${each(CATEGORIES, (name) => `<a href="/shop/${slug(name)}">${name}</a>`)}<a href="/guides">Guides</a><a href="/about">Our story</a></nav></header>
<main class="max-w-6xl mx-auto px-4 py-8">${main}</main>
<footer class="grid grid-cols-3 gap-8 p-8 bg-stone-200 text-sm"><div><h4 class="font-semibold">Help</h4><a href="/help/shipping">Shipping &amp; returns</a><br><a href="/help/contact">Contact</a></div>
<div><h4 class="font-semibold">Follow us</h4><a href="${ELSEWHERE}/brasskettle">Instagram</a></div><div>&copy; Brass Kettle Coffee Supply, 41 Foundry Row</div></footer>
<div class="fixed bottom-0 inset-x-0 bg-white shadow p-4" id="cookie-bar">We use cookies to keep your cart. <button>Accept all</button> <button>Only necessary</button></div>
</body></html>`
}

function home(): string {
  return page(
    'Coffee gear that lasts',
    `<section class="hero"><h1 class="text-4xl">Coffee gear that lasts</h1><p>Everything we sell has been on our own counter for a month.</p><a class="btn" href="/shop">Shop all</a></section>
<h2 class="text-2xl mt-8">Staff picks</h2><div class="grid grid-cols-3 gap-6">${each([PRODUCTS[2]!, PRODUCTS[6]!, PRODUCTS[12]!], card)}</div>
<h2 class="text-2xl mt-8">From the guides</h2>${each(GUIDES.slice(0, 3), guideCard)}<p><a href="/guides/water-recipes">Water recipes</a></p>`,
  )
}

function shelves(path: string, title: string, products: readonly Product[]): Record<string, string> {
  const shelf = chunks(products, SHELF)
  const address = (at: number) => (at === 0 ? path : `${path}?page=${at + 1}`)
  return Object.fromEntries(
    shelf.map((some, at) => [
      address(at),
      page(
        `${title}${at > 0 ? ` (page ${at + 1})` : ''}`,
        `<nav class="text-xs text-stone-500"><a href="/">Home</a> / <span>${title}</span></nav>
<div class="flex justify-between"><h1 class="text-3xl">${title}</h1><p class="text-sm">${products.length} products</p></div>
<div class="grid grid-cols-4 gap-6">${each(some, card)}</div>
<div class="flex justify-center gap-2 mt-8">${each(shelf, (_, other) =>
          other === at
            ? `<span class="px-3 py-1 bg-stone-800 text-white">${other + 1}</span>`
            : `<a class="px-3 py-1 border" href="${address(other)}">${other + 1}</a>`,
        )}${at + 1 < shelf.length ? `<a class="px-3 py-1 border" rel="next" href="${address(at + 1)}">Next</a>` : ''}</div>`,
      ),
    ]),
  )
}

function card(product: Product): string {
  return `<div class="group rounded-lg bg-white shadow-sm p-4"><a href="${product.path}" class="block"><div class="aspect-square bg-stone-100"></div>
<p class="text-xs uppercase tracking-wide text-stone-500">${product.brand}</p><h3 class="font-medium">${esc(product.name)}</h3></a>
<div class="flex items-center justify-between mt-2"><span class="text-lg font-semibold">${dollars(product.listPrice)}</span>${product.stock === 'Sold out' ? '<span class="text-red-700 text-xs">Sold out</span>' : '<button class="btn-sm">Add to cart</button>'}</div></div>`
}

function productPage(product: Product): string {
  const related = PRODUCTS.filter(
    ({ category, name }) => category === product.category && name !== product.name,
  )
  const described = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    sku: product.sku,
    brand: { '@type': 'Brand', name: product.brand },
    offers: {
      '@type': 'Offer',
      price: product.price.toFixed(2),
      priceCurrency: 'USD',
      availability: `https://schema.org/${product.stock === 'Sold out' ? 'OutOfStock' : 'InStock'}`,
    },
    ...(product.rating !== null && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: product.rating,
        reviewCount: product.reviews,
      },
    }),
  }
  return page(
    product.name,
    `<script type="application/ld+json">${JSON.stringify(described)}</script>
<nav class="text-xs text-stone-500"><a href="/">Home</a> / <a href="/shop/${slug(product.category)}">${product.category}</a> / <span>${esc(product.name)}</span></nav>
<div class="grid grid-cols-2 gap-10"><div class="aspect-square bg-stone-100"></div><div>
<p class="text-xs uppercase tracking-wide">${product.brand}</p><h1 class="text-3xl font-semibold">${esc(product.name)}</h1>
<p class="text-2xl mt-2">${dollars(product.price)}</p><p class="text-sm">${product.stock}</p>
<p>${product.rating === null ? 'No reviews yet' : `★ ${product.rating} out of 5 (${product.reviews} reviews)`}</p>
<div class="mt-6 text-sm divide-y"><div class="flex justify-between py-2"><span class="text-stone-500">SKU</span><span>${product.sku}</span></div>
<div class="flex justify-between py-2"><span class="text-stone-500">Weight</span><span>${product.weight}</span></div>
<div class="flex justify-between py-2"><span class="text-stone-500">Made in</span><span>${product.origin}</span></div></div></div></div>
<h2 class="text-xl mt-12">You may also like</h2><div class="grid grid-cols-4 gap-6">${each(related.slice(0, 4), card)}</div>
<h2 class="text-xl mt-12">Read more</h2><a href="${GUIDES[product.reviews % GUIDES.length]!.path}">${GUIDES[product.reviews % GUIDES.length]!.title}</a>`,
  )
}

function guideCard({ path, title, date }: (typeof GUIDES)[number]): string {
  return `<div class="border-b py-4"><a href="${path}" class="font-medium">${title}</a><p class="text-xs text-stone-500">${date}</p></div>`
}

function dollars(amount: number): string {
  return `$${amount.toLocaleString('en-US', { minimumFractionDigits: 2 })}`
}

function shipping(): string {
  return `<h1 class="text-3xl">Shipping and returns</h1>
<p>Standard shipping costs $6.50 and takes 3 to 5 business days. Orders over $60 ship free.</p>
<p>Express shipping costs $18.00 and takes 1 to 2 business days.</p>
<h2 class="text-xl">Returns</h2><p>You can return unused items within 45 days. Opened filters and coffee cannot be returned.</p>`
}

function contact(): string {
  return `<h1 class="text-3xl">Contact</h1><div class="mt-4 text-sm divide-y"><div class="flex justify-between py-2"><span>Email</span><a href="mailto:hello@brasskettle.example">hello@brasskettle.example</a></div>
<div class="flex justify-between py-2"><span>Phone</span><a href="tel:+15035550142">+1 503 555 0142</a></div>
<div class="flex justify-between py-2"><span>Address</span><span>41 Foundry Row, Portland, OR 97209</span></div>
<div class="flex justify-between py-2"><span>Opening hours</span><span>Tuesday to Saturday, 10 am to 6 pm</span></div></div>`
}

function about(): string {
  return `<h1 class="text-3xl">Our story</h1><p>Brass Kettle was founded in 2011 by Imogen Tarr and Luis Abade in a former bell foundry.</p>
<p>Today eleven people work here. We are still at ${esc('41 Foundry Row')}, and the bell is still in the window.</p><p>See the <a href="${originOf(NAME)}/shop">whole shop</a>.</p>`
}
