import { setImmediate } from 'node:timers/promises'
import type { CrawlRequest } from '../../contract/crawl.ts'
import { createLinearSearch } from './linear-search.ts'
import { createPatternThread } from './pattern-thread.ts'
import { decodeUrlPart } from '../../language/decode-url-part.ts'

export interface PathFilter extends AsyncDisposable {
  /** One result per absolute URL. Fails when the patterns take too long. */
  allows(urls: readonly string[]): Promise<boolean[]>
}

/** The total time for the patterns of a filter, plus a little per character. */
const BUDGET_MS = 2_000
const YIELD_AFTER_MS = 10

/** Searches patterns in the path or the whole URL, both as it is and without percent escapes. */
export function createPathFilter(
  options: Pick<CrawlRequest, 'includePaths' | 'excludePaths' | 'regexOnFullURL'>,
  budgetMs = BUDGET_MS,
): PathFilter {
  const include = createLinearSearch(options.includePaths, budgetMs)
  const exclude = createLinearSearch(options.excludePaths, budgetMs)
  const allowsAll = options.includePaths.length === 0
  const thread = createPatternThread(budgetMs)

  async function findUnsupported(
    patterns: readonly string[],
    candidates: readonly FilterCandidate[],
  ): Promise<FilterCandidate[]> {
    if (patterns.length === 0 || candidates.length === 0) return []
    const found = await thread.search(
      patterns,
      candidates.map(({ texts }) => texts),
    )
    return candidates.filter((_, index) => found[index])
  }

  return {
    async allows(urls) {
      const yieldIfDue = createYield()
      const candidates = urls.map((url) => ({
        texts: searchedTexts(url, options.regexOnFullURL),
        isAllowed: allowsAll,
      }))
      if (!allowsAll) {
        for (const candidate of candidates)
          candidate.isAllowed = await include.matchesAny(candidate.texts, yieldIfDue)
        const missed = candidates.filter(({ isAllowed }) => !isAllowed)
        for (const candidate of await findUnsupported(include.others, missed)) candidate.isAllowed = true
      }
      const included = candidates.filter(({ isAllowed }) => isAllowed)
      for (const candidate of included)
        candidate.isAllowed = !(await exclude.matchesAny(candidate.texts, yieldIfDue))
      const passed = included.filter(({ isAllowed }) => isAllowed)
      for (const candidate of await findUnsupported(exclude.others, passed)) candidate.isAllowed = false
      return candidates.map(({ isAllowed }) => isAllowed)
    },
    [Symbol.asyncDispose]: () => thread.end(),
  }
}

interface FilterCandidate {
  texts: readonly string[]
  isAllowed: boolean
}

function searchedTexts(url: string, isWhole: boolean): readonly string[] {
  const raw = isWhole ? url : new URL(url).pathname
  const text = decodeUrlPart(raw)
  return text === raw ? [raw] : [raw, text]
}

function createYield(): () => Promise<void> | undefined {
  let began = performance.now()
  return () => {
    if (performance.now() - began <= YIELD_AFTER_MS) return undefined
    return setImmediate().then(() => {
      began = performance.now()
    })
  }
}
