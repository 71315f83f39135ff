import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { LiveBrowser } from '../../src/browser/browser.ts'
import { createPlanner } from '../../src/interact/planner/planner.ts'
import { LIBRARY_PAGES } from '../support/library-pages.ts'
import { openLiveGround } from '../support/live-ground.ts'
import { waitUntil } from '../support/wait-until.ts'

const { signal } = new AbortController()
const opened = new AsyncDisposableStack()
const run = createPlanner({ answerFrom: () => Promise.reject(new Error('nobody asks')) })
let live: LiveBrowser
let home: string

before(async () => {
  const ground = opened.use(await openLiveGround(LIBRARY_PAGES))
  home = ground.url
  live = opened.use(await ground.open(undefined))
})
after(() => opened.disposeAsync())

/** What is wanted on a page, and what the page then says it got. */
const WISHES: [path: string, prompt: string, got: string][] = [
  ['/replaced-list', 'Set State to Texas', 'Texas'],
  ['/cut-away-list', 'Choose Norway in the Country field', 'Norway'],
  ['/wrapped-list', 'Choose Lucy in the Owner field', 'Lucy'],
  ['/cascade', 'Choose Norway / Oslo / Sagene in the Address field', 'Norway Oslo Sagene'],
  ['/open-list', 'Choose the regions Georgia and Texas', 'Georgia Texas'],
  ['/pills', 'Choose size M', 'M'],
  ['/card-frames', 'Enter the card 4242 4242 4242 4242 exp 12/27 cvc 123', '4242424242424242 1227 123'],
  ['/code-boxes', 'Enter the code 908172', '908172'],
  ['/ticked-rows', 'Select the rows of Ada and Bo and delete them', 'Cy'],
  ['/suggesting', 'Clear the film field', 'nothing'],
]

describe('controls as libraries make them', () => {
  for (const [path, prompt, got] of WISHES)
    it(`${path}: ${prompt}`, async () => {
      await live.stage.act({ do: 'goto', url: home + path }, signal)
      const { done, output } = await run(prompt, live.stage, signal)
      assert.ok(done, output)
      const said = async () =>
        (await live.stage.look(signal)).elements.find(({ hints }) => hints === 'out out')?.text
      // What a page does with the last click may take it a moment.
      await waitUntil(async () => (await said()) === got, 2000).catch(async () =>
        assert.equal(await said(), got, output),
      )
    })
})
