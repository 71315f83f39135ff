import { WinnowError } from './failure.ts'
import { pollJob } from './poll-job.ts'
import type { WaitOptions } from './poll-job.ts'
import type { CallOptions } from './transport.ts'
import type { CrawlStatusAnswer, Document } from './wire.ts'

/** How far a crawl or batch is, without its documents. */
export type JobState = Omit<CrawlStatusAnswer, 'data' | 'next'>

/** An ended crawl or batch with all its documents. */
export type EndedJob<Page = Document> = Omit<CrawlStatusAnswer, 'data'> & { id: string; data: Page[] }

/** How a crawl or batch is waited for. */
export interface JobWaitOptions extends WaitOptions {
  /** Told how far the job is, whenever it was asked. */
  onProgress?: ((state: JobState) => void) | undefined
}

/**
 * The part after the last document of any job: asked for it, a job tells its state and hands out nothing. Under zero data
 * retention what was handed out to its end is gone.
 */
export const NO_DOCUMENTS = { skip: 1_000_000_000, limit: 1 }

/** Asks for the state of one job and a page of its documents. */
export type FetchJobState = (
  page: { skip: number; limit?: number },
  call: CallOptions,
) => Promise<CrawlStatusAnswer>

/**
 * Every state of a job until its end, each with the documents that the one before did not have. The service adds documents
 * at the end, so none is missed or given twice. Only the number in `next` is used, never its address: the key goes nowhere
 * but to the service that was named.
 */
export async function* followJob(
  id: string,
  fetchState: FetchJobState,
  { from = 0, ...waitOptions }: WaitOptions & { from?: number },
): AsyncGenerator<CrawlStatusAnswer, void, undefined> {
  let skip = from
  yield* pollJob<CrawlStatusAnswer>(
    {
      id,
      async fetchState(signal) {
        const response = await fetchState({ skip }, { signal })
        skip += response.data.length
        return response
      },
      nextStep({ status, data, next }) {
        const hasMore = Boolean(next) && data.length > 0
        if (status !== 'scraping') return hasMore ? 'ask' : 'end'
        return data.length >= PAGE_SIZE ? 'ask' : 'wait'
      },
    },
    waitOptions,
  )
}

/** As many documents as the service puts into one answer. */
const PAGE_SIZE = 100

/** Waits for the end of a job and gives it with all its documents. */
export async function collectJob(
  id: string,
  fetchState: FetchJobState,
  { onProgress, ...waitOptions }: JobWaitOptions,
): Promise<EndedJob> {
  const data: Document[] = []
  const warnings = new Set<string | undefined>()
  let last: CrawlStatusAnswer | undefined
  for await (const response of followJob(id, fetchState, waitOptions)) {
    data.push(...response.data)
    warnings.add(response.warning)
    last = response
    onProgress?.(stateOf(response))
  }
  return { id, ...withWarning(last!, ...warnings), data }
}

/** The state of a job now, with all documents there are. */
export async function readJob(fetchState: FetchJobState, call: CallOptions): Promise<CrawlStatusAnswer> {
  const data: Document[] = []
  const warnings = new Set<string | undefined>()
  for (;;) {
    const response = await fetchState({ skip: data.length }, call)
    data.push(...response.data)
    warnings.add(response.warning)
    const isAll = !response.next || response.data.length === 0
    if (isAll) return { ...withWarning(response, ...warnings), data }
  }
}

/** The job if it was completed; otherwise a failure with all that there is of it. */
export function requireCompleted<Job extends { id: string; status: string; error?: string }>(job: Job): Job {
  if (job.status === 'completed') return job
  const code = job.status === 'cancelled' ? 'JOB_CANCELLED' : 'JOB_FAILED'
  const about = { jobId: job.id, details: job }
  throw new WinnowError(code, job.error ?? `The job ${job.id} was not completed: it is ${job.status}.`, about)
}

export function stateOf({ data: _data, next: _next, ...state }: CrawlStatusAnswer): JobState {
  return state
}

/** The same answer, with everything that was warned of on the way. */
export function withWarning<Answer extends { warning?: string }>(
  response: Answer,
  ...others: (string | undefined)[]
): Answer {
  const warnings = [...new Set([...others, response.warning].filter((warning) => warning))]
  return warnings.length === 0 ? response : { ...response, warning: warnings.join(' ') }
}
