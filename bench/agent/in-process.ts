import { createEmbeddedMind } from '../../src/agent/embedded/embedded-mind.ts'
import type { Outcome } from '../../src/agent/mind.ts'
import type { Move, Seen, Step, VisitMove } from '../../src/agent/step.ts'
import type { PageTrace } from '../../src/extract/extract.ts'
import { understand } from '../../src/scrape/understand/read-page.ts'
import { linksOf } from './minimum-visits.ts'
import type { Pages } from './site.ts'

const SELECTION = { onlyMainContent: true, includeTags: [], excludeTags: [], removeBase64Images: true }
/** The origin of every site while it is visited, so that its own name gives nothing away. */
const SERVED = 'http://127.0.0.1:4711'
const MOST_ROUNDS = 300
const MOST_HITS = 10
const WORD = /[\p{L}\p{N}]+/gu

interface AgentTask {
  prompt: string
  urls?: readonly string[]
  strictConstrainToURLs?: boolean
  schema?: Record<string, unknown>
}

/** Runs the embedded mind over a site in this process: no database, no network, no model. */
export async function runInProcess(
  site: Pages,
  { prompt, urls = [], strictConstrainToURLs: isStrict = false, schema }: AgentTask,
): Promise<{ outcome: Outcome; visits: string[] }> {
  const mind = createEmbeddedMind({
    prompt: prompt.replaceAll(site.origin, SERVED),
    urls: urls.map((url) => url.replace(site.origin, SERVED)),
    isStrict,
    mode: 'extract',
    effort: 'medium',
    ...(schema && { schema }),
  })
  const steps: Step[] = []
  const siblings = new Map<string, PageTrace>()
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const moves = await mind.decide(AbortSignal.any([]))
    if (moves.length === 0) break
    for (const move of moves) {
      const step = { move, seen: seenBy(site, move, { isStrict, siblings }), credits: 0 }
      steps.push(step)
      mind.learn(step)
    }
  }
  const outcome = mind.outcome()
  return {
    outcome: outcome.data === undefined ? outcome : { ...outcome, data: withOwnOrigin(site, outcome.data) },
    visits: steps.flatMap(({ move }) => (move.kind === 'visit' ? [move.url.replace(SERVED, '') || '/'] : [])),
  }
}

function withOwnOrigin(site: Pages, data: unknown): unknown {
  return JSON.parse(JSON.stringify(data).replaceAll(SERVED, site.origin))
}

interface Around {
  isStrict: boolean
  /** What the pages that were visited left behind, as the service remembers it. */
  siblings: Map<string, PageTrace>
}

function seenBy(site: Pages, move: Move, around: Around): Seen {
  if (move.kind === 'visit') return visited(site, move, around)
  if (move.kind === 'map') return { kind: 'map', links: mapped(site) }
  return move.kind === 'search'
    ? { kind: 'search', hits: searched(site, move.query) }
    : { kind: 'failure', code: '', message: '' }
}

/** The sitemap and the links of the first page, as the service's map finds them. */
function mapped(site: Pages): { url: string }[] {
  const listed = Array.from(
    site.respond('/sitemap.xml').body.matchAll(/<loc>([^<]+)<\/loc>/g),
    ([, url]) => url!,
  )
  return [...listed, ...linksOf(site, '/').map((path) => site.origin + path)].map((url) => ({
    url: url.replace(site.origin, SERVED),
  }))
}

/** Ranks the pages by the rare words of the query that they contain. */
function searched(site: Pages, query: string) {
  const words = query.toLowerCase().match(WORD) ?? []
  const pages = site.paths.map((path) => {
    const { body } = site.respond(path)
    const title = /<title>([^<]*)/.exec(body)?.[1] ?? ''
    const text =
      `${title} ${title} ${title} ${body.replaceAll(/<[^>]*>/g, ' ')}`.toLowerCase().match(WORD) ?? []
    return { url: SERVED + path, title, counts: Map.groupBy(text, (word) => word), length: text.length }
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
    .slice(0, MOST_HITS)
}

function visited(site: Pages, move: VisitMove, { isStrict, siblings }: Around): Seen {
  let at = move.url
  let reply = site.respond(pathOf(at))
  for (let hops = 0; hops < 5 && reply.headers['location'] !== undefined; hops++) {
    at = new URL(reply.headers['location'].replace(site.origin, SERVED), at).href
    reply = site.respond(pathOf(at))
  }
  if (!at.startsWith(SERVED) || (isStrict && new URL(at).href !== new URL(move.url).href))
    return { kind: 'failure', code: 'ELSEWHERE', message: at }
  if (reply.status >= 400) return { kind: 'failure', code: 'NOT_FOUND', message: at }
  return readPage(at, reply.body.replaceAll(site.origin, SERVED), move, siblings)
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

function readPage(
  url: string,
  body: string,
  { wish, wantsText = false }: VisitMove,
  known: Around['siblings'],
): Seen {
  const source = {
    bytes: new TextEncoder().encode(body),
    contentType: 'text/html; charset=utf-8',
    url,
    answer: { status: 200, headers: {} },
  }
  const asked = { ...(wish.prompt && { prompt: wish.prompt }), ...(wish.schema && { schema: wish.schema }) }
  const page = understand(source, {
    ...SELECTION,
    formats: [{ type: 'json', checkPromptInjection: false, ...asked }, { type: 'markdown' }],
    leads: true,
    siblings: [...known].filter(([other]) => other !== url).map(([, trace]) => trace),
  })
  if (page.state !== 'understood') throw new Error(`${url} is no page.`)
  if (page.trace) known.set(url, page.trace)
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
