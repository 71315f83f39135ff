import type { Session } from './command.ts'
import { EXIT } from './exit-codes.ts'
import type { ExitCode } from './exit-codes.ts'
import type { COMMON_FLAGS, Given } from './flag.ts'
import { followingOf } from './job-flags.ts'
import type { JOB_FLAGS } from './job-flags.ts'
import { takeJob } from './job.ts'
import type { Job } from './job.ts'

/** Goes on with a job of which the id is known: waits for it, tells its state, or ends it. */
export async function goOn(
  job: Job,
  flags: Given<typeof JOB_FLAGS> & Given<typeof COMMON_FLAGS>,
  session: Session,
): Promise<ExitCode> {
  const { out } = session
  if (flags.cancel) {
    await out.result({ text: `${job.noun} ${job.id} cancelled`, data: await job.cancel() })
    return EXIT.ok
  }
  if (!flags.status) return await takeJob(job, followingOf(flags, job, session), session)
  const { data: _, ...state } = await job.state({ skip: 0, limit: 1 })
  await out.result({
    text: `${state.status}: ${state.completed} of ${state.total} pages, ${state.creditsUsed ?? 0} credits`,
    data: state,
  })
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
    state: (page) =>
      (isCrawl ? client.getCrawl(id, page, { signal }) : client.getBatch(id, page, { signal })) as ReturnType<
        Job['state']
      >,
    errors: () =>
      (isCrawl ? client.crawlErrors(id, { signal }) : client.batchErrors(id, { signal })) as ReturnType<
        Job['errors']
      >,
    cancel: () => (isCrawl ? client.cancelCrawl(id, { signal }) : client.cancelBatch(id, { signal })),
  }
}
