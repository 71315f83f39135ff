import type { TaskView } from '../../agent/agent.ts'
import type { CrawlProgress, Crawls } from '../../crawl/crawl.ts'
import type { Scrapes } from '../../scrape/scrape.ts'
import type { Guides } from './guides.ts'

type Troubles = Awaited<ReturnType<Crawls['troubles']>>
type Scrape = NonNullable<Awaited<ReturnType<Scrapes['find']>>>

/** What became of a crawl or batch, in sentences, and what can be done about each kind of error. */
export function explainCrawl(
  kind: 'crawl' | 'batch',
  progress: CrawlProgress,
  { errors, robotsBlocked }: Troubles,
  guides: Guides,
): string {
  const { id, state, completed, total, documents, creditsUsed, createdAt, endedAt, expiresAt, retention } =
    progress
  const name = kind === 'crawl' ? 'Crawl' : 'Batch'
  return paragraphs([
    `${name} ${id} ${CRAWL_STATES[state]}. ${completed} of ${total} pages are done: ${documents} documents, ${errors.length} errors, ${robotsBlocked.length} closed by robots.txt. ${creditsUsed} credits were used.`,
    timesOf(createdAt, endedAt),
    retention === 'kept' ? `Its documents are kept until ${expiresAt.toISOString()}.` : RETENTION[retention],
    progress.error && `It ended because: ${progress.error}`,
    progress.warning && `Note: ${progress.warning}`,
    documents === 0 && state === 'completed' && errors.length === 0 && NOTHING_FOUND,
    ...byCode(errors).map(([code, list]) => explainErrors(code, list, guides)),
    robotsBlocked.length > 0 &&
      `robots.txt of the site closes ${robotsBlocked.length} addresses, ${robotsBlocked[0]} among them. They were not requested.`,
    state === 'scraping' && 'It goes on by itself; ask again later, or end it with DELETE.',
  ])
}

const CRAWL_STATES = {
  scraping: 'is running',
  completed: 'is completed',
  failed: 'has failed',
  cancelled: 'was cancelled',
}
const RETENTION = {
  untilRead: 'With zero data retention its documents are there until they are read once.',
  read: 'With zero data retention nothing of it is kept any more: it was read.',
}
const NOTHING_FOUND =
  'No page was found that its options let through: look at includePaths, excludePaths, limit and sitemap, and whether the start is a page.'

/** What became of an agent's task. */
export function explainTask(task: TaskView): string {
  const { id, kind, state, steps, creditsUsed, engine, error, warning, stopReason, result, expiresAt } = task
  const name = kind === 'agent' ? 'Task' : 'Extraction'
  const missing = result.missing ?? []
  return paragraphs([
    `${name} ${id} ${TASK_STATES[state]} after ${steps} steps. ${creditsUsed} credits were used${engine ? `; it was answered by ${engine}` : ''}.`,
    timesOf(task.createdAt, task.endedAt),
    error && `It ended because: ${error}`,
    warning && `Note: ${warning}`,
    stopReason && STOPS[stopReason],
    missing.length > 0 && `Not found: ${missing.slice(0, 20).join(', ')}.`,
    result.partial !== undefined && 'What was found until then is in `partial`.',
    state === 'processing' && 'It goes on by itself; ask again later, or end it with DELETE.',
    state !== 'processing' && `Its result is kept until ${expiresAt.toISOString()}.`,
  ])
}

const TASK_STATES = {
  processing: 'is running',
  completed: 'is completed',
  failed: 'has failed',
  cancelled: 'was cancelled',
}
const STOPS: Readonly<Record<string, string>> = {
  credit_limit_reached: 'It reached maxCredits: allow more, or name the pages with urls.',
  insufficient_credits: 'The credits of the team did not suffice.',
}

/** What became of one page. */
export function explainScrape(id: string, { document, createdAt }: Scrape): string {
  const { statusCode, error, cacheState, creditsUsed } = document.metadata ?? {}
  return paragraphs([
    `Scrape ${id} was done at ${createdAt.toISOString()}. ${String(creditsUsed ?? 1)} credits were used.`,
    statusCode !== undefined &&
      `The site answered with status ${String(statusCode)}${error ? ` (${error})` : ''}.`,
    cacheState === 'hit' && 'It came from the cache: `maxAge: 0` fetches it anew.',
    typeof statusCode === 'number' &&
      statusCode >= 400 &&
      'Pages with an error status are given as the site sent them, and count.',
    typeof document.markdown === 'string' && document.markdown.trim() === '' && EMPTY,
    document.warning && `Note: ${document.warning}`,
  ])
}

const EMPTY = 'Its Markdown is empty: try `waitFor`, or `onlyMainContent: false`.'

/** Errors with the same code, the most frequent first. */
function byCode(errors: Troubles['errors']): [code: string, errors: Troubles['errors']][] {
  const groups = new Map<string, Troubles['errors']>()
  for (const one of errors) {
    const code = one.code ?? 'UNKNOWN_ERROR'
    groups.set(code, [...(groups.get(code) ?? []), one])
  }
  return [...groups].toSorted(([, a], [, b]) => b.length - a.length)
}

function explainErrors(code: string, list: Troubles['errors'], guides: Guides): string {
  const [first] = list
  const advice = guides.adviceOn(code)
  const pages = list.length === 1 ? '1 page' : `${list.length} pages`
  return `${code} (${pages}): ${first!.error} This was ${first!.url}.${advice ? ` What it means, and what to do: ${advice}.` : ''}`
}

function timesOf(createdAt: Date, endedAt: Date | undefined): string {
  if (!endedAt) return `It began at ${createdAt.toISOString()}.`
  const seconds = (endedAt.getTime() - createdAt.getTime()) / 1000
  return `It began at ${createdAt.toISOString()} and ended after ${seconds.toFixed(1)} s.`
}

function paragraphs(lines: readonly (string | false | undefined)[]): string {
  return lines.filter((line) => typeof line === 'string' && line !== '').join('\n\n')
}
