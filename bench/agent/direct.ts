import { readdirSync } from 'node:fs'
import { createEmbeddedMind } from '../../src/agent/embedded/embedded-mind.ts'
import type { Outcome } from '../../src/agent/mind.ts'
import type { Move, Seen, SeenPage, Step, VisitMove } from '../../src/agent/step.ts'
import { leadsOf } from '../../src/extract/leads/leads.ts'
import { parse } from '../../src/scrape/parse/parse.ts'
import { understand } from '../../src/scrape/understand.ts'
import { createCorpus } from './corpus.ts'
import { linksOf, minimumVisits } from './minimum-visits.ts'
import { f1, score } from './score.ts'
import type { Site } from './site.ts'
import type { Task } from './task.ts'

/**
 * Runs the tasks of the open sites in this process, without a database, a network or a service:
 * `node bench/agent/direct.ts [part of a task's name] [-v]`.
 */
const [only = '', ...flags] = process.argv.slice(2).filter((word) => word !== '-v')
const isVerbose = process.argv.includes('-v') || flags.length > 0
const OPEN = new URL('./sites/open/', import.meta.url)
const WHOLE = { onlyMainContent: true, includeTags: [], excludeTags: [], removeBase64Images: true }
/** Where the sites seem to be: their addresses tell nothing of their names. */
const SERVED = 'http://127.0.0.1:4711'
const WORD = /[\p{L}\p{N}]+/gu

async function run(): Promise<void> {
  const rows: {
    task: Task
    f1: number
    visits: number
    least: number
    invented: number
    right: number
    given: number
    expected: number
  }[] = []
  for (const site of await openSites()) {
    const corpus = createCorpus(site)
    for (const task of site.tasks) {
      if (!task.id.includes(only) && task.kind !== only) continue
      const started = performance.now()
      const { outcome, steps } = await worked(site, task)
      const took = performance.now() - started
      const data = outcome.data === undefined ? undefined : inOwnWords(site, outcome.data)
      const tally = score(task, data, corpus)
      const visits = steps.filter(({ move }) => move.kind === 'visit').length
      const least = Math.max(1, minimumVisits(site, task))
      rows.push({ task, ...tally, f1: f1(tally), visits, least, invented: tally.invented.length })
      console.log(
        `${f1(tally).toFixed(2)}  ${visits}/${least}  ${tally.invented.length > 0 ? `INVENTED ${tally.invented.length}` : ''}  ${task.kind}  ${task.id}  ${Math.round(took)} ms`,
      )
      if (isVerbose) explain(task, outcome, steps, tally)
    }
  }
  for (const [site, some] of Map.groupBy(rows, ({ task }) => task.id.split('/')[0]!)) {
    const mean = some.reduce((total, row) => total + row.f1, 0) / some.length
    const visits = some.reduce((total, row) => total + row.visits, 0)
    const least = some.reduce((total, row) => total + row.least, 0)
    console.log(`${site.padEnd(20)} F1 ${mean.toFixed(3)}  visits/least ${(visits / least).toFixed(2)}`)
  }
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0)
  const mean = sum((row) => row.f1) / rows.length
  const ratio = sum((row) => row.visits / row.least) / rows.length
  const micro = (2 * sum((row) => row.right)) / (sum((row) => row.given) + sum((row) => row.expected))
  console.log(
    `tasks ${rows.length}  F1 ${mean.toFixed(3)} (micro ${micro.toFixed(3)})  visits/least mean ${ratio.toFixed(2)}, total ${(sum((row) => row.visits) / sum((row) => row.least)).toFixed(2)}, over 3: ${rows.filter((row) => row.visits > 3 * row.least).length}  invented ${sum((row) => row.invented)}`,
  )
}

/** Addresses as the site writes them. */
function inOwnWords(site: Site, data: unknown): unknown {
  return JSON.parse(JSON.stringify(data).replaceAll(SERVED, site.origin))
}

async function openSites(): Promise<Site[]> {
  const names = readdirSync(OPEN)
  const modules = await Promise.all(
    names.map((name) =>
      import(new URL(`${name}/${name}.ts`, OPEN).href).catch(
        (error: unknown) => (console.log(name, String(error)), {}),
      ),
    ),
  )
  return modules.flatMap((module) =>
    Object.values(module as object).filter(
      (one) => typeof one === 'object' && one !== null && 'respond' in one,
    ),
  ) as Site[]
}

async function worked(site: Site, task: Task): Promise<{ outcome: Outcome; steps: Step[] }> {
  const assignment = {
    prompt: task.prompt.replaceAll(site.origin, SERVED),
    urls: (task.urls ?? []).map((url) => url.replace(site.origin, SERVED)),
    isStrict: task.strictConstrainToURLs ?? false,
    mode: 'extract' as const,
    effort: 'medium' as const,
    ...(task.schema && { schema: task.schema }),
  }
  const mind = createEmbeddedMind(assignment)
  const steps: Step[] = []
  for (let round = 0; round < 300; round++) {
    const moves = await mind.decide(AbortSignal.timeout(60_000))
    if (moves.length === 0) break
    for (const move of moves) {
      const step = { move, seen: seenBy(site, move, assignment.isStrict), credits: 0 }
      steps.push(step)
      mind.learn(step)
    }
  }
  // A mind holds nothing but what steps say.
  const again = createEmbeddedMind(assignment)
  for (const step of structuredClone(steps)) again.learn(step)
  if (JSON.stringify(again.outcome()) !== JSON.stringify(mind.outcome())) throw new Error('replay differs')
  return { outcome: mind.outcome(), steps }
}

