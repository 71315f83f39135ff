import { setTimeout as delay } from 'node:timers/promises'
import { WinnowError } from '../../client/src/client.ts'
import type { Page } from './page.ts'

/** The state of a crawl or batch with some of its documents, as the service tells it. */
export interface JobState {
  status: 'scraping' | 'completed' | 'failed' | 'cancelled'
  completed: number
  total: number
  creditsUsed?: number
  warning?: string
  expiresAt?: string
}

interface Following {
  /** Asks for the state and for the documents from the given one on. */
  ask(page: { skip: number; limit: number }): Promise<JobState & { data: Page[]; next?: string | null }>
  /** Takes each document once, in order. */
  take(page: Page): Promise<void>
  seen(state: JobState): void
  pollMs: number
  signal: AbortSignal
}

/** Documents of one answer. */
const AT_ONCE = 100
/** So often in a row the service may not answer before following is given up; the job goes on without us. */
const MISSES = 5

/** Follows a job to its end, taking its documents as they come. */
export async function followJob({ ask, take, seen, pollMs, signal }: Following): Promise<JobState> {
  let skip = 0
  let misses = 0
  for (;;) {
    let answer
    try {
      answer = await ask({ skip, limit: AT_ONCE })
      misses = 0
    } catch (failure) {
      if (++misses > MISSES || !isPassing(failure) || signal.aborted) throw failure
      await delay(pollMs * misses, undefined, { signal })
      continue
    }
    const { data, next: _next, ...state } = answer
    for (const page of data) await take(page)
    skip += data.length
    seen(state)
    const hasMore = typeof _next === 'string' && data.length > 0
    if (state.status !== 'scraping' && !hasMore) return state
    if (data.length === 0) await delay(pollMs, undefined, { signal })
  }
}

/** Whether the same question may be answered a little later. */
function isPassing(failure: unknown): boolean {
  if (!(failure instanceof WinnowError)) return failure instanceof TypeError
  return failure.status === undefined ? failure.code !== 'ABORTED' : failure.status >= 500
}
