// Generated from the contract of the service by `npm run generate:client`; do not edit.

export type Format =
  | 'markdown'
  | 'html'
  | 'rawHtml'
  | 'links'
  | 'images'
  | 'summary'
  | 'branding'
  | 'product'
  | 'menu'
  | 'audio'
  | 'video'
  | 'rawBase64'
  | 'screenshot'
  | 'changeTracking'
  | {
      type:
        | 'markdown'
        | 'html'
        | 'rawHtml'
        | 'links'
        | 'images'
        | 'summary'
        | 'branding'
        | 'product'
        | 'menu'
        | 'audio'
        | 'video'
        | 'rawBase64'
    }
  | {
      type: 'screenshot'
      /** The whole page instead of the visible part. Default: `false`. */
      fullPage?: boolean | undefined
      /** From 1 (small file) to 100 (best quality). */
      quality?: number | undefined
      /** The viewport size in pixels. */
      viewport?: { width: number; height: number } | undefined
    }
  | {
      type: 'json' | 'deterministicJson'
      /** The data to read from the page. */
      prompt?: string | undefined
      /** A JSON Schema. */
      schema?: Record<string, unknown> | undefined
      /** Refuse pages that contain instructions for the model. Default: `false`. */
      checkPromptInjection?: boolean | undefined
    }
  | {
      type: 'changeTracking'
      /** How to describe the change. */
      modes?: readonly ('git-diff' | 'json')[] | undefined
      /** A JSON Schema. */
      schema?: Record<string, unknown> | undefined
      /** The fields to compare in json mode. */
      prompt?: string | undefined
      /** Scrapes are compared with earlier ones of the same tag. Default: `null`. */
      tag?: string | null | undefined
    }
  | {
      type: 'attributes'
      /** The attributes and elements to read. */
      selectors: readonly { selector: string; attribute: string }[]
    }
  | {
      type: 'question'
      /** The question to answer from the page. */
      question: string
    }
  | {
      type: 'highlights'
      /** The passages to find on the page. */
      query: string
    }
  | {
      type: 'query'
      /** The question to answer or the passages to find. */
      prompt: string
      /** An answer, or passages of the page, which are in `highlights` too. Default: `"freeform"`. */
      mode?: 'freeform' | 'directQuote' | undefined
    }

export type Action =
  | {
      type: 'wait'
      /** Milliseconds to wait. */
      milliseconds?: number | undefined
      /** CSS selector of the element to wait for. */
      selector?: string | undefined
    }
  | {
      type: 'click'
      /** A CSS selector. */
      selector: string
      /** Click every matching element instead of the first one. Default: `false`. */
      all?: boolean | undefined
    }
  | {
      type: 'write'
      /** The text to type into the focused element. */
      text: string
    }
  | {
      type: 'press'
      /** The key to press. */
      key: string
    }
  | {
      type: 'scroll'
      /** Default: `"down"`. */
      direction?: 'up' | 'down' | undefined
      /** CSS selector of the element to scroll. Default: the page. */
      selector?: string | undefined
    }
  | {
      type: 'screenshot'
      /** The whole page instead of the visible part. Default: `false`. */
      fullPage?: boolean | undefined
      /** From 1 (small file) to 100 (best quality). */
      quality?: number | undefined
      /** The viewport size in pixels. */
      viewport?: { width: number; height: number } | undefined
    }
  | { type: 'scrape' }
  | {
      type: 'executeJavascript'
      /** JavaScript to run in the page. */
      script: string
    }
  | {
      type: 'pdf'
      /** The paper size. Default: `"Letter"`. */
      format?:
        | 'A0'
        | 'A1'
        | 'A2'
        | 'A3'
        | 'A4'
        | 'A5'
        | 'A6'
        | 'Letter'
        | 'Legal'
        | 'Tabloid'
        | 'Ledger' | undefined
      /** Default: `false`. */
      landscape?: boolean | undefined
      /** Default: `1`. */
      scale?: number | undefined
    }

export type Parser =
  | 'pdf' | 'image'
  | {
      type: 'pdf'
      /** Read embedded text, recognise text in images, or choose as needed. Default: `"auto"`. */
      mode?: 'fast' | 'auto' | 'ocr' | undefined
      /** The most pages to read. */
      maxPages?: number | undefined
      /** Also return the Markdown of each page. */
      pages?: boolean | undefined
      /** The old name of `pages`. */
      pageMarkdown?: boolean | undefined
      /** Also return the layout of each page. Default: `false`. */
      blocks?: boolean | undefined
      /** Mark page breaks in the Markdown. Default: `false`. */
      pageMarkers?: boolean | undefined
    }
  | { type: 'image' }

/** The location and languages with which the page is requested. */
export interface Location {
  /** A two-letter country code. Default: `"US"`. */
  country?: string | undefined
  /** Languages in order of preference. */
  languages?: readonly string[] | undefined
}

/** Remove personal data from the Markdown: true, or an object with options. */
export type RedactPii =
  | boolean
  | {
      /** Default: `"accurate"`. */
      mode?: 'accurate' | 'aggressive' | 'fast' | undefined
      /**
       * The kinds of personal data to remove; all by default. Default:
       * `["PERSON","EMAIL","PHONE","LOCATION","FINANCIAL","SECRET"]`.
       */
      entities?: readonly ('PERSON' | 'EMAIL' | 'PHONE' | 'LOCATION' | 'FINANCIAL' | 'SECRET')[] | undefined
      /** `tag` writes <EMAIL> in place of an e-mail address. Default: `"tag"`. */
      replaceStyle?: 'tag' | 'mask' | 'remove' | undefined
    }

/** A browser profile stored under a name: its cookies and storage. */
export interface Profile {
  name: string
  /** Save the changes of this use. Default: `true`. */
  saveChanges?: boolean | undefined
}

/** Replaces the given fields of the organization's threat-protection policy for this request. */
export interface ThreatProtectionOverride {
  /** `normal` checks each URL with a URL-risk checker, for 2 credits per URL. */
  mode?: 'off' | 'normal' | undefined
  /**
   * Domains that are always blocked. example.com matches itself and its subdomains, *.example.com only its
   * subdomains.
   */
  blacklist?: readonly string[] | undefined
  /** Domains that are always allowed, before every other rule; matched like the blacklist. */
  whitelist?: readonly string[] | undefined
  /** Top-level domains that are always blocked. */
  blockedTlds?: readonly string[] | undefined
  /** URLs with this risk score or more are blocked; lower is stricter. */
  riskScoreThreshold?: number | undefined
  /** When the checker is unavailable: `closed` blocks, `open` allows. */
  failurePolicy?: 'open' | 'closed' | undefined
}

/** The user behind the request, for the organization's audit log. */
export interface AuditMetadata {
  /** The user name of the person behind the request. */
  username: string
}

/** Options for scraping each page. */
export interface ScrapeOptions {
  /** The results to derive from the page: names, or objects with options. Default: `["markdown"]`. */
  formats?: readonly Format[] | undefined
  /** Leave out navigation, headers, footers and similar parts. Default: `true`. */
  onlyMainContent?: boolean | undefined
  /** Let a model clean up the Markdown. Default: `false`. */
  onlyCleanContent?: boolean | undefined
  /** CSS selectors of elements to keep. */
  includeTags?: readonly string[] | undefined
  /** CSS selectors of elements to remove. */
  excludeTags?: readonly string[] | undefined
  /** HTTP headers for requests to the page. */
  headers?: Record<string, string> | undefined
  /**
   * Which of PDFs and images are parsed instead of returned raw; an empty list means neither. Default:
   * `["pdf","image"]`.
   */
  parsers?: readonly Parser[] | undefined
  /** Remove images that are embedded as base64. Default: `true`. */
  removeBase64Images?: boolean | undefined
  /** Block advertisements and cookie banners. Default: `true`. */
  blockAds?: boolean | undefined
  /** Remove personal data from the Markdown: true, or an object with options. Default: `false`. */
  redactPII?: RedactPii | undefined
  threatProtection?: ThreatProtectionOverride | undefined
  auditMetadata?: AuditMetadata | undefined
  /** The client that sent the request, for logs. Default: `"api"`. */
  origin?: string | undefined
  /** The integration that sent the request, for logs. */
  integration?: string | null | undefined
  /** Milliseconds until the request is stopped, up to the operator's limit. Default: `60000`. */
  timeout?: number | undefined
  /** Milliseconds to wait before the page is read, at most half of timeout. Default: `0`. */
  waitFor?: number | undefined
  /** Emulate a phone. Default: `false`. */
  mobile?: boolean | undefined
  /** Actions on the page before it is read, in order. */
  actions?: readonly Action[] | undefined
  /** The location and languages with which the page is requested. */
  location?: Location | undefined
  /** Accept invalid certificates. Default: true, but false when headers or actions are sent. */
  skipTlsVerification?: boolean | undefined
  /** The proxy to use; `stealth` is the old name of `enhanced`. Default: `"auto"`. */
  proxy?: 'basic' | 'enhanced' | 'auto' | 'stealth' | undefined
  /** Milliseconds; use a cache entry up to this age. 0: never. Default: `172800000`. */
  maxAge?: number | undefined
  /** Milliseconds; respond only from the cache, with an entry of at least this age. */
  minAge?: number | undefined
  /** Whether the result may be cached for later requests. Default: `true`. */
  storeInCache?: boolean | undefined
  /** Respond only from the cache and store nothing. Default: `false`. */
  lockdown?: boolean | undefined
  /** A browser profile stored under a name: its cookies and storage. */
  profile?: Profile | undefined
  /** The same as the format with that name, which wins if both are given. */
  screenshot?:
    | boolean
    | {
        /** The whole page instead of the visible part. Default: `false`. */
        fullPage?: boolean | undefined
        /** From 1 (small file) to 100 (best quality). */
        quality?: number | undefined
        /** The viewport size in pixels. */
        viewport?: { width: number; height: number } | undefined
      } | undefined
  /** The same as the format with that name, which wins if both are given. */
  changeTracking?:
    | boolean
    | {
        /** How to describe the change. */
        modes?: readonly ('git-diff' | 'json')[] | undefined
        /** A JSON Schema. */
        schema?: Record<string, unknown> | undefined
        /** The fields to compare in json mode. */
        prompt?: string | undefined
        /** Scrapes are compared with earlier ones of the same tag. Default: `null`. */
        tag?: string | null | undefined
      } | undefined
  /** Accepted for compatibility; has no effect. */
  fastMode?: boolean | undefined
  /** Accepted for compatibility; has no effect. */
  useMock?: string | undefined
  /** Accepted for compatibility; has no effect. */
  domainTools?: boolean | undefined
  /** Accepted for compatibility; has no effect. */
  toolDetail?: 'compact' | 'summary' | 'full' | undefined
}

