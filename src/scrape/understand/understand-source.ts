import type { ChildNode } from 'domhandler'
import type { Format } from '../../contract/formats.ts'
import type { DocumentMetadata } from '../../contract/metadata.ts'
import type { ParserList } from '../../contract/parsers.ts'
import type { RedactPii } from '../../contract/redact-pii.ts'
import type { ReportProgress } from '../../documents/documents.ts'
import { headingsOf, linkCandidatesOf } from '../../extract/extract.ts'
import type { Material, PageTrace } from '../../extract/extract.ts'
import type { DerivedPage } from './derived-page.ts'
import { discoveryOf } from './discovery/discovery.ts'
import { selectContent } from './formats/content.ts'
import type { Selection } from './formats/content.ts'
import { isExtraction } from '../admit/format-prices.ts'
import { EMBEDDED, formatRow, markdownOf } from './formats/formats.ts'
import type { Derivation } from './formats/formats.ts'
import { textFields } from './formats/format-texts.ts'
import type { FormatTexts } from './formats/format-texts.ts'
import { metadataOf } from './formats/metadata.ts'
import { layoutFields } from './formats/layout.ts'
import { pageForIndex } from './indexing/indexing.ts'
import { hasContent } from '../../content/parse/readable-text.ts'
import type { Page, Source } from '../../content/parse/page.ts'
import { parse } from '../../content/parse/parse.ts'
import { redactPage } from './redact-page.ts'
import { shippedModel } from '../../content/select/model.ts'
import type { Model } from '../../content/select/model.ts'
import { mainContentOf } from '../../content/select/select.ts'
import type { MainContent } from '../../content/select/select.ts'
import { signsOf } from './signs/signs.ts'
import type { Signs } from './signs/signs.ts'

export interface Wanted extends Selection {
  formats: readonly Format[]
  discovers?: boolean
  leads?: boolean
  indexes?: boolean
  parsers?: ParserList
  redactPII?: RedactPii | undefined
  siblings?: readonly PageTrace[]
  material?: boolean
  /** The team that asked for it, so that teams share the threads fairly; undefined for work of the service itself. */
  teamId?: string
}

export type Understood = DerivedPage | { state: 'unsupported'; name: string }

/** The same, wherever it runs: in a thread of its own, within the time of the signal. */
export type UnderstandSource = (
  source: Source,
  wanted: Wanted,
  signal: AbortSignal,
  report?: ReportProgress,
) => Promise<Understood>

/** From bytes to the fields of a document: plain data in and out, in any thread. `model` is for measurements. */
export function understandSource(source: Source, wanted: Wanted, model?: Model): Understood {
  const parsed = parse(source)
  if (parsed.state === 'unsupported') return parsed
  const { page } = parsed

  let found: MainContent | undefined
  const main = () => (found ??= mainContentOf(page, model ?? shippedModel()))
  let selected: readonly ChildNode[] | undefined
  const content = () => (selected ??= selectContent(page, wanted, main))
  const derived = derivations(page, source, wanted, content)
  const layout = source.document?.layout
  const signs = source.document ? NO_SIGNS : signsOf(page, source.response, main)
  // Where a model answers, these stay apart until it has.
  const asksModel = wanted.material === true && needsMaterial(wanted)
  const said = textsByFormat(derived)
  const fields = Object.assign(
    {},
    ...derived.map((each) => each.fields),
    textFields(wanted.formats, said),
    layout && layoutFields(layout, wanted),
  )
  const warning =
    signs.challenge === undefined
      ? joined([
          warningAbout(page, source, wanted, content),
          ...derived.filter(({ format }) => !asksModel || !isForModel(format)).map((each) => each.warning),
        ])
      : challenged(signs.challenge)
  const metadata = { ...metadataOf(page), ...source.document?.metadata }
  const understood: DerivedPage = {
    state: 'understood',
    fields: {
      ...fields,
      ...(warning !== undefined && { warning }),
      ...(wanted.redactPII && source.captured),
    },
    metadata: wanted.formats.some(({ type }) => formatRow(type).answeredBy)
      ? { ...metadata, engine: EMBEDDED }
      : metadata,
    signs,
    ...(wanted.indexes &&
      signs.challenge === undefined && {
        forIndex: pageForIndex(
          page,
          metadata,
          source.document || isPlain(wanted) ? content() : selectContent(page, MAIN, main),
        ),
      }),
    ...(wanted.discovers && { discovery: discoveryOf(page, source.response, content()) }),
    ...(wanted.leads && linkCandidatesIn(page, source, derived)),
    ...(asksModel && Object.keys(said).length > 0 && { formatText: said }),
    ...(asksModel && warningsByFormat(derived)),
    ...firstOf(derived, 'refusal'),
    ...firstOf(derived, 'tracked'),
    ...firstOf(derived, 'trace'),
    ...(asksModel && { material: materialOf(page, source, metadata, content) }),
  }
  return wanted.redactPII ? redactPage(understood, wanted.redactPII, textOf(page)) : understood
}

