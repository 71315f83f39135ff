import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, it } from 'node:test'
import {
  createEgress,
  isConnectionFailure,
  openBrowserProxy,
  parseAllowedTargets,
} from '../../src/egress/egress.ts'
import type { FaultCode } from '../../src/fault.ts'
import { requestThroughProxy, openProxyTunnel } from '../support/proxy-client.ts'
import { startUnresponsiveServer } from '../support/hostile/unresponsive-server.ts'
import { listen } from '../support/hostile/listening.ts'
import { isFault } from '../support/is-fault.ts'

/** Stands for the 10 seconds that a connection attempt has. */
const CONNECT_MS = 120
const LOOPBACK = parseAllowedTargets('127.0.0.0/8')
const WAY = { kind: 'basic', country: 'US' } as const
const signal = () => AbortSignal.timeout(20_000)

/** Accepts connections and never says a word. */
const startSilentServer = () => listen(createServer((socket) => void socket.resume()))

/** A final failure: another attempt would only wait as long again. */
function isFinal(code: FaultCode, says: RegExp) {
  return (error: unknown) => {
    assert.equal(isConnectionFailure(error), false)
    return isFault(code, says)(error)
  }
}
const late = isFinal('SCRAPE_TIMEOUT', /did not accept a connection within 10 seconds/)
const lateProxy = isFinal('SCRAPE_PROXY_SELECTION_ERROR', /in time/)

describe('a connection attempt ends when its time is over', () => {
  const settings = { allowedTargets: LOOPBACK, connectMs: CONNECT_MS }

  it('while nobody answers the connection', async () => {
    await using deaf = await startUnresponsiveServer()
    await using egress = createEgress(settings)
    for (const scheme of ['http', 'https']) {
      const request = egress.request(new URL(`${scheme}://127.0.0.1:${deaf.port}/`), { signal: signal() })
      await assert.rejects(request, late)
    }
    const target = { hostname: '127.0.0.1', port: deaf.port, secure: false }
    await assert.rejects(egress.connect(target, signal()), late)
  })

  it('while the TLS handshake does not go on', async () => {
    await using silent = await startSilentServer()
    await using egress = createEgress(settings)
    const request = egress.request(new URL(`https://127.0.0.1:${silent.port}/`), { signal: signal() })
    await assert.rejects(request, late)
    const target = { hostname: '127.0.0.1', port: silent.port, secure: true }
    await assert.rejects(egress.connect(target, signal()), late)
  })

  it('after the next address of the host had its share of the time', async () => {
    await using deaf = await startUnresponsiveServer()
    const resolve = async () =>
      ['127.0.0.1', '127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }))
    // The same port answers on the last address.
    const server = createServer((socket) =>
      socket.end('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n'),
    )
    await using _third = await listen(server, '127.0.0.2', deaf.port)
    await using egress = createEgress({ ...settings, resolve })
    const url = new URL(`http://site.test:${deaf.port}/`)
    await using response = await egress.request(url, { signal: signal() })
    assert.equal(response.status, 204)
  })

  for (const scheme of ['http', 'https', 'socks5']) {
    it(`while a proxy (${scheme}) does not answer`, async () => {
      await using deaf = await startUnresponsiveServer()
      await using silent = await startSilentServer()
      for (const { port } of [deaf, silent]) {
        const proxies = { basic: `${scheme}://127.0.0.1:${port}` }
        await using egress = createEgress({ ...settings, proxies })
        const request = egress.request(new URL('https://127.0.0.1/'), { signal: signal(), proxyChoice: WAY })
        await assert.rejects(request, lateProxy)
      }
    })
  }
})

describe("the browser's connection attempts end when their time is over", () => {
  async function setUp() {
    const gate = await openBrowserProxy({ allowedTargets: LOOPBACK, connectMs: CONNECT_MS })
    const pass = gate.issue({ proxyChoice: WAY, maxBytes: 1_000_000 })
    const reasons = () => pass.refusals().map(({ host, fault }) => `${host} ${fault.code}`)
    return { gate, pass, reasons, [Symbol.asyncDispose]: () => gate[Symbol.asyncDispose]() }
  }

  it('while nobody answers the connection', async () => {
    await using deaf = await startUnresponsiveServer()
    await using world = await setUp()
    const { gate, pass } = world
    assert.equal((await requestThroughProxy(gate, pass, `http://127.0.0.1:${deaf.port}/`)).status, 504)
    assert.equal((await openProxyTunnel(gate, pass, `127.0.0.1:${deaf.port}`)).status, 504)
    assert.deepEqual(world.reasons(), ['127.0.0.1 SCRAPE_TIMEOUT', '127.0.0.1 SCRAPE_TIMEOUT'])
  })

  it('while the target does not answer the TLS handshake', async () => {
    await using silent = await startSilentServer()
    await using world = await setUp()
    const { status, socket } = await openProxyTunnel(world.gate, world.pass, `127.0.0.1:${silent.port}`)
    assert.equal(status, 200)
    const ended = once(socket.resume(), 'close')
    socket.write(Buffer.from([0x16, 0x03, 0x01, 0x00, 0x05]))
    await ended
    assert.deepEqual(world.reasons(), ['127.0.0.1 SCRAPE_TIMEOUT'])
  })

  it('but not a connection that was made', async () => {
    await using server = await listen(
      createServer((socket) => void socket.on('data', () => socket.write('+'))),
    )
    await using world = await setUp()
    const { socket } = await openProxyTunnel(world.gate, world.pass, `127.0.0.1:${server.port}`)
    socket.write(Buffer.from([0x16]))
    await once(socket, 'data')
    // A later attempt at a port that never answers takes all its time, and so outlives that of the first.
    await using deaf = await startUnresponsiveServer()
    assert.equal((await openProxyTunnel(world.gate, world.pass, `127.0.0.1:${deaf.port}`)).status, 504)
    assert.deepEqual([socket.destroyed, world.reasons().length], [false, 1])
    socket.destroy()
  })
})
