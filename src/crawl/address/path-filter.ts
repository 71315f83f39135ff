import { setImmediate } from 'node:timers/promises'
import type { CrawlRequest } from '../../contract/crawl.ts'
import { createLinearSearch } from './linear-search.ts'
import { createPatternThread } from './pattern-thread.ts'
import { decodeUrlPart } from '../../language/decode-url-part.ts'

export interface PathFilter extends AsyncDisposable {
  /** One answer per absolute address. Fails when the patterns take too long. */
  keeps(urls: readonly string[]): Promise<boolean[]>
}

/** What patterns may take in all for the life of a filter, besides a little for each letter they read. */
const BUDGET_MS = 2_000
const TURN_MS = 10

/** Patterns are searched in the path or the whole URL, as it is and without percent escapes. */
export function createPathFilter(
  options: Pick<CrawlRequest, 'includePaths' | 'excludePaths' | 'regexOnFullURL'>,
  budgetMs = BUDGET_MS,
): PathFilter {
  const include = createLinearSearch(options.includePaths, budgetMs)
  const exclude = createLinearSearch(options.excludePaths, budgetMs)
  const takesAll = options.includePaths.length === 0
  const thread = createPatternThread(budgetMs)

  async function findOthers(patterns: readonly string[], open: readonly Candidate[]): Promise<Candidate[]> {
    if (patterns.length === 0 || open.length === 0) return []
    const found = await thread.search(
      patterns,
      open.map(({ texts }) => texts),
    )
    return open.filter((_, index) => found[index])
  }

  return {
    async keeps(urls) {
      const pause = inTurns()
      const candidates = urls.map((url) => ({
        texts: textsOf(url, options.regexOnFullURL),
        isKept: takesAll,
      }))
      if (!takesAll) {
        for (const one of candidates) one.isKept = await include.finds(one.texts, pause)
        const missed = candidates.filter(({ isKept }) => !isKept)
        for (const one of await findOthers(include.others, missed)) one.isKept = true
      }
      const included = candidates.filter(({ isKept }) => isKept)
      for (const one of included) one.isKept = !(await exclude.finds(one.texts, pause))
      const passed = included.filter(({ isKept }) => isKept)
      for (const one of await findOthers(exclude.others, passed)) one.isKept = false
      return candidates.map(({ isKept }) => isKept)
    },
    [Symbol.asyncDispose]: () => thread.end(),
  }
}

interface Candidate {
  texts: readonly string[]
  isKept: boolean
}

function textsOf(url: string, isWhole: boolean): readonly string[] {
  const raw = isWhole ? url : new URL(url).pathname
  const text = decodeUrlPart(raw)
  return text === raw ? [raw] : [raw, text]
}

function inTurns(): () => Promise<void> | undefined {
  let began = performance.now()
  return () => {
    if (performance.now() - began <= TURN_MS) return undefined
    return setImmediate().then(() => {
      began = performance.now()
    })
  }
}