export interface ParseOptions {
  /** The results to derive from the page: names, or objects with options. Default: `["markdown"]`. */
  formats?: readonly Format[] | undefined
  /** Leave out navigation, headers, footers and similar parts. Default: `true`. */
  onlyMainContent?: boolean | undefined
  /** Let a model clean up the Markdown. Default: `false`. */
  onlyCleanContent?: boolean | undefined
  /** CSS selectors of elements to keep. */
  includeTags?: readonly string[] | undefined
  /** CSS selectors of elements to remove. */
  excludeTags?: readonly string[] | undefined
  /** HTTP headers for requests to the page. */
  headers?: Record<string, string> | undefined
  /**
   * Which of PDFs and images are parsed instead of returned raw; an empty list means neither. Default:
   * `["pdf","image"]`.
   */
  parsers?: readonly Parser[] | undefined
  /** Remove images that are embedded as base64. Default: `true`. */
  removeBase64Images?: boolean | undefined
  /** Block advertisements and cookie banners. Default: `true`. */
  blockAds?: boolean | undefined
  /** Remove personal data from the Markdown: true, or an object with options. Default: `false`. */
  redactPII?: RedactPii | undefined
  threatProtection?: ThreatProtectionOverride | undefined
  auditMetadata?: AuditMetadata | undefined
  /** The client that sent the request, for logs. Default: `"api"`. */
  origin?: string | undefined
  /** The integration that sent the request, for logs. */
  integration?: string | null | undefined
  /** Milliseconds until the request is stopped, up to the operator's limit. Default: `30000`. */
  timeout?: number | undefined
  /** Has no effect: nothing is fetched. Default: `true`. */
  skipTlsVerification?: boolean | undefined
  /** Store neither content nor URL. Default: `false`. */
  zeroDataRetention?: boolean | undefined
  /** Accepted for compatibility; files are not cached. */
  maxAge?: number | undefined
  /** Accepted for compatibility; files are not cached. */
  storeInCache?: boolean | undefined
  /** Not supported for files: values with an effect are refused. */
  actions?: unknown | undefined
  /** Not supported for files: values with an effect are refused. */
  waitFor?: unknown | undefined
  /** Not supported for files: values with an effect are refused. */
  location?: unknown | undefined
  /** Not supported for files: values with an effect are refused. */
  mobile?: unknown | undefined
  /** Not supported for files: values with an effect are refused. */
  profile?: unknown | undefined
  /** Not supported for files: values with an effect are refused. */
  proxy?: unknown | undefined
  /** Not supported for files: values with an effect are refused. */
  minAge?: unknown | undefined
  /** Not supported for files: values with an effect are refused. */
  lockdown?: unknown | undefined
  /** Accepted for compatibility; has no effect. */
  fastMode?: boolean | undefined
  /** Accepted for compatibility; has no effect. */
  useMock?: string | undefined
  /** Accepted for compatibility; has no effect. */
  domainTools?: boolean | undefined
  /** Accepted for compatibility; has no effect. */
  toolDetail?: 'compact' | 'summary' | 'full' | undefined
}

/** The options of the crawl. */
export interface CrawlOptions {
  /** The wanted pages in plain language; sets only options that are left out. */
  prompt?: string | undefined
  /** Regular expressions; only pages whose path matches one are visited. */
  includePaths?: readonly string[] | undefined
  /** Regular expressions; pages whose path matches one are not visited. */
  excludePaths?: readonly string[] | undefined
  /** Match the patterns against the whole URL instead of its path. Default: `false`. */
  regexOnFullURL?: boolean | undefined
  /** The most links between the start and a page. */
  maxDiscoveryDepth?: number | undefined
  /** How to use the site's sitemap. Default: `"include"`. */
  sitemap?: 'include' | 'skip' | 'only' | undefined
  /** Treat URLs that differ only in the query as one. Default: `false`. */
  ignoreQueryParameters?: boolean | undefined
  /** Treat similar URLs, such as with and without www, as one. Default: `true`. */
  deduplicateSimilarURLs?: boolean | undefined
  /** The most pages to visit. Default: `10000`. */
  limit?: number | undefined
  /** Visit all pages of the site, not only those below the path of the start. Default: `false`. */
  crawlEntireDomain?: boolean | undefined
  /** Follow links to other sites, one link deep. Default: `false`. */
  allowExternalLinks?: boolean | undefined
  /** Also visit subdomains. Default: `false`. */
  allowSubdomains?: boolean | undefined
  /** Ignore robots.txt. Default: `false`. */
  ignoreRobotsTxt?: boolean | undefined
  /** The user agent whose robots.txt rules apply. */
  robotsUserAgent?: string | undefined
  /** Seconds between two pages, which are then visited one by one. */
  delay?: number | undefined
  /** The most pages visited at once. */
  maxConcurrency?: number | undefined
}

export type SearchSource =
  | 'web' | 'news' | 'images' | 'alexandria'
  | {
      type: 'web'
      /** The age limit: qdr:h, d, w, m or y, or cdr:1,cd_min:…,cd_max:…; sbd:1 sorts by date. */
      tbs?: string | undefined
      filter?: string | undefined
      /** A language code. Default: en for providers that require one, otherwise any. */
      lang?: string | undefined
      /** A two-letter country code. Default: us, unless location is given. */
      country?: string | undefined
      /** A place. */
      location?: string | undefined
    }
  | { type: 'news' | 'images' | 'alexandria' }

export type SearchCategory =
  | 'github' | 'research' | 'pdf' | 'developer'
  | { type: 'github' | 'research' | 'pdf' | 'developer' }

export type MonitorTarget =
  | {
      /** Keeps the history of the target when the monitor changes. */
      id?: string | undefined
      type: 'scrape'
      /** The pages to monitor. */
      urls?: readonly string[] | undefined
      /** The page to monitor, if there is only one. */
      url?: string | undefined
      /** Options for scraping each page. */
      scrapeOptions?: ScrapeOptions | undefined
    }
  | {
      /** Keeps the history of the target when the monitor changes. */
      id?: string | undefined
      type: 'crawl'
      /** An http or https URL; without a scheme, http:// is assumed. */
      url: string
      /** The options of the crawl. */
      crawlOptions?: CrawlOptions | undefined
      /** Options for scraping each page. */
      scrapeOptions?: ScrapeOptions | undefined
    }
  | {
      /** Keeps the history of the target when the monitor changes. */
      id?: string | undefined
      type: 'search'
      /** The search queries. */
      queries: readonly string[]
      /** The age limit of results. Default: `"24h"`. */
      searchWindow?: '5m' | '15m' | '1h' | '6h' | '24h' | '7d' | undefined
      /** The most results of all queries together. Default: `10`. */
      maxResults?: number | undefined
      includeDomains?: readonly string[] | undefined
      excludeDomains?: readonly string[] | undefined
    }

/** Body of `POST /v2/scrape`: scrape one page. */
export interface ScrapeRequest extends ScrapeOptions {
  /** An http or https URL; without a scheme, http:// is assumed. */
  url: string
  /** Store neither content nor URL. Default: `false`. */
  zeroDataRetention?: boolean | undefined
}

