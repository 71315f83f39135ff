import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import type { LiveBrowser } from '../../src/browser/browser.ts'
import { openCodeRunner } from '../../src/interact/code/open-code-runner.ts'
import type { CodeRunner } from '../../src/interact/code/open-code-runner.ts'
import type { CodeOutcome } from '../../src/interact/run.ts'
import { createLog } from '../../src/log.ts'
import { isFault } from '../support/is-fault.ts'
import { openLiveFixture } from '../support/live-fixture.ts'
import type { LiveFixture } from '../support/live-fixture.ts'
import { waitUntil } from '../support/wait-until.ts'

let ground: LiveFixture
let live: LiveBrowser
let runner: CodeRunner

before(async () => {
  ground = await openLiveFixture({ '/': '<title>Home</title>' })
  live = await ground.open('/')
  runner = openCodeRunner({ languages: ['node', 'python', 'bash'], log: createLog('silent', false) })
})

after(async () => {
  await runner[Symbol.asyncDispose]()
  assert.deepEqual(workers(), [])
  await live[Symbol.asyncDispose]()
  await ground[Symbol.asyncDispose]()
})

const run = (code: string, timeoutMs = 4_000, signal = AbortSignal.timeout(60_000)): Promise<CodeOutcome> =>
  runner.run({ code, language: 'node', timeoutMs }, live.remote, signal)

/** Processes of programs that this one has started. */
function workers(): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      const [parent] = /\nPPid:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!.slice(1)
      return (
        Number(parent) === process.pid &&
        /worker\/\w+\.mjs/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
      )
    } catch {
      return false
    }
  })
}

const TENACIOUS = `
while True:
    try:
        while True: pass
    except BaseException: pass
`
const ARRAYS = `
from pyodide.ffi import to_js
Buffer = to_js(bytes(1)).buffer.constructor
kept = []
while True:
    kept.append(Buffer.new(64 * 1024 * 1024))
    to_js(bytes(32 * 1024 * 1024))
`

describe('a program that never ends is ended', () => {
  const cases: [string, string][] = [
    ['a loop', 'while (true) {}'],
    ['a loop of promises', 'const again = () => Promise.resolve().then(again); await again()'],
    ['a loop of jobs', 'for (;;) await null'],
    ['a loop that catches everything', 'for (;;) { try { null.x } catch {} }'],
    ['a promise that nothing resolves', 'await new Promise(() => {})'],
    ['a page that never answers', 'await page.evaluate(() => new Promise(() => {}))'],
    ['a pattern that never matches', '/(a+)+$/.test("a".repeat(40) + "b")'],
    [
      'timers that start timers',
      'const go = () => { setTimeout(go); setTimeout(go) }; go(); await new Promise(() => {})',
    ],
    ['a loop that prints', 'for (;;) console.log("x".repeat(1000))'],
    ['a sort that never ends', '[1, 2, 3].sort(() => { for (;;); })'],
    ['a getter that never ends', 'return { get a() { for (;;); } }'],
    ['a name that never ends', 'throw { get name() { for (;;); }, toString() { for (;;); } }; '],
  ]
  for (const [name, code] of cases) {
    it(name, async () => {
      const { killed, exitCode, error } = await run(code, 1_000)
      // What is thrown may be told before anybody asks it for a name.
      if (!killed) return assert.equal(exitCode, 1, error)
      assert.deepEqual({ killed, exitCode }, { killed: true, exitCode: null })
      assert.match(error!, /longer than the 1 seconds it had/)
    })
  }
})

