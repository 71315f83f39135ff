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
      /** The whole page instead of what the viewport shows. Default: `false`. */
      fullPage?: boolean | undefined
      /** From 1 (small file) to 100 (best picture). */
      quality?: number | undefined
      /** The size of the window in pixels. */
      viewport?: { width: number; height: number } | undefined
    }
  | {
      type: 'json' | 'deterministicJson'
      /** What to read from the page. */
      prompt?: string | undefined
      /** A JSON Schema. */
      schema?: Record<string, unknown> | undefined
      /** Refuse pages that try to instruct the model. Default: `false`. */
      checkPromptInjection?: boolean | undefined
    }
  | {
      type: 'changeTracking'
      /** How to describe the change, besides that there is one. */
      modes?: readonly ('git-diff' | 'json')[] | undefined
      /** A JSON Schema. */
      schema?: Record<string, unknown> | undefined
      /** What to compare in json mode. */
      prompt?: string | undefined
      /** Scrapes are compared with earlier ones of the same tag. Default: `null`. */
      tag?: string | null | undefined
    }
  | {
      type: 'attributes'
      /** Which attributes of which elements to read. */
      selectors: readonly { selector: string; attribute: string }[]
    }
  | {
      type: 'question'
      /** What to answer from the page. */
      question: string
    }
  | {
      type: 'highlights'
      /** What to find on the page. */
      query: string
    }
  | {
      type: 'query'
      /** What to answer or find. */
      prompt: string
      /** An answer, or passages of the page, which are in `highlights` too. Default: `"freeform"`. */
      mode?: 'freeform' | 'directQuote' | undefined
    }

export type Action =
  | {
      type: 'wait'
      /** How long to wait. */
      milliseconds?: number | undefined
      /** An element to wait for. */
      selector?: string | undefined
    }
  | {
      type: 'click'
      /** A CSS selector. */
      selector: string
      /** Every matching element instead of the first one. Default: `false`. */
      all?: boolean | undefined
    }
  | {
      type: 'write'
      /** Typed into the element that has the focus. */
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
      /** An element to scroll instead of the page. */
      selector?: string | undefined
    }
  | {
      type: 'screenshot'
      /** The whole page instead of what the viewport shows. Default: `false`. */
      fullPage?: boolean | undefined
      /** From 1 (small file) to 100 (best picture). */
      quality?: number | undefined
      /** The size of the window in pixels. */
      viewport?: { width: number; height: number } | undefined
    }
  | { type: 'scrape' }
  | {
      type: 'executeJavascript'
      /** Run in the page. */
      script: string
    }
  | {
      type: 'pdf'
      /** The size of the paper. Default: `"Letter"`. */
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
      /** Embedded text, pictures of text, or what is needed. Default: `"auto"`. */
      mode?: 'fast' | 'auto' | 'ocr' | undefined
      /** Read no more pages than this. */
      maxPages?: number | undefined
      /** Give the markdown of each page too. */
      pages?: boolean | undefined
      /** The old name of `pages`. */
      pageMarkdown?: boolean | undefined
      /** Give the layout of each page too. Default: `false`. */
      blocks?: boolean | undefined
      /** Mark in the markdown where a page begins. Default: `false`. */
      pageMarkers?: boolean | undefined
    }
  | { type: 'image' }

/** From where, and for speakers of what, the page is asked for. */
export interface Location {
  /** A country code of two letters. Default: `"US"`. */
  country?: string | undefined
  /** Languages in order of preference. */
  languages?: readonly string[] | undefined
}

/** Take personal data out of the markdown: true, or an object with particulars. */
export type RedactPii =
  | boolean
  | {
      /** Default: `"accurate"`. */
      mode?: 'accurate' | 'aggressive' | 'fast' | undefined
      /**
       * Which kinds of personal data to take out; all when left out. Default:
       * `["PERSON","EMAIL","PHONE","LOCATION","FINANCIAL","SECRET"]`.
       */
      entities?: readonly ('PERSON' | 'EMAIL' | 'PHONE' | 'LOCATION' | 'FINANCIAL' | 'SECRET')[] | undefined
      /** `tag` writes <EMAIL> in place of an address. Default: `"tag"`. */
      replaceStyle?: 'tag' | 'mask' | 'remove' | undefined
    }

/** A browser profile kept under a name: its cookies and storage. */
export interface Profile {
  name: string
  /** Keep what this use changes. Default: `true`. */
  saveChanges?: boolean | undefined
}

/** Replaces the given fields of the organization's threat-protection policy for this request. */
export interface ThreatProtectionOverride {
  /** `normal` asks a URL-risk checker about each URL, for 2 credits per URL. */
  mode?: 'off' | 'normal' | undefined
  /**
   * Domains that are always blocked. example.com matches itself and its subdomains, *.example.com only its
   * subdomains.
   */
  blacklist?: readonly string[] | undefined
  /** Domains that are always allowed, before every other rule; matched like the blacklist. */
  whitelist?: readonly string[] | undefined
  /** Top-level domains that are blocked outright. */
  blockedTlds?: readonly string[] | undefined
  /** The risk score from which on a URL is blocked; lower is stricter. */
  riskScoreThreshold?: number | undefined
  /** What happens when the checker cannot be reached: `closed` blocks. */
  failurePolicy?: 'open' | 'closed' | undefined
}

/** Who is behind the request, for the audit log of the organization. */
export interface AuditMetadata {
  /** The user name that goes with the request. */
  username: string
}

