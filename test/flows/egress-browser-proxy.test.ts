import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect as connectSocket, createServer } from 'node:net'
import { describe, it } from 'node:test'
import { connect as connectTls } from 'node:tls'
import { openBrowserProxy, parseAllowedTargets } from '../../src/egress/egress.ts'
import type { CredentialRequest, Proxies } from '../../src/egress/egress.ts'
import { requestThroughProxy, openProxyTunnel } from '../support/proxy-client.ts'
import { listen } from '../support/hostile/listening.ts'
import { startRawSite } from '../support/hostile/raw-site.ts'
import { startTrap } from '../support/hostile/trap.ts'
import { startSite } from '../support/site.ts'
import { startHttpProxy } from '../support/upstream-proxy.ts'
import { waitUntil } from '../support/wait-until.ts'

const WISH: CredentialRequest = { proxyChoice: { kind: 'basic', country: 'US' }, maxBytes: 10_000_000 }
const LOOPBACK = '127.0.0.1'

/** A gate that may reach loopback unless told otherwise, with one pass. */
async function setUp(
  wish: Partial<CredentialRequest> & { allowed?: string; proxies?: Proxies; addresses?: string[] } = {},
) {
  const { allowed = LOOPBACK, proxies = {}, addresses = [LOOPBACK], ...passWish } = wish
  const gate = await openBrowserProxy({
    allowedTargets: parseAllowedTargets(allowed),
    proxies,
    resolve: async (name) => {
      if (name.startsWith('nowhere')) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
      return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    },
  })
  const pass = gate.issue({ ...WISH, ...passWish })
  return { gate, pass, [Symbol.asyncDispose]: () => gate[Symbol.asyncDispose]() }
}

async function startServer(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  return await listen(createHttpServer(answer))
}

function reasons(pass: { refusals(): readonly { host: string; fault: { code: string } }[] }) {
  return pass.refusals().map(({ host, fault }) => `${host} ${fault.code}`)
}