/** The result of a page or file: the requested formats and metadata. */
export interface Document {
  markdown?: string
  html?: string
  rawHtml?: string
  rawBase64?: string
  summary?: string
  links?: string[]
  images?: string[]
  /** The URL of the image. */
  screenshot?: string
  /** The URL of the recording. */
  audio?: string
  /** The URL of the recording. */
  video?: string
  /** The requested data. */
  json?: unknown
  /** The sources of the values in `json`. */
  extraction?: {
    /** `embedded`, or the model that was used. */
    engine: string
    evidence: {
      /** The value, as a JSON pointer into `json`. */
      field: string
      url?: string
      /** CSS selector of the element with the value. */
      selector?: string
      /** The headings above the value, if a model read it. */
      section?: string
      /** The text on the page. */
      text: string
      /** The kind of source, such as `json-ld` or `table`; `model` if a model read it. */
      source: string
      confidence: number
    }[]
    /** JSON pointers of schema fields that were not found. */
    missing: string[]
    /** Values of a model that were dropped because they are not on the page. */
    unsupported?: string[]
  }
  /** The answer to the question. */
  answer?: string
  /** The passages that match the query. */
  highlights?: string
  attributes?: { selector: string; attribute: string; values: string[] }[]
  /** The results of the actions, each list in the order of the actions. */
  actions?: {
    screenshots?: string[]
    scrapes?: { url: string; html: string }[]
    javascriptReturns?: { type: string; value: unknown }[]
    pdfs?: string[]
  }
  changeTracking?: {
    /** The time of the previous scrape, if any. */
    previousScrapeAt?: string | null
    changeStatus: 'new' | 'same' | 'changed' | 'removed'
    visibility: 'visible' | 'hidden'
    /** The changes, line by line. */
    diff?: string
    /** The changes, value by value. */
    json?: Record<string, unknown>
  }
  branding?: Branding
  product?: Product
  menu?: Menu
  /** The Markdown of each page, if the pdf parser was set to return it. */
  pages?: { pageNumber: number; markdown: string }[]
  /** The layout of each page, if the pdf parser was set to return it. */
  blocks?: {
    pageNumber: number
    width: number | null
    height: number | null
    status: 'ok' | 'partial' | 'failed'
    items: {
      id: string
      /** The kind of block. */
      type: string
      label: string | null
      /** Left, top, right and bottom, as fractions of the page from 0 to 1. */
      bbox: [number, number, number, number] | null
      content: string
      /** First character of the Markdown, and the one after the last. */
      markdownSpan: [number, number] | null
      readingOrder: number
      source: string | null
      confidence: { layout: number | null; ocr: number | null }
    }[]
  }[]
  /** Missing or unusual parts of the result, and why. */
  warning?: string
  agent_hints?: string[]
  metadata?: DocumentMetadata
}

/** The visual style of the site: colours, fonts, spacing, components. */
export interface Branding {
  /** `light` or `dark`. */
  colorScheme?: string
  brandName?: string
  logo?: string | null
  colors?: {
    primary?: string
    secondary?: string
    accent?: string
    background?: string
    textPrimary?: string
    textSecondary?: string
    link?: string
    success?: string
    warning?: string
    error?: string
  }
  fonts?: { family: string }[]
  typography?: {
    fontFamilies?: { primary?: string; heading?: string; code?: string }
    fontStacks?: Record<string, string[]>
    fontSizes?: { h1?: string; h2?: string; h3?: string; body?: string }
    fontWeights?: { light?: number; regular?: number; medium?: number; bold?: number }
    lineHeights?: { heading?: unknown; body?: unknown }
  }
  spacing?: {
    baseUnit?: number
    borderRadius?: string
    gridGutter?: number
    padding?: Record<string, unknown>
    margins?: Record<string, unknown>
  }
  components?: {
    buttonPrimary?: {
      background?: string
      textColor?: string
      borderColor?: string
      borderRadius?: string
    }
    buttonSecondary?: {
      background?: string
      textColor?: string
      borderColor?: string
      borderRadius?: string
    }
    input?: Record<string, unknown>
  }
  images?: { logo?: string | null; favicon?: string | null; ogImage?: string | null }
  icons?: Record<string, unknown>
  animations?: Record<string, unknown>
  layout?: Record<string, unknown>
  tone?: Record<string, unknown>
  personality?: Record<string, unknown>
}

/** The product that the page sells. */
export interface Product {
  title?: string
  brand?: string
  category?: string
  url?: string
  description?: string
  variants: {
    id?: string
    sku?: string
    title?: string
    /** The attributes of this variant, such as its size. */
    values?: Record<string, unknown>
    price?: { amount: number; currency?: string; formatted?: string }
    sale?: { originalPrice: { amount: number; currency?: string; formatted?: string } }
    availability?: { inStock: boolean; text?: string }
    images?: { url: string; alt?: string }[]
  }[]
}

/** The menu on the page. */
export interface Menu {
  isMenu: boolean
  confidence?: number
  currency?: string | null
  sourceUrl?: string
  merchant?: { name?: string; type?: string | null; location?: unknown }
  sections: {
    id?: string
    name?: string
    description?: string
    items: {
      id?: string
      name: string
      description?: string
      url?: string
      sourceUrl?: string
      images?: { url: string; alt?: string }[]
      price?: { amount: number; currency?: string; formatted?: string }
      availability?: { inStock: boolean; text?: string }
      dietary?: string[]
      calories?: number
      optionGroups?: Record<string, unknown>[]
      identifiers?: { merchantItemId?: string }
    }[]
  }[]
}

/** Facts about the page besides its content. */
export interface DocumentMetadata {
  title?: string
  description?: string
  keywords?: string | string[]
  language?: string
  robots?: string | string[]
  favicon?: string
  ogLocaleAlternate?: string[]
  publishedTime?: string | string[]
  modifiedTime?: string | string[]
  /** The URL after redirects. */
  url?: string
  /** The requested URL. */
  sourceURL?: string
  /** The name of the uploaded file. */
  sourceFile?: string
  contentType?: string
  /** The target's HTTP status. */
  statusCode?: number
  /** The error of this page. */
  error?: string
  /** The number of pages of the document that were read. */
  numPages?: number
  /** The number of pages of the document. */
  totalPages?: number
  timezone?: string
  proxyUsed?: 'basic' | 'stealth'
  /** How the page was fetched: over plain HTTP, or with the browser. */
  fetchedBy?: 'http' | 'browser'
  cacheState?: 'hit' | 'miss'
  /** When the cache entry was stored. */
  cachedAt?: string
  creditsUsed?: number
  /** `embedded`, or the model that was used. */
  engine?: string
  /** Input and output tokens of a model, including failed requests. */
  tokensUsed?: number
  /** The price of these tokens at the operator's rates; absent without rates. */
  modelCost?: number
  /** The URL of another page of the crawl with the same text. */
  duplicateOf?: string
  /** The URL of another page of the crawl with nearly the same text. */
  nearDuplicateOf?: string
  /** The id of the scrape, for interacting with its page. */
  scrapeId?: string
  /** Whether the request had to wait for a concurrency slot. */
  concurrencyLimited?: boolean
  /** Milliseconds waited for a slot. */
  concurrencyQueueDurationMs?: number
}

/** Answer of `POST /v2/scrape`: scrape one page. */
export interface ScrapeResponse {
  success: true
  data: Document
  warning?: string
  scrape_id?: string
  agent_hints?: string[]
}

/** Body of `POST /v2/parse`: parse a file. */
export interface ParseUploadRequest extends ParseOptions {
  /** The `uploadRef` from the response of the upload URL. */
  uploadRef: string
}

/** Body of `POST /v2/parse/upload-url`: get a url to upload a file to. */
export interface UploadUrlRequest {
  filename: string
  contentType?: string | undefined
  declaredSizeBytes?: number | undefined
  /** The client that sent the request, for logs. Default: `"api"`. */
  origin?: string | undefined
}

/** Answer of `POST /v2/parse/upload-url`: get a url to upload a file to. */
export interface UploadUrlResponse {
  success: true
  data: {
    /** The URL to upload the bytes of the file to. */
    uploadUrl: string
    /** The reference for parsing the file. Works once. */
    uploadRef: string
    method?: 'PUT' | 'POST'
    headers?: Record<string, string>
    fields?: Record<string, string>
    expiresAt: string
    maxSizeBytes: number
  }
}

/** Body of `POST /v2/crawl`: start a crawl. */
export interface CrawlRequest extends CrawlOptions {
  /** An http or https URL; without a scheme, http:// is assumed. */
  url: string
  /** Options for scraping each page. */
  scrapeOptions?: ScrapeOptions | undefined
  /** The webhook, as a URL or an object. */
  webhook?:
    | string
    | {
        /** An http or https URL; without a scheme, http:// is assumed. */
        url: string
        /** HTTP headers of every delivery. */
        headers?: Record<string, string> | undefined
        /** Returned in every delivery. */
        metadata?: Record<string, unknown> | undefined
        /** The events to report; all by default. */
        events?: readonly ('started' | 'page' | 'completed' | 'failed' | 'cancelled')[] | undefined
      } | undefined
  /** Store neither content nor URL. Default: `false`. */
  zeroDataRetention?: boolean | undefined
  /** The client that sent the request, for logs. Default: `"api"`. */
  origin?: string | undefined
  /** The integration that sent the request, for logs. */
  integration?: string | null | undefined
}

/** Answer of `POST /v2/crawl`: start a crawl. */
export interface CrawlResponse {
  success: true
  id: string
  /** The URL of the crawl's status. */
  url: string
  promptGeneratedOptions?: Record<string, unknown>
  finalCrawlerOptions?: Record<string, unknown>
  /** How fixed rules read the prompt, or that it could not be read; unknown fields that were ignored. */
  warning?: string
}

/** Answer of `GET /v2/crawl/active`: the team's running crawls. */
export interface ActiveCrawlsResponse {
  success: true
  crawls: {
    id: string
    teamId: string
    url: string
    created_at?: string
    options?: Record<string, unknown> | null
  }[]
}

/** Body of `POST /v2/crawl/params-preview`: preview the options that a prompt sets. */
export interface CrawlPreviewRequest {
  /** An http or https URL; without a scheme, http:// is assumed. */
  url: string
  /** The wanted pages in plain language. */
  prompt: string
  /** The client that sent the request, for logs. Default: `"api"`. */
  origin?: string | undefined
  /** The integration that sent the request, for logs. */
  integration?: string | null | undefined
}

