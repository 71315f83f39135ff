import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import websocket from '@fastify/websocket'
import fastify from 'fastify'
import { chromium } from 'playwright-core'
import type { Browser } from 'playwright-core'
import type { LiveBrowser } from '../../src/browser/browser.ts'
import { assertCheap } from '../support/assert-cheap.ts'
import { openLiveFixture } from '../support/live-fixture.ts'
import type { LiveFixture } from '../support/live-fixture.ts'
import { waitUntil } from '../support/wait-until.ts'

const PAGES = {
  '/': '<!doctype html><title>Home</title><p>Home',
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

/** A published client, over a WebSocket to the channel. */
async function connect(opening: AsyncDisposableStack): Promise<Browser> {
  const server = fastify()
  opening.defer(() => server.close())
  await server.register(websocket)
  server.get('/', { websocket: true }, async (socket) => {
    const said: string[] = []
    let say: (message: string) => void = (message) => said.push(message)
    socket.on('message', (message) => say(String(message)))
    const channel = await live.openChannel((message) => socket.send(message))
    socket.on('close', () => void channel[Symbol.asyncDispose]())
    say = channel.send
    said.forEach(say)
  })
  const address = await server.listen({ host: '127.0.0.1', port: 0 })
  const browser = await chromium.connectOverCDP(address.replace('http', 'ws'))
  opening.defer(() => browser.close())
  return browser
}

describe('the channel of a live browser', () => {
  it('lets a published client drive the page of the session, and open others beside it', async () => {
    await using opening = new AsyncDisposableStack()
    const client = await connect(opening)
    const [context] = client.contexts()
    const [page] = context!.pages()
    assert.equal(await page!.title(), 'Home')
    await page!.goto(`${ground.url}/two`)
    assert.equal(await page!.evaluate('document.title + 1'), 'Two1')
    const beside = await context!.newPage()
    await beside.goto(`${ground.url}/`)
    assert.equal(await beside.title(), 'Home')
    await waitUntil(() => live.controller.url() === `${ground.url}/`)
    assert.ok((await beside.screenshot()).length > 0)
    await beside.close()
    await waitUntil(() => live.controller.url() === `${ground.url}/two`)
  })

  it('lets no client out of its session, nor at this machine', async () => {
    await using opening = new AsyncDisposableStack()
    const client = await connect(opening)
    const [page] = client.contexts()[0]!.pages()
    await assert.rejects(page!.goto('file:///etc/passwd'), /can be opened here/)
    await assert.rejects(client.newContext(), /not available here/)
    const session = await client.newBrowserCDPSession()
    await assert.rejects(session.send('SystemInfo.getInfo'), /not available here/)
    const { targetInfos } = await session.send('Target.getTargets')
    assert.equal(new Set(targetInfos.map(({ browserContextId }) => browserContextId)).size, 1)
  })

  it('keeps the pass at the gate to itself', async () => {
    const heard: string[] = []
    await using channel = await live.openChannel((message) => heard.push(message))
    const answers = (id: number) => heard.some((message) => message.startsWith(`{"id":${id},`))
    const ask = async (id: number, method: string, params: object, sessionId?: string) => {
      channel.send(JSON.stringify({ id, method, params, sessionId }))
      await waitUntil(() => answers(id))
    }
    await ask(1, 'Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false })
    const { params } = JSON.parse(heard.find((one) => one.includes('Target.attachedToTarget'))!)
    await ask(2, 'Network.enable', {}, params.sessionId)
    await ask(3, 'Page.navigate', { url: `${ground.url}/` }, params.sessionId)
    await waitUntil(() => heard.some((message) => message.includes('Network.loadingFinished')))
    assert.ok(heard.some((message) => message.includes('Network.requestWillBeSentExtraInfo')))
    assert.ok(!heard.some((message) => /Proxy-Authorization: *Basic|Basic [A-Za-z0-9+/=]{20}/i.test(message)))
  })

  it('refuses sessions that are not its own, and cuts off who makes no sense', async () => {
    const heard: string[] = []
    await using channel = await live.openChannel((message) => heard.push(message))
    channel.send('{"id":1,"method":"Runtime.enable","sessionId":"0123456789ABCDEF0123456789ABCDEF"}')
    assert.match(heard[0]!, /Session with given id not found/)
    channel.send(`{"id":2,"method":"Runtime.evaluate","params":{"expression":"${'1'.repeat(17 << 20)}"}}`)
    assert.ok(channel.closed.aborted)
    assert.equal(live.ended.aborted, false)
    await using other = await live.openChannel(() => {})
    other.send('no JSON')
    assert.ok(other.closed.aborted)
    await using third = await live.openChannel(() => {})
    const deep = `${'['.repeat(5_000_000)}${']'.repeat(5_000_000)}`
    assertCheap(() => third.send(`{"id":1,"method":"Runtime.enable","params":{"x":${deep}}}`), 200)
    assert.ok(third.closed.aborted)
  })

  it('takes so many clients at once and no more, and others when one has left', async () => {
    await using open = new AsyncDisposableStack()
    const channels = []
    for (let count = 0; count < 8; count += 1) channels.push(open.use(await live.openChannel(() => {})))
    await assert.rejects(
      live.openChannel(() => {}),
      /8 clients/,
    )
    await channels[0]![Symbol.asyncDispose]()
    open.use(await live.openChannel(() => {}))
  })
})
