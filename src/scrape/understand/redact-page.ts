import type { Document } from '../../contract/document.ts'
import type { RedactPii } from '../../contract/redact-pii.ts'
import { createKnownFinder, createRedactor } from '../../redact/redact.ts'
import type { PiiSpan, Redactor } from '../../redact/redact.ts'
import type { DerivedPage } from './derived-page.ts'

/**
 * URLs stay, or nobody could follow them. What is personal in `text`, all that the page says, is so in a value
 * without its context too.
 */
export function redactPage(page: DerivedPage, options: RedactPii, text: string): DerivedPage {
  const redactor = withKnown(createRedactor(options), text)
  const clean = <Value>(value: Value) => redactor.value(value) as Value
  return {
    ...page,
    fields: redactedFields(page.fields, redactor),
    metadata: clean(page.metadata),
    ...(page.refusal && { refusal: { ...page.refusal, message: redactor.text(page.refusal.message) } }),
    ...(page.formatText && { formatText: clean(page.formatText) }),
    ...(page.tracked && { tracked: clean(page.tracked) }),
    ...(page.headings && { headings: page.headings.map((heading) => redactor.text(heading)) }),
    ...(page.leads && {
      leads: page.leads.map((candidate) => ({
        ...candidate,
        text: redactor.text(candidate.text),
        context: redactor.text(candidate.context),
      })),
    }),
    ...(page.material && {
      material: {
        ...page.material,
        url: page.material.url && redactor.url(page.material.url),
        title: page.material.title && redactor.text(page.material.title),
        markdown: redactor.text(page.material.markdown),
      },
    }),
  }
}

/** What a page of people has at most; beyond it only what can be told without the words around it. */
const MOST_KNOWN = 2_000
/** What is shorter stands in many words that it is not. */
const SHORTEST_KNOWN = 3

function withKnown(redactor: Redactor, text: string): Redactor {
  const findKnown = createKnownFinder(knownIn(redactor.find(text), text))
  return { ...redactor, value: (value) => redactor.value(value, findKnown) }
}

function knownIn(spans: readonly PiiSpan[], text: string): Map<string, PiiSpan['entity']> {
  const known = new Map<string, PiiSpan['entity']>()
  for (const { start, end, entity } of spans) {
    if (end - start >= SHORTEST_KNOWN) known.set(text.slice(start, end), entity)
    if (known.size >= MOST_KNOWN) break
  }
  return known
}

function redactedFields(fields: Partial<Document>, redactor: Redactor): Partial<Document> {
  const entries = Object.entries(fields).map(([name, value]) => [
    name,
    (BY_FIELD[name as keyof Document] ?? anyValue)(value as never, redactor),
  ])
  return { ...Object.fromEntries(entries), ...blocksAndMarkdown(fields, redactor) }
}

type Redact<Value> = (value: Value, redactor: Redactor) => Value

const markup: Redact<string> = (html, redactor) => redactor.markup(html)
const address: Redact<string> = (url, redactor) => redactor.url(url)
const addresses: Redact<string[]> = (urls, redactor) => urls.map((url) => redactor.url(url))
const anyValue: Redact<unknown> = (value, redactor) => redactor.value(value)
const unchanged: Redact<unknown> = (value) => value

const BY_FIELD: { [Name in keyof Document]?: Redact<NonNullable<Document[Name]>> } = {
  html: markup,
  rawHtml: markup,
  links: addresses,
  images: addresses,
  audio: address,
  video: address,
  actions: ({ scrapes = [], javascriptReturns = [], ...pictures }, redactor) => ({
    ...pictures,
    scrapes: scrapes.map(({ url, html }) => ({ url: redactor.url(url), html: redactor.markup(html) })),
    javascriptReturns: javascriptReturns.map(({ type, value }) => ({ type, value: redactor.value(value) })),
  }),
  // Together, because the blocks point into the markdown.
  markdown: unchanged as Redact<string>,
  blocks: unchanged as Redact<NonNullable<Document['blocks']>>,
}

/** Where a block stands in the markdown moves with what was taken out before it. */
function blocksAndMarkdown({ markdown, blocks }: Partial<Document>, redactor: Redactor): Partial<Document> {
  const clean = markdown === undefined ? undefined : redactor.spans(markdown)
  return {
    ...(clean && { markdown: clean.text }),
    ...(blocks && {
      blocks: blocks.map((page) => ({
        ...page,
        items: page.items.map((item) => ({
          ...item,
          content: redactor.text(item.content),
          markdownSpan: item.markdownSpan && clean ? mapRange(item.markdownSpan, clean.map) : null,
        })),
      })),
    }),
  }
}

function mapRange([start, end]: [number, number], map: (offset: number) => number): [number, number] {
  return [map(start), map(end)]
}
