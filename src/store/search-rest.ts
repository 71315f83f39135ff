import type { Log } from '../log.ts'
import type { Queryable } from './database.ts'

/** What so many pages leave to be sorted in is read by every search without being felt. */
const FEW_PAGES = 20

export interface Rest {
  /** To be called after every write. */
  wrote(pages: number): void
  /** Waits for what is under way, and begins nothing more. */
  end(): Promise<void>
}

/**
 * Has the server sort new pages into the index once none came for a while. While they keep coming it does so by itself, much
 * at a time, which costs least; what would be left over then slows every search.
 */
export function createRest(db: Queryable, restMs: number, log: Log): Rest {
  let unsorted = 0
  let timer: NodeJS.Timeout | undefined
  let sorting: Promise<void> = Promise.resolve()

  async function sort(): Promise<void> {
    unsorted = 0
    try {
      await db.rows(`select gin_clean_pending_list('search_terms_index')`)
    } catch (failure) {
      log.debug({ err: failure }, 'the search index could not be tidied up')
    }
  }

  return {
    wrote(pages) {
      unsorted += pages
      clearTimeout(timer)
      if (unsorted < FEW_PAGES) return
      timer = setTimeout(() => {
        sorting = sorting.then(sort)
      }, restMs).unref()
    },

    async end() {
      clearTimeout(timer)
      await sorting
    },
  }
}
