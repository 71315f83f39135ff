/** The wire's name for what a page names; undefined for a name that stays as the page writes it. */
export function knownField(name: string): string | undefined {
  const lower = name.toLowerCase()
  if (Object.hasOwn(KNOWN, lower)) return KNOWN[lower]
  const [, family, rest] = /^(og|dc|dcterms|article)[:.](.+)$/.exec(lower) ?? []
  if (family === undefined || rest === undefined || !/^[a-z]/.test(rest)) return undefined
  return (
    PREFIXES[family] +
    rest
      .split(/[^a-z0-9]+/)
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join('')
  )
}

/** Names a page must not give itself: ours, and those that mean something to every object. */
export function isReserved(name: string): boolean {
  return RESERVED.has(name)
}

const KNOWN: Record<string, string | undefined> = {
  description: 'description',
  keywords: 'keywords',
  robots: 'robots',
  viewport: 'viewport',
  generator: 'generator',
  author: 'author',
  'theme-color': 'theme-color',
  'http-equiv:content-language': 'language',
  'content-language': 'language',
  'article:published_time': 'publishedTime',
  'article:modified_time': 'modifiedTime',
}

const PREFIXES: Record<string, string | undefined> = {
  og: 'og',
  dc: 'dc',
  dcterms: 'dcTerms',
  article: 'article',
}

/** Written out, because the schema they come from costs every thread a fifteenth of a second to load. */
const RESERVED = new Set(
  (
    'title description keywords language robots favicon ogLocaleAlternate publishedTime modifiedTime url sourceURL ' +
    'sourceFile contentType statusCode error numPages totalPages timezone proxyUsed fetchedBy cacheState cachedAt ' +
    'creditsUsed engine tokensUsed modelCost scrapeId duplicateOf nearDuplicateOf concurrencyLimited concurrencyQueueDurationMs indexId postprocessorsUsed canonical warning ' +
    '__proto__ constructor prototype toString valueOf hasOwnProperty toJSON then'
  ).split(' '),
)
