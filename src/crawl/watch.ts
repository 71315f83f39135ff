import type { CrawlProgress, Crawls } from './crawls.ts'

interface Watcher {
  /** A document as the JSON it is kept as; the next one waits until this one was taken. */
  document(json: string): Promise<void>
  ended(progress: CrawlProgress): Promise<void>
  failed(failure: unknown): void
}

export type Watch = (id: string, seen: number, watcher: Watcher) => Disposable

interface Watching {
  id: string
  seen: number
  watcher: Watcher
  isBusy: boolean
}

const POLL_MS = 250
const MOST_FAILURES = 60
const PORTION = 100
const PORTION_BYTES = 10 * 1024 * 1024

/** One look at the database serves all watchers of this process. */
export function createWatch(crawls: Pick<Crawls, 'progressOf' | 'documents'>): Watch & Disposable {
  const watching = new Set<Watching>()
  let timer: NodeJS.Timeout | undefined
  let failures = 0

  async function look(): Promise<void> {
    const idle = [...watching].filter(({ isBusy }) => !isBusy)
    const progress = await crawls.progressOf([...new Set(idle.map(({ id }) => id))])
    const byId = new Map(progress.map((one) => [one.id, one]))
    for (const one of idle) {
      const found = byId.get(one.id)
      if (found) void tell(one, found)
      else if (watching.delete(one)) one.watcher.failed(new Error('The job is gone.'))
    }
  }

  /** A slow watcher holds up nobody but itself. */
  async function tell(one: Watching, progress: CrawlProgress): Promise<void> {
    one.isBusy = true
    try {
      while (one.seen < progress.documents && watching.has(one)) {
        const { documents, next } = await crawls.documents(progress, {
          skip: one.seen,
          limit: PORTION,
          maxBytes: PORTION_BYTES,
          known: progress.documents,
        })
        if (documents.length === 0) throw new Error('The documents are gone.')
        one.seen = next
        for (const document of documents) await one.watcher.document(document)
      }
      if (progress.state !== 'scraping' && watching.delete(one)) await one.watcher.ended(progress)
    } catch (failure) {
      watching.delete(one)
      one.watcher.failed(failure)
    } finally {
      one.isBusy = false
    }
  }

  function schedule(): void {
    if (watching.size === 0) return
    timer ??= setTimeout(() => {
      look()
        .then(() => void (failures = 0))
        .catch((failure: unknown) => {
          // A database that is away for a moment is no reason to leave.
          if (++failures < MOST_FAILURES) return
          for (const one of watching) one.watcher.failed(failure)
          watching.clear()
        })
        .finally(() => {
          timer = undefined
          schedule()
        })
    }, POLL_MS)
  }

  const watch: Watch = (id, seen, watcher) => {
    const one: Watching = { id, seen, watcher, isBusy: false }
    watching.add(one)
    schedule()
    return { [Symbol.dispose]: () => void watching.delete(one) }
  }
  return Object.assign(watch, {
    [Symbol.dispose]() {
      watching.clear()
      clearTimeout(timer)
    },
  })
}