/** Answer of `POST /v2/crawl/params-preview`: preview the options that a prompt sets. */
export interface CrawlPreviewResponse {
  success: true
  data: {
    url: string
    includePaths?: string[]
    excludePaths?: string[]
    maxDepth?: number
    maxDiscoveryDepth?: number
    crawlEntireDomain?: boolean
    allowExternalLinks?: boolean
    allowSubdomains?: boolean
    sitemap?: 'include' | 'skip' | 'only'
    ignoreQueryParameters?: boolean
    deduplicateSimilarURLs?: boolean
    delay?: number
    limit?: number
  }
  warning?: string
}

/** Query of `GET /v2/crawl/{id}`: state and documents of a crawl. */
export interface CrawlStatusQuery {
  /** The number of documents to skip. */
  skip?: number | undefined
  /** The most documents to return. Default: `100`. */
  limit?: number | undefined
}

/** Answer of `GET /v2/crawl/{id}`: state and documents of a crawl. */
export interface CrawlStatusResponse {
  success: true
  status: 'scraping' | 'completed' | 'failed' | 'cancelled'
  /** Finished pages, including failed ones. */
  completed: number
  /** Known pages so far. */
  total: number
  creditsUsed: number
  /** When the documents expire. */
  expiresAt: string
  createdAt?: string
  completedAt?: string
  /** Seconds. */
  duration?: number
  /** The URL of further documents, also of those that do not exist yet. */
  next?: string | null
  data: Document[]
  warning?: string
}

/** Answer of `DELETE /v2/crawl/{id}`: cancel a crawl. */
export interface CrawlCancelResponse {
  success?: true
  status: 'cancelled'
}

/** Answer of `GET /v2/crawl/{id}/errors`: failed pages of a crawl. */
export interface CrawlErrorsResponse {
  success?: true
  errors: { id: string; timestamp?: string; url: string; code?: string; error: string }[]
  /** URLs that robots.txt blocks. */
  robotsBlocked: string[]
}

/** Body of `POST /v2/batch/scrape`: start a batch. */
export interface BatchRequest extends ScrapeOptions {
  /** The URLs of the request. */
  urls: readonly string[]
  /** The webhook, as a URL or an object. */
  webhook?:
    | string
    | {
        /** An http or https URL; without a scheme, http:// is assumed. */
        url: string
        /** HTTP headers of every delivery. */
        headers?: Record<string, string> | undefined
        /** Returned in every delivery. */
        metadata?: Record<string, unknown> | undefined
        /** The events to report; all by default. */
        events?: readonly ('started' | 'page' | 'completed' | 'failed' | 'cancelled')[] | undefined
      } | undefined
  /** The id of the batch to add these URLs to. */
  appendToId?: string | undefined
  /** Leave out invalid URLs instead of refusing the request. Default: `true`. */
  ignoreInvalidURLs?: boolean | undefined
  /** The most pages scraped at once. */
  maxConcurrency?: number | undefined
  /** Store neither content nor URL. Default: `false`. */
  zeroDataRetention?: boolean | undefined
}

/** Answer of `POST /v2/batch/scrape`: start a batch. */
export interface BatchResponse {
  success: true
  id: string
  /** The URL of the batch's status. */
  url: string
  /** The invalid URLs that were left out. */
  invalidURLs?: string[]
  /** Unknown fields that were ignored. */
  warning?: string
}

/** Body of `POST /v2/map`: list the urls of a site. */
export interface MapRequest {
  /** An http or https URL; without a scheme, http:// is assumed. */
  url: string
  /** Words to rank the URLs by. */
  search?: string | undefined
  /** How to use the site's sitemap. Default: `"include"`. */
  sitemap?: 'include' | 'skip' | 'only' | undefined
  /** Also list URLs of subdomains. Default: `true`. */
  includeSubdomains?: boolean | undefined
  /** The same as includeSubdomains, which wins. */
  allowSubdomains?: boolean | undefined
  /** Treat URLs that differ only in the query as one. Default: `true`. */
  ignoreQueryParameters?: boolean | undefined
  /** The most URLs to list. Default: `5000`. */
  limit?: number | undefined
  /** Milliseconds until the request is stopped. */
  timeout?: number | undefined
  /** The location and languages with which the page is requested. */
  location?: Location | undefined
  /** Visit the site again instead of using stored results. Default: `false`. */
  ignoreCache?: boolean | undefined
  /** Use the results of earlier visits. Default: `true`. */
  useIndex?: boolean | undefined
  /** Only list URLs below the path of the given one. Default: `true`. */
  filterByPath?: boolean | undefined
  /** Also list pages outside the path of the given URL: the opposite of filterByPath, which wins. */
  crawlEntireDomain?: boolean | undefined
  /** The most links between the start and a page. */
  maxDiscoveryDepth?: number | undefined
  /** Treat similar URLs, such as with and without www, as one. Default: `true`. */
  deduplicateSimilarURLs?: boolean | undefined
  /** Seconds between two pages of a host. */
  delay?: number | undefined
  headers?: Record<string, string> | undefined
  /** Regular expressions; only URLs whose path matches one are listed. */
  includePaths?: readonly string[] | undefined
  /** Regular expressions; URLs whose path matches one are not listed. */
  excludePaths?: readonly string[] | undefined
  /** Match the patterns against the whole URL instead of its path. Default: `false`. */
  regexOnFullURL?: boolean | undefined
  /** Also list links to other sites. Default: `false`. */
  allowExternalLinks?: boolean | undefined
  /** Ignore robots.txt. Default: `false`. */
  ignoreRobotsTxt?: boolean | undefined
  /** The user agent whose robots.txt rules apply. */
  robotsUserAgent?: string | undefined
  threatProtection?: ThreatProtectionOverride | undefined
  auditMetadata?: AuditMetadata | undefined
  /** The client that sent the request, for logs. Default: `"api"`. */
  origin?: string | undefined
  /** The integration that sent the request, for logs. */
  integration?: string | null | undefined
}

/** Answer of `POST /v2/map`: list the urls of a site. */
export interface MapResponse {
  success: true
  id: string
  links: { url: string; title?: string; description?: string }[]
  warning?: string
}

/** Body of `POST /v2/search`: search the web. */
export interface SearchRequest {
  /** The search query. */
  query: string
  /** The most results of each source. Default: `10`. */
  limit?: number | undefined
  /** The sources to search; `alexandria` is ignored. Default: `["web"]`. */
  sources?: readonly SearchSource[] | undefined
  /** The kinds of results; empty means all. */
  categories?: readonly SearchCategory[] | undefined
  /** Search only these domains. */
  includeDomains?: readonly string[] | undefined
  /** Leave out these domains. */
  excludeDomains?: readonly string[] | undefined
  /** The age limit: qdr:h, d, w, m or y, or cdr:1,cd_min:…,cd_max:…; sbd:1 sorts by date. */
  tbs?: string | undefined
  filter?: string | undefined
  /** A language code. Default: en for providers that require one, otherwise any. */
  lang?: string | undefined
  /** A two-letter country code. Default: us, unless location is given. */
  country?: string | undefined
  /** A place. */
  location?: string | undefined
  /** Leave out results that are unsuitable for children. Default: `false`. */
  safe?: boolean | undefined
  /** Milliseconds until the request is stopped, up to the operator's limit. Default: `60000`. */
  timeout?: number | undefined
  /** Leave out results with URLs that cannot be scraped. Default: `false`. */
  ignoreInvalidURLs?: boolean | undefined
  /** Default: `false`. */
  asyncScraping?: boolean | undefined
  /** Describe results by the passages that match the query. Default: `true`. */
  highlights?: boolean | undefined
  /** `zdr`: zero data retention for this search. */
  enterprise?: readonly ('default' | 'anon' | 'zdr')[] | undefined
  /** Options for scraping hits; without formats they are not scraped. */
  scrapeOptions?: ScrapeOptions | undefined
  threatProtection?: ThreatProtectionOverride | undefined
  auditMetadata?: AuditMetadata | undefined
  /** Accepted for compatibility; has no effect. */
  domainTools?: boolean | undefined
  /** Accepted for compatibility; has no effect. */
  toolDetail?: 'compact' | 'summary' | 'full' | undefined
  /** The client that sent the request, for logs. Default: `"api"`. */
  origin?: string | undefined
  /** The integration that sent the request, for logs. */
  integration?: string | null | undefined
}

/** Answer of `POST /v2/search`: search the web. */
export interface SearchResponse {
  success: true
  id: string
  creditsUsed: number
  warning?: string
  data: {
    web?: (Document & {
      url: string
      title?: string
      description?: string
      position?: number
      category?: string
    })[]
    news?: (Document & {
      url?: string
      title?: string
      snippet?: string
      date?: string
      imageUrl?: string
      position?: number
      category?: string
    })[]
    images?: {
      url?: string
      title?: string
      imageUrl?: string
      imageWidth?: number
      imageHeight?: number
      position?: number
    }[]
    developer?: (Document & {
      url: string
      title?: string
      description?: string
      position?: number
      category?: string
    })[]
  }
}

/** Body of `POST /v2/search/{id}/feedback`: rate a search. */
export interface SearchFeedbackRequest {
  rating: 'good' | 'partial' | 'bad'
  /** The useful results. */
  valuableSources?: readonly {
    /** An http or https URL; without a scheme, http:// is assumed. */
    url: string
    reason?: string | undefined
  }[] | undefined
  /** Missing content. */
  missingContent?: readonly { topic: string; description?: string | undefined }[] | undefined
  querySuggestions?: string | undefined
  /** The client that sent the request, for logs. Default: `"api"`. */
  origin?: string | undefined
  /** The integration that sent the request, for logs. */
  integration?: string | null | undefined
}

