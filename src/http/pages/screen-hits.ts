import { parseUrl } from '../../contract/url.ts'
import { Fault } from '../../fault.ts'
import type { SearchResults, SearchHit } from '../../search/search.ts'
import type { RequestScreen } from '../server/request-rules.ts'

const MAX_CONCURRENT = 10

/**
 * Leaves out blocked hits and reports their number. URLs that are not HTTP are never visited, so they stay.
 */
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
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, work))
  if (blocked.size === 0) return found
  return {
    ...found,
    results: found.results.map(({ source, hits }) => ({
      source,
      hits: hits.filter((hit) => !blocked.has(hit)),
    })),
    warnings: [...found.warnings, blockedWarning(blocked.size, all.length)],
  }
}

async function isBlocked({ url }: SearchHit, screen: RequestScreen, time: AbortSignal): Promise<boolean> {
  const read = parseUrl(url)
  if (!read.valid) return false
  try {
    await screen.admit(read.url, time)
    return false
  } catch (failure) {
    if (failure instanceof Fault && failure.code === 'unsafe_domain_blocked') return true
    throw failure
  }
}

function blockedWarning(blocked: number, all: number): string {
  if (blocked === all) return `Threat protection left out all results: ${countResults(all)}.`
  return `Threat protection left out ${countResults(blocked)} of ${all}.`
}

function countResults(count: number): string {
  return count === 1 ? '1 result' : `${count} results`
}

/**
 * Lets several pages share one screen, each with its own account. Each check is paid once, by the first page
 * that finishes it; together the pages pay exactly the price of the screen from now on.
 */
export function createScreenShares(screen: RequestScreen): () => RequestScreen {
  let attributed = screen.credits()
  return () => {
    let own = 0
    return {
      ...screen,
      credits: () => own,
      async admit(url, signal) {
        try {
          await screen.admit(url, signal)
        } finally {
          own += screen.credits() - attributed
          attributed = screen.credits()
        }
      },
    }
  }
}
