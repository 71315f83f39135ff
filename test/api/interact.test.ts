import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, before, describe, it } from 'node:test'
import { chromium } from 'playwright-core'
import { useApp } from '../support/app.ts'
import { startSite } from '../support/site.ts'
import type { Site } from '../support/site.ts'

const opened: { id: string; key: string | undefined }[] = []
// Runs before the app's own check for leftovers.
afterEach(async () => {
  for (const { id, key } of opened.splice(0)) {
    await app().call(`/v2/browser/${id}`, { method: 'DELETE', ...(key && { key }) })
  }
})
const app = useApp({ WINNOW_CODE_LANGUAGES: 'node,bash' })
let site: Site
before(async () => void (site = await startSite()))
after(() => site[Symbol.asyncDispose]())
const COUNTER = `<title>Counter</title><h1>Counter</h1>
  <button onclick="n.textContent = +n.textContent + 1">Add one</button>
  <p>Count: <span id=n>0</span></p>
  <label>Your name <input id=name></label>
  <button onclick="greeting.textContent = 'Hello ' + document.getElementById('name').value">Greet</button>
  <p id=greeting></p><p>The price is 12.50 EUR.</p>`

async function scraped(
  html = COUNTER,
  { key, ...options }: { key?: string; [option: string]: unknown } = {},
): Promise<string> {
  const url = `${site.url}/page?html=${encodeURIComponent(html)}`
  const { body } = await app().call('/v2/scrape', { json: { url, ...options }, ...(key && { key }) })
  assert.equal(body.success, true, JSON.stringify(body))
  return body.data.metadata.scrapeId
}

async function interact(scrapeId: string, json: object, key?: string) {
  const answer = await app().call(`/v2/scrape/${scrapeId}/interact`, { json, ...(key && { key }) })
  if (answer.body.sessionId) opened.push({ id: answer.body.sessionId, key })
  return answer
}

async function open(json: object = {}, key?: string) {
  const answer = await app().call('/v2/browser', { json, ...(key && { key }) })
  if (answer.body.id) opened.push({ id: answer.body.id, key })
  return answer
}

const stop = (scrapeId: string, key?: string) =>
  app().call(`/v2/scrape/${scrapeId}/interact`, { method: 'DELETE', ...(key && { key }) })

describe('a session on the page of a scrape', () => {
  it('opens with the first call, stays open between calls, and ends with stop', async () => {
    const { id: teamId, key } = await app().team({ credits: 1000 })
    const scrapeId = await scraped(COUNTER, { key })
    const first = await interact(scrapeId, { prompt: 'Click "Add one" twice' }, key)
    assert.equal(first.status, 200)
    assert.equal(first.body.success, true, JSON.stringify(first.body))
    assert.ok(first.body.output.length > 10)
    assert.ok(first.body.actions.length > 0)
    const second = await interact(scrapeId, { code: "await page.locator('#n').textContent()" }, key)
    assert.deepEqual(
      [second.body.success, second.body.result, second.body.exitCode, second.body.sessionId],
      [true, '2', 0, first.body.sessionId],
    )
    const ended = await stop(scrapeId, key)
    assert.equal(ended.body.success, true)
    assert.equal(ended.body.creditsBilled, 7)
    assert.ok(ended.body.sessionDurationMs > 0)
    const late = await interact(scrapeId, { code: '1' }, key)
    assert.deepEqual([late.status, late.body.code], [410, 'GONE'])
    assert.match(late.body.error, /stopped/)
    const usage = await app().admin(`/teams/${teamId}`)
    assert.equal(usage.body.credits, 1000 - 1 - 7)
  })

  it('repeats what the scrape did: waits, actions, headers', async () => {
    const scrapeId = await scraped(COUNTER, {
      actions: [{ type: 'click', selector: 'button' }],
      headers: { 'x-visitor': 'me' },
    })
    const { body } = await interact(scrapeId, { code: "await page.textContent('#n')" })
    assert.equal(body.result, '1')
    assert.equal(site.requests.at(-1)?.headers['x-visitor'], 'me')
  })

  it('answers questions, and reports what it could not find', async () => {
    const scrapeId = await scraped()
    const asked = await interact(scrapeId, { prompt: 'Read me the price' })
    assert.match(asked.body.output, /12\.50/)
    const lost = await interact(scrapeId, { prompt: 'Click the "Self-destruct" button' })
    assert.deepEqual([lost.status, lost.body.success], [200, false])
    assert.match(lost.body.error, /Self-destruct/)
  })

  it('a failed program is a successful response', async () => {
    const scrapeId = await scraped()
    const { status, body } = await interact(scrapeId, {
      code: 'console.log("before"); throw new Error("no luck")',
    })
    assert.deepEqual([status, body.success, body.exitCode], [200, false, 1])
    assert.match(body.stdout, /before/)
    assert.match(body.error, /no luck/)
  })

  it('runs a program in Bash, and refuses a language that is disabled', async () => {
    const scrapeId = await scraped()
    const { body: bash } = await interact(scrapeId, { code: 'echo "$(page title)!"', language: 'bash' })
    assert.deepEqual([bash.success, bash.result], [true, 'Counter!\n'])
    const { status, body } = await interact(scrapeId, { code: 'print(1)', language: 'python' })
    assert.equal(status, 501)
    assert.match(body.error, /WINNOW_CODE_LANGUAGES/)
  })
})