/** How each page is scraped. */
export interface ScrapeOptions {
  /** What to derive from the page: names, or objects with particulars. Default: `["markdown"]`. */
  formats?: readonly Format[] | undefined
  /** Leave out navigation, headers, footers and the like. Default: `true`. */
  onlyMainContent?: boolean | undefined
  /** Let a model clean the markdown up further. Default: `false`. */
  onlyCleanContent?: boolean | undefined
  /** CSS selectors of what to keep. */
  includeTags?: readonly string[] | undefined
  /** CSS selectors of what to leave out. */
  excludeTags?: readonly string[] | undefined
  /** Sent with requests to the page. */
  headers?: Record<string, string> | undefined
  /**
   * Which of PDFs and pictures are read rather than given back raw; an empty list means neither. Default:
   * `["pdf","image"]`.
   */
  parsers?: readonly Parser[] | undefined
  /** Leave out pictures that are embedded in the page. Default: `true`. */
  removeBase64Images?: boolean | undefined
  /** Block advertisements and cookie banners. Default: `true`. */
  blockAds?: boolean | undefined
  /** Take personal data out of the markdown: true, or an object with particulars. Default: `false`. */
  redactPII?: RedactPii | undefined
  threatProtection?: ThreatProtectionOverride | undefined
  auditMetadata?: AuditMetadata | undefined
  /** Where the request comes from, for logs. Default: `"api"`. */
  origin?: string | undefined
  /** The integration that sends the request, for logs. */
  integration?: string | null | undefined
  /** Milliseconds that the request may take, as far as the operator allows. Default: `60000`. */
  timeout?: number | undefined
  /** Milliseconds to wait before the page is read, at most half of timeout. Default: `0`. */
  waitFor?: number | undefined
  /** Behave like a phone. Default: `false`. */
  mobile?: boolean | undefined
  /** What to do on the page before it is read, in order. */
  actions?: readonly Action[] | undefined
  /** From where, and for speakers of what, the page is asked for. */
  location?: Location | undefined
  /** Accept invalid certificates. Default: true, but false when headers or actions are sent. */
  skipTlsVerification?: boolean | undefined
  /** Which way out to take; `stealth` is the old name of `enhanced`. Default: `"auto"`. */
  proxy?: 'basic' | 'enhanced' | 'auto' | 'stealth' | undefined
  /** Milliseconds; a cached copy of at most this age will do. 0: always fresh. Default: `172800000`. */
  maxAge?: number | undefined
  /** Milliseconds; answer only from the cache, with a copy of at least this age. */
  minAge?: number | undefined
  /** Whether the result may be kept for later requests. Default: `true`. */
  storeInCache?: boolean | undefined
  /** Answer only from the cache and retain nothing. Default: `false`. */
  lockdown?: boolean | undefined
  /** A browser profile kept under a name: its cookies and storage. */
  profile?: Profile | undefined
  /** The same as the format of that name, which wins when both are given. */
  screenshot?:
    | boolean
    | {
        /** The whole page instead of what the viewport shows. Default: `false`. */
        fullPage?: boolean | undefined
        /** From 1 (small file) to 100 (best picture). */
        quality?: number | undefined
        /** The size of the window in pixels. */
        viewport?: { width: number; height: number } | undefined
      } | undefined
  /** The same as the format of that name, which wins when both are given. */
  changeTracking?:
    | boolean
    | {
        /** How to describe the change, besides that there is one. */
        modes?: readonly ('git-diff' | 'json')[] | undefined
        /** A JSON Schema. */
        schema?: Record<string, unknown> | undefined
        /** What to compare in json mode. */
        prompt?: string | undefined
        /** Scrapes are compared with earlier ones of the same tag. Default: `null`. */
        tag?: string | null | undefined
      } | undefined
}

export interface ParseOptions {
  /** What to derive from the page: names, or objects with particulars. Default: `["markdown"]`. */
  formats?: readonly Format[] | undefined
  /** Leave out navigation, headers, footers and the like. Default: `true`. */
  onlyMainContent?: boolean | undefined
  /** Let a model clean the markdown up further. Default: `false`. */
  onlyCleanContent?: boolean | undefined
  /** CSS selectors of what to keep. */
  includeTags?: readonly string[] | undefined
  /** CSS selectors of what to leave out. */
  excludeTags?: readonly string[] | undefined
  /** Sent with requests to the page. */
  headers?: Record<string, string> | undefined
  /**
   * Which of PDFs and pictures are read rather than given back raw; an empty list means neither. Default:
   * `["pdf","image"]`.
   */
  parsers?: readonly Parser[] | undefined
  /** Leave out pictures that are embedded in the page. Default: `true`. */
  removeBase64Images?: boolean | undefined
  /** Block advertisements and cookie banners. Default: `true`. */
  blockAds?: boolean | undefined
  /** Take personal data out of the markdown: true, or an object with particulars. Default: `false`. */
  redactPII?: RedactPii | undefined
  threatProtection?: ThreatProtectionOverride | undefined
  auditMetadata?: AuditMetadata | undefined
  /** Where the request comes from, for logs. Default: `"api"`. */
  origin?: string | undefined
  /** The integration that sends the request, for logs. */
  integration?: string | null | undefined
  /** Milliseconds that the request may take, as far as the operator allows. Default: `30000`. */
  timeout?: number | undefined
  /** Without effect: nothing is fetched. Default: `true`. */
  skipTlsVerification?: boolean | undefined
  /** Keep neither content nor URL. Default: `false`. */
  zeroDataRetention?: boolean | undefined
}

/** How the site is crawled. */
export interface CrawlOptions {
  /** Which pages are wanted, in words; sets options that are left out. */
  prompt?: string | undefined
  /** Regular expressions; only paths that match one are visited. */
  includePaths?: readonly string[] | undefined
  /** Regular expressions; paths that match one are not visited. */
  excludePaths?: readonly string[] | undefined
  /** Match the patterns with the whole URL instead of its path. Default: `false`. */
  regexOnFullURL?: boolean | undefined
  /** How many links away from the start a page may be found. */
  maxDiscoveryDepth?: number | undefined
  /** Whether the sitemap of the site is used. Default: `"include"`. */
  sitemap?: 'include' | 'skip' | 'only' | undefined
  /** Take addresses that differ only in the query for one. Default: `false`. */
  ignoreQueryParameters?: boolean | undefined
  /** Treat similar URLs, such as with and without www, as one. Default: `true`. */
  deduplicateSimilarURLs?: boolean | undefined
  /** How many pages at most. Default: `10000`. */
  limit?: number | undefined
  /** Also visit pages beside and above the start, not only below it. Default: `false`. */
  crawlEntireDomain?: boolean | undefined
  /** Follow links to other sites, one step far. Default: `false`. */
  allowExternalLinks?: boolean | undefined
  /** Also visit subdomains. Default: `false`. */
  allowSubdomains?: boolean | undefined
  /** Visit what robots.txt asks not to visit. Default: `false`. */
  ignoreRobotsTxt?: boolean | undefined
  /** Whose rules in robots.txt to follow. */
  robotsUserAgent?: string | undefined
  /** Seconds between two pages; they are then visited one by one. */
  delay?: number | undefined
  /** How many pages are visited at once, at most. */
  maxConcurrency?: number | undefined
}

export type SearchSource =
  | 'web' | 'news' | 'images' | 'alexandria'
  | {
      type: 'web'
      /** From when: qdr:h, d, w, m or y, or cdr:1,cd_min:…,cd_max:…; sbd:1 sorts by date. */
      tbs?: string | undefined
      filter?: string | undefined
      /** A language code. Default: en with providers that want one, otherwise any. */
      lang?: string | undefined
      /** A country code of two letters. Default: us, unless location is given. */
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
      /** Keeps the history of the target when the monitor is changed. */
      id?: string | undefined
      type: 'scrape'
      /** The pages to watch. */
      urls?: readonly string[] | undefined
      /** The page to watch, when it is only one. */
      url?: string | undefined
      /** How each page is scraped. */
      scrapeOptions?: ScrapeOptions | undefined
    }
  | {
      /** Keeps the history of the target when the monitor is changed. */
      id?: string | undefined
      type: 'crawl'
      /** An http or https address; without a scheme, http:// is assumed. */
      url: string
      /** How the site is crawled. */
      crawlOptions?: CrawlOptions | undefined
      /** How each page is scraped. */
      scrapeOptions?: ScrapeOptions | undefined
    }
  | {
      /** Keeps the history of the target when the monitor is changed. */
      id?: string | undefined
      type: 'search'
      /** What to search for. */
      queries: readonly string[]
      /** How old results may be. Default: `"24h"`. */
      searchWindow?: '5m' | '15m' | '1h' | '6h' | '24h' | '7d' | undefined
      /** How many results in all, over all queries. Default: `10`. */
      maxResults?: number | undefined
      includeDomains?: readonly string[] | undefined
      excludeDomains?: readonly string[] | undefined
    }

