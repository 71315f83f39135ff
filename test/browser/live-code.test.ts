import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { LiveBrowser } from '../../src/browser/browser.ts'
import { openCodeRunner } from '../../src/interact/code/open-code-runner.ts'
import type { CodeRunner } from '../../src/interact/code/open-code-runner.ts'
import type { CodeOutcome } from '../../src/interact/run.ts'
import { createLog } from '../../src/log.ts'
import { isFault } from '../support/is-fault.ts'
import { openLiveFixture } from '../support/live-fixture.ts'
import type { LiveFixture } from '../support/live-fixture.ts'

const HOME = `<!doctype html><title>Home</title><h1>Hello</h1><ul><li>one</li><li>two</li></ul>
<a href="/two">Next</a><label>Name <input id="name"></label><input type="file" id="file">
<select id="size"><option>S<option>L</select>
<button onclick="document.title = document.getElementById('name').value">Go</button>
<button id="ask" onclick="document.title = confirm('Sure?')">Ask</button>
<iframe name="inner" src="/frame"></iframe>`

let ground: LiveFixture
let live: LiveBrowser
let runner: CodeRunner

before(async () => {
  ground = await openLiveFixture({
    '/': HOME,
    '/two': '<title>Two</title><p>second</p>',
    '/frame': '<p id="p">framed</p>',
    '/data': (response) => {
      response.writeHead(201, { 'content-type': 'application/json', 'x-made': 'yes' }).end('{"n":[1,2]}')
    },
  })
  live = await ground.open('/')
  runner = openCodeRunner({ languages: ['node'], log: createLog('silent', false) })
})

after(async () => {
  await runner[Symbol.asyncDispose]()
  await live[Symbol.asyncDispose]()
  await ground[Symbol.asyncDispose]()
})

async function run(code: string, timeoutMs = 30_000): Promise<CodeOutcome> {
  return await runner.run({ code, language: 'node', timeoutMs }, live.remote, AbortSignal.timeout(60_000))
}

/** One process for many programs' worth of questions: each is a function, and what they give comes back together. */
async function results(questions: Record<string, string>): Promise<Record<string, unknown>> {
  const parts = Object.entries(questions).map(
    ([name, body]) =>
      `try { all[${JSON.stringify(name)}] = (await (async () => {${body}})()) ?? null } catch (error) { all[${JSON.stringify(name)}] = 'FAILED ' + error.message }`,
  )
  const { result, error } = await run(
    `const home = ${JSON.stringify(`${ground.url}/`)}; await page.goto(home); const all = {};\n${parts.join(';\n')}\nreturn all`,
  )
  assert.equal(error, undefined)
  return JSON.parse(result) as Record<string, unknown>
}

