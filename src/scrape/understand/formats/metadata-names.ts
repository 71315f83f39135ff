/** The response field of a metadata name. Undefined for a name that stays as in the page. */
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

/** Names that a page must not set: those of our fields and those with a meaning for every object. */
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

/** A literal list, because loading the schema costs every thread about 70 ms. */
const RESERVED = new Set(
  (
    'title description keywords language robots favicon ogLocaleAlternate publishedTime modifiedTime url sourceURL ' +
    'sourceFile contentType statusCode error numPages totalPages timezone proxyUsed fetchedBy cacheState cachedAt ' +
    'creditsUsed engine tokensUsed modelCost scrapeId duplicateOf nearDuplicateOf concurrencyLimited concurrencyQueueDurationMs indexId postprocessorsUsed canonical warning ' +
    '__proto__ constructor prototype toString valueOf hasOwnProperty toJSON then'
  ).split(' '),
)