/** Body of `POST /v2/scrape`: scrape one page. */
export interface ScrapeRequest extends ScrapeOptions {
  /** An http or https address; without a scheme, http:// is assumed. */
  url: string
  /** Keep neither content nor URL. Default: `false`. */
  zeroDataRetention?: boolean | undefined
}

/** What a page or file gives: the formats that were asked for, and metadata. */
export interface Document {
  markdown?: string
  html?: string
  rawHtml?: string
  rawBase64?: string
  summary?: string
  links?: string[]
  images?: string[]
  /** The address of the picture. */
  screenshot?: string
  /** The address of the recording. */
  audio?: string
  /** The address of the recording. */
  video?: string
  /** The data that was asked for. */
  json?: unknown
  /** Where the values of `json` were read. */
  extraction?: {
    /** `embedded`, or the model that was asked. */
    engine: string
    evidence: {
      /** The value, as a JSON pointer into `json`. */
      field: string
      url?: string
      /** A CSS selector of the element that shows it. */
      selector?: string
      /** The headings above it, where a model read it. */
      section?: string
      /** As the page shows it. */
      text: string
      /** What kind of place it is, such as `json-ld` or `table`; `model` where a model read it. */
      source: string
      confidence: number
    }[]
    /** Fields of the schema that were not found, as JSON pointers. */
    missing: string[]
    /** Values that a model gave and that were left out because they do not stand on the page. */
    unsupported?: string[]
  }
  /** The answer to the question that was asked. */
  answer?: string
  /** The passages that were asked for. */
  highlights?: string
  attributes?: { selector: string; attribute: string; values: string[] }[]
  /** What the actions gave, each list in the order of the actions. */
  actions?: {
    screenshots?: string[]
    scrapes?: { url: string; html: string }[]
    javascriptReturns?: { type: string; value: unknown }[]
    pdfs?: string[]
  }
  changeTracking?: {
    /** When the page was last looked at, if ever. */
    previousScrapeAt?: string | null
    changeStatus: 'new' | 'same' | 'changed' | 'removed'
    visibility: 'visible' | 'hidden'
    /** What changed, line by line. */
    diff?: string
    /** What changed, value by value. */
    json?: Record<string, unknown>
  }
  branding?: Branding
  product?: Product
  menu?: Menu
  /** Page by page, when the pdf parser was asked for it. */
  pages?: { pageNumber: number; markdown: string }[]
  /** The layout, when the pdf parser was asked for it. */
  blocks?: {
    pageNumber: number
    width: number | null
    height: number | null
    status: 'ok' | 'partial' | 'failed'
    items: {
      id: string
      /** What kind of block it is. */
      type: string
      label: string | null
      /** Left, top, right and bottom, as shares of the page from 0 to 1. */
      bbox: [number, number, number, number] | null
      content: string
      /** From which to before which character of the markdown. */
      markdownSpan: [number, number] | null
      readingOrder: number
      source: string | null
      confidence: { layout: number | null; ocr: number | null }
    }[]
  }[]
  /** What is missing or unusual, and why. */
  warning?: string
  agent_hints?: string[]
  metadata?: DocumentMetadata
}

/** How the site looks: colours, type, spacing, components. */
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
    /** What sets this variant apart, such as its size. */
    values?: Record<string, unknown>
    price?: { amount: number; currency?: string; formatted?: string }
    sale?: { originalPrice: { amount: number; currency?: string; formatted?: string } }
    availability?: { inStock: boolean; text?: string }
    images?: { url: string; alt?: string }[]
  }[]
}

/** The menu that the page shows. */
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

/** What is known about the page besides its content. */
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
  /** Where the content was found in the end. */
  url?: string
  /** What was asked for. */
  sourceURL?: string
  /** The name of the uploaded file. */
  sourceFile?: string
  contentType?: string
  /** What the target answered with. */
  statusCode?: number
  /** What went wrong with this page. */
  error?: string
  /** How many pages of a document were read. */
  numPages?: number
  /** How many pages a document has. */
  totalPages?: number
  timezone?: string
  proxyUsed?: 'basic' | 'stealth'
  /** Over plain HTTP, or with the browser. */
  fetchedBy?: 'http' | 'browser'
  cacheState?: 'hit' | 'miss'
  /** When the cached copy was made. */
  cachedAt?: string
  creditsUsed?: number
  /** What answered: `embedded`, or the model that was asked. */
  engine?: string
  /** Tokens that a model took in and gave out, also for requests that failed. */
  tokensUsed?: number
  /** What these tokens cost by the operator's prices; absent when there are none. */
  modelCost?: number
  /** The page of the same crawl that has the same text. */
  duplicateOf?: string
  /** The page of the same crawl that has nearly the same text. */
  nearDuplicateOf?: string
  /** Leads to the page again, for interacting with it. */
  scrapeId?: string
  /** Whether the request had to wait for its turn. */
  concurrencyLimited?: boolean
  /** How long it waited. */
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
  /** What the upload was answered with. */
  uploadRef: string
}

/** Body of `POST /v2/parse/upload-url`: get a place to upload a file to. */
export interface UploadUrlRequest {
  filename: string
  contentType?: string | undefined
  declaredSizeBytes?: number | undefined
  /** Where the request comes from, for logs. Default: `"api"`. */
  origin?: string | undefined
}