describe('what a program gives', () => {
  const cases: [string, string, Partial<CodeOutcome>][] = [
    ['what is returned', 'return await page.title()', { result: 'Home' }],
    ['the last value', 'const t = await page.title(); t', { result: 'Home' }],
    ['the last value that was awaited', 'await page.title()', { result: 'Home' }],
    ['what its function gives', '(async () => { return { a: [1, null] } })();', { result: '{"a":[1,null]}' }],
    [
      'what it printed',
      'console.log("a", { b: 1 }); console.info("%s!", "c")',
      { result: 'a { b: 1 }\nc!\n' },
    ],
    [
      'both streams',
      'console.log(1); console.error("bad"); 5',
      { stdout: '1\n', stderr: 'bad\n', result: '5' },
    ],
    ['what comes later', 'setTimeout(() => console.log("late"), 20)', { stdout: 'late\n' }],
    ['bytes as base64', 'Buffer.from("hi")', { result: 'aGk=' }],
  ]
  for (const [name, code, expected] of cases) {
    it(name, async () => {
      const outcome = await run(code)
      assert.deepEqual(outcome, { ...outcome, exitCode: 0, killed: false, truncated: false, ...expected })
    })
  }

  const failing: [string, string, RegExp][] = [
    [
      'an error and its line',
      '\nconst a = 1\nnull.b',
      /^TypeError: cannot read property 'b' of null\n.*program\.js:3:/,
    ],
    [
      'a call that failed and its line',
      '\nawait page.click("#no", { timeout: 50 })',
      /^TimeoutError: page\.click: Timeout 50ms exceeded\.\nIt was waiting for locator\('#no'\)\.\n.*program\.js:2:/,
    ],
    ['a syntax error', 'const = 1', /^SyntaxError: .*\n.*program\.js:1:/],
    ['what is thrown', 'throw { code: 7 }', /^Thrown: \{ code: 7 \}/],
    [
      'modules that are not there',
      'const fs = require("fs")',
      /require cannot be used: there are no modules here/,
    ],
    [
      'a network that is not there',
      'await fetch("http://a.test/")',
      /fetch cannot be used: .*page\.evaluate/,
    ],
  ]
  for (const [name, code, told] of failing) {
    it(`tells ${name}`, async () => {
      const { exitCode, killed, stderr, error } = await run(code)
      assert.deepEqual({ exitCode, killed }, { exitCode: 1, killed: false })
      assert.match(stderr, told)
      assert.match(error!, told)
    })
  }

  it('tells of calls that nobody waited for', async () => {
    const { stderr, exitCode } = await run(
      'page.click("#no", { timeout: 50 }); await page.waitForTimeout(200)',
    )
    assert.match(stderr, /nobody waited for failed.*page\.click/)
    assert.equal(exitCode, 0)
  })

  it('refuses languages that are not switched on', async () => {
    const program = { code: 'print(1)', language: 'python' as const, timeoutMs: 1_000 }
    await assert.rejects(
      runner.run(program, live.remote, AbortSignal.timeout(5_000)),
      isFault('NOT_IMPLEMENTED', /WINNOW_CODE_LANGUAGES/),
    )
  })
})

it('has pages, locators, frames and elements', async () => {
  assert.deepEqual(
    await results({
      click:
        'await page.getByLabel("Name").fill("Ann"); await page.getByRole("button", { name: "Go" }).click(); return await page.title()',
      all: 'return await Promise.all((await page.locator("li").all()).map((one) => one.innerText()))',
      chain:
        'return await page.locator("ul").filter({ has: page.getByText("two") }).locator("li").nth(1).textContent()',
      or: 'return await page.locator("h2").or(page.locator("h1")).innerText()',
      frame: 'return await page.frameLocator("iframe").locator("#p").innerText()',
      contentFrame: 'return await page.locator("iframe").contentFrame().getByText(/fram/).innerText()',
      named:
        'return [await page.frame("inner").locator("p").innerText(), page.frames().length, page.mainFrame().url() === home]',
      evaluate: 'return await page.evaluate(({ a }) => [a, document.title, new Date(5)], { a: -0 })',
      $eval: 'return await page.$eval("h1", (one, more) => one.textContent + more, "!")',
      handle:
        'const one = await page.$("h1"); return [await one.evaluate((e) => e.tagName), await page.evaluate((e) => e.id, one), one.asElement() === one]',
      properties:
        'const map = await (await page.evaluateHandle(() => ({ a: 1 }))).getProperties(); return await map.get("a").jsonValue()',
      select: 'return await page.selectOption("#size", "L")',
      file: 'await page.setInputFiles("#file", { name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("hi") }); return await page.evaluate(() => document.getElementById("file").files[0].text())',
      keyboard:
        'await page.locator("#name").fill(""); await page.locator("#name").focus(); await page.keyboard.type("xy"); return await page.locator("#name").inputValue()',
      content: 'return /^<!DOCTYPE html><html>.*Hello/s.test(await page.content())',
      screenshot:
        'const shot = await page.screenshot(); return [shot.toString("base64").slice(0, 8), Buffer.isBuffer(shot)]',
      printed: 'return String(page.locator("a").first())',
      viewport: 'await page.setViewportSize({ width: 700, height: 500 }); return page.viewportSize()',
    }),
    {
      click: 'Ann',
      all: ['one', 'two'],
      chain: 'two',
      or: 'Hello',
      frame: 'framed',
      contentFrame: 'framed',
      named: ['framed', 2, true],
      evaluate: [0, 'Ann', '1970-01-01T00:00:00.005Z'],
      $eval: 'Hello!',
      handle: ['H1', '', true],
      properties: 1,
      select: ['L'],
      file: 'hi',
      keyboard: 'xy',
      content: true,
      screenshot: ['iVBORw0K', true],
      printed: "locator('a').first()",
      viewport: { width: 700, height: 500 },
    },
  )
})

