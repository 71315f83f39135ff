import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import type { WatchedTab } from '../../page/tab/open-tab.ts'
import type { LiveTabs } from './tabs.ts'
import type { LiveFrame } from '../live-browser.ts'
import { createWatch } from './watch.ts'

const page = () => ({ viewportSize: () => null }) as unknown as Page

/** A tab that responds to every request and draws one picture. */
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
    'a page that never becomes ready blocks neither the viewers nor the next page',
    { timeout: 10_000 },
    async () => {
      const [hanging, second] = [page(), page()]
      let front = hanging
      let notify = () => {}
      const watch = createWatch({
        current: () => front,
        tabOf: (one: Page) => (one === second ? Promise.resolve(tabOf(one)) : new Promise(() => {})),
        onFrontChange: (listener: () => void) => ((notify = listener), () => {}),
      } as unknown as LiveTabs)
      const shown = Promise.withResolvers<LiveFrame>()
      await using _view = await watch(shown.resolve)
      front = second
      notify()
      const { title, url } = await shown.promise
      assert.equal(title, 'Second')
      assert.ok(url.length < 3000)
    },
  )
})