describe('refusals', () => {
  it('an unknown scrape is 404, and so is another team’s', async () => {
    const { key } = await app().team()
    const unknown = await interact(randomUUID(), { code: '1' })
    assert.deepEqual([unknown.status, unknown.body.code], [404, 'NOT_FOUND'])
    const scrapeId = await scraped()
    const foreign = await interact(scrapeId, { code: '1' }, key)
    assert.deepEqual([foreign.status, foreign.body.error], [404, unknown.body.error])
    const mine = await interact(scrapeId, { code: '1 + 1' })
    assert.equal(mine.body.result, '2')
    assert.equal((await stop(scrapeId, key)).status, 404)
    const byId = await app().call(`/v2/browser/${mine.body.sessionId}/execute`, { key, json: { code: '1' } })
    assert.equal(byId.status, 404)
    assert.equal((await stop(randomUUID())).status, 404)
  })

  it('a team without credits gets 402, and nothing is opened', async () => {
    const { key } = await app().team({ credits: 1 })
    const { status, body } = await open({}, key)
    assert.deepEqual([status, body.code], [402, 'PAYMENT_REQUIRED'])
  })

  it('a team without a free slot gets 429', async () => {
    const { key } = await app().team({ limits: { concurrency: 1 } })
    assert.equal((await open({}, key)).status, 200)
    const { status, body, headers } = await open({}, key)
    assert.deepEqual([status, body.code], [429, 'RATE_LIMITED'])
    assert.ok(Number(headers.get('retry-after')) > 0)
  })

  it('a profile that another session saves to is 409', async () => {
    const profile = { name: 'shop' }
    assert.equal((await open({ profile })).status, 200)
    const { status, body } = await open({ profile })
    assert.deepEqual([status, body.code], [409, 'CONFLICT'])
  })
})

describe('a separate session', () => {
  it('is opened, listed, used and closed', async () => {
    const { body } = await open({ ttl: 120 })
    assert.equal(body.success, true, JSON.stringify(body))
    const listed = await app().call('/v2/browser?status=active')
    assert.deepEqual(
      listed.body.sessions.map(({ id, status }: { id: string; status: string }) => [id, status]),
      [[body.id, 'active']],
    )
    const page = `${site.url}/page?html=${encodeURIComponent(COUNTER)}`
    const run = await app().call(`/v2/browser/${body.id}/execute`, {
      json: {
        code: `await page.goto(${JSON.stringify(page)}); console.log(page.url()); return await page.title()`,
      },
    })
    assert.equal(run.body.success, true, JSON.stringify(run.body))
    assert.deepEqual([run.body.result, run.body.stdout.trim()], ['Counter', new URL(page).href])
    const closed = await app().call(`/v2/browser/${body.id}`, { method: 'DELETE' })
    assert.deepEqual([closed.body.success, closed.body.creditsBilled], [true, 2])
    const gone = await app().call(`/v2/browser/${body.id}/execute`, { json: { code: '1' } })
    assert.equal(gone.status, 410)
  })

  it('keeps a profile between sessions until it is deleted', async () => {
    const profile = { name: 'visitor' }
    const page = `${site.url}/page?html=${encodeURIComponent('<title>x</title>')}`
    const first = await open({ profile })
    await app().call(`/v2/browser/${first.body.id}/execute`, {
      json: {
        code: `await page.goto(${JSON.stringify(page)}); await page.evaluate(() => localStorage.setItem('who', 'Ada'))`,
      },
    })
    await app().call(`/v2/browser/${first.body.id}`, { method: 'DELETE' })
    const second = await open({ profile })
    const run = await app().call(`/v2/browser/${second.body.id}/execute`, {
      json: {
        code: `await page.goto(${JSON.stringify(page)}); return await page.evaluate(() => localStorage.getItem('who'))`,
      },
    })
    assert.equal(run.body.result, 'Ada', JSON.stringify(run.body))
    assert.equal((await app().call('/v2/browser/profiles/visitor', { method: 'DELETE' })).status, 409)
    await app().call(`/v2/browser/${second.body.id}`, { method: 'DELETE' })
    assert.equal((await app().call('/v2/browser/profiles/visitor', { method: 'DELETE' })).status, 200)
    assert.equal((await app().call('/v2/browser/profiles/visitor', { method: 'DELETE' })).status, 404)
  })
})

