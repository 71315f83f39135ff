import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { RemoteError } from '../../src/browser/browser.ts'
import type { LiveBrowser, RemoteRun } from '../../src/browser/browser.ts'
import { openLiveFixture } from '../support/live-fixture.ts'
import type { LiveFixture } from '../support/live-fixture.ts'

let ground: LiveFixture
let live: LiveBrowser
let run: RemoteRun

before(async () => {
  ground = await openLiveFixture({ '/': '<title>Home</title><a href="/x">x</a><input type="file">' })
  live = await ground.open('/')
  run = live.remote.open({ timeoutMs: 60_000, signal: AbortSignal.timeout(120_000), onEvent: () => true })
})

after(async () => {
  await run[Symbol.asyncDispose]()
  await live[Symbol.asyncDispose]()
  await ground[Symbol.asyncDispose]()
})

/** What a process may send that got out of hand, not only what the interpreter lets a program say. */
describe('a forged call', () => {
  const page = (method: unknown, ...args: unknown[]) => ({ object: 1, chain: [], method, args })
  const context = (method: unknown, ...args: unknown[]) => ({ object: 2, chain: [], method, args })
  const plain = (value: object) => ({ $: 'plain', value })
  const file = plain({ path: '/etc/passwd' })
  const cases: [string, unknown, RegExp][] = [
    ['nothing', undefined, /no call/],
    ['a list', [], /no call/],
    ['a text', 'page.goto', /no call/],
    ['a method that is no text', page({ toString: 'goto' }), /no call/],
    ['too many arguments', page('title', ...Array.from({ length: 50 }, () => 1)), /no call/],
    [
      'too many steps',
      { ...page('count'), chain: Array.from({ length: 200 }, () => ({ method: 'first', args: [] })) },
      /no call/,
    ],
    ['an object that was never told', { ...page('title'), object: 99_999 }, /not there any more/],
    ['an object that is no number', { ...page('title'), object: '1' }, /not there any more/],
    ['an object by what it inherits', { ...page('title'), object: 'constructor' }, /not there any more/],
    ['a negative object', { ...page('title'), object: -1 }, /not there any more/],
    ['what every object inherits', page('constructor'), /cannot be used/],
    ['a prototype', page('__proto__'), /cannot be used/],
    ['a private method of Playwright', page('_wrapApiCall'), /cannot be used/],
    ['the channel of Playwright', page('_channel.goto', plain({ url: 'file:///' })), /cannot be used/],
    ['a path through a method', page('keyboard.constructor'), /cannot be used/],
    ['a path to the browser', page('context.browser'), /cannot be used/],
    [
      'a step that is no builder',
      { ...page('count'), chain: [{ method: 'context', args: [] }] },
      /cannot be used/,
    ],
    [
      'a step that is a method',
      { ...page('count'), chain: [{ method: 'evaluate', args: ['1'] }] },
      /cannot be used/,
    ],
    ['a method of another type', page('newPage'), /cannot be used/],
    [
      'the DevTools protocol',
      context('newCDPSession', { $: 'object', object: 1 }),
      /cannot be used: .*cdpUrl/,
    ],
    ['the browser', context('browser'), /cannot be used/],
    ['the end of the session', context('close'), /cannot be used/],
    ['requests of our own', page('request.get', 'http://127.0.0.1/'), /cannot be used/],
    [
      'functions of ours',
      page('exposeFunction', 'f', { $: 'function', source: '() => 1' }),
      /cannot be used/,
    ],
    ['a file as page', page('goto', 'file:///etc/passwd'), /cannot be opened/],
    ['the browser as page', page('goto', 'chrome://version'), /cannot be opened/],
    ['a source as page', page('goto', 'view-source:http://127.0.0.1/'), /cannot be opened/],
    ['a picture as file', page('screenshot', file), /no files here/],
    ['a print as file', page('pdf', file), /no files here/],
    ['the storage as file', context('storageState', file), /no files here/],
    ['a script from a file', page('addScriptTag', file), /no files here/],
    ['a style from a file', page('addStyleTag', file), /no files here/],
    [
      'a script from a file address',
      page('addScriptTag', plain({ url: 'file:///x.js' })),
      /cannot be opened/,
    ],
    ['a beginning from a file', context('addInitScript', file), /function, or an expression/],
    ['an upload of a file', page('setInputFiles', 'input', '/etc/passwd'), /no files here/],
    ['uploads of files', page('setInputFiles', 'input', ['/etc/passwd']), /no files here/],
    ['a page as an argument', page('evaluate', '1', { $: 'object', object: 1 }), /cannot be handed over/],
    [
      'a context as an argument',
      page('evaluate', '1', [{ $: 'object', object: 2 }]),
      /cannot be handed over/,
    ],
    [
      'a locator of nothing',
      page('evaluate', '1', { $: 'locator', object: 77, chain: [] }),
      /not there any more/,
    ],
    ['an event that is none', page('listen', 'constructor', 1), /cannot be listened for/],
    ['a listener that is none', page('listen', 'load', 'x'), /No such listener/],
    ['a script that is none', page('evaluate', plain({ toString: 1 })), /function, or an expression/],
    ['a selector that is none', page('click', plain({})), /must be a text/],
    ['a time that is none', page('setDefaultTimeout', 'x'), /milliseconds/],
  ]
  for (const [name, question, why] of cases) {
    it(`is refused: ${name}`, async () => {
      await assert.rejects(run.call(question), (error) => {
        assert.ok(error instanceof RemoteError, String(error))
        assert.match(error.message, why)
        return true
      })
    })
  }

  it('leaves the page as it was', async () => {
    const { value } = await run.call({ object: 1, chain: [], method: 'title', args: [] })
    assert.equal(value, 'Home')
  })
})

it('answers when the page does not', async () => {
  await using hanging = live.remote.open({
    timeoutMs: 1_500,
    signal: AbortSignal.timeout(60_000),
    onEvent: () => true,
  })
  const stuck = {
    $: 'function',
    source: '() => { setTimeout(() => { for (const end = Date.now() + 6000; Date.now() < end; ); }) }',
  }
  await hanging.call({ object: 1, chain: [], method: 'evaluate', args: [stuck] })
  await assert.rejects(
    hanging.call({ object: 1, chain: [], method: 'content', args: [] }),
    (error) => error instanceof RemoteError && error.kind === 'TimeoutError',
  )
})

it('lets go of requests that a program held up', async () => {
  const asked = Promise.withResolvers<void>()
  const holding = live.remote.open({
    timeoutMs: 60_000,
    signal: AbortSignal.timeout(60_000),
    onEvent({ listener }) {
      if (listener !== undefined) asked.resolve()
      return true
    },
  })
  await holding.call({ object: 1, chain: [], method: 'route', args: ['**/held', 5] })
  const url = { $: 'plain', value: { url: `${ground.url}/held` } }
  const fetching = { $: 'function', source: '({ url }) => fetch(url).then((answer) => answer.status)' }
  const status = run.call({ object: 1, chain: [], method: 'evaluate', args: [fetching, url] })
  await asked.promise
  await holding[Symbol.asyncDispose]()
  assert.equal((await status).value, 200)
})