/** Answer of `POST /v2/search/{id}/feedback`: rate a search. */
export interface FeedbackResponse {
  success: true
  feedbackId: string
  creditsRefunded: number
  alreadySubmitted?: boolean
  dailyCapReached?: boolean
  creditsRefundedToday?: number
  dailyRefundCap?: number
  warning?: string
}

/** Body of `POST /v2/extract`: start an extraction. */
export interface ExtractRequest {
  /** The URLs of the request. */
  urls?: readonly string[] | undefined
  /** The data to extract, in plain language. */
  prompt?: string | undefined
  systemPrompt?: string | undefined
  /** A JSON Schema. */
  schema?: Record<string, unknown> | undefined
  /** Default: `false`. */
  allowExternalLinks?: boolean | undefined
  /** Also use pages found by a search. Default: `false`. */
  enableWebSearch?: boolean | undefined
  /** Default: `true`. */
  includeSubdomains?: boolean | undefined
  /** Default: `false`. */
  ignoreSitemap?: boolean | undefined
  /** Return the source pages of each value. Default: `false`. */
  showSources?: boolean | undefined
  /** Leave out invalid URLs instead of refusing the request. Default: `true`. */
  ignoreInvalidURLs?: boolean | undefined
  /** Options for scraping each page. */
  scrapeOptions?: ScrapeOptions | undefined
  /** Accepted for compatibility; has no effect. */
  agent?: Record<string, unknown> | undefined
  /** The most pages to read. */
  limit?: number | undefined
  /** Milliseconds until the work is stopped. */
  timeout?: number | undefined
  /** The webhook, as a URL or an object. */
  webhook?:
    | string
    | {
        /** An http or https URL; without a scheme, http:// is assumed. */
        url: string
        /** HTTP headers of every delivery. */
        headers?: Record<string, string> | undefined
        /** Returned in every delivery. */
        metadata?: Record<string, unknown> | undefined
        /** The events to report; all by default. */
        events?: readonly ('started' | 'page' | 'completed' | 'failed' | 'cancelled')[] | undefined
      } | undefined
  threatProtection?: ThreatProtectionOverride | undefined
  auditMetadata?: AuditMetadata | undefined
  /** The client that sent the request, for logs. Default: `"api"`. */
  origin?: string | undefined
  /** The integration that sent the request, for logs. */
  integration?: string | null | undefined
}

/** Answer of `POST /v2/extract`: start an extraction. */
export interface ExtractResponse {
  success: true
  id: string
  invalidURLs?: string[]
  urlTrace?: unknown[]
  /** Unknown fields that were ignored. */
  warning?: string
}

/** Answer of `GET /v2/extract/{id}`: state and result of an extraction. */
export interface ExtractStatusResponse {
  /** False only when the extraction failed. */
  success: boolean
  status: 'processing' | 'completed' | 'failed' | 'cancelled'
  data?: unknown
  expiresAt: string
  error?: string
  /** The source pages of each field. */
  sources?: Record<string, string[]>
  warning?: string
  tokensUsed?: number
  modelCost?: number
  creditsUsed?: number
}

/** Body of `POST /v2/agent`: start an agent task. */
export interface AgentRequest {
  /** The data to find. */
  prompt: string
  /** Start URLs; the task stays on their sites. */
  urls?: readonly string[] | undefined
  /** Request only the given URLs, including redirects. Default: `false`. */
  strictConstrainToURLs?: boolean | undefined
  /** The JSON Schema of the data. */
  schema?: Record<string, unknown> | undefined
  /** `spark-1-mini` is cheaper, `spark-1-pro` better at complex tasks. Default: `"spark-1-mini"`. */
  model?: 'spark-1-mini' | 'spark-1-pro' | 'spark-2' | undefined
  /** The most credits that the task may spend. Default: `2500`. */
  maxCredits?: number | undefined
  auditMetadata?: AuditMetadata | undefined
  threatProtection?: ThreatProtectionOverride | undefined
  /** The webhook, as a URL or an object. */
  webhook?:
    | string
    | {
        /** An http or https URL; without a scheme, http:// is assumed. */
        url: string
        /** HTTP headers of every delivery. */
        headers?: Record<string, string> | undefined
        /** Returned in every delivery. */
        metadata?: Record<string, unknown> | undefined
        /** The events to report; all by default. */
        events?: readonly ('started' | 'action' | 'completed' | 'failed' | 'cancelled')[] | undefined
      } | undefined
  effort?: 'low' | 'medium' | 'high' | undefined
  /** The id of a conversation to continue. */
  threadId?: string | undefined
  /** `chat` responds with text, `extract` with data. Default: `"extract"`. */
  mode?: 'extract' | 'chat' | undefined
  /** Accepted for compatibility; has no effect. */
  exchange?: Record<string, unknown> | undefined
  /** The client that sent the request, for logs. Default: `"api"`. */
  origin?: string | undefined
  /** The integration that sent the request, for logs. */
  integration?: string | null | undefined
}

/** Answer of `POST /v2/agent`: start an agent task. */
export interface AgentResponse {
  success: true
  id: string
  threadId?: string
  threadTurn?: number
  /** Unknown fields that were ignored. */
  warning?: string
}

/** Query of `GET /v2/agent`: the team's agent tasks. */
export interface AgentListQuery {
  /** Only tasks started before this time, in milliseconds since 1970. */
  before?: number | undefined
}

/** Answer of `GET /v2/agent`: the team's agent tasks. */
export interface AgentListResponse {
  success: true
  agents: {
    id: string
    createdAt: string
    targetHint: string
    origin: string
    integration?: string
    settings: { hidden: boolean; starred: boolean; label?: string }
    status: 'processing' | 'completed' | 'failed' | 'cancelled'
    options?: {
      urls?: string[]
      prompt: string
      schema?: unknown
      model: string
      effort?: 'low' | 'medium' | 'high'
    }
  }[]
  /** The URL of older tasks. */
  next?: string
}

/** Answer of `GET /v2/agent/{id}`: state and result of a task. */
export interface AgentStatusResponse {
  success: true
  status: 'processing' | 'completed' | 'failed' | 'cancelled'
  /** The data, once the task is completed. */
  data?: unknown
  /** The error of a failed task. */
  error?: string
  warning?: string
  model?: string
  effort?: 'low' | 'medium' | 'high'
  /** When the result expires. */
  expiresAt: string
  creditsUsed?: number
  /** Tokens used by models, including failed requests. */
  tokensUsed?: number
  /** The price of these tokens at the operator's rates. */
  modelCost?: number
  threadId?: string
  threadTurn?: number
  mode?: 'extract' | 'chat'
  /** The answer as text. */
  message?: string
  suggestions?: { label: string; prompt: string }[]
  /** The data found before the task ended early. */
  partial?: unknown
  /** Whether `partial` matches the schema, if there is one. */
  partialSchemaValid?: boolean
  /** The reason why the task ended. */
  stopReason?: string
  /** The source pages of each value, by JSON pointers into `data`, or into `partial` without it. */
  sources?: Record<string, string[]>
  /** JSON pointers of values that were not found. */
  missing?: string[]
}

/** Answer of `DELETE /v2/agent/{id}`: cancel a task. */
export interface OkResponse {
  success: true
}

/** Query of `GET /v2/agent/{id}/trace`: the steps of a task. */
export interface AgentTraceQuery {
  /** Include the open browsers. Default: `false`. */
  liveView?: boolean | undefined
}

/** Answer of `GET /v2/agent/{id}/trace`: the steps of a task. */
export interface AgentTraceResponse {
  success: true
  id: string
  events: {
    schemaVersion: 1
    eventId: string
    runId: string
    occurredAt: string
    producerSequence: number
    agent: {
      id: string
      role: 'orchestrator' | 'subagent' | 'browser' | 'system'
      name: string
      parentId?: string
    }
    type:
      | 'run.started'
      | 'run.cancel_requested'
      | 'run.finished'
      | 'agent.started'
      | 'agent.finished'
      | 'browser.session.started'
      | 'browser.session.finished'
      | 'progress.reported'
      | 'reasoning.summary'
      | 'tool_call.started'
      | 'tool_call.finished'
      | 'artifact.updated'
      | 'error.occurred'
  }[]
  creditsUsed?: number
  activeBrowserSessions?: { id: string; liveViewUrl: string; viewport: { width: number; height: number } }[]
}

/** Answer of `GET /v2/agent/{id}/snapshots/{snapshotId}`: the page that a task saw at one step. */
export interface AgentSnapshotResponse {
  success: true
  id: string
  snapshotId: string
  snapshot: string
}

/** Query of `GET /v2/agent/threads/{threadId}`: a conversation of tasks. */
export interface AgentThreadQuery {
  /** Include the result of each run. Default: `false`. */
  includeData?: boolean | undefined
}

/** Answer of `GET /v2/agent/threads/{threadId}`: a conversation of tasks. */
export interface AgentThreadResponse {
  success: true
  thread: {
    id: string
    createdAt: string
    updatedAt: string
    status: 'idle' | 'running'
    runs: {
      id: string
      turn: number
      mode: 'extract' | 'chat'
      prompt: string
      urls?: string[]
      schema?: unknown
      effort?: 'low' | 'medium' | 'high'
      status:
        | 'processing'
        | 'succeeded'
        | 'failed'
        | 'cancelled'
        | 'refused'
        | 'credit_limit_reached'
      createdAt: string
      finishedAt: string | null
      creditsUsed: number | null
      message: string | null
      data?: unknown
    }[]
  }
}

