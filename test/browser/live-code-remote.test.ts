import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { RemoteError } from '../../src/browser/browser.ts'
import type { LiveBrowser, RemoteRun } from '../../src/browser/browser.ts'
import { openLiveFixture } from '../support/live-fixture.ts'
import type { LiveFixture } from '../support/live-fixture.ts'

let fixture: LiveFixture
let live: LiveBrowser
let run: RemoteRun

before(async () => {
  fixture = await openLiveFixture({ '/': '<title>Home</title><a href="/x">x</a><input type="file">' })
  live = await fixture.open('/')
  run = live.remote.open({ timeoutMs: 60_000, signal: AbortSignal.timeout(120_000), onEvent: () => true })
})

after(async () => {
  await run[Symbol.asyncDispose]()
  await live[Symbol.asyncDispose]()
  await fixture[Symbol.asyncDispose]()
})

/** Messages that a compromised process may send, not only those of the interpreter's API. */
describe('a forged call', () => {
  const page = (method: unknown, ...args: unknown[]) => ({ object: 1, chain: [], method, args })
  const context = (method: unknown, ...args: unknown[]) => ({ object: 2, chain: [], method, args })
  const plain = (value: object) => ({ $: 'plain', value })
  const file = plain({ path: '/etc/passwd' })
  const cases: [string, unknown, RegExp][] = [
    ['nothing', undefined, /call is invalid/],
    ['a list', [], /call is invalid/],
    ['a text', 'page.goto', /call is invalid/],
    ['a method that is not a string', page({ toString: 'goto' }), /call is invalid/],
    ['too many arguments', page('title', ...Array.from({ length: 50 }, () => 1)), /call is invalid/],
    [
      'too many steps',
      { ...page('count'), chain: Array.from({ length: 200 }, () => ({ method: 'first', args: [] })) },
      /call is invalid/,
    ],
    ['an unknown object', { ...page('title'), object: 99_999 }, /no longer exists/],
    ['an object number that is a string', { ...page('title'), object: '1' }, /no longer exists/],
    ['an inherited property as object', { ...page('title'), object: 'constructor' }, /no longer exists/],
    ['a negative object', { ...page('title'), object: -1 }, /no longer exists/],
    ['an inherited method', page('constructor'), /cannot be used/],
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
    ['requests from this machine', page('request.get', 'http://127.0.0.1/'), /cannot be used/],
    [
      'functions of ours',
      page('exposeFunction', 'f', { $: 'function', source: '() => 1' }),
      /cannot be used/,
    ],
    ['a file as page', page('goto', 'file:///etc/passwd'), /cannot be opened/],
    ['the browser as page', page('goto', 'chrome://version'), /cannot be opened/],
    ['a source as page', page('goto', 'view-source:http://127.0.0.1/'), /cannot be opened/],
    ['a picture as file', page('screenshot', file), /no file access/],
    ['a print as file', page('pdf', file), /no file access/],
    ['the storage as file', context('storageState', file), /no file access/],
    ['a script from a file', page('addScriptTag', file), /no file access/],
    ['a style from a file', page('addStyleTag', file), /no file access/],
    [
      'a script from a file address',
      page('addScriptTag', plain({ url: 'file:///x.js' })),
      /cannot be opened/,
    ],
    ['an init script from a file', context('addInitScript', file), /function, or an expression/],
    ['an upload of a file', page('setInputFiles', 'input', '/etc/passwd'), /no file access/],
    ['uploads of files', page('setInputFiles', 'input', ['/etc/passwd']), /no file access/],
    ['a page as an argument', page('evaluate', '1', { $: 'object', object: 1 }), /cannot be passed/],
    ['a context as an argument', page('evaluate', '1', [{ $: 'object', object: 2 }]), /cannot be passed/],
    [
      'a locator of nothing',
      page('evaluate', '1', { $: 'locator', object: 77, chain: [] }),
      /no longer exists/,
    ],
    ['an unknown event', page('listen', 'constructor', 1), /is not supported/],
    ['an unknown listener', page('listen', 'load', 'x'), /no such listener/],
    ['an invalid script', page('evaluate', plain({ toString: 1 })), /function, or an expression/],
    ['an invalid selector', page('click', plain({})), /must be a string/],
    ['an invalid timeout', page('setDefaultTimeout', 'x'), /milliseconds/],
  ]
  for (const [name, question, why] of cases) {
    it(`is rejected: ${name}`, async () => {
      await assert.rejects(run.call(question), (error) => {
        assert.ok(error instanceof RemoteError, String(error))
        assert.match(error.message, why)
        return true
      })
    })
  }

  it('leaves the page unchanged', async () => {
    const { value } = await run.call({ object: 1, chain: [], method: 'title', args: [] })
    assert.equal(value, 'Home')
  })
})

it('gets a response when the page does not respond', async () => {
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

it('releases requests that a program held', async () => {
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
  const url = { $: 'plain', value: { url: `${fixture.url}/held` } }
  const fetching = { $: 'function', source: '({ url }) => fetch(url).then((answer) => answer.status)' }
  const status = run.call({ object: 1, chain: [], method: 'evaluate', args: [fetching, url] })
  await asked.promise
  await holding[Symbol.asyncDispose]()
  assert.equal((await status).value, 200)
})