describe('a program that takes too much is stopped', () => {
  const cases: [string, string][] = [
    ['texts', 'const all = []; for (;;) all.push("x".repeat(1e6) + all.length)'],
    ['one text', 'let all = "x"; for (;;) all += all'],
    ['objects', 'const all = []; for (;;) all.push({ all })'],
    ['bytes', 'const all = []; for (;;) all.push(new Uint8Array(1e6).fill(1))'],
    ['a map', 'const all = new Map(); for (let n = 0; ; n++) all.set(n, n)'],
    ['promises', 'const all = []; for (;;) all.push(new Promise(() => {}))'],
    ['calls of itself', 'const deeper = () => deeper() + 1; deeper()'],
    ['parentheses', 'eval("(".repeat(1e5) + "1" + ")".repeat(1e5))'],
    ['lists in lists', 'let all = []; for (let n = 0; n < 1e5; n++) all = [all]; JSON.stringify(all)'],
    [
      'arguments in arguments',
      'let all = []; for (let n = 0; n < 1e4; n++) all = [all]; await page.evaluate(() => 1, all)',
    ],
    ['an argument that refers to itself', 'const all = {}; all.all = all; await page.evaluate(() => 1, all)'],
    ['calls at once', 'await Promise.all(Array.from({ length: 1e4 }, () => page.title()))'],
    ['timers', 'for (;;) setTimeout(() => {}, 1e6)'],
    ['an argument without end', 'await page.evaluate((x) => x.length, "x".repeat(20e6))'],
    ['an answer without end', 'await page.evaluate(() => "x".repeat(30e6))'],
    [
      'an answer that refers to itself',
      'await page.evaluate(() => { const all = {}; all.all = all; return all })',
    ],
    ['pages', 'for (;;) await context.newPage()'],
  ]
  for (const [name, code] of cases) {
    it(name, async () => {
      const { killed, exitCode, error } = await run(code, 20_000)
      assert.ok(killed || exitCode === 1, `it ended with ${exitCode}`)
      assert.ok(error !== undefined && error.length > 0)
      assert.doesNotMatch(error, /\/work\/|node_modules|wasm:|file:\/\//)
    })
  }

  it('cuts what is printed', async () => {
    const { stdout, truncated, exitCode } = await run(
      'for (let n = 0; n < 3000; n++) console.log("x".repeat(1000))',
      20_000,
    )
    assert.equal(Buffer.byteLength(stdout), 1024 * 1024)
    assert.deepEqual({ truncated, exitCode }, { truncated: true, exitCode: 0 })
  })
})

describe('a program finds no way out', () => {
  const cases: [string, string, string][] = [
    [
      'by globals',
      'return ["process", "global", "module", "__dirname", "Deno", "std", "os", "bjson"].map((name) => typeof globalThis[name]).join()',
      'undefined,undefined,undefined,undefined,undefined,undefined,undefined,undefined',
    ],
    ['by constructors', 'return typeof page.goto.constructor("return typeof process")()', 'string'],
    [
      'by the function of functions',
      'return page.evaluate.constructor("return typeof process")()',
      'undefined',
    ],
    ['by modules', 'try { await import("node:fs"); return "in" } catch (error) { return "out" }', 'out'],
    ['by our modules', 'try { await import("main.ts"); return "in" } catch (error) { return "out" }', 'out'],
    [
      'by what it hands over',
      'try { await page.evaluate(() => 1, new Proxy({}, { ownKeys() { throw new Error("caught") } })) } catch (error) { return error.message }',
      'caught',
    ],
    [
      'by a changed language',
      'JSON.stringify = () => "{}"; Array.prototype.map = () => []; return "still"',
      'still',
    ],
    [
      'by prototypes',
      'Object.prototype.path = "/etc/passwd"; const shot = await page.screenshot(); return String(shot.length > 100)',
      'true',
    ],
  ]
  for (const [name, code, expected] of cases) {
    it(name, async () => {
      const { result, killed } = await run(code)
      // Who breaks the language breaks it for himself only.
      if (name === 'by a changed language') return assert.ok(killed || result === '' || result === expected)
      assert.equal(result, expected)
    })
  }
})

describe('a program in Python or Bash is ended when it takes too much', () => {
  const cases: ['python' | 'bash', string, string, RegExp][] = [
    ['python', 'a loop', 'while True: pass', /longer than the 2 seconds/],
    ['python', 'a loop that catches everything', TENACIOUS, /longer than the 2 seconds/],
    ['python', 'a loop that prints', 'while True: print("x" * 1000)', /longer than the 2 seconds/],
    ['python', 'one text', 'x = "x"\nwhile True: x += x', /MemoryError/],
    ['python', 'arrays of JavaScript', ARRAYS, /more memory|longer than/],
    ['python', 'calls of itself', 'def deeper(): return deeper() + 1\ndeeper()', /RecursionError/],
    [
      'python',
      'an argument without end',
      'page.evaluate("(x) => x.length", "x" * 20000000)',
      /at once|longer than/,
    ],
    ['bash', 'a loop', 'while true; do :; done', /longer than the 2 seconds/],
    [
      'bash',
      'a loop that prints',
      'while true; do echo xxxxxxxx; done',
      /longer than|more memory|ended with/,
    ],
    ['bash', 'one text', 'x=xxxxxxxx; while true; do x=$x$x; done', /longer than|more memory|ended/],
    ['bash', 'files', 'while true; do seq 100000 >> /tmp/x; done', /longer than|more memory|ended/],
    ['bash', 'calls of itself', 'f() { f; }; f', /ended with 126/],
  ]
  for (const [language, name, code, why] of cases) {
    it(`${language}: ${name}`, async () => {
      const { error } = await runner.run(
        { code, language, timeoutMs: 2_000 },
        live.remote,
        AbortSignal.timeout(60_000),
      )
      assert.match(error!, why)
    })
  }
})

it('ends with its caller', async () => {
  const leaving = new AbortController()
  const running = run('for (;;);', 60_000, leaving.signal)
  leaving.abort()
  await assert.rejects(running, isFault('SCRAPE_JOB_CANCELLED'))
  // One waits ready for the next.
  await waitUntil(() => workers().length <= 1)
})

it('runs as somebody else, with nothing of the service', async () => {
  await run('1')
  await waitUntil(() => workers().length === 1)
  const [pid] = workers()
  assert.equal(readFileSync(`/proc/${pid}/environ`, 'utf8'), '')
  if (process.getuid?.() === 0) assert.match(readFileSync(`/proc/${pid}/status`, 'utf8'), /\nUid:\s+65530\s/)
})

it('still works after all of that', async () => {
  const { result } = await run(`await page.goto('${ground.url}/'); return await page.title()`)
  assert.equal(result, 'Home')
})
