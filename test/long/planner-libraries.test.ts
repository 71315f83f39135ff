import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { LiveBrowser } from '../../src/browser/browser.ts'
import { createPlanner } from '../../src/interact/planner/planner.ts'
import { LIBRARY_PAGES } from '../support/library-pages.ts'
import { openLiveFixture } from '../support/live-fixture.ts'
import { waitUntil } from '../support/wait-until.ts'

const { signal } = new AbortController()
const opened = new AsyncDisposableStack()
const run = createPlanner({ answerFrom: () => Promise.reject(new Error('nobody asks')) })
let live: LiveBrowser
let home: string

before(async () => {
  const ground = opened.use(await openLiveFixture(LIBRARY_PAGES))
  home = ground.url
  live = opened.use(await ground.open(undefined))
})
after(() => opened.disposeAsync())

/** An instruction for a page, and what the page says it got. */
const INSTRUCTIONS: [path: string, prompt: string, got: string][] = [
  ['/replaced-list', 'Set State to Texas', 'Texas'],
  ['/cut-away-list', 'Choose Norway in the Country field', 'Norway'],
  ['/wrapped-list', 'Choose Lucy in the Owner field', 'Lucy'],
  ['/open-list', 'Choose the regions Georgia and Texas', 'Georgia Texas'],
  ['/pills', 'Choose size M', 'M'],
  [
    '/card-frames',
    'Fill in the card number 4242424242424242, the expiration date 12/27 and the CVC 123',
    '4242424242424242 1227 123',
  ],
  ['/ticked-rows', 'Select the rows of Ada and Bo and delete them', 'Cy'],
  ['/suggesting', 'Clear the film field', 'nothing'],
  ['/switch', 'Turn on dark mode', 'dark on'],
  ['/slider', 'Set Volume to 70', '70'],
  ['/menu', 'Open the Actions menu and click Archive', 'Archive'],
  ['/menu', 'Click "Archive"', 'Archive'],
  ['/tabs', 'Open the Reviews tab', 'Reviews'],
  ['/date-grid', 'Set Arrival to 14 August 2028', '2028-08-14'],
  ['/native-date', 'Set the arrival date to 14 August 2028', '2028-08-14'],
  ['/shadow', 'Type "Oslo" into City and press Enter', 'Oslo'],
  ['/dialog', 'Click Delete, then click Yes in the dialog', 'deleted'],
]

describe('controls as libraries make them', () => {
  for (const [path, prompt, got] of INSTRUCTIONS)
    it(`${path}: ${prompt}`, async () => {
      await live.controller.act({ do: 'goto', url: home + path }, signal)
      const { done, output } = await run(prompt, live.controller, signal)
      assert.ok(done, output)
      const said = async () =>
        (await live.controller.view(signal)).elements.find(({ hints }) => hints === 'out out')?.text
      // A page may take a moment to react to the last click.
      await waitUntil(async () => (await said()) === got, 2000).catch(async () =>
        assert.equal(await said(), got, output),
      )
    })
})
