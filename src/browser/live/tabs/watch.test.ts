import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import type { WatchedTab } from '../../page/tab/open-tab.ts'
import type { LiveTabs } from './tabs.ts'
import type { LiveFrame } from '../live-browser.ts'
import { createWatch } from './watch.ts'

const page = () => ({ viewportSize: () => null }) as unknown as Page

/** A tab that answers what is asked of it, and draws one picture. */
function tabOf(one: Page): WatchedTab {
  const answers: Record<string, unknown> = {
    'Target.getTargetInfo': { targetInfo: { url: `data:,${'x'.repeat(10_000)}`, title: 'Second' } },
    'Page.captureScreenshot': { data: '' },
  }
  const send = async (method: string) => answers[method] ?? {}
  return { page: one, session: { on() {}, off() {} }, send } as unknown as WatchedTab
}

describe('watching tabs', () => {
  it(
    'a page that never becomes ready holds up neither who watches nor the page after it',
    { timeout: 10_000 },
    async () => {
      const [hanging, second] = [page(), page()]
      let front = hanging
      let hear = () => {}
      const watch = createWatch({
        current: () => front,
        tabOf: (one: Page) => (one === second ? Promise.resolve(tabOf(one)) : new Promise(() => {})),
        onFrontChange: (listener: () => void) => ((hear = listener), () => {}),
      } as unknown as LiveTabs)
      const shown = Promise.withResolvers<LiveFrame>()
      await using _view = await watch(shown.resolve)
      front = second
      hear()
      const { title, url } = await shown.promise
      assert.equal(title, 'Second')
      assert.ok(url.length < 3000)
    },
  )
})
