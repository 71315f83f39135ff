import type { Frontier } from './frontier.ts'
import { openJourney } from './journey.ts'
import type { Journey } from './journey.ts'

/** The crawls that this process visits pages of. */
export function createJourneys(frontier: Pick<Frontier, 'job'>) {
  const open = new Map<string, Promise<Journey | undefined>>()
  return {
    /** Undefined when the crawl is no more. */
    of(crawlId: string): Promise<Journey | undefined> {
      const known = open.get(crawlId)
      if (known) return known
      const journey = frontier.job(crawlId).then((job) => job && openJourney(job))
      open.set(crawlId, journey)
      // Whoever asks next, asks again.
      journey.catch(() => open.delete(crawlId))
      return journey
    },
    async keepOnly(crawlIds: ReadonlySet<string>): Promise<void> {
      for (const [id, journey] of open) {
        if (crawlIds.has(id)) continue
        open.delete(id)
        await (await journey)?.[Symbol.asyncDispose]()
      }
    },
  }
}