/** Body of `POST /v2/browser`: open a browser session. */
export interface BrowserRequest {
  /** Seconds until the session ends. Default: `600`. */
  ttl?: number | undefined
  /** Seconds without use until the session ends. Default: `300`. */
  activityTtl?: number | undefined
  /** Whether the session can be watched. Default: `true`. */
  streamWebView?: boolean | undefined
  /** Whether to record the actions, with a screenshot after each; see `/replay`. Default: `false`. */
  recordSession?: boolean | undefined
  /** A browser profile stored under a name: its cookies and storage. */
  profile?: Profile | undefined
  /** The client that sent the request, for logs. Default: `"api"`. */
  origin?: string | undefined
  /** The integration that sent the request, for logs. */
  integration?: string | null | undefined
}

/** Answer of `POST /v2/browser`: open a browser session. */
export interface BrowserResponse {
  success: true
  id: string
  /** WebSocket URL of the DevTools protocol. */
  cdpUrl?: string
  /** Page that shows the session live; absent when `streamWebView` is false. */
  liveViewUrl?: string
  /** The same page with mouse and keyboard control. */
  interactiveLiveViewUrl?: string
  expiresAt: string
  /** Unknown fields that were ignored. */
  warning?: string
}

/** Query of `GET /v2/browser`: the team's browser sessions. */
export interface BrowserListQuery {
  status?: 'active' | 'destroyed' | undefined
}

/** Answer of `GET /v2/browser`: the team's browser sessions. */
export interface BrowserListResponse {
  success: true
  sessions: {
    id: string
    status: 'active' | 'destroyed' | 'error'
    /** WebSocket URL of the DevTools protocol. */
    cdpUrl?: string
    /** Page that shows the session live; absent when `streamWebView` is false. */
    liveViewUrl?: string
    /** The same page with mouse and keyboard control. */
    interactiveLiveViewUrl?: string
    streamWebView: boolean
    createdAt: string
    lastActivity: string
  }[]
}

/** Body of `POST /v2/browser/{id}/execute`: run code in a session. */
export interface BrowserExecuteRequest {
  /** The program; `page` is the open page. */
  code: string
  /** Default: `"node"`. */
  language?: 'python' | 'node' | 'bash' | undefined
  /** Seconds until the program is stopped. Default: `30`. */
  timeout?: number | undefined
  /** The client that sent the request, for logs. Default: `"api"`. */
  origin?: string | undefined
  /** The integration that sent the request, for logs. */
  integration?: string | null | undefined
}

/** Answer of `POST /v2/browser/{id}/execute`: run code in a session. */
export interface BrowserExecuteResponse {
  /** Whether the program ended without an error. */
  success: boolean
  stdout?: string
  /** The value of the last expression, or else the output. */
  result?: string
  stderr?: string
  exitCode?: number | null
  killed?: boolean
  truncated?: boolean
  error?: string
}

/** Answer of `DELETE /v2/browser/{id}`: close a session. */
export interface BrowserStopResponse {
  success: true
  status?: string
  sessionDurationMs: number
  creditsBilled: number
}

/** Answer of `GET /v2/browser/{id}/replay`: replay a recorded session. */
export interface ReplayResponse {
  success: true
  id: string
  status: 'active' | 'destroyed'
  /** The actions in order. */
  steps: {
    /** When the action started. */
    at: string
    /** `click`, `fill`, `goto`, … */
    type: string
    /** The element: its role and name, or the locator of a program. */
    target?: string
    /** The typed, chosen or opened value. Secrets are `••••`. */
    value?: string
    /** The page to which it led. */
    effect?: string
    /** The error of the action. */
    error?: string
    /** The page after the action. */
    url: string
    /** URL of a JPEG of the page after the action; anyone with the URL can open it for 24 hours. */
    picture?: string
  }[]
  /** Whether steps or images are missing because there were too many. */
  truncated: boolean
  /** The missing parts. */
  warning?: string
  expiresAt: string
}

/** Body of `POST /v2/scrape/{id}/interact`: act on a scraped page. */
export interface InteractRequest {
  /** The program; `page` is the open page. */
  code?: string | undefined
  /** Instructions for the page, in plain language. */
  prompt?: string | undefined
  /**
   * Values that the prompt refers to as `<name>`: texts, or files to upload. They are used only on the
   * website of the session; no model or log gets them, and only `code` of the response contains them.
   */
  variables?: Record<string, string | { fileName: string; text: string } | { fileName: string; base64: string }> | undefined
  /** JSON Schema of the output, which the response has as `data`. Requires a model. */
  schema?: Record<string, unknown> | undefined
  /** The most model tokens for the prompt; the operator's limit applies too. */
  maxTokens?: number | undefined
  /** Default: `"node"`. */
  language?: 'python' | 'node' | 'bash' | undefined
  /** Seconds until the program is stopped. Default: `30`. */
  timeout?: number | undefined
  /** A session of the team to use instead of one for this scrape. */
  existingSessionId?: string | undefined
  /** Whether to record the actions, with a screenshot after each; see `/replay`. Default: `false`. */
  recordSession?: boolean | undefined
  /** Seconds until the session ends. Default: `600`. */
  ttl?: number | undefined
  /** Seconds without use until the session ends. Default: `300`. */
  activityTtl?: number | undefined
  /** The client that sent the request, for logs. Default: `"api"`. */
  origin?: string | undefined
  /** The integration that sent the request, for logs. */
  integration?: string | null | undefined
}

/** Answer of `POST /v2/scrape/{id}/interact`: act on a scraped page. */
export interface InteractResponse {
  /** Whether the program ended without an error, or all instructions were carried out. */
  success: boolean
  sessionId?: string
  /** WebSocket URL of the DevTools protocol. */
  cdpUrl?: string
  /** Page that shows the session live; absent when `streamWebView` is false. */
  liveViewUrl?: string
  /** The same page with mouse and keyboard control. */
  interactiveLiveViewUrl?: string
  /** The result of the prompt in plain language. */
  output?: string
  /** The actions for the prompt, in order. */
  actions?: {
    /** `click`, `fill`, … */
    type: string
    /** The target of the action. */
    target?: string
    value?: string
    /** The observed effect. */
    effect?: string
  }[]
  /** The output, matching `schema`. */
  data?: unknown
  /** The model usage of the prompt. */
  usage?: {
    /** The number of model decisions. */
    rounds: number
    inputTokens: number
    outputTokens: number
    /** Input tokens from the endpoint's prompt cache. */
    cachedTokens: number
    /** The price at the operator's rates; absent without rates. */
    cost?: number
  }
  /**
   * A program that repeats the actions without planner or model: send it as `code`. It contains typed values,
   * including passwords.
   */
  code?: string
  /** Notes on how the prompt was carried out. */
  warning?: string
  stdout?: string
  /** The value of the last expression, or else the output. */
  result?: string
  stderr?: string
  exitCode?: number | null
  killed?: boolean
  truncated?: boolean
  error?: string
}

/** Answer of `DELETE /v2/scrape/{id}/interact`: end the session of a scraped page. */
export interface InteractStopResponse {
  success: true
  status?: string
  sessionDurationMs?: number
  creditsBilled?: number
  cleanupQueued?: boolean
}

/** Body of `POST /v2/monitor`: create a monitor. */
export interface MonitorRequest {
  name: string
  schedule: {
    /** Five fields, at least 5 minutes apart. */
    cron?: string | undefined
    /** In words. */
    text?: string | undefined
    /** Default: `"UTC"`. */
    timezone?: string | undefined
  }
  /** The pages, sites and searches to monitor. */
  targets: readonly MonitorTarget[]
  /** The webhook, as a URL or an object. */
  webhook?:
    | string
    | {
        /** An http or https URL; without a scheme, http:// is assumed. */
        url: string
        /** HTTP headers of every delivery. */
        headers?: Record<string, string> | undefined
        /** Returned in every delivery. */
        metadata?: Record<string, unknown> | undefined
        /** The events to report; all by default. */
        events?: readonly ('page' | 'check.completed')[] | undefined
      } | undefined
  notification?: {
    email?: {
      /** Default: true if there are recipients. */
      enabled?: boolean | undefined
      recipients?: readonly string[] | undefined
      /** Include the changes in the mail. Default: `false`. */
      includeDiffs?: boolean | undefined
    } | undefined
  } | undefined
  /** Days that the history is stored. Default: `30`. */
  retentionDays?: number | undefined
  /** The changes that matter, in plain language. Changes are then judged by it. */
  goal?: string | undefined
  /** Whether changes are judged by the goal. Default: true if there is a goal. */
  judgeEnabled?: boolean | undefined
  /** The client that sent the request, for logs. Default: `"api"`. */
  origin?: string | undefined
  /** The integration that sent the request, for logs. */
  integration?: string | null | undefined
}

export interface Monitor {
  id: string
  name: string
  status: 'active' | 'paused' | 'deleted'
  schedule: { cron: string; timezone: string }
  nextRunAt: string | null
  lastRunAt: string | null
  currentCheckId: string | null
  targets: { id: string; type: 'scrape' | 'crawl' | 'search' }[]
  webhook: { url: string } | null
  notification: Record<string, unknown> | null
  emailRecipientSubscriptions?: {
    email: string
    status: 'pending' | 'confirmed' | 'unsubscribed'
    source: 'team' | 'opt_in' | 'legacy'
    confirmationEmailSent?: boolean
  }[]
  retentionDays: number
  estimatedCreditsPerMonth: number | null
  lastCheckSummary:
    | {
        totalPages: number
        same: number
        changed: number
        new: number
        removed: number
        error: number
      }
    | null
  goal: string | null
  judgeEnabled: boolean
  createdAt: string
  updatedAt: string
}