function seenBy(site: Site, move: Move, isStrict: boolean): Seen {
  if (move.kind === 'visit') return visited(site, move, isStrict)
  if (move.kind === 'map') return { kind: 'map', links: mapped(site) }
  return move.kind === 'search'
    ? { kind: 'search', hits: searched(site, move.query) }
    : { kind: 'failure', code: '', message: '' }
}

/** What a map finds without visiting pages: the sitemap, and where the first page leads. */
function mapped(site: Site): { url: string }[] {
  const listed = Array.from(
    site.respond('/sitemap.xml').body.matchAll(/<loc>([^<]+)<\/loc>/g),
    ([, url]) => url!,
  )
  return [...listed, ...linksOf(site, '/').map((path) => site.origin + path)].map((url) => ({
    url: url.replace(site.origin, SERVED),
  }))
}

function searched(site: Site, query: string) {
  const words = query.toLowerCase().match(WORD) ?? []
  const pages = site.paths.map((path) => {
    const { body } = site.respond(path)
    const title = /<title>([^<]*)/.exec(body)?.[1] ?? ''
    const text =
      `${title} ${title} ${title} ${body.replaceAll(/<[^>]*>/g, ' ')}`.toLowerCase().match(WORD) ?? []
    return { url: SERVED + path, title, counts: Map.groupBy(text, (word) => word), length: text.length }
  })
  const weight = (word: string) =>
    Math.log(1 + pages.length / (1 + pages.filter(({ counts }) => counts.has(word)).length))
  const worth = ({ counts, length }: (typeof pages)[number]) =>
    words.reduce((sum, word) => {
      const count = counts.get(word)?.length ?? 0
      return sum + (weight(word) * count) / (count + 1 + length / 500)
    }, 0)
  return pages
    .map((page) => ({ url: page.url, title: page.title, worth: worth(page) }))
    .filter((hit) => hit.worth > 0)
    .toSorted((a, b) => b.worth - a.worth)
    .slice(0, 10)
}

function visited(site: Site, move: VisitMove, isStrict: boolean): Seen {
  let at = move.url
  let reply = site.respond(pathOf(at))
  for (let hops = 0; hops < 5 && reply.headers['location'] !== undefined; hops++) {
    at = new URL(reply.headers['location'].replace(site.origin, SERVED), at).href
    reply = site.respond(pathOf(at))
  }
  if (!at.startsWith(SERVED) || (isStrict && new URL(at).href !== new URL(move.url).href))
    return { kind: 'failure', code: 'ELSEWHERE', message: at }
  if (reply.status >= 400) return { kind: 'failure', code: 'NOT_FOUND', message: at }
  return readPage(at, reply.body.replaceAll(site.origin, SERVED), move)
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

function readPage(url: string, body: string, { wish, wantsText = false }: VisitMove): SeenPage {
  const source = {
    bytes: new TextEncoder().encode(body),
    contentType: 'text/html; charset=utf-8',
    url,
    answer: { status: 200, headers: {} },
  }
  const understood = understand(source, {
    ...WHOLE,
    formats: [{ type: 'json', ...wish } as never, { type: 'markdown' }],
    leads: true,
  })
  if (understood.state !== 'understood') throw new Error('not understood')
  const fields = understood.fields as {
    json?: unknown
    markdown?: string
    extraction?: Pick<SeenPage, 'evidence' | 'missing'>
  }
  const parsed = parse(source)
  if (parsed.state === 'unsupported') throw new Error('not a page')
  const leads = leadsOf({ ...parsed.page, url, content: () => [] })
  const evidence = fields.extraction?.evidence ?? []
  const title = understood.metadata.title
  return {
    kind: 'visit',
    url,
    status: 200,
    ...(typeof title === 'string' && { title }),
    headings: Array.from(body.matchAll(/<h[12]\b[^>]*>(.*?)<\/h[12]>/gs), ([, inner]) =>
      inner!
        .replaceAll(/<[^>]*>/g, '')
        .replaceAll('&amp;', '&')
        .trim(),
    ),
    leads,
    value: fields.json,
    evidence,
    missing: fields.extraction?.missing ?? [],
    records: understood.records ?? linksOfRecords(evidence, leads),
    engine: 'embedded',
    ...(wantsText && { text: fields.markdown ?? '' }),
  }
}

function linksOfRecords(evidence: SeenPage['evidence'], leads: SeenPage['leads']): SeenPage['records'] {
  const found = new Map<string, string>()
  for (const { field, text } of evidence) {
    const record = /^(.*\/\d+)(?:\/[^/]+)?$/.exec(field)?.[1]
    if (record === undefined || found.has(record)) continue
    const lead = leads.find(
      (one) =>
        text.length > 2 &&
        one.area !== 'navigation' &&
        (one.text === text || (one.text.includes(text) && text.length > 8)),
    )
    if (lead) found.set(record, lead.url)
  }
  return [...found].map(([record, url]) => ({ record, url }))
}

function explain(
  task: Task,
  outcome: Outcome,
  steps: readonly Step[],
  tally: ReturnType<typeof score>,
): void {
  console.log(`   ${task.prompt}`)
  for (const { move, seen } of steps) {
    console.log(
      `   ${move.kind} ${'url' in move ? move.url : move.kind === 'search' ? move.query : ''}  ${move.why}`,
    )
    if (flags.includes('values') && seen.kind === 'visit')
      console.log(`      ${JSON.stringify(seen.value).slice(0, 1500)}`)
  }
  console.log(`   → ${JSON.stringify(outcome.data)?.slice(0, 600)}`)
  for (const mark of tally.wrong.slice(0, 12))
    console.log(
      `   ✗ ${mark.field}: expected ${JSON.stringify(mark.expected)}, given ${JSON.stringify(mark.given)}`,
    )
  for (const mark of tally.invented) console.log(`   ! ${mark.field}: invented ${JSON.stringify(mark.given)}`)
}

await run()