const MAIN: Selection = { onlyMainContent: true, includeTags: [], excludeTags: [], removeBase64Images: true }

function isPlain({ onlyMainContent, includeTags, excludeTags }: Wanted): boolean {
  return onlyMainContent && includeTags.length === 0 && excludeTags.length === 0
}

function textOf(page: Page): string {
  const everything = { onlyMainContent: false, includeTags: [], excludeTags: [], removeBase64Images: true }
  return markdownOf(page, () => selectContent(page, everything))
}

function derivations(page: Page, source: Source, wanted: Wanted, content: () => readonly ChildNode[]) {
  const { removeBase64Images, siblings = [] } = wanted
  const readable = { ...page, url: source.url, content }
  const view = { page, readable, content, removeBase64Images, bytes: source.bytes, siblings }
  // Where blocks have places, the markdown is put together from theirs.
  const formats = wanted.formats.filter(({ type }) => !source.document?.layout || type !== 'markdown')
  return formats.map((format) => ({ format, ...formatRow(format.type).derive(view, format) }))
}

function linkCandidatesIn(page: Page, { url }: Source, derived: readonly Derivation[]) {
  return {
    leads: linkCandidatesOf({ ...page, url, content: () => page.root.children }),
    headings: headingsOf(page.root),
    records: derived.flatMap(({ records }) => records?.() ?? []),
  }
}

function firstOf<Name extends 'refusal' | 'tracked' | 'trace'>(derived: readonly Derivation[], name: Name) {
  const value = derived.find((each) => each[name] !== undefined)?.[name]
  return value === undefined ? {} : { [name]: value }
}

function joined(warnings: readonly (string | undefined)[]): string | undefined {
  const said = new Set(warnings.filter((warning) => warning !== undefined))
  return said.size === 0 ? undefined : [...said].join(' ')
}

function textsByFormat(derived: readonly (Derivation & { format: Format })[]): FormatTexts {
  const found = derived.flatMap(({ format, text }) => (text === undefined ? [] : [[format.type, text]]))
  return Object.fromEntries(found) as FormatTexts
}

function warningsByFormat(derived: readonly (Derivation & { format: Format })[]) {
  const doubts = derived.flatMap(({ format, warning }) =>
    isForModel(format) && warning !== undefined ? [[format.type, warning]] : [],
  )
  return doubts.length === 0 ? {} : { doubts: Object.fromEntries(doubts) as DerivedPage['doubts'] }
}

function isForModel({ type }: Format): boolean {
  return formatRow(type).answeredBy === 'model'
}

function needsMaterial({ formats }: Wanted): boolean {
  return formats.some(
    (format) => isForModel(format) || (format.type === 'changeTracking' && isExtraction(format)),
  )
}

function materialOf(
  page: Page,
  { url }: Source,
  { title, language }: DocumentMetadata,
  content: () => readonly ChildNode[],
): Material {
  return { url, title, language, markdown: markdownOf(page, content) }
}
const NO_SIGNS: Signs = { challenge: undefined, shell: false }

/** A challenge has text of its own, which must not pass for the content of the page. */
function challenged(vendor: string): string {
  return `The target answered with a bot challenge (${vendor}) instead of the page.`
}

function warningAbout(page: Page, source: Source, wanted: Wanted, content: () => readonly ChildNode[]) {
  const showsContent = wanted.formats.some(({ type }) => formatRow(type).showsContent)
  if (page.cutOff !== undefined) return CUT_OFF[page.cutOff]
  if (hasContent(showsContent ? content() : page.root.children)) return undefined
  return emptyPageWarning(page, source, wanted)
}

const CUT_OFF = {
  'too deep': 'The page nests its elements too deeply; it was not read to its end.',
  'too large': 'The page has too many elements; it was not read to its end.',
}

/** An empty result is never silent: the caller learns whether the page or the request made it so. */
function emptyPageWarning({ root, source }: Page, { isRendered = false }: Source, wanted: Wanted): string {
  if (source.trim() === '') return 'The answer has no content.'
  if (hasContent(root.children)) return `The page has text, but ${selectorsText(wanted)} leaves none of it.`
  if (!/<script\b/i.test(source)) return 'The page has no text.'
  return isRendered
    ? 'The page has no text, also after a browser has run its scripts.'
    : 'The page has no text until its scripts run, which takes a browser.'
}

function selectorsText({ includeTags, excludeTags }: Wanted): string {
  if (includeTags.length > 0) return 'includeTags'
  return excludeTags.length > 0 ? 'excludeTags' : 'the selection'
}
