import { WinnowError } from './failure.ts'
import { pollJob } from './poll-job.ts'
import type { WaitOptions } from './poll-job.ts'
import type { CallOptions } from './transport.ts'
import type { CrawlStatusResponse, Document } from './wire.ts'

/** The state of a crawl or batch, without its documents. */
export type JobState = Omit<CrawlStatusResponse, 'data' | 'next'>

/** An ended crawl or batch with all its documents. */
export type EndedJob<Page = Document> = Omit<CrawlStatusResponse, 'data'> & { id: string; data: Page[] }

/** Options for waiting for a crawl or batch. */
export interface JobWaitOptions extends WaitOptions {
  /** Called with the state of the job after every poll. */
  onProgress?: ((state: JobState) => void) | undefined
}

/**
 * A range after the last document of any job, so that the response has the state and no documents. Under zero
 * data retention, documents that were read to the end are deleted.
 */
export const NO_DOCUMENTS = { skip: 1_000_000_000, limit: 1 }

/** Requests the state of a job and a range of its documents. */
export type FetchJobState = (
  page: { skip: number; limit?: number },
  call: CallOptions,
) => Promise<CrawlStatusResponse>

/**
 * Yields every state of a job until its end, each with the documents since the previous one. The service
 * appends documents, so none is missed or returned twice. Only the number in `next` is used and never its
 * URL, so that the key is only sent to the configured service.
 */
export async function* followJob(
  id: string,
  fetchState: FetchJobState,
  { from = 0, ...waitOptions }: WaitOptions & { from?: number },
): AsyncGenerator<CrawlStatusResponse, void, undefined> {
  let skip = from
  yield* pollJob<CrawlStatusResponse>(
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

/** The maximum number of documents in one response. */
const PAGE_SIZE = 100

/** Waits for the end of a job and returns it with all its documents. */
export async function collectJob(
  id: string,
  fetchState: FetchJobState,
  { onProgress, ...waitOptions }: JobWaitOptions,
): Promise<EndedJob> {
  const data: Document[] = []
  const warnings = new Set<string | undefined>()
  let last: CrawlStatusResponse | undefined
  for await (const response of followJob(id, fetchState, waitOptions)) {
    data.push(...response.data)
    warnings.add(response.warning)
    last = response
    onProgress?.(stateOf(response))
  }
  return { id, ...withWarning(last!, ...warnings), data }
}

/** The current state of a job, with all existing documents. */
export async function readJob(fetchState: FetchJobState, call: CallOptions): Promise<CrawlStatusResponse> {
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

/** Returns the job if it completed; otherwise throws an error that contains the job. */
export function requireCompleted<Job extends { id: string; status: string; error?: string }>(job: Job): Job {
  if (job.status === 'completed') return job
  const code = job.status === 'cancelled' ? 'JOB_CANCELLED' : 'JOB_FAILED'
  const about = { jobId: job.id, details: job }
  throw new WinnowError(
    code,
    job.error ?? `The job ${job.id} did not complete: its status is ${job.status}.`,
    about,
  )
}

export function stateOf({ data: _data, next: _next, ...state }: CrawlStatusResponse): JobState {
  return state
}

/** The same response with all warnings collected on the way. */
export function withWarning<Answer extends { warning?: string }>(
  response: Answer,
  ...others: (string | undefined)[]
): Answer {
  const warnings = [...new Set([...others, response.warning].filter((warning) => warning))]
  return warnings.length === 0 ? response : { ...response, warning: warnings.join(' ') }
}