/** Answer of `POST /v2/monitor`: create a monitor. */
export interface MonitorResponse {
  success: true
  data: Monitor
}

/** Query of `GET /v2/monitor`: the team's monitors. */
export interface MonitorListQuery {
  /** Default: `25`. */
  limit?: number | undefined
  /** Default: `0`. */
  offset?: number | undefined
}

/** Answer of `GET /v2/monitor`: the team's monitors. */
export interface MonitorListResponse {
  success: true
  data: Monitor[]
}

/** Body of `PATCH /v2/monitor/{id}`: change a monitor. */
export interface MonitorChange {
  name?: string | undefined
  status?: 'active' | 'paused' | undefined
  schedule?: {
    /** Five fields, at least 5 minutes apart. */
    cron?: string | undefined
    /** In words. */
    text?: string | undefined
    /** Default: `"UTC"`. */
    timezone?: string | undefined
  } | undefined
  /** The pages, sites and searches to monitor. */
  targets?: readonly MonitorTarget[] | undefined
  webhook?:
    | string
    | {
        /** An http or https URL; without a scheme, http:// is assumed. */
        url: string
        /** HTTP headers of every delivery. */
        headers?: Record<string, string> | undefined
        /** Returned in every delivery. */
        metadata?: Record<string, unknown> | undefined
        /** The events to report; all by default. */
        events?: readonly ('page' | 'check.completed')[] | undefined
      }
    | null | undefined
  notification?:
    | {
        email?: {
          /** Default: true if there are recipients. */
          enabled?: boolean | undefined
          recipients?: readonly string[] | undefined
          /** Include the changes in the mail. Default: `false`. */
          includeDiffs?: boolean | undefined
        } | undefined
      }
    | null | undefined
  /** Days that the history is stored. */
  retentionDays?: number | undefined
  goal?: string | null | undefined
  judgeEnabled?: boolean | undefined
  /** The client that sent the request, for logs. Default: `"api"`. */
  origin?: string | undefined
  /** The integration that sent the request, for logs. */
  integration?: string | null | undefined
}

/** Body of `POST /v2/monitor/{id}/run`: check now. */
export interface MonitorRunRequest {
  /** The client that sent the request, for logs. Default: `"api"`. */
  origin?: string | undefined
}

export interface MonitorCheck {
  id: string
  monitorId: string
  status:
    | 'queued'
    | 'running'
    | 'completed'
    | 'failed'
    | 'partial'
    | 'skipped_overlap'
    | 'skipped_no_credits'
  trigger: 'scheduled' | 'manual'
  scheduledFor: string | null
  startedAt: string | null
  finishedAt: string | null
  estimatedCredits: number | null
  reservedCredits: number | null
  actualCredits: number | null
  billingStatus: 'not_applicable' | 'reserved' | 'confirmed' | 'released' | 'failed'
  summary: {
    totalPages: number
    same: number
    changed: number
    new: number
    removed: number
    error: number
  }
  targetResults?: { targetId: string; type: 'scrape' | 'crawl' | 'search' }[] | null
  notificationStatus?: unknown
  error: string | null
  createdAt: string
  updatedAt: string
}

/** Answer of `POST /v2/monitor/{id}/run`: check now. */
export interface MonitorRunResponse {
  success: true
  id: string
  data: MonitorCheck
}

/** Query of `GET /v2/monitor/{id}/checks`: a monitor's checks. */
export interface CheckListQuery {
  /** Default: `25`. */
  limit?: number | undefined
  /** Default: `0`. */
  offset?: number | undefined
  status?:
    | 'queued'
    | 'running'
    | 'completed'
    | 'failed'
    | 'partial'
    | 'skipped_overlap'
    | 'skipped_no_credits' | undefined
}

/** Answer of `GET /v2/monitor/{id}/checks`: a monitor's checks. */
export interface CheckListResponse {
  success: true
  data: MonitorCheck[]
}

/** Query of `GET /v2/monitor/{id}/checks/{checkId}`: the results of one check. */
export interface CheckQuery {
  /** Default: `25`. */
  limit?: number | undefined
  /** Default: `0`. */
  skip?: number | undefined
  status?: 'same' | 'new' | 'changed' | 'removed' | 'error' | undefined
}

/** Answer of `GET /v2/monitor/{id}/checks/{checkId}`: the results of one check. */
export interface CheckResponse {
  success: true
  next: string | null
  data: MonitorCheck & {
    pages: ({
      id: string
      targetId: string
      url: string
      status: 'same' | 'new' | 'changed' | 'removed' | 'error'
      previousScrapeId: string | null
      currentScrapeId: string | null
      statusCode: number | null
      error: string | null
      metadata?: unknown
      diff?: { text?: string; json?: unknown } | null
      snapshot?: { json?: unknown } | null
      judgment?:
        | {
            meaningful: boolean
            confidence: 'high' | 'medium' | 'low'
            reason: string
            meaningfulChanges: {
              type: 'added' | 'removed' | 'changed'
              before: string | null
              after: string | null
              reason: string
            }[]
          }
        | null
      createdAt: string
    })[]
    next: string | null
  }
}

/** Answer of `GET /v2/team/api-keys`: the team's api keys. */
export interface TeamKeysResponse {
  success: true
  apiKeys: {
    id: string
    name: string
    /** The last characters of the key. */
    lastFour: string
    createdAt: string
    expiresAt: string | null
    allowedIps: string[] | null
    scopes:
      | ('scrape' | 'crawl' | 'map' | 'search' | 'parse' | 'agent' | 'interact' | 'monitor' | 'team')[]
      | null
  }[]
}

/** Body of `POST /v2/team/api-keys`: create an api key. */
export interface TeamKeyRequest {
  /** Default: `"API key"`. */
  name?: string | undefined
  /** When the key expires, in ISO 8601. Null: never. */
  expiresAt?: string | null | undefined
  /** IPv4 and IPv6 addresses and CIDR ranges that may use the key. Null: all. */
  allowedIps?: readonly string[] | null | undefined
  /** The scopes of the key, which select endpoints. Null: all. */
  scopes?:
    | readonly ('scrape' | 'crawl' | 'map' | 'search' | 'parse' | 'agent' | 'interact' | 'monitor' | 'team')[]
    | null | undefined
  /** The client that sent the request, for logs. Default: `"api"`. */
  origin?: string | undefined
}

/** Answer of `POST /v2/team/api-keys`: create an api key. */
export interface TeamKeyResponse {
  success: true
  id: string
  apiKey: string
  expiresAt: string | null
  allowedIps: string[] | null
  scopes:
    | ('scrape' | 'crawl' | 'map' | 'search' | 'parse' | 'agent' | 'interact' | 'monitor' | 'team')[]
    | null
}

/** Answer of `GET /v2/team/credit-usage`: credits left. */
export interface CreditUsageResponse {
  success: true
  data: {
    remainingCredits: number
    planCredits: number
    billingPeriodStart: string | null
    billingPeriodEnd: string | null
  }
}

/** Answer of `GET /v2/team/token-usage`: tokens left. */
export interface TokenUsageResponse {
  success: true
  data: {
    remainingTokens: number
    planTokens: number
    billingPeriodStart: string | null
    billingPeriodEnd: string | null
  }
}

/** Query of `GET /v2/team/credit-usage/historical`: credits used, by month. */
export interface UsageHistoryQuery {
  /** One line per key. Default: `false`. */
  byApiKey?: boolean | undefined
}

/** Answer of `GET /v2/team/credit-usage/historical`: credits used, by month. */
export interface CreditHistoryResponse {
  success: true
  periods: {
    startDate: string | null
    endDate: string | null
    apiKey?: string
    creditsUsed: number
  }[]
}

/** Answer of `GET /v2/team/token-usage/historical`: tokens used, by month. */
export interface TokenHistoryResponse {
  success: true
  periods: {
    startDate: string | null
    endDate: string | null
    apiKey?: string
    tokensUsed: number
  }[]
}

/** Answer of `GET /v2/team/queue-status`: the team's queue. */
export interface QueueStatusResponse {
  success: true
  /** Active and waiting jobs together. */
  jobsInQueue: number
  activeJobsInQueue: number
  waitingJobsInQueue: number
  maxConcurrency: number
  mostRecentSuccess: string | null
}

/** Answer of `GET /v2/concurrency-check`: running and maximum concurrency. */
export interface ConcurrencyResponse {
  success: true
  concurrency: number
  maxConcurrency: number
}

/** Query of `GET /v2/team/activity`: the team's activity of the last day. */
export interface ActivityQuery {
  endpoint?:
    | 'scrape'
    | 'parse'
    | 'crawl'
    | 'batch_scrape'
    | 'search'
    | 'extract'
    | 'map'
    | 'agent'
    | 'browser'
    | 'interact' | undefined
  /** Default: `50`. */
  limit?: number | undefined
  cursor?: string | undefined
}

/** Answer of `GET /v2/team/activity`: the team's activity of the last day. */
export interface ActivityResponse {
  success: true
  data: {
    id: string
    endpoint:
      | 'scrape'
      | 'parse'
      | 'crawl'
      | 'batch_scrape'
      | 'search'
      | 'extract'
      | 'map'
      | 'agent'
      | 'browser'
      | 'interact'
    api_version: string
    created_at: string
    target: string | null
  }[]
  cursor: string | null
  has_more: boolean
}

