import { followJob, NO_DOCUMENTS, stateOf } from '../../client/src/crawl-job.ts'
import type { FetchJobState } from '../../client/src/crawl-job.ts'
import { reasonOf, WinnowError } from '../../client/src/failure.ts'
import type { CallOptions, JobState } from '../../client/src/client.ts'
import type { Session } from './command.ts'
import { EXIT } from './exit-codes.ts'
import type { ExitCode } from './exit-codes.ts'
import { failureText } from './failure-text.ts'
import { pageUrlOf } from './front-matter.ts'
import { openSink } from './job-sink.ts'
import type { FailedPages } from './job-sink.ts'

/** A crawl or a batch on the service. */
export interface Job {
  noun: 'crawl' | 'batch'
  id: string
  /** Where it began; of a job that is only known by its id, the first page that comes. */
  url: string | undefined
  fetchState: FetchJobState
  errors(call: CallOptions): Promise<{ errors: FailedPages; robotsBlocked?: string[] }>
  cancel(): Promise<unknown>
}

export interface FollowOptions {
  pollMs: number
  timeoutMs: number | undefined
  isLines: boolean
  /** How the same command line is resumed. */
  resume: string
}

/** Follows a job to its end and puts its pages where they belong. Ctrl-C leaves it running. */
export async function followToEnd(
  job: Job,
  followOptions: FollowOptions,
  session: Session,
): Promise<ExitCode> {
  const { out, signal } = session
  const { pollMs, timeoutMs, isLines } = followOptions
  const sink = await openSink(job, isLines, session)
  let jobErrors: JobErrors | undefined
  const loadErrors = async () => (jobErrors ??= await job.errors({ signal }))
  let state: JobState | undefined
  try {
    const states = followJob(job.id, withErrorsFirst(job.fetchState, loadErrors), {
      pollMs,
      timeoutMs,
      signal,
    })
    for await (const response of states) {
      for (const page of response.data) await sink.write(page)
      state = stateOf(response)
      const latest = response.data.at(-1)
      out.progress({
        done: state.completed,
        total: state.total,
        ...(latest && { latest: pageUrlOf(latest) }),
      })
    }
  } catch (failure) {
    await sink.suspend()
    return reportUnfinished(failure, job, { ...followOptions, pageCount: sink.count() }, session)
  }
  const loadedErrors = await loadErrors().catch((failure: unknown) => {
    out.warn(`Which pages failed cannot be told: ${reasonOf(failure)}`)
    return { errors: [] }
  })
  return await finish(job, state!, loadedErrors, sink, session)
}

type JobErrors = Awaited<ReturnType<Job['errors']>>

/**
 * Asks an ended job for its errors before its first documents are handed out, which may be all there are: under zero data
 * retention there are no errors afterwards. What is read of a running job does not count as read.
 */
function withErrorsFirst(fetchState: FetchJobState, loadErrors: () => Promise<unknown>): FetchJobState {
  return async (page, call) => {
    if (page.skip > 0) return await fetchState(page, call)
    const state = await fetchState(NO_DOCUMENTS, call)
    if (state.status === 'scraping' && state.completed === 0) return state
    if (state.status !== 'scraping') await loadErrors().catch(() => undefined)
    return await fetchState(page, call)
  }
}

/** Says why a job is not followed any longer and how to go on with it. */
function reportUnfinished(
  failure: unknown,
  job: Job,
  { pageCount, timeoutMs, resume }: FollowOptions & { pageCount: number },
  { out, signal, settings }: Session,
): ExitCode {
  const { status, code } = failure instanceof WinnowError ? failure : {}
  if (!signal.aborted && [401, 403, 404].includes(status ?? 0)) throw failure
  const goesOn = `The ${job.noun} goes on without you (${pageCount} pages came so far).`
  if (signal.aborted) out.warn(`Interrupted. ${goesOn}`)
  else if (code === 'JOB_TIMEOUT') out.warn(`It has not ended within ${timeoutMs! / 1000} s. ${goesOn}`)
  else out.warn(`winnow: ${failureText(failure, settings).message}`)
  out.warn(`  go on:  ${resume}`)
  out.warn(`  end it: winnow ${job.noun} ${job.id} --cancel`)
  return signal.aborted ? EXIT.interrupted : EXIT.failed
}

async function finish(
  job: Job,
  state: JobState,
  { errors, robotsBlocked = [] }: JobErrors,
  sink: Awaited<ReturnType<typeof openSink>>,
  { out }: Session,
): Promise<ExitCode> {
  await sink.end(state, errors)
  for (const { url, error, code } of errors.slice(0, MAX_ERRORS_SHOWN))
    out.warn(`${url}: ${error}${code ? ` (${code})` : ''}`)
  if (errors.length > MAX_ERRORS_SHOWN) out.warn(`… and ${errors.length - MAX_ERRORS_SHOWN} more.`)
  if (state.warning) out.warn(`Note: ${state.warning}`)
  const parts = [
    `${sink.count()} ${sink.count() === 1 ? 'page' : 'pages'}`,
    errors.length > 0 && `${errors.length} failed`,
    robotsBlocked.length > 0 && `${robotsBlocked.length} closed by robots.txt`,
    state.creditsUsed !== undefined && `${state.creditsUsed} credits`,
  ].filter(Boolean)
  out.note(`${job.noun} ${job.id} ${state.status}: ${parts.join(', ')}${sink.location()}`)
  if (sink.count() === 0) return EXIT.failed
  return state.status === 'completed' && errors.length === 0 ? EXIT.ok : EXIT.partial
}

const MAX_ERRORS_SHOWN = 10
