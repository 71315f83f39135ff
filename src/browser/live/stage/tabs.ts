import type { Page } from 'playwright-core'
import { orAborted } from '../../../work/abort.ts'
import type { LiveTabs } from '../live-tabs.ts'
import type { ViewTab } from '../page-view.ts'
import { StageError } from '../stage.ts'

/** Names the tabs of a live browser, so that they can be listed, shown and closed. */
export interface NamedTabs {
  list(signal: AbortSignal): Promise<ViewTab[]>
  show(id: string): void
  close(id: string, signal: AbortSignal): Promise<void>
}

export function nameTabs(tabs: Pick<LiveTabs, 'context' | 'current' | 'bringToFront'>): NamedTabs {
  const ids = new WeakMap<Page, string>()
  let count = 0

  function idOf(page: Page): string {
    const id = ids.get(page) ?? `t${++count}`
    ids.set(page, id)
    return id
  }

  function pageOf(id: string): Page {
    const page = tabs.context.pages().find((one) => idOf(one) === id)
    if (page === undefined)
      throw new StageError('input', `There is no tab ${JSON.stringify(id.slice(0, 40))}.`)
    return page
  }

  return {
    list: (signal) =>
      Promise.all(
        tabs.context.pages().map(async (page) => ({
          id: idOf(page),
          url: page.url(),
          // A tab that does not answer has no title.
          title: await orAborted(page.title(), signal, AbortSignal.timeout(TITLE_MS)).catch(() => ''),
          isFront: page === tabs.current(),
        })),
      ),
    show: (id) => tabs.bringToFront(pageOf(id)),
    close: (id, signal) => orAborted(pageOf(id).close(), signal),
  }
}

const TITLE_MS = 2000