describe('the URLs of a session', () => {
  it('cdpUrl lets another program drive the browser, but not read files', async () => {
    const { body } = await open()
    const browser = await chromium.connectOverCDP(body.cdpUrl)
    try {
      const page = browser.contexts()[0]!.pages()[0]!
      await page.goto(`${site.url}/page?html=${encodeURIComponent(COUNTER)}`)
      assert.equal(await page.title(), 'Counter')
      await assert.rejects(page.goto('file:///etc/passwd'))
    } finally {
      await browser.close()
    }
    const { body: after } = await app().call(`/v2/browser/${body.id}/execute`, {
      json: { code: 'page.url()' },
    })
    assert.match(after.result, /^http/)
  })

  it('liveViewUrl shows the page as it changes; only the interactive one acts', async () => {
    const scrapeId = await scraped()
    const { body } = await interact(scrapeId, { code: 'await page.title()' })
    const view = await fetch(body.liveViewUrl)
    assert.equal(view.status, 200)
    assert.match(await view.text(), /live\.js/)
    const watched = await watch(body.liveViewUrl)
    const controlled = await watch(body.interactiveLiveViewUrl)
    try {
      assert.match((await watched.about).title, /Counter/)
      const frame = await watched.frame
      assert.deepEqual([...frame.subarray(0, 2)], [0xff, 0xd8])
      await controlled.frame
      const { body: place } = await app().call(`/v2/browser/${body.sessionId}/execute`, {
        json: { code: "JSON.stringify(await page.locator('button').first().boundingBox())" },
      })
      const { x, y, width, height } = JSON.parse(place.result)
      watched.click(x + width / 2, y + height / 2)
      controlled.click(x + width / 2, y + height / 2)
      const { body: count } = await app().call(`/v2/browser/${body.sessionId}/execute`, {
        json: {
          code: "await page.waitForFunction(() => n.textContent !== '0'); return await page.textContent('#n')",
        },
      })
      assert.equal(count.result, '1', JSON.stringify(count))
    } finally {
      watched.socket.close()
      controlled.socket.close()
    }
  })

  it('are refused when forged, swapped or expired', async () => {
    const { body } = await open()
    const live = new URL(body.liveViewUrl)
    const swapped = body.liveViewUrl.replace('/live?', '/control?')
    const forged = body.liveViewUrl.replace(/signature=.*/, `signature=${'A'.repeat(43)}`)
    for (const url of [swapped, forged]) assert.equal((await fetch(url)).status, 403)
    assert.equal((await fetch(live.origin + live.pathname)).status, 400)
    await app().call(`/v2/browser/${body.id}`, { method: 'DELETE' })
    assert.equal((await fetch(body.liveViewUrl)).status, 410)
  })
})

async function watch(url: string) {
  const socket = new WebSocket(url.replace(/^http/, 'ws'))
  socket.binaryType = 'arraybuffer'
  const about = Promise.withResolvers<{ title: string; width: number }>()
  const frame = Promise.withResolvers<Uint8Array>()
  socket.addEventListener('message', ({ data }) => {
    if (typeof data === 'string') about.resolve(JSON.parse(data))
    else frame.resolve(new Uint8Array(data as ArrayBuffer))
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  const mouse = (event: string, x: number, y: number) =>
    socket.send(
      JSON.stringify({
        kind: 'mouse',
        event,
        x,
        y,
        button: 'left',
        clickCount: 1,
        deltaX: 0,
        deltaY: 0,
        modifiers: 0,
      }),
    )
  return {
    socket,
    about: about.promise,
    frame: frame.promise,
    click(x: number, y: number) {
      mouse('down', x, y)
      mouse('up', x, y)
    },
  }
}
