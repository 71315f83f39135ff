import { describe, it } from 'node:test'
import { checkCrawl, progressOf, startCrawl, startSlowSite } from '../chaos/crawl-kills.ts'
import { stopAt, surviveStops } from '../chaos/worker-stops.ts'

const PAGES = 40

describe('a crawl whose workers are killed', () => {
  it(
    'is continued by the next one; every page is stored once and paid once',
    { timeout: 120_000 },
    async (t) => {
      await using site = await startSlowSite(PAGES, 200)
      await surviveStops(t, {
        start: ({ serviceUrl, team }) => startCrawl(serviceUrl, team.key, `${site.url}/`),
        progressOf,
        stops: [stopAt(10)],
        check: (on, id) => checkCrawl(on, id, PAGES),
      })
    },
  )
})
