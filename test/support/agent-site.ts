import { startCrawlSite } from './crawl-site.ts'
import type { CrawlSite, SitePage } from './crawl-site.ts'

/** Lamps in a shop, each with its own page. */
export const LAMPS = [
  { name: 'Harbour desk lamp', price: 49.9, weight: '1.8 kg' },
  { name: 'Quay floor lamp', price: 129, weight: '6.2 kg' },
  { name: 'Beacon wall lamp', price: 75.5, weight: '2.4 kg' },
  { name: 'Jetty table lamp', price: 38, weight: '1.1 kg' },
]

/** The schema of one lamp. */
export const LAMP_SCHEMA = {
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'number' }, weight: { type: 'string' } },
  required: ['name', 'price'],
}

/** A small shop, and a URL that redirects out of it. */
export function startShop(awayTo = '/', robots?: string): Promise<CrawlSite> {
  return startCrawlSite((path): SitePage => {
    if (path === '/robots.txt' && robots) return { headers: { 'content-type': 'text/plain' }, body: robots }
    const lamp = LAMPS[Number(/^\/lamps\/(\d)$/.exec(path)?.[1] ?? -1)]
    if (lamp) return lampPage(lamp)
    if (path === '/') return page('Brightly', '<p>We make lamps.</p>')
    if (path === '/lamps') {
      const cards = LAMPS.map(
        ({ name, price }, place) =>
          `<li class="card"><h2><a href="/lamps/${place}">${name}</a></h2><p class="price">€${price.toFixed(2)}</p></li>`,
      )
      return page('All lamps', `<ul>${cards.join('')}</ul>`)
    }
    if (path === '/away') return { status: 302, headers: { location: awayTo } }
    return undefined
  })
}

function lampPage({ name, price, weight }: (typeof LAMPS)[number]): string {
  return page(
    name,
    `<p class="price">€${price.toFixed(2)}</p><p>It gives a warm and even light.</p>
     <table><tr><th>Name</th><td>${name}</td></tr><tr><th>Price</th><td>€${price.toFixed(2)}</td></tr><tr><th>Weight</th><td>${weight}</td></tr></table>`,
  )
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><title>${title}</title></head><body>
<nav><a href="/">Home</a> <a href="/lamps">Lamps</a></nav><main><h1>${title}</h1>${body}</main></body></html>`
}
