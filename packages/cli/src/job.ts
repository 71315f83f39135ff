import type { Session } from './command.ts'
import { EXIT } from './exit-codes.ts'
import type { ExitCode } from './exit-codes.ts'
import { followJob } from './follow-job.ts'
import type { JobState } from './follow-job.ts'
import { addressOf } from './front-matter.ts'
import { openSink } from './job-sink.ts'
import type { Page } from './page.ts'

/** A crawl or a batch on the service. */
export interface Job {
  noun: 'crawl' | 'batch'
  id: string
  /** Where it began; of a job that is only known by its id, the first page that comes. */
  url: string | undefined
  state(page: { skip: number; limit: number }): Promise<JobState & { data: Page[]; next?: string | null }>
  errors(): Promise<{ errors: { url: string; code?: string; error: string }[]; robotsBlocked?: string[] }>
  cancel(): Promise<unknown>
}

export interface Following {
  pollMs: number
  timeoutMs: number | undefined
  isLines: boolean
  /** How the same command line is resumed. */
  resume: string
}

/** Follows a job to its end and puts its pages where they belong. Ctrl-C leaves it running. */
export async function takeJob(job: Job, following: Following, session: Session): Promise<ExitCode> {
  const { out } = session
  const patience = following.timeoutMs === undefined ? undefined : AbortSignal.timeout(following.timeoutMs)
  const signal = patience ? AbortSignal.any([session.signal, patience]) : session.signal
  const sink = await openSink(job, following.isLines, session)
  let latest = ''
  try {
    const state = await followJob({
      ask: job.state,
      async take(page) {
        latest = addressOf(page)
        await sink.take(page)
      },
      seen: ({ completed, total }) => out.progress({ done: completed, total, latest }),
      pollMs: following.pollMs,
      signal,
    })
    return await finish(job, state, sink, session)
  } catch (failure) {
    if (!signal.aborted) throw failure
    const reason = patience?.aborted
      ? `It has not ended within ${following.timeoutMs! / 1000} s.`
      : 'Interrupted.'
    out.warn(`${reason} The ${job.noun} goes on without you (${sink.count()} pages came so far).`)
    out.warn(`  go on:  ${following.resume}`)
    out.warn(`  end it: winnow ${job.noun} ${job.id} --cancel`)
    return patience?.aborted && !session.signal.aborted ? EXIT.failed : EXIT.interrupted
  }
}

async function finish(
  job: Job,
  state: JobState,
  sink: Awaited<ReturnType<typeof openSink>>,
  { out }: Session,
): Promise<ExitCode> {
  const { errors, robotsBlocked = [] } = await job.errors()
  await sink.end(state, errors)
  for (const { url, error, code } of errors.slice(0, MOST_TOLD))
    out.warn(`${url}: ${error}${code ? ` (${code})` : ''}`)
  if (errors.length > MOST_TOLD) out.warn(`… and ${errors.length - MOST_TOLD} more.`)
  if (state.warning) out.warn(`Note: ${state.warning}`)
  const parts = [
    `${sink.count()} ${sink.count() === 1 ? 'page' : 'pages'}`,
    errors.length > 0 && `${errors.length} failed`,
    robotsBlocked.length > 0 && `${robotsBlocked.length} closed by robots.txt`,
    state.creditsUsed !== undefined && `${state.creditsUsed} credits`,
  ].filter(Boolean)
  out.note(`${job.noun} ${job.id} ${state.status}: ${parts.join(', ')}${sink.where()}`)
  if (sink.count() === 0) return EXIT.failed
  return state.status === 'completed' && errors.length === 0 ? EXIT.ok : EXIT.partly
}

const MOST_TOLD = 10
