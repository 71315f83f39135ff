import type { Page, Request } from 'playwright-core'

/** What a page is still loading of the things its content may hang on. */
export interface RequestsUnderWay {
  /** How many there are; one that has been open for long is a channel and not a load. */
  count(): number
  /** Milliseconds since the last one began or ended. */
  quietMs(): number
}

/** Counts the requests of a page from now on. */
export function watchRequests(page: Page): RequestsUnderWay {
  const open = new Map<Request, number>()
  let changedAt = performance.now()
  const isEssential = (request: Request) => ESSENTIAL.has(request.resourceType())

  page.on('request', (request) => {
    if (!isEssential(request)) return
    changedAt = performance.now()
    open.set(request, changedAt)
  })
  const onEnd = (request: Request) => {
    if (open.delete(request)) changedAt = performance.now()
  }
  page.on('requestfinished', onEnd)
  page.on('requestfailed', onEnd)

  return {
    count: () => {
      const oldest = performance.now() - LONG_MS
      return [...open.values()].filter((since) => since > oldest).length
    },
    quietMs: () => performance.now() - changedAt,
  }
}

const ESSENTIAL = new Set(['document', 'stylesheet', 'script', 'xhr', 'fetch'])
const LONG_MS = 4000
