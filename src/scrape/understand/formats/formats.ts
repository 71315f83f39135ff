import type { ChildNode } from 'domhandler'
import type { Document } from '../../../contract/document.ts'
import type { Format, FormatName, FormatOf } from '../../../contract/formats.ts'
import {
  answerQuestion,
  extractJson,
  highlightsOf,
  injectionIn,
  menuOf,
  productOf,
  summaryOf,
} from '../../../extract/extract.ts'
import type { JsonWish, PageTrace, ReadablePage, RecordLink } from '../../../extract/extract.ts'
import type { FaultCode } from '../../../fault.ts'
import type { Page } from '../../../content/parse/page.ts'
import { attributesOf } from './attributes.ts'
import { renderHtml } from './html.ts'
import { imagesOf } from './images.ts'
import { linksOf } from './links.ts'
import { renderMarkdown } from '../../../content/markdown/markdown.ts'
import { mediaOf } from './media.ts'

/** What a format is derived from; `content` is selected on first use, once for all formats. */
interface View {
  page: Page
  /** The same page for those who look for data and answers in it. */
  readable: ReadablePage
  content: () => readonly ChildNode[]
  removeBase64Images: boolean
  /** As it was sent. */
  bytes: Uint8Array
  /** What other pages of the same site left behind. */
  siblings: readonly PageTrace[]
}

/** What a format gives. */
export interface Derivation {
  fields?: Partial<Document>
  /** The text that answers a question or a query, or the passages that were asked for. */
  said?: string | undefined
  warning?: string | undefined
  /** Why there can be no document at all. */
  refusal?: Refusal
  /** What this page teaches about others of its site. */
  trace?: PageTrace
  /** Where the records of the data lead. */
  records?: () => RecordLink[]
  /** The data whose changes are tracked. */
  tracked?: Tracked
}

/** Data with its evidence, as the document tells it. */
export interface Tracked extends Omit<NonNullable<Document['extraction']>, 'engine'> {
  value: unknown
}

export interface Refusal {
  code: FaultCode
  message: string
}

/** One derivation from a page to fields of the document. */
interface FormatRow<Wanted extends Format> {
  /** Whether it shows the selected content, so that an empty selection must be explained. */
  showsContent: boolean
  /** Who answers, where that is worth telling: the embedded engine, or a model where there is one. */
  answeredBy?: 'engine' | 'model'
  derive: (view: View, wanted: Wanted) => Derivation
}

type FormatTable = { readonly [Name in FormatName]: FormatRow<FormatOf<Name>> }

/** Every format: one file, or function of `extract/`, and one row. */
const FORMATS: FormatTable = {
  markdown: {
    showsContent: true,
    derive: ({ page, content }) => ({ fields: { markdown: markdownOf(page, content) } }),
  },
  html: {
    showsContent: true,
    derive: ({ content }) => ({ fields: { html: renderHtml(content()) } }),
  },
  rawHtml: { showsContent: false, derive: ({ page }) => ({ fields: { rawHtml: page.source } }) },
  rawBase64: {
    showsContent: false,
    derive: ({ bytes }) => ({ fields: { rawBase64: Buffer.from(bytes).toString('base64') } }),
  },
  links: { showsContent: false, derive: ({ page }) => ({ fields: { links: linksOf(page) } }) },
  images: {
    showsContent: false,
    derive: ({ page, removeBase64Images }) => ({ fields: { images: imagesOf(page, removeBase64Images) } }),
  },
  attributes: {
    showsContent: false,
    derive: ({ page }, wanted) => ({ fields: { attributes: attributesOf(page, wanted) } }),
  },
  // The browser takes the picture and reads the styles; from the page itself there is nothing to derive.
  screenshot: { showsContent: false, derive: () => ({}) },
  branding: { showsContent: false, derive: () => ({}) },
  json: { showsContent: false, answeredBy: 'model', derive: jsonOf },
  // The same page and schema always give the same data: no model has a part in it.
  deterministicJson: {
    showsContent: false,
    answeredBy: 'engine',
    derive: jsonOf,
  },
  changeTracking: {
    showsContent: false,
    derive(view, { modes, schema, prompt }) {
      if (!modes.includes('json')) return {}
      const { value, evidence, missing, trace } = extractJson(
        view.readable,
        wishOf({ schema, prompt }),
        view.siblings,
      )
      return { tracked: { value, evidence, missing }, trace }
    },
  },
  summary: {
    showsContent: true,
    answeredBy: 'model',
    derive({ readable }) {
      const { warning, ...fields } = summaryOf(readable)
      return { fields, warning }
    },
  },
  question: {
    showsContent: true,
    answeredBy: 'model',
    derive: ({ readable }, { question }) => answered(readable, question),
  },
  highlights: {
    showsContent: true,
    answeredBy: 'model',
    derive: ({ readable }, { query }) => highlighted(readable, query),
  },
  query: {
    showsContent: true,
    answeredBy: 'model',
    derive: ({ readable }, { prompt, mode }) =>
      mode === 'directQuote' ? highlighted(readable, prompt) : answered(readable, prompt),
  },
  product: {
    showsContent: false,
    answeredBy: 'engine',
    derive({ readable }) {
      const { warning, ...fields } = productOf(readable)
      return { fields, warning }
    },
  },
  menu: {
    showsContent: false,
    answeredBy: 'engine',
    derive({ readable }) {
      const { warning, ...fields } = menuOf(readable)
      return { fields, warning }
    },
  },
  audio: {
    showsContent: false,
    derive: ({ page }) => recordingOn(page, 'audio'),
  },
  video: {
    showsContent: false,
    derive: ({ page }) => recordingOn(page, 'video'),
  },
}

