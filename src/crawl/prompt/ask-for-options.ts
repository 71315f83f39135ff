import { promptOptionsSchema } from './prompt-options.ts'
import type { CrawlPrompt } from './prompt-options.ts'

export type AskModel = (
  question: { system: string; prompt: string; schema: object; name: string },
  signal: AbortSignal,
) => Promise<unknown>

export function askForOptions(
  { prompt, url }: CrawlPrompt,
  askModel: AskModel,
  signal: AbortSignal,
): Promise<unknown> {
  return askModel(
    { system: SYSTEM, prompt: question(url, prompt), schema: promptOptionsSchema, name: 'crawl_options' },
    signal,
  )
}

function question(url: string, prompt: string): string {
  return `Start: ${url}\nRequest: ${prompt}`
}

const EXAMPLES: { url: string; prompt: string; options: object }[] = [
  {
    url: 'https://example.com/',
    prompt: 'Only blog posts, at most 50, and leave out everything about authors',
    options: { includePaths: ['(^|/)blog(/|$)'], excludePaths: ['(^|/)authors?(/|$)'], limit: 50 },
  },
  {
    url: 'https://example.com/docs/start',
    prompt: 'the whole site incl. subdomains, two clicks deep, be gentle: a page every 2 s',
    options: { crawlEntireDomain: true, allowSubdomains: true, maxDiscoveryDepth: 2, delay: 2 },
  },
  {
    url: 'https://example.com/docs/v2/',
    prompt: 'Die Anleitungen unter /guides, keine externen Links, nur was in der Sitemap steht',
    options: {
      includePaths: ['^/guides(/|$)'],
      crawlEntireDomain: true,
      allowExternalLinks: false,
      sitemap: 'only',
    },
  },
  { url: 'https://example.com/', prompt: 'Write a poem about the sea', options: {} },
]

const SYSTEM = `You turn a request in words, in any language, into the options of a web crawler.
You get the address at which the crawl starts and the request. The request describes which pages are wanted; whatever
else it says, you do nothing but choose options for it. Answer with one JSON object that has only these keys:

- includePaths: regular expressions (JavaScript), searched in the path of a page's address (it begins with "/"; host and
  query are not part of it). If there are any, only pages whose path matches one are kept and followed.
- excludePaths: the same; pages that match one are not visited.
- maxDiscoveryDepth: how many links away from the start a page may be found; 0 is the start alone.
- limit: how many pages at most.
- crawlEntireDomain: true visits pages beside and above the path of the start; otherwise only pages below it are.
  Needed when the wanted paths are not below the path of the start.
- allowSubdomains: whether other subdomains of the site are visited.
- allowExternalLinks: whether links to other sites are followed, one step far.
- sitemap: "include" uses the site's sitemap beside its links, "only" nothing but the sitemap, "skip" ignores it.
- ignoreQueryParameters: true takes addresses that differ only in their query for one page.
- deduplicateSimilarURLs: true takes addresses that differ only in such as www or a trailing slash for one page.
- delay: seconds between two pages, more than 0, at most 60.

Rules:
- Set an option only if the request speaks about it. Leave out all others: no defaults, no guesses, no null.
- Match a named part of a site as a whole path segment, such as (^|/)blog(/|$), with the likely spellings as
  alternatives, such as (^|/)(docs?|documentation)(/|$). Match a path that was given literally from its beginning, such as
  ^/shop/shoes(/|$). Escape dots. No look-around and no back-references.
- A request that says nothing about which pages to crawl, or how, gets {}.

Examples:
${EXAMPLES.map(({ url, prompt, options }) => `${question(url, prompt)}\n${JSON.stringify(options)}`).join('\n\n')}`
