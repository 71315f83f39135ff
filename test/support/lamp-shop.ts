import { LAMPS, startShop } from './agent-site.ts'
import { API_KEY, startTestApp } from './app.ts'
import type { TestApp } from './app.ts'
import type { CrawlSite } from './crawl-site.ts'
import { startProvider } from './search-provider.ts'
import type { FakeProvider } from './search-provider.ts'

/**
 * The environment for published clients: the service, a shop that it may scrape, and a search provider that
 * knows the shop.
 */
export interface LampShop {
  app: TestApp
  shop: CrawlSite
  provider: FakeProvider
  /** The environment variables that configure clients from npm. */
  env: { FIRECRAWL_API_URL: string; FIRECRAWL_API_KEY: string }
  /** Every page that the shop links to. */
  pages: readonly string[]
}

export async function openLampShop(
  open: AsyncDisposableStack,
  environment: Record<string, string> = {},
): Promise<LampShop> {
  const shop = open.use(await startShop())
  const provider = open.use(
    await startProvider(({ query }) => ({
      results: [
        ...LAMPS.map(({ name }, place) => ({
          url: `${shop.url}/lamps/${place}`,
          title: name,
          content: `${name} for ${query['q']}`,
        })),
        {
          url: 'https://github.com/lamps/driver/issues/7',
          title: 'The driver flickers',
          content: 'It flickers at low brightness.',
        },
      ],
      unresponsive_engines: [],
    })),
  )
  const app = open.use(
    await startTestApp({
      WINNOW_SEARCH_PROVIDER: 'searxng',
      WINNOW_SEARCH_URL: provider.url,
      ...environment,
    }),
  )
  const pages = ['', '/lamps', ...LAMPS.map((_, place) => `/lamps/${place}`)].map((path) => shop.url + path)
  return {
    app,
    shop,
    provider,
    env: { FIRECRAWL_API_URL: app.url, FIRECRAWL_API_KEY: API_KEY },
    pages,
  }
}
