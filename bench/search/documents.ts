import type { PageForIndex } from '../../src/scrape/understand/indexing/indexing.ts'
import { termsOf } from '../../src/scrape/understand/indexing/terms.ts'
import { understandSource } from '../../src/scrape/understand/understand-source.ts'
import { Dataset } from '../content/dataset.ts'
import type { Truth } from '../content/dataset.ts'
import { htmlToText, markdownToText } from '../content/markdown-text.ts'

export type IndexedPage = PageForIndex & { url: string; contentType: string }

export interface RealPage {
  page: IndexedPage
  /** The content as marked by people. */
  truth: string
}

const SELECTION = { onlyMainContent: true, includeTags: [], excludeTags: [], removeBase64Images: true }

/** The pages of the extraction benchmark as the service would index them, each title once, with their marked content. */
export function realPages(folder: string): RealPage[] {
  const dataset = new Dataset(folder)
  const pages = dataset.samples.flatMap((sample) => {
    const source = {
      bytes: Buffer.from(dataset.html(sample)),
      contentType: 'text/html; charset=utf-8',
      url: sample.url,
      response: { status: 200, headers: {} },
    }
    const understood = understandSource(source, { formats: [], ...SELECTION, indexes: true })
    if (understood.state !== 'understood' || !understood.forIndex || !URL.canParse(sample.url)) return []
    const page = { ...understood.forIndex, url: sample.url, contentType: source.contentType }
    return [{ page, truth: textOf(dataset.truth(sample)) }]
  })
  const titles = Map.groupBy(pages, ({ page }) => page.title.toLowerCase())
  const urls = Map.groupBy(pages, ({ page }) => page.url)
  return pages.filter(
    ({ page }) => titles.get(page.title.toLowerCase())!.length === 1 && urls.get(page.url)!.length === 1,
  )
}

function textOf({ text, markdown, html, with: parts }: Truth): string {
  if (text !== undefined) return text
  if (markdown !== undefined) return markdownToText(markdown)
  return html === undefined ? (parts ?? []).join('\n') : htmlToText(html)
}

/**
 * More pages of the same kind: each copy replaces every rarer word by another one of about the same frequency,
 * consistently within the copy. So common words stay common, rare ones stay rare, and pages keep a topic.
 */
export function* variedPages(pages: readonly IndexedPage[], most: number): Generator<IndexedPage> {
  const ranks = ranksOf(pages)
  const vocabulary = [...ranks.keys()]
  for (let copy = 1, made = 0; made < most; copy++) {
    const vary = (text: string) =>
      text.replaceAll(/\p{L}{3,}/gu, (word) => {
        const rank = ranks.get(word.toLowerCase())
        return rank === undefined || rank < SHARED_WORDS
          ? word
          : vocabulary[moved(rank, copy, vocabulary.length)]!
      })
    for (const page of pages) {
      if (made++ >= most) return
      yield varied(page, vary, copy)
    }
  }
}

/** This many of the most common words stay the same in every copy. */
const SHARED_WORDS = 128

/** Another rank of the same magnitude. */
function moved(rank: number, copy: number, count: number): number {
  const from = 2 ** Math.floor(Math.log2(rank))
  const width = Math.min(from * 2, count) - from
  return from + ((rank - from + copy * 7919) % width)
}

/** Words by the number of pages that have them, the most common first. */
function ranksOf(pages: readonly IndexedPage[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { text } of pages) {
    for (const word of new Set(text.toLowerCase().match(/\p{L}{3,}/gu))) {
      counts.set(word, (counts.get(word) ?? 0) + 1)
    }
  }
  const sorted = [...counts].sort(([, a], [, b]) => b - a)
  return new Map(sorted.map(([word], rank) => [word, rank]))
}

function varied(page: IndexedPage, vary: (text: string) => string, copy: number): IndexedPage {
  const text = vary(page.text)
  const title = vary(page.title)
  const description = vary(page.description)
  const stretches = text.split('\n').map((line) => ({ text: line, isHeading: false }))
  const terms = termsOf({ title, description, spans: stretches, asides: [], language: page.language })
  const url = new URL(page.url)
  url.pathname = `/${copy}${url.pathname}`
  return { ...page, url: url.href, title, description, text, terms }
}
