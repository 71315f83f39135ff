import { EmbeddedStrategy } from '../../src/agent/embedded/embedded-strategy.ts'
import type { Move, Observation, Step, VisitMove } from '../../src/agent/step.ts'
import type { PageTrace } from '../../src/extract/extract.ts'
import { understandSource } from '../../src/scrape/understand/understand-source.ts'
import type { Pages } from './set.ts'

const SELECTION = { onlyMainContent: true, includeTags: [], excludeTags: [], removeBase64Images: true }
const MAX_ROUNDS = 300
const MAX_HITS = 10
const WORD = /[\p{L}\p{N}]+/gu

interface AgentTask {
  prompt: string
  urls: readonly string[]
  schema?: Record<string, unknown>
}

/** The findings of the embedded strategy on a site, in this process: no database, no network, no model. */
export async function runAgent(site: Pages, task: AgentTask): Promise<unknown> {
  const strategy = new EmbeddedStrategy({ ...task, isStrict: false, mode: 'extract', effort: 'medium' })
  /** Traces of visited pages, as the service stores them. */
  const siblings = new Map<string, PageTrace>()
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const moves = await strategy.decide()
    if (moves.length === 0) break
    for (const move of moves) {
      const step: Step = { move, seen: runMove(site, move, siblings), credits: 0 }
      strategy.learn(step)
    }
  }
  return strategy.outcome().data
}

function runMove(site: Pages, move: Move, siblings: Map<string, PageTrace>): Observation {
  if (move.kind === 'visit') return visitPage(site, move, siblings)
  if (move.kind === 'map') return { kind: 'map', links: mapLinks(site).map((url) => ({ url })) }
  return move.kind === 'search'
    ? { kind: 'search', hits: searchPages(site, move.query) }
    : { kind: 'failure', code: '', message: '' }
}

/** The links of the first page, as the service's map finds them. */
function mapLinks(site: Pages): string[] {
  const anchors = site.read('/')?.matchAll(/<a\b[^>]*?\bhref="([^"#]+)[^"]*"/gi) ?? []
  const urls = Array.from(anchors, ([, href]) => new URL(href!.replaceAll('&amp;', '&'), site.origin))
  return [...new Set(urls.filter(({ origin }) => origin === site.origin).map(({ href }) => href))]
}

/** Ranks the pages by the rare words of the query that they contain. */
function searchPages(site: Pages, query: string) {
  const words = query.toLowerCase().match(WORD) ?? []
  const pages = site.paths.map((path) => {
    const body = site.read(path) ?? ''
    const title = /<title>([^<]*)/.exec(body)?.[1] ?? ''
    const text =
      `${title} ${title} ${title} ${body.replaceAll(/<[^>]*>/g, ' ')}`.toLowerCase().match(WORD) ?? []
    return {
      url: site.origin + path,
      title,
      counts: Map.groupBy(text, (word) => word),
      length: text.length,
    }
  })
  const rarity = (word: string) =>
    Math.log(1 + pages.length / (1 + pages.filter(({ counts }) => counts.has(word)).length))
  const relevance = ({ counts, length }: (typeof pages)[number]) =>
    words.reduce((sum, word) => {
      const count = counts.get(word)?.length ?? 0
      return sum + (rarity(word) * count) / (count + 1 + length / 500)
    }, 0)
  return pages
    .map((page) => ({ url: page.url, title: page.title, relevance: relevance(page) }))
    .filter((hit) => hit.relevance > 0)
    .toSorted((a, b) => b.relevance - a.relevance)
    .slice(0, MAX_HITS)
}

function visitPage(
  site: Pages,
  { url, wish, wantsText = false }: VisitMove,
  siblings: Map<string, PageTrace>,
): Observation {
  if (!url.startsWith(site.origin)) return { kind: 'failure', code: 'ELSEWHERE', message: url }
  const body = site.read(url.slice(site.origin.length))
  if (body === undefined) return { kind: 'failure', code: 'NOT_FOUND', message: url }
  const source = {
    bytes: new TextEncoder().encode(body),
    contentType: 'text/html; charset=utf-8',
    url,
    response: { status: 200, headers: {} },
  }
  const asked = { ...(wish.prompt && { prompt: wish.prompt }), ...(wish.schema && { schema: wish.schema }) }
  const page = understandSource(source, {
    ...SELECTION,
    formats: [{ type: 'json', checkPromptInjection: false, ...asked }, { type: 'markdown' }],
    leads: true,
    siblings: [...siblings].filter(([other]) => other !== url).map(([, trace]) => trace),
  })
  if (page.state !== 'understood') throw new Error(`${url} is not a page of the set.`)
  if (page.trace) siblings.set(url, page.trace)
  const { json, extraction, markdown = '' } = page.fields
  const { title, description, language } = page.metadata
  return {
    kind: 'visit',
    url,
    status: 200,
    ...(typeof title === 'string' && { title }),
    ...(typeof description === 'string' && { description }),
    ...(typeof language === 'string' && { language }),
    headings: page.headings ?? [],
    leads: page.leads ?? [],
    value: json,
    evidence: extraction?.evidence ?? [],
    missing: extraction?.missing ?? [],
    records: page.records ?? [],
    engine: 'embedded',
    ...(wantsText && { text: markdown }),
  }
}
