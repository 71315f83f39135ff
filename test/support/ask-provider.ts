import { createEgress, parseAllowedTargets } from '../../src/egress/egress.ts'
import { parseQuery, withoutScope } from '../../src/search/parse-query.ts'
import type { Provider, ProviderRequest } from '../../src/search/provider.ts'
import { createBrave } from '../../src/search/providers/brave.ts'
import { createDuckduckgo } from '../../src/search/providers/duckduckgo.ts'
import { createGoogleCse } from '../../src/search/providers/google-cse.ts'
import { createSearxng } from '../../src/search/providers/searxng.ts'
import { createSerper } from '../../src/search/providers/serper.ts'
import { createTavily } from '../../src/search/providers/tavily.ts'
import { startProvider } from './search-provider.ts'
import type { FakeProvider, ProviderResponse } from './search-provider.ts'

/** What the providers of the tests are reached with. */
export const KEY = 'a-key+that/nobody=may-read'
// Its connections end with the servers of the tests, so that nothing is left to close.
const egress = createEgress({ allowedTargets: parseAllowedTargets('127.0.0.1') })
const reach = { request: egress.request, userAgent: 'Winnow/test', timeoutMs: 10_000 }
const { signal } = new AbortController()

/** Each provider at the address of a fake one. */
export const PROVIDERS_AT = {
  searxng: (root: string) => createSearxng(reach, root),
  brave: (root: string) => createBrave(reach, { key: KEY, root }),
  serper: (root: string) => createSerper(reach, { key: KEY, root }),
  tavily: (root: string) => createTavily(reach, { key: KEY, root }),
  'google-cse': (root: string) => createGoogleCse(reach, { key: KEY, engine: '12:34', root }),
  duckduckgo: (root: string) => createDuckduckgo(reach, root),
} satisfies Record<string, (root: string) => Provider>
export type RemoteName = keyof typeof PROVIDERS_AT
export const REMOTE_NAMES = Object.keys(PROVIDERS_AT) as RemoteName[]

/** A search for what was written, with its operators read. */
export function providerRequest(written: string, more: Partial<ProviderRequest> = {}): ProviderRequest {
  const query = parseQuery(written)
  return {
    teamId: 'team',
    query,
    words: withoutScope(written),
    scope: { sites: query.sites, excludedSites: query.excludedSites, fileType: query.fileType },
    source: 'web',
    limit: 10,
    time: { from: undefined, to: undefined, byDate: false },
    tbs: undefined,
    country: undefined,
    language: undefined,
    location: undefined,
    safe: false,
    ...more,
  }
}

/** Asks a provider that reacts so; gives what it was asked and what was made of its answer. */
export async function askProvider(
  name: RemoteName,
  request: ProviderRequest,
  react: Parameters<typeof startProvider>[0],
) {
  await using fake: FakeProvider = await startProvider(react)
  return { answer: await PROVIDERS_AT[name](fake.url).search(request, signal), asked: fake.requests }
}

const TITLE = 'Storing <b>grain</b> &amp; oats'
const TEXT = 'Keep it <strong>dry</strong> &lt; 14 %.'
/** The same, read. */
export const CLEAN = { title: 'Storing grain & oats', description: 'Keep it dry < 14 %.' }
export const urlOf = (path: string) => `https://example.com/${path}`

const BAD = [null, 'x', [], {}, { url: 'javascript:alert(1)', link: 'javascript:alert(1)', title: 'Bad' }]
/** One result of DuckDuckGo's page. */
export const ddgResult = (url: string, more = '') => `
  <div class="result results_links results_links_deep web-result ${more}"><div class="links_main links_deep result__body">
    <h2 class="result__title"><a rel="nofollow" class="result__a" href="${url}">${TITLE}</a></h2>
    <a class="result__url" href="${url}">example.com</a><a class="result__snippet" href="${url}">${TEXT}</a></div></div>`
/** How DuckDuckGo leads to a page. */
export const ddgRedirect = (url: string) => `//duckduckgo.com/l/?uddg=${encodeURIComponent(url)}&amp;rut=abc`
/** Its button that goes on. */
export const ddgNext = (
  s: number,
) => `<div class="nav-link"><form action="/html/" method="post"><input type="submit" value="Next"/>
  <input type="hidden" name="q" value="grain"/><input type="hidden" name="s" value="${s}"/><input type="hidden" name="vqd" value="4-1"/></form></div>`

/** A page of results as each provider gives them, behind some that are no use. */
export function pageOf(name: RemoteName, urls: readonly string[]): ProviderResponse {
  const each = urls.map((url) => ({
    url,
    link: url,
    title: TITLE,
    description: TEXT,
    content: TEXT,
    snippet: TEXT,
  }))
  const results = [...BAD, ...each]
  if (name === 'brave') return { web: { results }, type: 'search' }
  if (name === 'serper') return { organic: results }
  if (name === 'google-cse') return { items: results }
  if (name === 'duckduckgo')
    return `<html><body>${urls.map((url) => ddgResult(ddgRedirect(url))).join('')}${ddgNext(30)}</body></html>`
  return { results, unresponsive_engines: [] }
}