/** Answer of `POST /v2/parse/upload-url`: get a place to upload a file to. */
export interface UploadUrlResponse {
  success: true
  data: {
    /** Where to send the bytes of the file. */
    uploadUrl: string
    /** What to parse the file with afterwards. Works once. */
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
  /** An http or https address; without a scheme, http:// is assumed. */
  url: string
  /** How each page is scraped. */
  scrapeOptions?: ScrapeOptions | undefined
  /** Where to report, as an address or with particulars. */
  webhook?:
    | string
    | {
        /** An http or https address; without a scheme, http:// is assumed. */
        url: string
        /** Sent with every delivery. */
        headers?: Record<string, string> | undefined
        /** Given back in every delivery. */
        metadata?: Record<string, unknown> | undefined
        /** What to report; everything when left out. */
        events?: readonly ('started' | 'page' | 'completed' | 'failed' | 'cancelled')[] | undefined
      } | undefined
  /** Keep neither content nor URL. Default: `false`. */
  zeroDataRetention?: boolean | undefined
  /** Where the request comes from, for logs. Default: `"api"`. */
  origin?: string | undefined
  /** The integration that sends the request, for logs. */
  integration?: string | null | undefined
}

/** Answer of `POST /v2/crawl`: start a crawl. */
export interface CrawlResponse {
  success: true
  id: string
  /** Where the state of the crawl is found. */
  url: string
  promptGeneratedOptions?: Record<string, unknown>
  finalCrawlerOptions?: Record<string, unknown>
  /**
   * How the prompt was read when not by a model, or that it could not be read; unknown fields that were
   * ignored.
   */
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

/** Body of `POST /v2/crawl/params-preview`: what a prompt would set. */
export interface CrawlPreviewRequest {
  /** An http or https address; without a scheme, http:// is assumed. */
  url: string
  /** Which pages are wanted, in words. */
  prompt: string
  /** Where the request comes from, for logs. Default: `"api"`. */
  origin?: string | undefined
  /** The integration that sends the request, for logs. */
  integration?: string | null | undefined
}

/** Answer of `POST /v2/crawl/params-preview`: what a prompt would set. */
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
  /** How many documents to leave out at the beginning. */
  skip?: number | undefined
  /** How many documents at most. Default: `100`. */
  limit?: number | undefined
}

/** Answer of `GET /v2/crawl/{id}`: state and documents of a crawl. */
export interface CrawlStatusResponse {
  success: true
  status: 'scraping' | 'completed' | 'failed' | 'cancelled'
  /** How many pages are done, including failed ones. */
  completed: number
  /** How many pages are known so far. */
  total: number
  creditsUsed: number
  /** Until when the documents are kept. */
  expiresAt: string
  createdAt?: string
  completedAt?: string
  /** Seconds. */
  duration?: number
  /** Where more documents are found, or will be. */
  next?: string | null
  data: Document[]
  warning?: string
}

/** Answer of `DELETE /v2/crawl/{id}`: cancel a crawl. */
export interface CrawlCancelResponse {
  success?: true
  status: 'cancelled'
}

/** Answer of `GET /v2/crawl/{id}/errors`: pages of a crawl that failed. */
export interface CrawlErrorsResponse {
  success?: true
  errors: { id: string; timestamp?: string; url: string; code?: string; error: string }[]
  /** What robots.txt asks not to visit. */
  robotsBlocked: string[]
}

/** Body of `POST /v2/batch/scrape`: start a batch. */
export interface BatchRequest extends ScrapeOptions {
  /** The addresses to work on. */
  urls: readonly string[]
  /** Where to report, as an address or with particulars. */
  webhook?:
    | string
    | {
        /** An http or https address; without a scheme, http:// is assumed. */
        url: string
        /** Sent with every delivery. */
        headers?: Record<string, string> | undefined
        /** Given back in every delivery. */
        metadata?: Record<string, unknown> | undefined
        /** What to report; everything when left out. */
        events?: readonly ('started' | 'page' | 'completed' | 'failed' | 'cancelled')[] | undefined
      } | undefined
  /** A batch that these URLs are added to. */
  appendToId?: string | undefined
  /** Leave invalid URLs out instead of refusing the request. Default: `true`. */
  ignoreInvalidURLs?: boolean | undefined
  /** How many pages are scraped at once, at most. */
  maxConcurrency?: number | undefined
  /** Keep neither content nor URL. Default: `false`. */
  zeroDataRetention?: boolean | undefined
}

/** Answer of `POST /v2/batch/scrape`: start a batch. */
export interface BatchResponse {
  success: true
  id: string
  /** Where the state of the batch is found. */
  url: string
  /** What was left out. */
  invalidURLs?: string[]
  /** Unknown fields that were ignored. */
  warning?: string
}

/** Body of `POST /v2/map`: list the addresses of a site. */
export interface MapRequest {
  /** An http or https address; without a scheme, http:// is assumed. */
  url: string
  /** Put addresses that go with these words first. */
  search?: string | undefined
  /** Whether the sitemap of the site is used. Default: `"include"`. */
  sitemap?: 'include' | 'skip' | 'only' | undefined
  /** Also list URLs of subdomains. Default: `true`. */
  includeSubdomains?: boolean | undefined
  /** The same as includeSubdomains, which wins. */
  allowSubdomains?: boolean | undefined
  /** Take addresses that differ only in the query for one. Default: `true`. */
  ignoreQueryParameters?: boolean | undefined
  /** How many addresses at most. Default: `5000`. */
  limit?: number | undefined
  /** Milliseconds that the request may take. */
  timeout?: number | undefined
  /** From where, and for speakers of what, the page is asked for. */
  location?: Location | undefined
  /** Look at the site again instead of using what is known. Default: `false`. */
  ignoreCache?: boolean | undefined
  /** Use what earlier visits found. Default: `true`. */
  useIndex?: boolean | undefined
  /** Only list URLs below the path of the given one. Default: `true`. */
  filterByPath?: boolean | undefined
  /** Also list pages beside and above the given one: the opposite of filterByPath, which wins. */
  crawlEntireDomain?: boolean | undefined
  /** How many links away from the start a page may be found. */
  maxDiscoveryDepth?: number | undefined
  /** Treat similar URLs, such as with and without www, as one. Default: `true`. */
  deduplicateSimilarURLs?: boolean | undefined
  /** Seconds between two pages of a host. */
  delay?: number | undefined
  headers?: Record<string, string> | undefined
  /** Regular expressions; only paths that match one are listed. */
  includePaths?: readonly string[] | undefined
  /** Regular expressions; paths that match one are not listed. */
  excludePaths?: readonly string[] | undefined
  /** Match the patterns with the whole URL instead of its path. Default: `false`. */
  regexOnFullURL?: boolean | undefined
  /** Also list links to other sites. Default: `false`. */
  allowExternalLinks?: boolean | undefined
  /** Also list what robots.txt asks not to visit. Default: `false`. */
  ignoreRobotsTxt?: boolean | undefined
  /** Whose rules in robots.txt to follow. */
  robotsUserAgent?: string | undefined
  threatProtection?: ThreatProtectionOverride | undefined
  auditMetadata?: AuditMetadata | undefined
  /** Where the request comes from, for logs. Default: `"api"`. */
  origin?: string | undefined
  /** The integration that sends the request, for logs. */
  integration?: string | null | undefined
}

/** Answer of `POST /v2/map`: list the addresses of a site. */
export interface MapResponse {
  success: true
  id: string
  links: { url: string; title?: string; description?: string }[]
  warning?: string
}

/** Body of `POST /v2/search`: search the web. */
export interface SearchRequest {
  /** What to search for. */
  query: string
  /** How many results of each source at most. Default: `10`. */
  limit?: number | undefined
  /** Where to search; `alexandria` is ignored. Default: `["web"]`. */
  sources?: readonly SearchSource[] | undefined
  /** Which kinds of results are wanted; none means all. */
  categories?: readonly SearchCategory[] | undefined
  /** Search only here. */
  includeDomains?: readonly string[] | undefined
  /** Leave these out. */
  excludeDomains?: readonly string[] | undefined
  /** From when: qdr:h, d, w, m or y, or cdr:1,cd_min:…,cd_max:…; sbd:1 sorts by date. */
  tbs?: string | undefined
  filter?: string | undefined
  /** A language code. Default: en with providers that want one, otherwise any. */
  lang?: string | undefined
  /** A country code of two letters. Default: us, unless location is given. */
  country?: string | undefined
  /** A place. */
  location?: string | undefined
  /** Leave out what is not for children. Default: `false`. */
  safe?: boolean | undefined
  /** Milliseconds that the request may take, as far as the operator allows. Default: `60000`. */
  timeout?: number | undefined
  /** Leave out results that could not be scraped anyway. Default: `false`. */
  ignoreInvalidURLs?: boolean | undefined
  /** Default: `false`. */
  asyncScraping?: boolean | undefined
  /** Describe results by the passages that go with the query. Default: `true`. */
  highlights?: boolean | undefined
  /** `zdr`: keep nothing about this search. */
  enterprise?: readonly ('default' | 'anon' | 'zdr')[] | undefined
  /** How hits are scraped; without formats they are not. */
  scrapeOptions?: ScrapeOptions | undefined
  threatProtection?: ThreatProtectionOverride | undefined
  auditMetadata?: AuditMetadata | undefined
  /** Where the request comes from, for logs. Default: `"api"`. */
  origin?: string | undefined
  /** The integration that sends the request, for logs. */
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

/** Body of `POST /v2/search/{id}/feedback`: say how good a search was. */
export interface SearchFeedbackRequest {
  rating: 'good' | 'partial' | 'bad'
  /** Which results were of use. */
  valuableSources?: readonly {
    /** An http or https address; without a scheme, http:// is assumed. */
    url: string
    reason?: string | undefined
  }[] | undefined
  /** What was not found. */
  missingContent?: readonly { topic: string; description?: string | undefined }[] | undefined
  querySuggestions?: string | undefined
  /** Where the request comes from, for logs. Default: `"api"`. */
  origin?: string | undefined
  /** The integration that sends the request, for logs. */
  integration?: string | null | undefined
}

/** Answer of `POST /v2/search/{id}/feedback`: say how good a search was. */
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
  /** The addresses to work on. */
  urls?: readonly string[] | undefined
  /** What to extract. */
  prompt?: string | undefined
  systemPrompt?: string | undefined
  /** A JSON Schema. */
  schema?: Record<string, unknown> | undefined
  /** Default: `false`. */
  allowExternalLinks?: boolean | undefined
  /** Also use pages that a search finds. Default: `false`. */
  enableWebSearch?: boolean | undefined
  /** Default: `true`. */
  includeSubdomains?: boolean | undefined
  /** Default: `false`. */
  ignoreSitemap?: boolean | undefined
  /** Say which page each value is from. Default: `false`. */
  showSources?: boolean | undefined
  /** Leave invalid URLs out instead of refusing the request. Default: `true`. */
  ignoreInvalidURLs?: boolean | undefined
  /** How each page is scraped. */
  scrapeOptions?: ScrapeOptions | undefined
  /** How many pages at most. */
  limit?: number | undefined
  /** Milliseconds that the work may take. */
  timeout?: number | undefined
  /** Where to report, as an address or with particulars. */
  webhook?:
    | string
    | {
        /** An http or https address; without a scheme, http:// is assumed. */
        url: string
        /** Sent with every delivery. */
        headers?: Record<string, string> | undefined
        /** Given back in every delivery. */
        metadata?: Record<string, unknown> | undefined
        /** What to report; everything when left out. */
        events?: readonly ('started' | 'page' | 'completed' | 'failed' | 'cancelled')[] | undefined
      } | undefined
  threatProtection?: ThreatProtectionOverride | undefined
  auditMetadata?: AuditMetadata | undefined
  /** Where the request comes from, for logs. Default: `"api"`. */
  origin?: string | undefined
  /** The integration that sends the request, for logs. */
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
  /** The pages that each field is from. */
  sources?: Record<string, string[]>
  warning?: string
  tokensUsed?: number
  modelCost?: number
  creditsUsed?: number
}

/** Body of `POST /v2/agent`: start an agent task. */
export interface AgentRequest {
  /** What data to find. */
  prompt: string
  /** Where to look: the task begins there and stays on their sites. */
  urls?: readonly string[] | undefined
  /** Request nothing but exactly the given urls, redirects included. Default: `false`. */
  strictConstrainToURLs?: boolean | undefined
  /** The form of the data, as a JSON Schema. */
  schema?: Record<string, unknown> | undefined
  /** `spark-1-mini` is cheaper, `spark-1-pro` better at complex tasks. Default: `"spark-1-mini"`. */
  model?: 'spark-1-mini' | 'spark-1-pro' | 'spark-2' | undefined
  /** How many credits the task may spend. Default: `2500`. */
  maxCredits?: number | undefined
  auditMetadata?: AuditMetadata | undefined
  threatProtection?: ThreatProtectionOverride | undefined
  /** Where to report, as an address or with particulars. */
  webhook?:
    | string
    | {
        /** An http or https address; without a scheme, http:// is assumed. */
        url: string
        /** Sent with every delivery. */
        headers?: Record<string, string> | undefined
        /** Given back in every delivery. */
        metadata?: Record<string, unknown> | undefined
        /** What to report; everything when left out. */
        events?: readonly ('started' | 'action' | 'completed' | 'failed' | 'cancelled')[] | undefined
      } | undefined
  effort?: 'low' | 'medium' | 'high' | undefined
  /** A conversation to go on with. */
  threadId?: string | undefined
  /** `chat` answers in words, `extract` with data. Default: `"extract"`. */
  mode?: 'extract' | 'chat' | undefined
  /** Where the request comes from, for logs. Default: `"api"`. */
  origin?: string | undefined
  /** The integration that sends the request, for logs. */
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
  /** Only tasks started before this moment, in milliseconds since 1970. */
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
  /** Where older tasks are found. */
  next?: string
}

/** Answer of `GET /v2/agent/{id}`: state and result of a task. */
export interface AgentStatusResponse {
  success: true
  status: 'processing' | 'completed' | 'failed' | 'cancelled'
  /** What was found, once the task is completed. */
  data?: unknown
  /** Why the task failed. */
  error?: string
  warning?: string
  model?: string
  effort?: 'low' | 'medium' | 'high'
  /** Until when the result is kept. */
  expiresAt: string
  creditsUsed?: number
  /** Tokens that models took, also for requests that failed. */
  tokensUsed?: number
  /** What these tokens cost by the operator's prices. */
  modelCost?: number
  threadId?: string
  threadTurn?: number
  mode?: 'extract' | 'chat'
  /** The answer in words. */
  message?: string
  suggestions?: { label: string; prompt: string }[]
  /** What was found before the task ended early. */
  partial?: unknown
  /** Whether `partial` is as the schema wants it, where one was given. */
  partialSchemaValid?: boolean
  /** Why the task ended. */
  stopReason?: string
  /** The pages that each value is from, by JSON pointers into `data`, or into `partial` without it. */
  sources?: Record<string, string[]>
  /** JSON pointers of what was found nowhere. */
  missing?: string[]
}

/** Answer of `DELETE /v2/agent/{id}`: cancel a task. */
export interface OkResponse {
  success: true
}

/** Query of `GET /v2/agent/{id}/trace`: what a task did, step by step. */
export interface AgentTraceQuery {
  /** Also say which browsers are open. Default: `false`. */
  liveView?: boolean | undefined
}

/** Answer of `GET /v2/agent/{id}/trace`: what a task did, step by step. */
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

/** Answer of `GET /v2/agent/{id}/snapshots/{snapshotId}`: what a task saw at one step. */
export interface AgentSnapshotResponse {
  success: true
  id: string
  snapshotId: string
  snapshot: string
}

/** Query of `GET /v2/agent/threads/{threadId}`: a conversation of tasks. */
export interface AgentThreadQuery {
  /** Also give what each run found. Default: `false`. */
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
  /** Seconds that the session lives at most. Default: `600`. */
  ttl?: number | undefined
  /** Seconds that it lives without being used. Default: `300`. */
  activityTtl?: number | undefined
  /** Whether the session can be watched. Default: `true`. */
  streamWebView?: boolean | undefined
  /** Whether the actions are recorded, with a picture after each; see `/replay`. Default: `false`. */
  recordSession?: boolean | undefined
  /** A browser profile kept under a name: its cookies and storage. */
  profile?: Profile | undefined
  /** Where the request comes from, for logs. Default: `"api"`. */
  origin?: string | undefined
  /** The integration that sends the request, for logs. */
  integration?: string | null | undefined
}

/** Answer of `POST /v2/browser`: open a browser session. */
export interface BrowserResponse {
  success: true
  id: string
  /** WebSocket that speaks the DevTools protocol. */
  cdpUrl?: string
  /** Page that shows the session live; without it when `streamWebView` is off. */
  liveViewUrl?: string
  /** The same page, with mouse and keyboard. */
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
    /** WebSocket that speaks the DevTools protocol. */
    cdpUrl?: string
    /** Page that shows the session live; without it when `streamWebView` is off. */
    liveViewUrl?: string
    /** The same page, with mouse and keyboard. */
    interactiveLiveViewUrl?: string
    streamWebView: boolean
    createdAt: string
    lastActivity: string
  }[]
}

