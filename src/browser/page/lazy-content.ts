import type { Scrolled } from '../in-page/calls.ts'
import type { OpenTab } from './open-tab.ts'
import { READING } from './page-script.ts'
import { pause } from './pause.ts'
import { settle } from './settle.ts'

/**
 * Scrolls through a page once, because many load their pictures and further entries only then. A page that fits on the
 * screen is left alone, and one that does not react to its end is not gone through step by step.
 */
export async function loadLazyContent(tab: OpenTab): Promise<void> {
  const top = await scrollTo(tab, 0)
  if (top.isAtEnd) return
  const startedAt = performance.now()
  const end = top.hasLazy ? top : await scrollToEnd(tab, top)
  if (end.hasLazy || end.screens > top.screens || tab.requests.count() > 0) {
    for (let screen = 1; screen < MAX_SCREENS && performance.now() - startedAt < MAX_MS; screen++) {
      const { isAtEnd } = await scrollTo(tab, screen)
      await pause(STEP_MS, tab.signal)
      if (isAtEnd && tab.requests.count() === 0) break
    }
    await settle(tab, SETTLE_MS)
  }
  await scrollTo(tab, 0)
  // The page hears of it with its next frame.
  await pause(STEP_MS, tab.signal)
}

async function scrollToEnd(tab: OpenTab, { screens }: Scrolled): Promise<Scrolled> {
  await scrollTo(tab, screens)
  await pause(STEP_MS, tab.signal)
  return await scrollTo(tab, screens)
}

async function scrollTo(tab: OpenTab, screen: number): Promise<Scrolled> {
  return await tab.reader.call(READING, 'scrollTo', screen)
}

const MAX_SCREENS = 25
const MAX_MS = 3000
const STEP_MS = 40
const SETTLE_MS = 2000