export function markdownOf({ kind, source }: Page, content: () => readonly ChildNode[]): string {
  return kind === 'plain' ? source.trim() : renderMarkdown(content())
}

export function formatRow(name: FormatName): FormatRow<Format> {
  return FORMATS[name] as FormatRow<Format>
}

function jsonOf(view: View, { schema, prompt, checkPromptInjection }: FormatOf<'json'>): Derivation {
  if (checkPromptInjection) {
    const sentence = injectionIn(markdownOf(view.page, view.content))
    if (sentence !== undefined) return { refusal: injected(sentence) }
  }
  const { value, evidence, missing, missingRequired, records, trace } = extractJson(
    view.readable,
    wishOf({ schema, prompt }),
    view.siblings,
  )
  return {
    fields: { json: value, extraction: { engine: EMBEDDED, evidence, missing } },
    warning: warningAbout(value, missingRequired),
    records,
    trace,
  }
}

/** The engine that is always there. */
export const EMBEDDED = 'embedded'

function wishOf({
  schema,
  prompt,
}: {
  schema?: JsonWish['schema'] | undefined
  prompt?: string | undefined
}) {
  return { ...(schema !== undefined && { schema }), ...(prompt !== undefined && { prompt }) }
}

function warningAbout(value: unknown, required: readonly string[]): string | undefined {
  if (required.length > 0) return `Required, but not found on the page: ${required.join(', ')}.`
  const isEmpty = typeof value === 'object' && Object.keys(value ?? {}).length === 0
  if (isEmpty || value === undefined) return 'Nothing of what was asked for was found on the page.'
  return undefined
}

function injected(sentence: string): Refusal {
  return {
    code: 'SCRAPE_PROMPT_INJECTION_DETECTED',
    message: `The page tries to instruct a model: ${JSON.stringify(sentence)}.`,
  }
}

function answered(readable: ReadablePage, question: string): Derivation {
  const { warning, answer } = answerQuestion(readable, question)
  return { said: answer, warning }
}

function highlighted(readable: ReadablePage, query: string): Derivation {
  const { warning, highlights } = highlightsOf(readable, query)
  return { said: highlights, warning }
}

const UNSUPPORTED = {
  audio: 'SCRAPE_AUDIO_UNSUPPORTED_URL',
  video: 'SCRAPE_VIDEO_UNSUPPORTED_URL',
} as const

function recordingOn(page: Page, kind: 'audio' | 'video'): Derivation {
  const found = mediaOf(page, kind)
  if (found) return { fields: { [kind]: found.url }, warning: found.warning }
  return { refusal: { code: UNSUPPORTED[kind], message: `The page names no ${kind} file of its own.` } }
}