/** Body of `POST /v2/browser/{id}/execute`: run code in a session. */
export interface BrowserExecuteRequest {
  /** A program; `page` is the open page. */
  code: string
  /** Default: `"node"`. */
  language?: 'python' | 'node' | 'bash' | undefined
  /** Seconds that it may take. Default: `30`. */
  timeout?: number | undefined
  /** Where the request comes from, for logs. Default: `"api"`. */
  origin?: string | undefined
  /** The integration that sends the request, for logs. */
  integration?: string | null | undefined
}

/** Answer of `POST /v2/browser/{id}/execute`: run code in a session. */
export interface BrowserExecuteResponse {
  /** Whether the program ran without failing. */
  success: boolean
  stdout?: string
  /** The last value, or what was printed. */
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
  /** The actions in their order. */
  steps: {
    /** When the action began. */
    at: string
    /** `click`, `fill`, `goto`, … */
    type: string
    /** The element: its role and name, or in programs how it was found. */
    target?: string
    /** What was typed, chosen or opened. Secrets are `••••`. */
    value?: string
    /** Which page it led to. */
    effect?: string
    /** Why it failed. */
    error?: string
    /** The page afterwards. */
    url: string
    /** URL of a JPEG of the page afterwards; it works for 24 hours, for whoever has it. */
    picture?: string
  }[]
  /** Whether steps or pictures are missing because there were too many. */
  truncated: boolean
  /** What is missing. */
  warning?: string
  expiresAt: string
}