/** Answer of `GET /v2/team/threat-protection`: the organization's threat-protection policy. */
export interface TeamThreatProtectionResponse {
  success: true
  data: {
    /** `normal` checks each URL with a URL-risk checker, for 2 credits per URL. */
    mode: 'off' | 'normal'
    /**
     * Domains that are always blocked. example.com matches itself and its subdomains, *.example.com only its
     * subdomains.
     */
    blacklist: string[]
    /** Domains that are always allowed, before every other rule; matched like the blacklist. */
    whitelist: string[]
    /** Top-level domains that are always blocked. */
    blockedTlds: string[]
    /** URLs with this risk score or more are blocked; lower is stricter. */
    riskScoreThreshold: number
    /** When the checker is unavailable: `closed` blocks, `open` allows. */
    failurePolicy: 'open' | 'closed'
    allowRequestOverrides: boolean
    /** Whether a policy was saved; if not, these are the defaults. */
    configured?: boolean
    updatedAt?: string | null
  }
}

/** Body of `PUT /v2/team/threat-protection`: set the policy. */
export interface TeamThreatProtectionRequest {
  /** `normal` checks each URL with a URL-risk checker, for 2 credits per URL. */
  mode: 'off' | 'normal'
  /**
   * Domains that are always blocked. example.com matches itself and its subdomains, *.example.com only its
   * subdomains.
   */
  blacklist?: readonly string[] | undefined
  /** Domains that are always allowed, before every other rule; matched like the blacklist. */
  whitelist?: readonly string[] | undefined
  /** Top-level domains that are always blocked. */
  blockedTlds?: readonly string[] | undefined
  /** URLs with this risk score or more are blocked; lower is stricter. Default: `75`. */
  riskScoreThreshold?: number | undefined
  /** When the checker is unavailable: `closed` blocks, `open` allows. Default: `"closed"`. */
  failurePolicy?: 'open' | 'closed' | undefined
  /** Default: `true`. */
  allowRequestOverrides?: boolean | undefined
  /** The client that sent the request, for logs. Default: `"api"`. */
  origin?: string | undefined
}

/** Answer of `GET /v2/team/siem`: where audit events go. */
export interface TeamSiemResponse {
  success: true
  data: {
    enabled: boolean
    url: string | null
    format: 'ocsf' | 'ecs' | 'cef'
    /** The header names; the values are secret. */
    headers: Record<string, string>
    /** Whether the team or the operator manages it. If the operator does, `url` and `headers` are hidden. */
    managedBy: 'team' | 'operator'
  }
}

/** Body of `PUT /v2/team/siem`: set where audit events go. */
export interface TeamSiemRequest {
  enabled: boolean
  /** Omitted or null: the service's collector. */
  url?: string | null | undefined
  /** Default: `"ocsf"`. */
  format?: 'ocsf' | 'ecs' | 'cef' | undefined
  /**
   * Sent with every event to an HTTP collector. A value of `***` keeps the stored one, if `url` stays the
   * same.
   */
  headers?: Record<string, string> | undefined
  /** The client that sent the request, for logs. Default: `"api"`. */
  origin?: string | undefined
}

/** Body of `POST /v2/team/siem/test`: send one test event. */
export interface TeamSiemTestRequest {
  /** The client that sent the request, for logs. Default: `"api"`. */
  origin?: string | undefined
}

/** Answer of `POST /v2/team/siem/test`: send one test event. */
export interface TeamSiemTestResponse {
  success: true
  data: {
    accepted: boolean
    /** The HTTP status of the collector's response, if any. */
    status: number | null
    message: string
  }
}

/** Query of `GET /v2/team/webhook-deliveries`: webhook deliveries, newest first. */
export interface WebhookDeliveriesQuery {
  /** Only deliveries of this job. */
  jobId?: string | undefined
  /** waiting: another attempt follows; failed: no further attempts. */
  state?: 'waiting' | 'delivered' | 'failed' | undefined
  /** The most items on a page. Default: `25`. */
  limit?: number | undefined
  /** `nextCursor` of the previous page. */
  cursor?: string | undefined
}

/** Answer of `GET /v2/team/webhook-deliveries`: webhook deliveries, newest first. */
export interface WebhookDeliveriesResponse {
  success: true
  deliveries: {
    /** The webhookId in the delivery. */
    id: string
    jobId: string
    type: string
    /** waiting: another attempt follows; failed: no further attempts. */
    state: 'waiting' | 'delivered' | 'failed'
    attempts: number
    /** The last HTTP status of the receiver; null without a response. */
    lastStatus: number | null
    lastError: string | null
    createdAt: string
    nextAttemptAt: string | null
    endedAt: string | null
  }[]
  nextCursor: string | null
}

/** Body of `POST /v2/feedback`: rate a result. */
export interface FeedbackRequest {
  endpoint: 'search' | 'scrape' | 'parse' | 'map' | 'alexandria'
  /** The job that the feedback rates. */
  jobId: string
  rating: 'good' | 'partial' | 'bad'
  /** The useful results. */
  valuableSources?: readonly {
    /** An http or https URL; without a scheme, http:// is assumed. */
    url: string
    reason?: string | undefined
  }[] | undefined
  /** Missing content. */
  missingContent?: readonly { topic: string; description?: string | undefined }[] | undefined
  querySuggestions?: string | undefined
  /** The client that sent the request, for logs. Default: `"api"`. */
  origin?: string | undefined
  /** The integration that sent the request, for logs. */
  integration?: string | null | undefined
  issues?: readonly string[] | undefined
  tags?: readonly string[] | undefined
  note?: string | undefined
  /** An http or https URL; without a scheme, http:// is assumed. */
  url?: string | undefined
  pageNumbers?: readonly number[] | undefined
  metadata?: Record<string, unknown> | undefined
}

/** Body of `POST /v2/support/ask`: ask about a job. */
export interface SupportRequest {
  question: string
  /** The id of the job that the question is about. */
  jobId?: string | undefined
  /** The client that sent the request, for logs. Default: `"api"`. */
  origin?: string | undefined
  /** The integration that sent the request, for logs. */
  integration?: string | null | undefined
}

/** Answer of `POST /v2/support/ask`: ask about a job. */
export interface SupportResponse {
  success: true
  answer: string
}

/** Answer of `GET /v2/capabilities`: features of this installation. */
export interface CapabilitiesResponse {
  success: true
  version: string
  /** `ok`, `being unpacked`, or `unavailable` with the reason. */
  browser: string
  database: 'embedded' | 'server'
  ocr: {
    /** Tesseract's language codes. */
    languages: string[]
  }
  model: {
    /** null: the embedded engine is used. */
    name: string | null
    /** The second, larger model, if there is one. */
    pro: string | null
  }
  search: { providers: string[] }
  code: { languages: string[] }
  urlRisk: { provider: string | null }
  keyless: boolean
  /** Recommended changes for the operator, such as settings of the database server. */
  warnings: string[]
}

/** Query of `GET /v2/search/developer`: search developer documentation. */
export interface DeveloperSearchQuery {
  query: string
  /** The most results. Default: `10`. */
  k?: number | undefined
  /** The number of passages of each result. Default: `1`. */
  passages?: number | undefined
  types?: readonly ('doc' | 'issue' | 'pull_request' | 'readme')[] | undefined
  repos?: readonly string[] | undefined
  sources?: readonly string[] | undefined
  language?: string | undefined
  topic?: readonly string[] | undefined
  license?: string | undefined
  min_stars?: number | undefined
  max_stars?: number | undefined
  archived?: boolean | undefined
  fork?: boolean | undefined
  skills?: 'only' | undefined
}

/** Answer of `GET /v2/search/developer`: search developer documentation. */
export interface DeveloperSearchResponse {
  success: true
  results: {
    id: string
    url: string
    title?: string
    passages: { text: string; citation_url?: string }[]
    license?: unknown
  }[]
  repos?: { repo: string; indexed: boolean }[]
  sources?: { source: string; indexed: boolean }[]
  warning?: string
}

/** Body of `POST /v2/search/developer`: search developer documentation. */
export interface DeveloperSearchRequest extends DeveloperSearchQuery {
  /** The client that sent the request, for logs. Default: `"api"`. */
  origin?: string | undefined
  /** The integration that sent the request, for logs. */
  integration?: string | null | undefined
}

/** Query of `GET /v2/search/research/papers`: search papers. */
export interface PaperSearchQuery {
  query: string
  /** Default: `40`. */
  k?: number | undefined
  authors?: readonly string[] | undefined
  categories?: readonly string[] | undefined
  from?: string | undefined
  to?: string | undefined
}

/** Answer of `GET /v2/search/research/papers`: search papers. */
export interface ResearchResponse {
  success: true
  results: Record<string, unknown>[]
  poolSize?: number
  truncated?: boolean
  note?: string | null
  agent_hints?: string[]
}

/** Query of `GET /v2/search/research/papers/{id}`: one paper. */
export interface PaperQuery {
  query?: string | undefined
  /** The most passages, default 4; allowed only with query. */
  k?: number | undefined
}

/** Query of `GET /v2/search/research/papers/{id}/similar`: similar papers. */
export interface SimilarPapersQuery {
  intent: string
  /** Default: `"similar"`. */
  mode?: 'similar' | 'citers' | 'references' | undefined
  /** Default: `40`. */
  k?: number | undefined
  /** Default: `false`. */
  rerank?: boolean | undefined
  anchor?: readonly string[] | undefined
}

/** Query of `GET /v2/search/research/github`: search repositories. */
export interface RepositorySearchQuery {
  query: string
  /** Default: `20`. */
  k?: number | undefined
}
