import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { LiveBrowser, LiveFrame, LiveView } from '../../src/browser/browser.ts'
import type { LiveInput } from '../../src/contract/live-input.ts'
import { openLiveFixture } from '../support/live-fixture.ts'
import type { LiveFixture } from '../support/live-fixture.ts'
import { waitUntil } from '../support/wait-until.ts'

const PAGES = {
  '/': `<!doctype html><title>Home</title><style>* { position: fixed; left: 0; width: 200px; height: 40px }</style>
    <input style="top: 0" oninput="document.title = 'typed ' + value" onkeydown="if (key(event)) location = '/two'">
    <script>const key = (event) => event.key === 'Enter' && event.keyCode === 13</script>
    <button style="top: 50px" onclick="window.open('/two')">Open</button>`,
  '/two': '<!doctype html><title>Two</title><p>Two',
}

let ground: LiveFixture
let live: LiveBrowser
let open: AsyncDisposableStack
before(async () => {
  open = new AsyncDisposableStack()
  ground = open.use(await openLiveFixture(PAGES))
  live = open.use(await ground.open('/'))
})
after(() => open.disposeAsync())

const mouse = { kind: 'mouse', clickCount: 1, deltaX: 0, deltaY: 0, modifiers: 0 } as const
async function click(view: LiveView, x: number, y: number): Promise<void> {
  for (const event of ['down', 'up'] as const) await view.input({ ...mouse, event, x, y, button: 'left' })
}
async function press(view: LiveView, key: string, text: string): Promise<void> {
  const stroke = { kind: 'key', key, code: key, modifiers: 0, text } satisfies Partial<LiveInput>
  for (const event of ['down', 'up'] as const) await view.input({ ...stroke, event })
}

describe('watching a live browser', () => {
  it('shows a page that does not change to everybody who comes', async () => {
    const frames: LiveFrame[][] = [[], []]
    await using _first = await live.watch((frame) => frames[0]!.push(frame))
    await using _second = await live.watch((frame) => frames[1]!.push(frame))
    await waitUntil(() => frames.every(({ length }) => length > 0))
    for (const [frame] of frames) {
      assert.deepEqual([...frame!.bytes.subarray(0, 3)], [0xff, 0xd8, 0xff])
      const { width, height, url, title } = frame!
      assert.deepEqual({ width, height, url, title }, { ...SIZE, url: `${ground.url}/`, title: 'Home' })
    }
  })

  it('takes mouse and keyboard, and follows the page to the front', async () => {
    let shown: LiveFrame | undefined
    await using view = await live.watch((frame) => (shown = frame))
    await click(view, 100, 20)
    await press(view, 'a', 'a')
    await view.input({ kind: 'text', text: 'bc' })
    await waitUntil(() => shown?.title === 'typed abc')
    await press(view, 'Enter', '\r')
    await waitUntil(() => shown?.title === 'Two')
    await view.input({ kind: 'go', to: 'back' })
    await waitUntil(() => shown?.title === 'Home')
    await click(view, 100, 70)
    await waitUntil(() => shown?.url === `${ground.url}/two`)
    await view.input({ ...mouse, event: 'wheel', x: 10, y: 10, button: 'none', deltaY: 100 })
  })
})

const SIZE = { width: 1280, height: 800 }