/** Body of `POST /v2/scrape/{id}/interact`: act on a scraped page. */
export interface InteractRequest {
  /** A program; `page` is the open page. */
  code?: string | undefined
  /** What to do on the page, in words. */
  prompt?: string | undefined
  /**
   * Values that the prompt calls `<name>`: texts, or files to upload. They are filled in on the website of
   * the session only; no model or log gets to see them, and only `code` of the answer contains them.
   */
  variables?: Record<string, string | { fileName: string; text: string } | { fileName: string; base64: string }> | undefined
  /** JSON Schema of the output. The answer has it as `data`. Needs a model. */
  schema?: Record<string, unknown> | undefined
  /** Tokens of a model that the prompt may take; the operator's limit holds as well. */
  maxTokens?: number | undefined
  /** Default: `"node"`. */
  language?: 'python' | 'node' | 'bash' | undefined
  /** Seconds that it may take. Default: `30`. */
  timeout?: number | undefined
  /** A session of the team to use instead of one for this scrape. */
  existingSessionId?: string | undefined
  /** Whether the actions are recorded, with a picture after each; see `/replay`. Default: `false`. */
  recordSession?: boolean | undefined
  /** Seconds that the session lives at most. Default: `600`. */
  ttl?: number | undefined
  /** Seconds that it lives without being used. Default: `300`. */
  activityTtl?: number | undefined
  /** Where the request comes from, for logs. Default: `"api"`. */
  origin?: string | undefined
  /** The integration that sends the request, for logs. */
  integration?: string | null | undefined
}

