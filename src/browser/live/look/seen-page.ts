import type { CDPSession, Page } from 'playwright-core'
import { sessionsOfFrames } from '../../page/read-page.ts'
import { READING } from '../../page/page-script.ts'
import { createReader } from '../../page/reader.ts'
import type { Reader } from '../../page/reader.ts'
import type { WatchedTab } from '../../page/watch-tab.ts'

type Frame = { send: CDPSession['send']; reader: Reader }

/** A tab as it is spoken to: what looks at it and what acts on it share. */
export interface SeenPage extends WatchedTab {
  /** What speaks to a frame, be it in a process of its own; undefined when it is gone. */
  frame(frameId: string): Promise<Frame | undefined>
}

/** Knows the ways to the frames of each tab as long as the tab is there. */
export function createSeenPages(
  tabOf: (page: Page) => Promise<WatchedTab>,
): (page: Page) => Promise<SeenPage> {
  const known = new WeakMap<WatchedTab, SeenPage>()
  return async (page) => {
    const tab = await tabOf(page)
    const seen = known.get(tab) ?? { ...tab, frame: waysToFrames(tab) }
    known.set(tab, seen)
    return seen
  }
}

/** Frames keep their ways as long as they answer; one that moved to another process is found again. */
function waysToFrames(tab: WatchedTab): SeenPage['frame'] {
  const known = new Map<string, Frame>()

  async function find(frameId: string): Promise<Frame['send'] | undefined> {
    const isLocal = await tab.send('Page.createIsolatedWorld', { frameId, worldName: 'winnow' }).then(
      () => true,
      () => false,
    )
    return isLocal ? tab.send : (await sessionsOfFrames(tab)).get(frameId)
  }

  return async (frameId) => {
    const before = known.get(frameId)
    const answers = await before?.reader.call(READING, 'state').then(
      () => true,
      () => false,
    )
    if (before && answers) return before
    known.delete(frameId)
    const send = await find(frameId)
    if (send === undefined) return undefined
    if (known.size >= MAX_KNOWN) known.clear()
    const frame = { send, reader: createReader(send, frameId) }
    known.set(frameId, frame)
    return frame
  }
}

const MAX_KNOWN = 200
