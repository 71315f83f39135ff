import type { AgentTasks, TaskView } from '../../agent/agent.ts'
import { SupportResponse, SupportRequest } from '../../contract/team.ts'
import type { Crawls, CrawlProgress } from '../../crawl/crawl.ts'
import { Fault } from '../../fault.ts'
import type { Scrapes } from '../../scrape/scrape.ts'
import { openGuides } from './guides.ts'
import type { Guides } from './guides.ts'
import { route } from '../server/route.ts'

export interface SupportNeeds {
  crawls: Pick<Crawls, 'find' | 'errors'>
  agentTasks: Pick<AgentTasks, 'find'>
  scrapes: Pick<Scrapes, 'find' | 'isUnstored'>
}

/** Questions about jobs, from some clients, and about the service. They use no model and store nothing. */
export function supportRoutes(needs: SupportNeeds) {
  const guides = openGuides()
  return [
    route('POST /v2/support/ask', 'Ask about a job', {
      access: 'team',
      scope: 'team',
      bucket: 'status',
      tag: 'Support',
      description:
        'With `jobId` it says what became of the job, what each of its errors means and what to do about it. Without, it answers with the passages of the guides that the question is about.',
      body: SupportRequest,
      response: SupportResponse,
      errors: { 404: 'No job of the team has this id.' },
      async handle({ caller, body: { question, jobId } }) {
        const answer =
          jobId === undefined
            ? answerFromGuides(question, guides)
            : await explainJob(jobId, caller.teamId, needs, guides)
        return { success: true, answer }
      },
    }),
  ]
}

/** An id does not show its kind, so all kinds of jobs are searched. */
async function explainJob(
  id: string,
  teamId: string,
  { crawls, agentTasks, scrapes }: SupportNeeds,
  guides: Guides,
): Promise<string> {
  for (const kind of ['crawl', 'batch'] as const) {
    const progress = await crawls.find(id, teamId, kind)
    if (progress) return explainCrawl(kind, progress, await crawls.errors(progress), guides)
  }
  for (const kind of ['agent', 'extract'] as const) {
    const task = await agentTasks.find(id, teamId, kind)
    if (task) return explainTask(task)
  }
  const scrape = await scrapes.find(id, teamId)
  if (scrape) return explainScrape(id, scrape)
  if (await scrapes.isUnstored(id, teamId))
    return `Scrape ${id} ran under zero data retention, so nothing of it is stored.`
  throw new Fault('NOT_FOUND', 'There is no job with this id: it is unknown, or it has expired.')
}

function answerFromGuides(question: string, guides: Guides): string {
  const code = /\b(?:SCRAPE|MAP|CRAWL|PARSE|BAD|AGENT|RATE)_[A-Z_]+\b/.exec(question)?.[0]
  const advice = code && guides.adviceOn(code)
  if (advice) return `${code}: ${advice}`
  const sections = guides.find(question)
  if (sections.length === 0)
    return 'The guides do not cover this. I can explain a job by its jobId or an error code, and find passages in the guides under docs/.'
  return sections
    .map(({ guide, heading, text }) => `## ${heading} (docs/${guide})\n\n${shortenText(text)}`)
    .join('\n\n')
}

const MAX_PASSAGE_CHARS = 1500

/** Keeps whole paragraphs up to the limit. */
function shortenText(text: string): string {
  if (text.length <= MAX_PASSAGE_CHARS) return text
  const end = text.lastIndexOf('\n\n', MAX_PASSAGE_CHARS)
  return `${text.slice(0, end > 0 ? end : MAX_PASSAGE_CHARS)}\n\n…`
}

type CrawlErrors = Awaited<ReturnType<Crawls['errors']>>
type Scrape = NonNullable<Awaited<ReturnType<Scrapes['find']>>>

