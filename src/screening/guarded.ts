import type { Log } from '../log.ts'
import { NotRated, reasonOf } from './ask.ts'
import type { Rate } from './remembering.ts'

const MOST_FAILURES = 5
const PAUSE_MS = 30_000

/** For a while everybody is refused, then one question finds out whether it is back. Logs never name the URL. */
export function guarded(
  rate: Rate,
  { checker, log, now = () => performance.now() }: { checker: string; log: Log; now?: () => number },
): Rate {
  let failures = 0
  let pausedUntil = 0
  let isTrying = false

  function failed(failure: unknown): void {
    log.warn({ checker, reason: reasonOf(failure) }, 'the URL-risk checker failed')
    // An address that it does not rate is an answer too: nobody can have it paused by asking about such.
    failures = failure instanceof NotRated ? 0 : failures + 1
    if (failures < MOST_FAILURES) return
    pausedUntil = now() + PAUSE_MS
    log.warn({ checker, seconds: PAUSE_MS / 1000 }, 'the URL-risk checker is left alone for a while')
  }

  async function attempt(url: string) {
    try {
      const rating = await rate(url)
      failures = 0
      return rating
    } catch (failure) {
      failed(failure)
      throw failure
    }
  }

  return async (url) => {
    if (failures < MOST_FAILURES) return attempt(url)
    if (isTrying || now() < pausedUntil)
      throw new Error('It failed several times in a row and is left alone.')
    isTrying = true
    try {
      return await attempt(url)
    } finally {
      isTrying = false
    }
  }
}
