import type { BrowserContext, Page } from 'playwright-core'

/** Calls back soon after something changed that programs see at once: addresses, frames, pages. */
export function watchForNews(context: BrowserContext, tell: () => void): Disposable {
  let isDue = false
  const later = () => {
    if (isDue) return
    isDue = true
    setImmediate(() => {
      isDue = false
      if (!isOver) tell()
    })
  }
  let isOver = false
  const watched = new Set<Page>()
  const watch = (page: Page) => {
    watched.add(page)
    for (const event of EVENTS) page.on(event, later)
  }
  const opened = (page: Page) => {
    watch(page)
    later()
  }
  for (const page of context.pages()) watch(page)
  context.on('page', opened)
  return {
    [Symbol.dispose]() {
      isOver = true
      context.off('page', opened)
      for (const page of watched) for (const event of EVENTS) page.off(event, later)
    },
  }
}

const EVENTS = ['framenavigated', 'frameattached', 'framedetached', 'close'] as unknown as 'close'[]
