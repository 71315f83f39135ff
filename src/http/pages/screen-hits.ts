import { readUrl } from '../../contract/url.ts'
import { Fault } from '../../fault.ts'
import type { SearchResults, SearchHit } from '../../search/search.ts'
import type { RequestScreen } from '../server/request-rules.ts'

const AT_ONCE = 10

/** Leaves out what may not be visited, and says how much that was. What is no address of the web is visited by nobody. */
export async function screenHits(
  found: SearchResults,
  screen: RequestScreen,
  time: AbortSignal,
): Promise<SearchResults> {
  const all = found.results.flatMap(({ hits }) => hits)
  const waiting = [...all]
  const blocked = new Set<SearchHit>()
  const work = async () => {
    for (let hit = waiting.shift(); hit; hit = waiting.shift())
      if (await isBlocked(hit, screen, time)) blocked.add(hit)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  if (blocked.size === 0) return found
  return {
    ...found,
    results: found.results.map(({ source, hits }) => ({
      source,
      hits: hits.filter((hit) => !blocked.has(hit)),
    })),
    warnings: [...found.warnings, leftOut(blocked.size, all.length)],
  }
}

async function isBlocked({ url }: SearchHit, screen: RequestScreen, time: AbortSignal): Promise<boolean> {
  const read = readUrl(url)
  if (!read.valid) return false
  try {
    await screen.admit(read.url, time)
    return false
  } catch (failure) {
    if (failure instanceof Fault && failure.code === 'unsafe_domain_blocked') return true
    throw failure
  }
}

function leftOut(blocked: number, all: number): string {
  if (blocked === all) return `Threat protection left out everything that was found: ${results(all)}.`
  return `Threat protection left out ${results(blocked)} of ${all}.`
}

function results(count: number): string {
  return count === 1 ? '1 result' : `${count} results`
}

/**
 * Lets several pages use one screen, each with an account of its own. What is asked about is paid for once, by whichever
 * page comes back first from asking; together they pay exactly what the screen has cost from now on.
 */
export function createScreenShares(screen: RequestScreen): () => RequestScreen {
  let sharedOut = screen.credits()
  return () => {
    let own = 0
    return {
      ...screen,
      credits: () => own,
      async admit(url, signal) {
        try {
          await screen.admit(url, signal)
        } finally {
          own += screen.credits() - sharedOut
          sharedOut = screen.credits()
        }
      },
    }
  }
}
