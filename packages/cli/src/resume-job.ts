import { NO_DOCUMENTS, stateOf } from '../../client/src/crawl-job.ts'
import type { Session } from './command.ts'
import { EXIT } from './exit-codes.ts'
import type { ExitCode } from './exit-codes.ts'
import type { COMMON_FLAGS, FlagValues } from './flag.ts'
import { followOptionsOf } from './job-flags.ts'
import type { JOB_FLAGS } from './job-flags.ts'
import { openSink } from './job-sink.ts'
import { followToEnd } from './job.ts'
import type { Job } from './job.ts'

type JobFlags = FlagValues<typeof JOB_FLAGS> & FlagValues<typeof COMMON_FLAGS>

/** Goes on with a job of which the id is known: waits for it, tells its state, or ends it. */
export async function resumeJob(job: Job, flags: JobFlags, session: Session): Promise<ExitCode> {
  const { out, signal } = session
  if (flags.cancel) {
    await out.result({ text: `${job.noun} ${job.id} cancelled`, data: await job.cancel() })
    return EXIT.ok
  }
  if (!flags.status) return await followToEnd(job, followOptionsOf(flags, job, session), session)
  const state = stateOf(await job.fetchState(NO_DOCUMENTS, { signal }))
  await out.result({
    text: `${state.status}: ${state.completed} of ${state.total} pages, ${state.creditsUsed ?? 0} credits`,
    data: state,
  })
  return EXIT.ok
}

/** Waits for a job that was just started, or only says which it is. */
export async function followStartedJob(
  job: Job,
  { started, scope }: { started: object; scope: string },
  flags: JobFlags,
  session: Session,
): Promise<ExitCode> {
  const { out } = session
  const followOptions = followOptionsOf(flags, job, session)
  if (!flags['no-wait']) {
    out.note(`${job.noun} ${job.id} of ${scope}`)
    return await followToEnd(job, followOptions, session)
  }
  if (out.target.kind === 'folder') {
    // The folder says which job it is going to be filled from.
    await openSink(job, followOptions.isLines, session)
    await out.print(`${out.isJson ? out.jsonOf(started) : job.id}\n`)
    out.note(`No page is in ${out.target.path} yet: --no-wait only starts the ${job.noun}.`)
    out.note(`  go on:  ${followOptions.resume}`)
  } else await out.result({ text: job.id, data: started })
  return EXIT.ok
}

/** A job as the service has it. */
export function jobOf(
  noun: Job['noun'],
  { id, url }: { id: string; url?: string | undefined },
  { client, signal }: Session,
): Job {
  const isCrawl = noun === 'crawl'
  return {
    noun,
    id,
    url,
    fetchState: (page, call) => (isCrawl ? client.getCrawl(id, page, call) : client.getBatch(id, page, call)),
    errors: (call) => (isCrawl ? client.crawlErrors(id, call) : client.batchErrors(id, call)),
    cancel: () => (isCrawl ? client.cancelCrawl(id, { signal }) : client.cancelBatch(id, { signal })),
  }
}