it('has navigation, waits, events, requests and routes', async () => {
  const home = `${ground.url}/`
  assert.deepEqual(
    await results({
      response:
        'const r = await page.goto(home + "data"); return [r.status(), r.ok(), r.headers()["x-made"], await r.json(), r.request().method(), page.url() === home + "data"]',
      back: 'await page.goBack(); return [page.url() === home, await page.title()]',
      url: 'const there = page.waitForURL((url) => url.pathname === "/two"); await page.click("a"); await there; return page.url()',
      waitForResponse:
        'const [r] = await Promise.all([page.waitForResponse((r) => r.url().endsWith("/data")), page.evaluate(() => fetch("/data").then(() => 0))]); return r.status()',
      glob: 'const [r] = await Promise.all([page.waitForResponse("**/data"), page.evaluate(() => fetch("/data").then(() => 0))]); return r.status()',
      pass: 'const [q] = await Promise.all([page.waitForRequest("**/data"), page.evaluate(() => fetch("/data").then(() => 0))]); return [Object.keys(await q.allHeaders()), (await q.headersArray()).map((h) => h.name), await q.headerValue("Proxy-Authorization")].flat().filter((n) => /proxy/i.test(n))',
      console:
        'const heard = []; const hear = (m) => heard.push(m.type() + " " + m.text()); page.on("console", hear); await page.evaluate(() => console.warn("hey")); page.off("console", hear); return heard',
      popup:
        'const [other] = await Promise.all([page.waitForEvent("popup"), page.evaluate(() => { window.open("/two") })]); await other.waitForLoadState(); const seen = [other.url(), context.pages().length]; await other.close(); return [...seen, other.isClosed(), context.pages().length]',
      dialog:
        'await page.goto(home); page.once("dialog", (d) => d.accept()); await page.click("#ask"); return await page.title()',
      fulfil:
        'await page.route("**/made", (route) => route.fulfill({ contentType: "text/html", body: "<title>Made</title>" })); await page.goto(home + "made"); return await page.title()',
      abort:
        'await page.route((url) => url.pathname === "/two", (route) => route.abort()); try { await page.goto(home + "two") } catch (error) { return error.message.split("\\n")[0].split(" at ")[0] }',
      unroute: 'await page.unrouteAll(); await page.goto(home + "two"); return await page.title()',
      headers:
        'await page.route("**/data", (route, request) => route.continue({ headers: { ...request.headers(), "x-told": "1" } })); await page.evaluate(() => fetch("/data").then(() => 0)); return "sent"',
      cookies:
        'await context.addCookies([{ name: "a", value: "b", url: home }]); const all = await context.cookies(); await context.clearCookies(); return [all.map((c) => c.name + c.value + c.path), (await context.cookies()).length]',
      storage:
        'await page.evaluate(() => localStorage.setItem("k", "v")); return (await context.storageState()).origins[0].localStorage',
    }),
    {
      response: [201, true, 'yes', { n: [1, 2] }, 'GET', true],
      back: [true, 'Home'],
      url: `${home}two`,
      waitForResponse: 201,
      glob: 201,
      pass: [],
      console: ['warning hey'],
      popup: [`${home}two`, 2, true, 1],
      dialog: 'true',
      fulfil: 'Made',
      abort: 'page.goto: net::ERR_FAILED',
      unroute: 'Two',
      headers: 'sent',
      cookies: [['ab/'], 0],
      storage: [{ name: 'k', value: 'v' }],
    },
  )
  assert.ok(ground.requests.some(({ path, headers }) => path === '/data' && headers['x-told'] === '1'))
})

it('keeps the page from call to call, and nothing else', async () => {
  await run(
    `await page.goto(${JSON.stringify(`${ground.url}/two`)}); globalThis.kept = 1; await page.route('**/*', (r) => r.abort())`,
  )
  const { result } = await run('await page.reload(); return [typeof kept, await page.title()]')
  assert.equal(result, '["undefined","Two"]')
})
