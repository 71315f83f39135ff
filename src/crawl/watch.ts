import type { CrawlProgress, Crawls } from './crawls.ts'

interface Watcher {
  /** Sends the stored JSON of a document; the next document waits until this one is accepted. */
  document(json: string): Promise<void>
  ended(progress: CrawlProgress): Promise<void>
  failed(failure: unknown): void
}

export type Watch = (id: string, seen: number, watcher: Watcher) => Disposable

interface WatchedCrawl {
  id: string
  seen: number
  watcher: Watcher
  isBusy: boolean
}

const POLL_MS = 250
const MAX_FAILURES = 60
const MAX_DOCUMENTS = 100
const MAX_BYTES = 10 * 1024 * 1024

/** One database query serves all watchers of this process. */
export function createWatch(crawls: Pick<Crawls, 'progressOf' | 'documents'>): Watch & Disposable {
  const watched = new Set<WatchedCrawl>()
  let timer: NodeJS.Timeout | undefined
  let failures = 0

  async function poll(): Promise<void> {
    const idle = [...watched].filter(({ isBusy }) => !isBusy)
    const progress = await crawls.progressOf([...new Set(idle.map(({ id }) => id))])
    const byId = new Map(progress.map((entry) => [entry.id, entry]))
    for (const entry of idle) {
      const found = byId.get(entry.id)
      if (found) void sendNew(entry, found)
      else if (watched.delete(entry)) entry.watcher.failed(new Error('The job no longer exists.'))
    }
  }

  /** A slow watcher delays only itself. */
  async function sendNew(entry: WatchedCrawl, progress: CrawlProgress): Promise<void> {
    entry.isBusy = true
    try {
      while (entry.seen < progress.documents && watched.has(entry)) {
        const { documents, next } = await crawls.documents(progress, {
          skip: entry.seen,
          limit: MAX_DOCUMENTS,
          maxBytes: MAX_BYTES,
          known: progress.documents,
        })
        if (documents.length === 0) throw new Error('The documents are no longer stored.')
        entry.seen = next
        for (const document of documents) await entry.watcher.document(document)
      }
      if (progress.state !== 'scraping' && watched.delete(entry)) await entry.watcher.ended(progress)
    } catch (failure) {
      watched.delete(entry)
      entry.watcher.failed(failure)
    } finally {
      entry.isBusy = false
    }
  }

  function schedule(): void {
    if (watched.size === 0) return
    timer ??= setTimeout(() => {
      poll()
        .then(() => void (failures = 0))
        .catch((failure: unknown) => {
          // Short outages of the database do not end the watch.
          if (++failures < MAX_FAILURES) return
          for (const entry of watched) entry.watcher.failed(failure)
          watched.clear()
        })
        .finally(() => {
          timer = undefined
          schedule()
        })
    }, POLL_MS)
  }

  const watch: Watch = (id, seen, watcher) => {
    const entry: WatchedCrawl = { id, seen, watcher, isBusy: false }
    watched.add(entry)
    schedule()
    return { [Symbol.dispose]: () => void watched.delete(entry) }
  }
  return Object.assign(watch, {
    [Symbol.dispose]() {
      watched.clear()
      clearTimeout(timer)
    },
  })
}