/** Answer of `POST /v2/scrape/{id}/interact`: act on a scraped page. */
export interface InteractResponse {
  /** Whether the program ran without failing, or everything wished for was done. */
  success: boolean
  sessionId?: string
  /** WebSocket that speaks the DevTools protocol. */
  cdpUrl?: string
  /** Page that shows the session live; without it when `streamWebView` is off. */
  liveViewUrl?: string
  /** The same page, with mouse and keyboard. */
  interactiveLiveViewUrl?: string
  /** What came of the wish in words. */
  output?: string
  /** What was done for the wish, in order. */
  actions?: {
    /** `click`, `fill`, … */
    type: string
    /** What it was done to. */
    target?: string
    value?: string
    /** What it changed, as far as could be seen. */
    effect?: string
  }[]
  /** The output as `schema` wants it. */
  data?: unknown
  /** What a model took for the prompt. */
  usage?: {
    /** How often the model decided. */
    rounds: number
    inputTokens: number
    outputTokens: number
    /** Input tokens that came from the endpoint's prompt cache. */
    cachedTokens: number
    /** By the operator's prices; absent when there are none. */
    cost?: number
  }
  /**
   * A program that does the same actions again without planner or model: send it as `code`. It contains what
   * was typed, passwords included.
   */
  code?: string
  /** What is to be known about how it was done. */
  warning?: string
  stdout?: string
  /** The last value, or what was printed. */
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

/** Body of `POST /v2/monitor`: make a monitor. */
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
  /** What to watch. */
  targets: readonly MonitorTarget[]
  /** Where to report, as an address or with particulars. */
  webhook?:
    | string
    | {
        /** An http or https address; without a scheme, http:// is assumed. */
        url: string
        /** Sent with every delivery. */
        headers?: Record<string, string> | undefined
        /** Given back in every delivery. */
        metadata?: Record<string, unknown> | undefined
        /** What to report; everything when left out. */
        events?: readonly ('page' | 'check.completed')[] | undefined
      } | undefined
  notification?: {
    email?: {
      /** Default: whether there are recipients. */
      enabled?: boolean | undefined
      recipients?: readonly string[] | undefined
      /** Say what changed in the mail itself. Default: `false`. */
      includeDiffs?: boolean | undefined
    } | undefined
  } | undefined
  /** How many days the history is kept. Default: `30`. */
  retentionDays?: number | undefined
  /** Which changes matter, in words; changes are then judged by it. */
  goal?: string | undefined
  /** Whether changes are judged by the goal. Default: when there is one. */
  judgeEnabled?: boolean | undefined
  /** Where the request comes from, for logs. Default: `"api"`. */
  origin?: string | undefined
  /** The integration that sends the request, for logs. */
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

/** Answer of `POST /v2/monitor`: make a monitor. */
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
  /** What to watch. */
  targets?: readonly MonitorTarget[] | undefined
  webhook?:
    | string
    | {
        /** An http or https address; without a scheme, http:// is assumed. */
        url: string
        /** Sent with every delivery. */
        headers?: Record<string, string> | undefined
        /** Given back in every delivery. */
        metadata?: Record<string, unknown> | undefined
        /** What to report; everything when left out. */
        events?: readonly ('page' | 'check.completed')[] | undefined
      }
    | null | undefined
  notification?:
    | {
        email?: {
          /** Default: whether there are recipients. */
          enabled?: boolean | undefined
          recipients?: readonly string[] | undefined
          /** Say what changed in the mail itself. Default: `false`. */
          includeDiffs?: boolean | undefined
        } | undefined
      }
    | null | undefined
  /** How many days the history is kept. */
  retentionDays?: number | undefined
  goal?: string | null | undefined
  judgeEnabled?: boolean | undefined
  /** Where the request comes from, for logs. Default: `"api"`. */
  origin?: string | undefined
  /** The integration that sends the request, for logs. */
  integration?: string | null | undefined
}

/** Body of `POST /v2/monitor/{id}/run`: check now. */
export interface MonitorRunRequest {
  /** Where the request comes from, for logs. Default: `"api"`. */
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

/** Query of `GET /v2/monitor/{id}/checks/{checkId}`: what one check found. */
export interface CheckQuery {
  /** Default: `25`. */
  limit?: number | undefined
  /** Default: `0`. */
  skip?: number | undefined
  status?: 'same' | 'new' | 'changed' | 'removed' | 'error' | undefined
}

/** Answer of `GET /v2/monitor/{id}/checks/{checkId}`: what one check found. */
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
    /** How the key ends. */
    lastFour: string
    createdAt: string
    expiresAt: string | null
    allowedIps: string[] | null
    scopes:
      | ('scrape' | 'crawl' | 'map' | 'search' | 'parse' | 'agent' | 'interact' | 'monitor' | 'team')[]
      | null
  }[]
}

/** Body of `POST /v2/team/api-keys`: make an api key. */
export interface TeamKeyRequest {
  /** Default: `"API key"`. */
  name?: string | undefined
  /** When the key stops being valid, in ISO 8601. Null: never. */
  expiresAt?: string | null | undefined
  /** IP addresses and CIDR ranges, IPv4 and IPv6, that the key may be used from. Null: all. */
  allowedIps?: readonly string[] | null | undefined
  /** The families of endpoints that the key may call. Null: all. */
  scopes?:
    | readonly ('scrape' | 'crawl' | 'map' | 'search' | 'parse' | 'agent' | 'interact' | 'monitor' | 'team')[]
    | null | undefined
  /** Where the request comes from, for logs. Default: `"api"`. */
  origin?: string | undefined
}

/** Answer of `POST /v2/team/api-keys`: make an api key. */
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

/** Answer of `GET /v2/team/credit-usage`: credits that are left. */
export interface CreditUsageResponse {
  success: true
  data: {
    remainingCredits: number
    planCredits: number
    billingPeriodStart: string | null
    billingPeriodEnd: string | null
  }
}

/** Answer of `GET /v2/team/token-usage`: tokens that are left. */
export interface TokenUsageResponse {
  success: true
  data: {
    remainingTokens: number
    planTokens: number
    billingPeriodStart: string | null
    billingPeriodEnd: string | null
  }
}

/** Query of `GET /v2/team/credit-usage/historical`: credits used, month by month. */
export interface UsageHistoryQuery {
  /** One line for each key. Default: `false`. */
  byApiKey?: boolean | undefined
}

/** Answer of `GET /v2/team/credit-usage/historical`: credits used, month by month. */
export interface CreditHistoryResponse {
  success: true
  periods: {
    startDate: string | null
    endDate: string | null
    apiKey?: string
    creditsUsed: number
  }[]
}

/** Answer of `GET /v2/team/token-usage/historical`: tokens used, month by month. */
export interface TokenHistoryResponse {
  success: true
  periods: {
    startDate: string | null
    endDate: string | null
    apiKey?: string
    tokensUsed: number
  }[]
}

/** Answer of `GET /v2/team/queue-status`: how busy the team is. */
export interface QueueStatusResponse {
  success: true
  /** Active and waiting ones together. */
  jobsInQueue: number
  activeJobsInQueue: number
  waitingJobsInQueue: number
  maxConcurrency: number
  mostRecentSuccess: string | null
}

/** Answer of `GET /v2/concurrency-check`: what runs now and may run at most. */
export interface ConcurrencyResponse {
  success: true
  concurrency: number
  maxConcurrency: number
}

/** Query of `GET /v2/team/activity`: what the team did in the last day. */
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

/** Answer of `GET /v2/team/activity`: what the team did in the last day. */
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
    /** `normal` asks a URL-risk checker about each URL, for 2 credits per URL. */
    mode: 'off' | 'normal'
    /**
     * Domains that are always blocked. example.com matches itself and its subdomains, *.example.com only its
     * subdomains.
     */
    blacklist: string[]
    /** Domains that are always allowed, before every other rule; matched like the blacklist. */
    whitelist: string[]
    /** Top-level domains that are blocked outright. */
    blockedTlds: string[]
    /** The risk score from which on a URL is blocked; lower is stricter. */
    riskScoreThreshold: number
    /** What happens when the checker cannot be reached: `closed` blocks. */
    failurePolicy: 'open' | 'closed'
    allowRequestOverrides: boolean
    /** Whether a policy was ever saved; otherwise these are the defaults. */
    configured?: boolean
    updatedAt?: string | null
  }
}