describe('the gate carries', () => {
  it('plain HTTP, over one connection to the target for several requests', async () => {
    await using site = await startSite()
    await using world = await setUp()
    for (let turn = 0; turn < 3; turn++) {
      const { status, text } = await requestThroughProxy(
        world.gate,
        world.pass,
        `http://site.test:${site.port}/article?a=%20b`,
      )
      assert.equal(status, 200)
      assert.match(text, /How rivers bend/)
    }
    assert.equal(site.requests[0]?.path, '/article?a=%20b')
    assert.equal(site.requests[0]?.headers.host, `site.test:${site.port}`)
    assert.equal(site.connections, 1)
    assert.deepEqual(world.pass.refusals(), [])
  })

  it('bodies in both directions, byte for byte', async () => {
    await using site = await startServer((request, response) => request.pipe(response))
    await using world = await setUp()
    const body = 'x'.repeat(1_000_000)
    const url = `http://127.0.0.1:${site.port}/`
    for (const headers of [{}, { 'content-length': body.length }]) {
      const { text } = await requestThroughProxy(world.gate, world.pass, url, {
        method: 'POST',
        body,
        headers,
      })
      assert.equal(text.length, body.length)
    }
  })

  it('TLS, unread', async () => {
    await using site = await startSite({ secure: true })
    await using world = await setUp()
    const { status, socket } = await openProxyTunnel(world.gate, world.pass, `site.test:${site.port}`)
    assert.equal(status, 200)
    const secure = connectTls({ socket, servername: 'site.test', rejectUnauthorized: false })
    secure.write('GET /article HTTP/1.1\r\nHost: site.test\r\nConnection: close\r\n\r\n')
    let text = ''
    for await (const chunk of secure) text += chunk
    assert.match(text, /How rivers bend/)
    assert.equal(site.requests[0]?.servername, 'site.test')
  })

  it('what a client says before the tunnel stands', async () => {
    await using site = await startRawSite({
      '/': ({ socket }) => void socket.end('HTTP/1.1 200 OK\r\n\r\nhello'),
    })
    await using world = await setUp()
    const { hostname, port } = new URL(world.gate.server)
    const socket = connectSocket({ host: hostname, port: Number(port) })
    const basic = Buffer.from(`${world.pass.username}:${world.pass.password}`).toString('base64')
    const authority = `127.0.0.1:${site.port}`
    socket.write(
      `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\nProxy-Authorization: Basic ${basic}\r\n\r\nGET / HTTP/1.1\r\n\r\n`,
    )
    let text = ''
    for await (const chunk of socket) text += chunk
    assert.match(text, /^HTTP\/1\.1 200 .*\r\n\r\nHTTP\/1\.1 200 OK\r\n\r\nhello$/s)
  })

  it('a WebSocket that begins with a whole URL', async () => {
    const server = createHttpServer().on('upgrade', (request, socket) => {
      const accept = createHash('sha1')
        .update(`${request.headers['sec-websocket-key']}258EAFA5`)
        .digest('base64')
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: ${accept}\r\nX-Saw: ${Object.keys(request.headers)}\r\n\r\n`,
      )
      socket.pipe(socket)
    })
    await using site = await listen(server)
    await using world = await setUp()
    const { hostname, port } = new URL(world.gate.server)
    const socket = connectSocket({ host: hostname, port: Number(port) })
    const basic = Buffer.from(`${world.pass.username}:${world.pass.password}`).toString('base64')
    socket.write(
      `GET ws://site.test:${site.port}/chat HTTP/1.1\r\nHost: site.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `Sec-WebSocket-Key: abc\r\nProxy-Authorization: Basic ${basic}\r\n\r\n`,
    )
    const [head] = await once(socket, 'data')
    assert.match(String(head), /^HTTP\/1\.1 101 /)
    assert.match(String(head), /sec-websocket-key/)
    assert.doesNotMatch(String(head), /proxy-authorization/i)
    socket.write('ping')
    const [echo] = await once(socket, 'data')
    assert.equal(String(echo), 'ping')
    socket.destroy()
  })

  it('a refusal to switch protocols, and nothing after it', async () => {
    await using site = await startRawSite({
      '/chat': ({ socket }) => void socket.write('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n'),
    })
    await using world = await setUp()
    const headers = { connection: 'upgrade', upgrade: 'websocket' }
    const answer = await requestThroughProxy(world.gate, world.pass, `${site.url}/chat`, { headers })
    assert.equal(answer.status, 404)
    assert.equal(answer.headers.connection, 'close')
    await waitUntil(() => site.open === 0)
  })

  it('end-to-end headers only', async () => {
    let seen: IncomingMessage['headers'] = {}
    await using site = await startServer((request, response) => {
      seen = request.headers
      response.setHeader('x-kept', ['a', 'b'])
      response.setHeader('set-cookie', ['c=d', 'e=f'])
      response.setHeader('proxy-authenticate', 'Basic')
      response.setHeader('x-winnow-fault', 'FORBIDDEN')
      response.setHeader('x-hop', 'x')
      response.setHeader('connection', 'keep-alive, x-hop')
      response.end('ok')
    })
    await using world = await setUp()
    const { headers } = await requestThroughProxy(world.gate, world.pass, `http://127.0.0.1:${site.port}/`, {
      headers: {
        te: 'trailers',
        'x-own': 'y',
        'x-private': 'z',
        connection: 'x-private',
        'proxy-connection': 'keep-alive',
      },
    })
    assert.equal(seen['x-own'], 'y')
    for (const name of ['te', 'x-private', 'proxy-connection', 'proxy-authorization'])
      assert.equal(seen[name], undefined)
    assert.equal(headers['x-kept'], 'a, b')
    assert.deepEqual(headers['set-cookie'], ['c=d', 'e=f'])
    for (const name of ['x-hop', 'proxy-authenticate', 'x-winnow-fault'])
      assert.equal(headers[name], undefined)
  })

  for (const [what, answer] of Object.entries({
    'HEAD without a body': 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n',
    '304 without a body': 'HTTP/1.1 304 Not Modified\r\nETag: "a"\r\n\r\n',
    '204 without a body': 'HTTP/1.1 204 No Content\r\n\r\n',
  })) {
    it(what, async () => {
      await using site = await startRawSite({ '/': ({ socket }) => void socket.write(answer) })
      await using world = await setUp()
      const method = what.startsWith('HEAD') ? 'HEAD' : 'GET'
      const { status, text } = await requestThroughProxy(world.gate, world.pass, `${site.url}/`, { method })
      assert.equal(status, Number(answer.split(' ')[1]))
      assert.equal(text, '')
    })
  }

  it('a body that breaks off as one that breaks off', async () => {
    await using site = await startRawSite({
      '/': ({ socket }) =>
        void socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n'),
    })
    await using world = await setUp()
    await assert.rejects(requestThroughProxy(world.gate, world.pass, `${site.url}/`))
  })

  it('everything through the proxy of the way', async () => {
    await using site = await startSite()
    await using proxy = await startHttpProxy({ sitePort: site.port, credentials: 'user-us:secret' })
    const basic = `http://user-{country}:secret@127.0.0.1:${proxy.port}`
    await using world = await setUp({ allowed: '', proxies: { basic }, addresses: ['93.184.215.14'] })
    assert.equal((await requestThroughProxy(world.gate, world.pass, 'http://news.test/article')).status, 200)
    const { status, socket } = await openProxyTunnel(world.gate, world.pass, 'news.test:443')
    assert.equal(status, 200)
    socket.destroy()
    assert.deepEqual(proxy.asked, ['GET http://news.test/article', 'CONNECT news.test:443'])
    assert.deepEqual(proxy.credentials, ['user-us:secret', 'user-us:secret'])
  })
})

describe('the gate answers nobody without a pass', () => {
  it('407, for requests, tunnels and upgrades', async () => {
    await using site = await startSite()
    await using world = await setUp()
    const { username, password } = world.pass
    for (const pass of [undefined, { username, password: `${password}x` }, { username: 'x', password }]) {
      const plain = await requestThroughProxy(world.gate, pass, site.url)
      assert.equal(plain.status, 407)
      assert.match(plain.headers['proxy-authenticate'] ?? '', /^Basic realm=/)
      const tunnel = await openProxyTunnel(world.gate, pass, `127.0.0.1:${site.port}`)
      assert.equal(tunnel.status, 407)
      assert.match(tunnel.headers['proxy-authenticate'] ?? '', /^Basic realm=/)
      const headers = { connection: 'upgrade', upgrade: 'websocket' }
      assert.equal((await requestThroughProxy(world.gate, pass, site.url, { headers })).status, 407)
    }
    assert.equal(site.connections, 0)
  })

  it('407 after the pass was given back', async () => {
    await using site = await startSite()
    await using world = await setUp()
    world.pass[Symbol.dispose]()
    assert.equal((await requestThroughProxy(world.gate, world.pass, site.url)).status, 407)
    assert.equal(site.connections, 0)
  })
})

describe('the gate refuses', () => {
  const hosts = [
    '127.0.0.2',
    '[::ffff:127.0.0.2]',
    '2130706434',
    '0x7f.2',
    'localhost',
    '169.254.169.254',
    'rebind.test',
  ]
  for (const host of hosts) {
    it(`${host} without a packet, and says why`, async () => {
      await using trap = await startTrap()
      await using world = await setUp({ allowed: '', addresses: ['93.184.215.14', '127.0.0.2'] })
      const plain = await requestThroughProxy(world.gate, world.pass, `http://${host}:${trap.port}/`)
      assert.equal(plain.status, 403)
      assert.equal(plain.headers['x-winnow-fault'], 'FORBIDDEN')
      assert.match(plain.text, /may not be reached/)
      const tunnel = await openProxyTunnel(world.gate, world.pass, `${host}:${trap.port}`)
      assert.equal(tunnel.status, 403)
      assert.equal(tunnel.headers['x-winnow-fault'], 'FORBIDDEN')
      const headers = { connection: 'upgrade', upgrade: 'websocket' }
      const upgrade = await requestThroughProxy(world.gate, world.pass, `ws://${host}:${trap.port}/`, {
        headers,
      })
      assert.equal(upgrade.status, 403)
      assert.equal(trap.contacts, 0)
      const spelt = new URL(`http://${host}/`).hostname
      assert.deepEqual(
        reasons(world.pass),
        Array.from({ length: 3 }, () => `${spelt} FORBIDDEN`),
      )
    })
  }

  const bad = ['/path', 'https://site.test/', 'ftp://site.test/', 'file:///etc/passwd', 'site.test:80', '*']
  for (const url of bad) {
    it(`${url} as a request`, async () => {
      await using world = await setUp()
      assert.equal((await requestThroughProxy(world.gate, world.pass, url)).status, 400)
    })
  }
  const authorities = [
    'site.test',
    'site.test:0',
    'site.test:99999',
    'user@site.test:443',
    'site.test:443/x',
    '[::1:443',
    ':443',
  ]
  for (const authority of authorities) {
    it(`a tunnel to ${authority}`, async () => {
      await using world = await setUp()
      assert.equal((await openProxyTunnel(world.gate, world.pass, authority)).status, 400)
    })
  }

  const smuggled: Record<string, string> = {
    'two lengths': 'Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello',
    'a length and chunks': 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'an odd encoding': 'Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n',
    'a folded header': 'X-A: a\r\n b\r\nX-\0: c\r\n\r\n',
    'more than 64 KiB of headers': `X-A: ${'a'.repeat(70_000)}\r\n\r\n`,
  }
  for (const [what, rest] of Object.entries(smuggled)) {
    it(`a request with ${what}`, async () => {
      await using site = await startSite()
      await using world = await setUp()
      const { hostname, port } = new URL(world.gate.server)
      const socket = connectSocket({ host: hostname, port: Number(port) })
      const basic = Buffer.from(`${world.pass.username}:${world.pass.password}`).toString('base64')
      socket.write(`POST ${site.url}/ HTTP/1.1\r\nHost: a\r\nProxy-Authorization: Basic ${basic}\r\n${rest}`)
      let text = ''
      for await (const chunk of socket) text += chunk
      assert.match(text, /^HTTP\/1\.1 4(00|31) /)
      assert.equal(site.requests.length, 0)
    })
  }
})

describe('what could not be reached is noted with its fault', () => {
  it('a name that does not exist', async () => {
    await using world = await setUp()
    assert.equal((await requestThroughProxy(world.gate, world.pass, 'http://nowhere.test/')).status, 502)
    assert.equal((await openProxyTunnel(world.gate, world.pass, 'nowhere.test:443')).status, 502)
    assert.deepEqual(reasons(world.pass), Array(2).fill('nowhere.test SCRAPE_DNS_RESOLUTION_ERROR'))
  })

  it('a closed port', async () => {
    const site = await startSite()
    await site[Symbol.asyncDispose]()
    await using world = await setUp()
    assert.equal((await requestThroughProxy(world.gate, world.pass, `${site.url}/`)).status, 502)
    assert.equal((await openProxyTunnel(world.gate, world.pass, `127.0.0.1:${site.port}`)).status, 502)
    assert.deepEqual(reasons(world.pass), Array(2).fill('127.0.0.1 SCRAPE_SITE_ERROR'))
  })

  it('a proxy that refuses', async () => {
    await using proxy = await startHttpProxy({ sitePort: 1, refusal: 407 })
    await using world = await setUp({ proxies: { basic: `http://127.0.0.1:${proxy.port}` } })
    assert.equal((await requestThroughProxy(world.gate, world.pass, 'http://site.test/')).status, 502)
    assert.equal((await openProxyTunnel(world.gate, world.pass, 'site.test:443')).status, 502)
    assert.deepEqual(reasons(world.pass), Array(2).fill('site.test SCRAPE_PROXY_SELECTION_ERROR'))
  })

  it('a hundred times at most', async () => {
    await using world = await setUp()
    for (let turn = 0; turn < 105; turn++) {
      await requestThroughProxy(world.gate, world.pass, `http://nowhere${turn}.test/`)
    }
    assert.equal(world.pass.refusals().length, 100)
    assert.equal(world.pass.refusals().at(-1)?.host, 'nowhere104.test')
  })
})

describe('a pass', () => {
  it('that has carried its bytes is cut, tunnels and requests alike', async () => {
    await using endless = await listen(
      createServer((socket) => {
        const pour = () =>
          void (socket.write('x'.repeat(64 * 1024)) ? setImmediate(pour) : socket.once('drain', pour))
        socket.on('close', () => socket.removeAllListeners('drain'))
        socket.write('HTTP/1.1 200 OK\r\n\r\n')
        pour()
      }),
    )
    await using world = await setUp({ maxBytes: 1_000_000 })
    const { socket } = await openProxyTunnel(world.gate, world.pass, `site.test:${endless.port}`)
    let received = 0
    socket.on('data', (chunk) => void (received += chunk.length))
    await assert.rejects(requestThroughProxy(world.gate, world.pass, `http://site.test:${endless.port}/`))
    if (!socket.destroyed) await once(socket, 'close')
    assert.ok(received < 2_000_000)
    assert.deepEqual(reasons(world.pass), ['site.test SCRAPE_UNSUPPORTED_FILE_ERROR'])
    await waitUntil(() => endless.open === 0)
  })

  it('that is given back takes its connections along, and leaves those of others', async () => {
    await using echo = await listen(createServer((socket) => socket.pipe(socket)))
    await using world = await setUp()
    const other = world.gate.issue(WISH)
    const mine = await openProxyTunnel(world.gate, world.pass, `site.test:${echo.port}`)
    const theirs = await openProxyTunnel(world.gate, other, `site.test:${echo.port}`)
    world.pass[Symbol.dispose]()
    if (!mine.socket.destroyed) await once(mine.socket.resume(), 'close')
    await waitUntil(() => echo.open === 1)
    theirs.socket.write('still here')
    const [echoed] = await once(theirs.socket, 'data')
    assert.equal(String(echoed), 'still here')
  })

  it('that is given back ends a request that waits, and one that is being opened', async () => {
    await using site = await startSite()
    const opening = Promise.withResolvers<{ address: string; family: number }[]>()
    const asked = Promise.withResolvers<void>()
    await using gate = await openBrowserProxy({
      allowedTargets: parseAllowedTargets(LOOPBACK),
      resolve() {
        asked.resolve()
        return opening.promise
      },
    })
    const pass = gate.issue(WISH)
    const arrived = site.next('/slow/never')
    const waiting = assert.rejects(requestThroughProxy(gate, pass, `${site.url}/slow/never`))
    await arrived
    const dialling = assert.rejects(openProxyTunnel(gate, pass, `site.test:${site.port}`))
    await asked.promise
    pass[Symbol.dispose]()
    await waiting
    await dialling
    opening.resolve([{ address: LOOPBACK, family: 4 }])
  })

  it('whose client leaves does not keep the target busy', async () => {
    const arrived = Promise.withResolvers<void>()
    await using site = await startRawSite({ '/': () => arrived.resolve() })
    await using world = await setUp()
    const leaving = new AbortController()
    const { signal } = leaving
    const asking = assert.rejects(requestThroughProxy(world.gate, world.pass, `${site.url}/`, { signal }))
    await arrived.promise
    leaving.abort()
    await asking
    await waitUntil(() => site.open === 0)
    assert.deepEqual(world.pass.refusals(), [])
  })

  it('holds a fast target back while its client is slow', async () => {
    let sent = 0
    await using fast = await listen(
      createServer((socket) => {
        const pour = () => {
          while (socket.write(Buffer.alloc(64 * 1024))) sent += 64 * 1024
          socket.once('drain', pour)
        }
        pour()
      }),
    )
    await using world = await setUp({ maxBytes: 1_000_000_000 })
    const { socket } = await openProxyTunnel(world.gate, world.pass, `site.test:${fast.port}`)
    socket.pause()
    let before = -1
    await waitUntil(() => {
      const settled = sent === before
      before = sent
      return settled
    })
    assert.ok(sent < 50_000_000, `${sent} bytes are under way`)
    socket.destroy()
  })
})

describe('the gate that closes', () => {
  it('ends everything', async () => {
    await using echo = await listen(createServer((socket) => socket.pipe(socket)))
    const world = await setUp()
    const { socket } = await openProxyTunnel(world.gate, world.pass, `site.test:${echo.port}`)
    const closed = once(socket.resume(), 'close')
    await world[Symbol.asyncDispose]()
    await closed
    await waitUntil(() => echo.open === 0)
    await assert.rejects(requestThroughProxy(world.gate, world.pass, 'http://site.test/'))
  })
})
