import { isOutage } from '../fault.ts'
import type { Frontier } from './frontier.ts'
import { openJourney } from './journey.ts'
import type { Journey, OpenScreen } from './journey.ts'

/** The crawls that this process visits pages of. */
export function createJourneys(frontier: Pick<Frontier, 'job' | 'fail'>, openScreen: OpenScreen) {
  const open = new Map<string, Promise<Journey | undefined>>()

  /** A crawl whose options cannot be read any more must not be claimed again and again. */
  async function begin(crawlId: string): Promise<Journey | undefined> {
    try {
      const job = await frontier.job(crawlId)
      return job && openJourney(job, openScreen)
    } catch (failure) {
      if (isOutage(failure)) throw failure
      await frontier.fail(crawlId, `The crawl cannot go on: ${(failure as Error).message}`)
      throw failure
    }
  }

  return {
    /** Undefined when the crawl is no more. */
    of(crawlId: string): Promise<Journey | undefined> {
      const known = open.get(crawlId)
      if (known) return known
      const journey = begin(crawlId)
      open.set(crawlId, journey)
      // Whoever asks next, asks again.
      journey.catch(() => open.delete(crawlId))
      return journey
    },
    async keepOnly(crawlIds: ReadonlySet<string>): Promise<void> {
      for (const [id, journey] of open) {
        if (crawlIds.has(id)) continue
        open.delete(id)
        await (await journey.catch(() => undefined))?.[Symbol.asyncDispose]()
      }
    },
  }
}