/** Body of `PUT /v2/team/threat-protection`: set the policy. */
export interface TeamThreatProtectionRequest {
  /** `normal` asks a URL-risk checker about each URL, for 2 credits per URL. */
  mode: 'off' | 'normal'
  /**
   * Domains that are always blocked. example.com matches itself and its subdomains, *.example.com only its
   * subdomains.
   */
  blacklist?: readonly string[] | undefined
  /** Domains that are always allowed, before every other rule; matched like the blacklist. */
  whitelist?: readonly string[] | undefined
  /** Top-level domains that are blocked outright. */
  blockedTlds?: readonly string[] | undefined
  /** The risk score from which on a URL is blocked; lower is stricter. Default: `75`. */
  riskScoreThreshold?: number | undefined
  /** What happens when the checker cannot be reached: `closed` blocks. Default: `"closed"`. */
  failurePolicy?: 'open' | 'closed' | undefined
  /** Default: `true`. */
  allowRequestOverrides?: boolean | undefined
  /** Where the request comes from, for logs. Default: `"api"`. */
  origin?: string | undefined
}

/** Answer of `GET /v2/team/siem`: where audit events go. */
export interface TeamSiemResponse {
  success: true
  data: {
    enabled: boolean
    url: string | null
    format: 'ocsf' | 'ecs' | 'cef'
    /** Their names; the values are secrets. */
    headers: Record<string, string>
    /** Who may change it. What the operator manages is shown without `url` and `headers`. */
    managedBy: 'team' | 'operator'
  }
}

/** Body of `PUT /v2/team/siem`: set where audit events go. */
export interface TeamSiemRequest {
  enabled: boolean
  /** Left out or null: the collector of the service. */
  url?: string | null | undefined
  /** Default: `"ocsf"`. */
  format?: 'ocsf' | 'ecs' | 'cef' | undefined
  /**
   * Sent with every event to an HTTP collector. A value of `***` stays what it was, as long as `url` does.
   */
  headers?: Record<string, string> | undefined
  /** Where the request comes from, for logs. Default: `"api"`. */
  origin?: string | undefined
}

/** Body of `POST /v2/team/siem/test`: send one test event. */
export interface TeamSiemTestRequest {
  /** Where the request comes from, for logs. Default: `"api"`. */
  origin?: string | undefined
}

/** Answer of `POST /v2/team/siem/test`: send one test event. */
export interface TeamSiemTestResponse {
  success: true
  data: {
    accepted: boolean
    /** The status that an HTTP collector answered with, if it did. */
    status: number | null
    message: string
  }
}

/** Query of `GET /v2/team/webhook-deliveries`: what webhooks were told, newest first. */
export interface WebhookDeliveriesQuery {
  /** Only what this job reported. */
  jobId?: string | undefined
  /** waiting: another attempt follows; failed: given up. */
  state?: 'waiting' | 'delivered' | 'failed' | undefined
  /** How many items a page has at most. Default: `25`. */
  limit?: number | undefined
  /** The nextCursor of the page before. */
  cursor?: string | undefined
}

/** Answer of `GET /v2/team/webhook-deliveries`: what webhooks were told, newest first. */
export interface WebhookDeliveriesResponse {
  success: true
  deliveries: {
    /** What the receiver knows as webhookId. */
    id: string
    jobId: string
    type: string
    /** waiting: another attempt follows; failed: given up. */
    state: 'waiting' | 'delivered' | 'failed'
    attempts: number
    /** What the receiver answered last; null when it did not. */
    lastStatus: number | null
    lastError: string | null
    createdAt: string
    nextAttemptAt: string | null
    endedAt: string | null
  }[]
  nextCursor: string | null
}

/** Body of `POST /v2/feedback`: say how good a result was. */
export interface FeedbackRequest {
  endpoint: 'search' | 'scrape' | 'parse' | 'map' | 'alexandria'
  /** What the feedback is about. */
  jobId: string
  rating: 'good' | 'partial' | 'bad'
  /** Which results were of use. */
  valuableSources?: readonly {
    /** An http or https address; without a scheme, http:// is assumed. */
    url: string
    reason?: string | undefined
  }[] | undefined
  /** What was not found. */
  missingContent?: readonly { topic: string; description?: string | undefined }[] | undefined
  querySuggestions?: string | undefined
  /** Where the request comes from, for logs. Default: `"api"`. */
  origin?: string | undefined
  /** The integration that sends the request, for logs. */
  integration?: string | null | undefined
  issues?: readonly string[] | undefined
  tags?: readonly string[] | undefined
  note?: string | undefined
  /** An http or https address; without a scheme, http:// is assumed. */
  url?: string | undefined
  pageNumbers?: readonly number[] | undefined
  metadata?: Record<string, unknown> | undefined
}

/** Body of `POST /v2/support/ask`: ask about a job. */
export interface SupportRequest {
  question: string
  /** The job that the question is about. */
  jobId?: string | undefined
  /** Where the request comes from, for logs. Default: `"api"`. */
  origin?: string | undefined
  /** The integration that sends the request, for logs. */
  integration?: string | null | undefined
}

/** Answer of `POST /v2/support/ask`: ask about a job. */
export interface SupportResponse {
  success: true
  answer: string
}

/** Answer of `GET /v2/capabilities`: what this installation has. */
export interface CapabilitiesResponse {
  success: true
  version: string
  /** `ok`, `being unpacked`, or `unavailable` with the reason. */
  browser: string
  database: 'embedded' | 'server'
  ocr: {
    /** As Tesseract names them. */
    languages: string[]
  }
  model: {
    /** null: the embedded engine answers. */
    name: string | null
    /** The larger one, where there is one. */
    pro: string | null
  }
  search: { providers: string[] }
  code: { languages: string[] }
  urlRisk: { provider: string | null }
  keyless: boolean
  /** What the operator should change, such as settings of the database server. */
  warnings: string[]
}

/** Query of `GET /v2/search/developer`: search developer documentation. */
export interface DeveloperSearchQuery {
  query: string
  /** How many results at most. Default: `10`. */
  k?: number | undefined
  /** How many passages of each result. Default: `1`. */
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
  /** Where the request comes from, for logs. Default: `"api"`. */
  origin?: string | undefined
  /** The integration that sends the request, for logs. */
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
  /** How many passages at most, 4 when left out; taken only with query. */
  k?: number | undefined
}

/** Query of `GET /v2/search/research/papers/{id}/similar`: papers like this one. */
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
