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
import type { ExtractJsonOptions, PageTrace, ReadablePage, RecordLink } from '../../../extract/extract.ts'
import type { FaultCode } from '../../../fault.ts'
import type { Page } from '../../../content/parse/page.ts'
import { attributesOf } from './attributes.ts'
import { renderHtml } from './html.ts'
import { imagesOf } from './images.ts'
import { linksOf } from './links.ts'
import { renderMarkdown } from '../../../content/markdown/markdown.ts'
import { mediaOf } from './media.ts'

interface View {
  page: Page
  readable: ReadablePage
  content: () => readonly ChildNode[]
  removeBase64Images: boolean
  bytes: Uint8Array
  siblings: readonly PageTrace[]
}

export interface Derivation {
  fields?: Partial<Document>
  /** The text that answers a question or a query, or the passages that were asked for. */
  text?: string | undefined
  warning?: string | undefined
  refusal?: Refusal
  trace?: PageTrace
  records?: () => RecordLink[]
  tracked?: Tracked
}

export interface Tracked extends Omit<NonNullable<Document['extraction']>, 'engine'> {
  value: unknown
}

export interface Refusal {
  code: FaultCode
  message: string
}

interface FormatRow<Wanted extends Format> {
  /** Whether it shows the selected content, so that an empty selection must be explained. */
  showsContent?: true
  /** Who answers, where that is worth telling: the embedded engine, or a model where there is one. */
  answeredBy?: 'engine' | 'model'
  derive: (view: View, wanted: Wanted) => Derivation
}

type FormatTable = { readonly [Name in FormatName]: FormatRow<FormatOf<Name>> }

const TEXT_OF_MODEL = { showsContent: true, answeredBy: 'model' } as const

/** Every format: one file, or function of `extract/`, and one row. */
const FORMATS: FormatTable = {
  markdown: {
    showsContent: true,
    derive: ({ page, content }) => ({ fields: { markdown: markdownOf(page, content) } }),
  },
  html: { showsContent: true, derive: ({ content }) => ({ fields: { html: renderHtml(content()) } }) },
  rawHtml: { derive: ({ page }) => ({ fields: { rawHtml: page.source } }) },
  rawBase64: { derive: ({ bytes }) => ({ fields: { rawBase64: Buffer.from(bytes).toString('base64') } }) },
  links: { derive: ({ page }) => ({ fields: { links: linksOf(page) } }) },
  images: {
    derive: ({ page, removeBase64Images }) => ({ fields: { images: imagesOf(page, removeBase64Images) } }),
  },
  attributes: { derive: ({ page }, wanted) => ({ fields: { attributes: attributesOf(page, wanted) } }) },
  // The browser takes the picture and reads the styles; from the page itself there is nothing to derive.
  screenshot: { derive: () => ({}) },
  branding: { derive: () => ({}) },
  json: { answeredBy: 'model', derive: jsonOf },
  // The same page and schema always give the same data: no model has a part in it.
  deterministicJson: { answeredBy: 'engine', derive: jsonOf },
  changeTracking: {
    derive(view, format) {
      if (!format.modes.includes('json')) return {}
      const { value, evidence, missing, trace } = extractData(view, format)
      return { tracked: { value, evidence, missing }, trace }
    },
  },
  summary: { ...TEXT_OF_MODEL, derive: ({ readable }) => withWarning(summaryOf(readable)) },
  question: { ...TEXT_OF_MODEL, derive: ({ readable }, { question }) => answerFormat(readable, question) },
  highlights: { ...TEXT_OF_MODEL, derive: ({ readable }, { query }) => highlightsFormat(readable, query) },
  query: {
    ...TEXT_OF_MODEL,
    derive: ({ readable }, { prompt, mode }) =>
      mode === 'directQuote' ? highlightsFormat(readable, prompt) : answerFormat(readable, prompt),
  },
  product: { answeredBy: 'engine', derive: ({ readable }) => withWarning(productOf(readable)) },
  menu: { answeredBy: 'engine', derive: ({ readable }) => withWarning(menuOf(readable)) },
  audio: { derive: ({ page }) => recordingOn(page, 'audio') },
  video: { derive: ({ page }) => recordingOn(page, 'video') },
}

function withWarning({ warning, ...fields }: Partial<Document>): Derivation {
  return { fields, warning }
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
    if (sentence !== undefined) return { refusal: injectionRefusal(sentence) }
  }
  const { value, evidence, missing, missingRequired, records, trace } = extractData(view, { schema, prompt })
  return {
    fields: { json: value, extraction: { engine: EMBEDDED, evidence, missing } },
    warning: warningAbout(value, missingRequired),
    records,
    trace,
  }
}

export const EMBEDDED = 'embedded'

interface ExtractionRequest {
  schema?: ExtractJsonOptions['schema'] | undefined
  prompt?: string | undefined
}

function extractData({ readable, siblings }: View, { schema, prompt }: ExtractionRequest) {
  const wish = { ...(schema !== undefined && { schema }), ...(prompt !== undefined && { prompt }) }
  return extractJson(readable, wish, siblings)
}

function warningAbout(value: unknown, required: readonly string[]): string | undefined {
  if (required.length > 0) return `Required, but not found on the page: ${required.join(', ')}.`
  const isEmpty = typeof value === 'object' && Object.keys(value ?? {}).length === 0
  if (isEmpty || value === undefined) return 'Nothing of what was asked for was found on the page.'
  return undefined
}

function injectionRefusal(sentence: string): Refusal {
  return {
    code: 'SCRAPE_PROMPT_INJECTION_DETECTED',
    message: `The page tries to instruct a model: ${JSON.stringify(sentence)}.`,
  }
}

function answerFormat(readable: ReadablePage, question: string): Derivation {
  const { warning, answer } = answerQuestion(readable, question)
  return { text: answer, warning }
}

function highlightsFormat(readable: ReadablePage, query: string): Derivation {
  const { warning, highlights } = highlightsOf(readable, query)
  return { text: highlights, warning }
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
