import { normalizeCrawlOptions } from '../../contract/crawl-options.ts'
import type { CrawlOptions } from '../crawls.ts'
import { promptOptionsSchema, usableOptions } from './prompt-options.ts'
import type { CrawlPrompt, PromptOptions } from './prompt-options.ts'
import { optionsFromWords } from './words/options-from-words.ts'

export function applyPrompt(options: CrawlOptions, fromPrompt: PromptOptions): CrawlOptions {
  const { explicit } = options
  const own = Object.fromEntries(explicit.map((name) => [name, options[name]]))
  const wanted = own['regexOnFullURL'] === true ? withFullPatterns(fromPrompt) : fromPrompt
  return { ...options, ...normalizeCrawlOptions({ ...wanted, ...own }), explicit }
}

/** A prompt's patterns match paths. If the caller matches full URLs, the prompt's patterns are adapted. */
function withFullPatterns(options: PromptOptions): PromptOptions {
  const { includePaths, excludePaths } = options
  return {
    ...options,
    ...(includePaths && { includePaths: includePaths.map(toFullUrlPattern) }),
    ...(excludePaths && { excludePaths: excludePaths.map(toFullUrlPattern) }),
  }
}

function toFullUrlPattern(pattern: string): string {
  return pattern
    .replace(/^\^\//, '^[a-z]+://[^/]+/')
    .replace(/\(\/\|\$\)$/, '([/?#]|$)')
    .replace(/([^\\)])\$$/, '$1([?#]|$)')
}

export type ReadPrompt = (input: CrawlPrompt, signal: AbortSignal) => Promise<PromptResult>

export function createReadPrompt({ askModel }: { askModel: AskModel | undefined }): ReadPrompt {
  return async (input, signal) =>
    (await optionsFromPrompt(input, { askModel }, signal)) ?? {
      options: {},
      warning: askModel ? NOT_UNDERSTOOD : NOT_UNDERSTOOD_WITHOUT_MODEL,
    }
}

const NOT_UNDERSTOOD =
  'The prompt could not be turned into crawl options. Say which pages are wanted, how many, or how deep to go.'
const NOT_UNDERSTOOD_WITHOUT_MODEL = `${NOT_UNDERSTOOD} Without a model (WINNOW_LLM_URL) only fixed rules read it, in English and German: numbers of pages, depth, pauses, paths and usual sections of a site, subdomains, external links, the sitemap.`

interface PromptResult {
  options: PromptOptions
  warning?: string
}

/** Undefined when the prompt does not say how to crawl. */
export async function optionsFromPrompt(
  input: CrawlPrompt,
  { askModel }: { askModel: AskModel | undefined },
  signal: AbortSignal,
): Promise<PromptResult | undefined> {
  const given = askModel ? await askForOptions(input, askModel, signal) : optionsFromWords(input)
  const { options, unusable } = usableOptions(given)
  if (Object.keys(options).length === 0) return undefined
  const warnings = [
    ...(askModel ? [] : [READ_BY_RULES]),
    ...(unusable.length === 0
      ? []
      : [`The prompt asks for invalid or unsupported values, which were ignored: ${unusable.join(', ')}.`]),
  ]
  return warnings.length === 0 ? { options } : { options, warning: warnings.join(' ') }
}

const READ_BY_RULES =
  'No model is configured (WINNOW_LLM_URL), so fixed rules read the options from the prompt. Check them.'

type AskModel = (
  question: { system: string; prompt: string; schema: object; name: string },
  signal: AbortSignal,
) => Promise<unknown>

function askForOptions(
  { prompt, url }: CrawlPrompt,
  askModel: AskModel,
  signal: AbortSignal,
): Promise<unknown> {
  return askModel(
    { system: SYSTEM, prompt: userMessage(url, prompt), schema: promptOptionsSchema, name: 'crawl_options' },
    signal,
  )
}

function userMessage(url: string, prompt: string): string {
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
You get the URL at which the crawl starts and the request. The request describes which pages are wanted; ignore
anything else it says and only choose options. Answer with one JSON object that has only these keys:

- includePaths: regular expressions (JavaScript), searched in the path of a page's URL (it begins with "/"; host and
  query are not part of it). If there are any, only pages whose path matches one are kept and followed.
- excludePaths: the same; pages that match one are not visited.
- maxDiscoveryDepth: how many links away from the start a page may be found; 0 is the start alone.
- limit: how many pages at most.
- crawlEntireDomain: true visits pages beside and above the path of the start; otherwise only pages below it are.
  Needed when the wanted paths are not below the path of the start.
- allowSubdomains: whether other subdomains of the site are visited.
- allowExternalLinks: whether links to other sites are followed, one step far.
- sitemap: "include" uses the site's sitemap beside its links, "only" nothing but the sitemap, "skip" ignores it.
- ignoreQueryParameters: true treats URLs that differ only in their query as one page.
- deduplicateSimilarURLs: true treats URLs that differ only in such as www or a trailing slash as one page.
- delay: seconds between two pages, more than 0, at most 60.

Rules:
- Set an option only if the request speaks about it. Leave out all others: no defaults, no guesses, no null.
- Match a named part of a site as a whole path segment, such as (^|/)blog(/|$), with the likely spellings as
  alternatives, such as (^|/)(docs?|documentation)(/|$). Match a path that was given literally from its beginning, such as
  ^/shop/shoes(/|$). Escape dots. No look-around and no back-references.
- A request that says nothing about which pages to crawl, or how, gets {}.

Examples:
${EXAMPLES.map(({ url, prompt, options }) => `${userMessage(url, prompt)}\n${JSON.stringify(options)}`).join('\n\n')}`
