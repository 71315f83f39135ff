import { followJob, NO_DOCUMENTS, stateOf } from '../../client/src/crawl-job.ts'
import type { AskJob } from '../../client/src/crawl-job.ts'
import { reasonOf, WinnowError } from '../../client/src/failure.ts'
import type { CallOptions, JobState } from '../../client/src/client.ts'
import type { Session } from './command.ts'
import { EXIT } from './exit-codes.ts'
import type { ExitCode } from './exit-codes.ts'
import { failureText } from './failure-text.ts'
import { addressOf } from './front-matter.ts'
import { openSink } from './job-sink.ts'
import type { Failed } from './job-sink.ts'

/** A crawl or a batch on the service. */
export interface Job {
  noun: 'crawl' | 'batch'
  id: string
  /** Where it began; of a job that is only known by its id, the first page that comes. */
  url: string | undefined
  ask: AskJob
  errors(call: CallOptions): Promise<{ errors: Failed; robotsBlocked?: string[] }>
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
  const { out, signal } = session
  const { pollMs, timeoutMs, isLines } = following
  const sink = await openSink(job, isLines, session)
  let troubles: Troubles | undefined
  const tellErrors = async () => (troubles ??= await job.errors({ signal }))
  let state: JobState | undefined
  try {
    const states = followJob(job.id, errorsFirst(job.ask, tellErrors), { pollMs, timeoutMs, signal })
    for await (const answer of states) {
      for (const page of answer.data) await sink.take(page)
      state = stateOf(answer)
      const latest = answer.data.at(-1)
      out.progress({
        done: state.completed,
        total: state.total,
        ...(latest && { latest: addressOf(latest) }),
      })
    }
  } catch (failure) {
    await sink.leave()
    return leave(failure, job, { ...following, came: sink.count() }, session)
  }
  const told = await tellErrors().catch((failure: unknown) => {
    out.warn(`Which pages failed cannot be told: ${reasonOf(failure)}`)
    return { errors: [] }
  })
  return await finish(job, state!, told, sink, session)
}

type Troubles = Awaited<ReturnType<Job['errors']>>

/**
 * Asks an ended job for its errors before its first documents are handed out, which may be all there are: under zero data
 * retention there are no errors afterwards. What is read of a running job does not count as read.
 */
function errorsFirst(ask: AskJob, tellErrors: () => Promise<unknown>): AskJob {
  return async (page, call) => {
    if (page.skip > 0) return await ask(page, call)
    const glance = await ask(NO_DOCUMENTS, call)
    if (glance.status === 'scraping' && glance.completed === 0) return glance
    if (glance.status !== 'scraping') await tellErrors().catch(() => undefined)
    return await ask(page, call)
  }
}

/** Says why a job is not followed any longer and how to go on with it. */
function leave(
  failure: unknown,
  job: Job,
  { came, timeoutMs, resume }: Following & { came: number },
  { out, signal, settings }: Session,
): ExitCode {
  const { status, code } = failure instanceof WinnowError ? failure : {}
  if (!signal.aborted && [401, 403, 404].includes(status ?? 0)) throw failure
  const goesOn = `The ${job.noun} goes on without you (${came} pages came so far).`
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
  { errors, robotsBlocked = [] }: Troubles,
  sink: Awaited<ReturnType<typeof openSink>>,
  { out }: Session,
): Promise<ExitCode> {
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
