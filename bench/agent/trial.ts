import type { Corpus } from './corpus.ts'
import { runInProcess } from './in-process.ts'
import { minimumVisits } from './minimum-visits.ts'
import { score } from './score.ts'
import type { Score } from './score.ts'
import { serveSite } from './serve.ts'
import type { Asked, ServedSite } from './serve.ts'
import type { AgentService, Ended } from './service.ts'
import type { Site } from './site.ts'
import type { Task } from './task.ts'

/** One task as it went. */
export interface Trial {
  site: Site
  task: Task
  status: string
  error: string | undefined
  /** What was found, also by a task that failed. */
  answer: unknown
  /** With what a failed task had found. */
  score: Score
  /** With the data of completed tasks alone. */
  strictScore: Score
  /** Pages that were asked for, in order. */
  visited: string[]
  minimum: number
  /** What was asked for beside the addresses of a strict task. */
  outsideStrict: string[]
  /** What was asked of other sites. */
  offSite: string[]
  ms: number
}

/** Where the pages are that a team has had before its search. */
export interface Known {
  served: ReadonlyMap<Site, ServedSite>
  key: string
}

interface Means {
  service: AgentService
  corpus: Corpus
  /** The team for tasks that begin with addresses. */
  key: string
  known: Known
  opened: AsyncDisposableStack
}

export async function runTask(site: Site, task: Task, means: Means): Promise<Trial> {
  const known = task.urls ? undefined : means.known
  const served = known ? known.served.get(site)! : means.opened.use(await serveSite(site))
  const since = performance.now()
  const ended = await means.service.run(
    {
      prompt: served.toServed(task.prompt),
      ...(task.urls && { urls: task.urls.map((url) => served.toServed(url)) }),
      ...(task.strictConstrainToURLs && { strictConstrainToURLs: true }),
      ...(task.schema && { schema: task.schema }),
    },
    known?.key ?? means.key,
  )
  const ms = performance.now() - since
  return {
    site,
    task,
    status: ended.status,
    error: ended.error,
    ...answers(task, ended, served, means.corpus),
    visited: known ? ended.visits.map((url) => pathIn(served.toOwn(url), site)) : pagesIn(served.site.asked),
    minimum: minimumVisits(site, task),
    outsideStrict: task.strictConstrainToURLs ? outside(served, site, task) : [],
    offSite: known ? [] : served.elsewhere.asked.map(({ path }) => path),
    ms,
  }
}

/** The same with the embedded mind alone, which stays within its task's URLs and its site by construction. */
export async function runTaskInProcess(site: Site, task: Task, corpus: Corpus): Promise<Trial> {
  const since = performance.now()
  const { outcome, visits } = await runInProcess(site, task)
  const scored = score(task, outcome.data, corpus)
  return {
    site,
    task,
    status: 'completed',
    error: undefined,
    answer: outcome.data,
    score: scored,
    strictScore: scored,
    visited: visits,
    minimum: minimumVisits(site, task),
    outsideStrict: [],
    offSite: [],
    ms: performance.now() - since,
  }
}

function answers(task: Task, { data, partial }: Ended, { toOwn }: ServedSite, corpus: Corpus) {
  const own = (value: unknown): unknown =>
    value === undefined ? undefined : JSON.parse(toOwn(JSON.stringify(value)))
  const answer = own(data ?? partial)
  return {
    answer,
    score: score(task, answer, corpus),
    strictScore: score(task, own(data), corpus),
  }
}

/** A path of the site, or the whole address where it is of another one. */
function pathIn(url: string, site: Site): string {
  return url.startsWith(site.origin) ? url.slice(site.origin.length) || '/' : url
}

const NO_PAGE =
  /^\/(robots\.txt|sitemap[^/]*\.(xml(\.gz)?|txt)|llms\.txt|favicon\.ico)$|\.(svg|png|jpe?g|js|css)$/

function pagesIn(asked: readonly Asked[]): string[] {
  return asked
    .filter(({ path, status }) => !NO_PAGE.test(path) && (status < 300 || status >= 400))
    .map(({ path }) => path)
}

const BESIDE_A_PAGE = /^\/robots\.txt$|^\/favicon\.ico$|\.(svg|png|jpe?g|js|css)$/

function outside({ site: { asked }, elsewhere }: ServedSite, site: Site, { urls = [] }: Task): string[] {
  const allowed = new Set(urls.map((url) => pathIn(url, site)))
  return [
    ...asked.map(({ path }) => path).filter((path) => !allowed.has(path) && !BESIDE_A_PAGE.test(path)),
    ...elsewhere.asked.map(({ path }) => elsewhere.url + path),
  ]
}