/** The result of a crawl or batch in sentences, with advice for each kind of error. */
function explainCrawl(
  kind: 'crawl' | 'batch',
  progress: CrawlProgress,
  { errors, robotsBlocked }: CrawlErrors,
  guides: Guides,
): string {
  const { id, state, completed, total, documents, creditsUsed, createdAt, endedAt, expiresAt, retention } =
    progress
  const name = kind === 'crawl' ? 'Crawl' : 'Batch'
  return paragraphs([
    `${name} ${id} ${CRAWL_STATES[state]}. ${completed} of ${total} pages are done: ${documents} documents, ${errors.length} errors, ${robotsBlocked.length} blocked by robots.txt. ${creditsUsed} credits were used.`,
    describeTimes(createdAt, endedAt),
    retention === 'kept'
      ? `Its documents are stored until ${expiresAt.toISOString()}.`
      : RETENTION[retention],
    progress.error && `It ended because: ${progress.error}`,
    progress.warning && `Note: ${progress.warning}`,
    documents === 0 && state === 'completed' && errors.length === 0 && NOTHING_FOUND,
    ...groupByCode(errors).map(([code, list]) => explainErrors(code, list, guides)),
    robotsBlocked.length > 0 &&
      `The site's robots.txt blocks ${robotsBlocked.length} URLs, such as ${robotsBlocked[0]}. They were not requested.`,
    state === 'scraping' && 'It is still running; check again later, or end it with DELETE.',
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
  'No page matched its options: check includePaths, excludePaths, limit and sitemap, and whether the start URL is a page.'

function explainTask(task: TaskView): string {
  const { id, kind, state, steps, creditsUsed, engine, error, warning, stopReason, result, expiresAt } = task
  const name = kind === 'agent' ? 'Task' : 'Extraction'
  const missing = result.missing ?? []
  return paragraphs([
    `${name} ${id} ${TASK_STATES[state]} after ${steps} steps. ${creditsUsed} credits were used${engine ? ` by the engine ${engine}` : ''}.`,
    describeTimes(task.createdAt, task.endedAt),
    error && `It ended because: ${error}`,
    warning && `Note: ${warning}`,
    stopReason && STOP_REASONS[stopReason],
    missing.length > 0 && `Not found: ${missing.slice(0, 20).join(', ')}.`,
    result.partial !== undefined && 'The partial result is in `partial`.',
    state === 'processing' && 'It is still running; check again later, or end it with DELETE.',
    state !== 'processing' && `Its result is stored until ${expiresAt.toISOString()}.`,
  ])
}

const TASK_STATES = {
  processing: 'is running',
  completed: 'is completed',
  failed: 'has failed',
  cancelled: 'was cancelled',
}
const STOP_REASONS: Readonly<Record<string, string>> = {
  credit_limit_reached: 'It reached maxCredits: raise it, or give the pages in urls.',
  insufficient_credits: 'The team ran out of credits. Add credits and start the task again.',
}

function explainScrape(id: string, { document, createdAt }: Scrape): string {
  const { statusCode, error, cacheState, creditsUsed } = document.metadata ?? {}
  return paragraphs([
    `Scrape ${id} was done at ${createdAt.toISOString()}. ${String(creditsUsed ?? 1)} credits were used.`,
    statusCode !== undefined &&
      `The site answered with status ${String(statusCode)}${error ? ` (${error})` : ''}.`,
    cacheState === 'hit' && 'It came from the cache: use `maxAge: 0` to fetch it again.',
    typeof statusCode === 'number' &&
      statusCode >= 400 &&
      'Pages with an error status are returned as the site sent them, and are charged.',
    typeof document.markdown === 'string' && document.markdown.trim() === '' && EMPTY_MARKDOWN,
    document.warning && `Note: ${document.warning}`,
  ])
}

const EMPTY_MARKDOWN = 'Its Markdown is empty: try `waitFor`, or `onlyMainContent: false`.'

function groupByCode(errors: CrawlErrors['errors']): [code: string, errors: CrawlErrors['errors']][] {
  const groups = new Map<string, CrawlErrors['errors']>()
  for (const one of errors) {
    const code = one.code ?? 'UNKNOWN_ERROR'
    groups.set(code, [...(groups.get(code) ?? []), one])
  }
  return [...groups].toSorted(([, a], [, b]) => b.length - a.length)
}

function explainErrors(code: string, list: CrawlErrors['errors'], guides: Guides): string {
  const [first] = list
  const advice = guides.adviceOn(code)
  const pages = list.length === 1 ? '1 page' : `${list.length} pages`
  return `${code} (${pages}): ${first!.error} The URL was ${first!.url}.${advice ? ` ${advice}` : ''}`
}

function describeTimes(createdAt: Date, endedAt: Date | undefined): string {
  if (!endedAt) return `It started at ${createdAt.toISOString()}.`
  const seconds = (endedAt.getTime() - createdAt.getTime()) / 1000
  return `It started at ${createdAt.toISOString()} and ended after ${seconds.toFixed(1)} s.`
}

function paragraphs(lines: readonly (string | false | undefined)[]): string {
  return lines.filter((line) => typeof line === 'string' && line !== '').join('\n\n')
}
