import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createEgress, isConnectionFailure, parseAllowedTargets } from '../../src/egress/egress.ts'
import type { Egress, EgressOptions, ProxyChoice } from '../../src/egress/egress.ts'
import type { Fault } from '../../src/fault.ts'
import { createAuthority, trust } from '../support/hostile/authority.ts'
import { isFault } from '../support/is-fault.ts'
import { startSite } from '../support/site.ts'
import { startHttpProxy, startSocksProxy } from '../support/upstream-proxy.ts'
import type { UpstreamProxyOptions } from '../support/upstream-proxy.ts'

const NOTHING = parseAllowedTargets('')
const BASIC: ProxyChoice = { kind: 'basic', country: 'DE' }
const PUBLIC = async () => [{ address: '93.184.215.14', family: 4 }]

async function read(egress: Egress, url: string, options: Partial<EgressOptions> = {}) {
  await using response = await egress.request(new URL(url), {
    signal: AbortSignal.timeout(10_000),
    proxyChoice: BASIC,
    ...options,
  })
  const chunks: Uint8Array[] = []
  for await (const chunk of response.body) chunks.push(chunk)
  return { status: response.status, text: Buffer.concat(chunks).toString() }
}

/** A site, a proxy in front of it, and the service's way out through that proxy. */
async function setUp({
  secure = false,
  socks = false,
  ...wish
}: Partial<UpstreamProxyOptions> & { secure?: boolean; socks?: boolean } = {}) {
  await using opening = new AsyncDisposableStack()
  const site = opening.use(await startSite({ secure }))
  const proxy = opening.use(
    await (socks ? startSocksProxy : startHttpProxy)({ sitePort: site.port, ...wish }),
  )
  const scheme = socks ? 'socks5' : wish.identity ? 'https' : 'http'
  const basic = `${scheme}://${wish.credentials ? 'user-{country}:p%40ss@' : ''}127.0.0.1:${proxy.port}`
  const egress = opening.use(createEgress({ allowedTargets: NOTHING, resolve: PUBLIC, proxies: { basic } }))
  const open = opening.move()
  return { site, proxy, egress, [Symbol.asyncDispose]: () => open.disposeAsync() }
}

describe("the operator's proxy", () => {
  it('is handed plain HTTP with the whole URL, and the country in its credentials', async () => {
    await using world = await setUp({ credentials: 'user-de:p@ss' })
    const { status, text } = await read(world.egress, 'http://news.test/article?a=b')
    assert.equal(status, 200)
    assert.match(text, /How rivers bend/)
    assert.deepEqual(world.proxy.asked, ['GET http://news.test/article?a=b'])
    assert.deepEqual(world.proxy.credentials, ['user-de:p@ss'])
    assert.equal(world.site.requests[0]?.headers.host, 'news.test')
  })

  it('opens a tunnel for TLS, which sees neither its credentials nor its address', async () => {
    await using world = await setUp({ secure: true, credentials: 'user-de:p@ss' })
    const { status } = await read(world.egress, 'https://site.test/article', { skipTlsVerification: true })
    assert.equal(status, 200)
    assert.deepEqual(world.proxy.asked, ['CONNECT site.test:443'])
    assert.equal(world.site.requests[0]?.servername, 'site.test')
    assert.equal(world.site.requests[0]?.headers['proxy-authorization'], undefined)
  })

  it('may speak TLS itself', async () => {
    const root = createAuthority('A root for tests')
    using _ = trust(root)
    await using site = await startSite({ secure: true })
    const identity = root.issue({ name: 'proxy.test' })
    await using proxy = await startHttpProxy({ sitePort: site.port, identity })
    const resolve = async (name: string) =>
      name === 'proxy.test' ? [{ address: '127.0.0.1', family: 4 }] : await PUBLIC()
    const basic = `https://proxy.test:${proxy.port}`
    await using egress = createEgress({ allowedTargets: NOTHING, resolve, proxies: { basic } })
    const url = 'https://site.test:8443/article'
    assert.equal((await read(egress, url, { skipTlsVerification: true })).status, 200)
    assert.deepEqual(proxy.asked, ['CONNECT site.test:8443'])
  })

  for (const credentials of [undefined, 'user-de:p@ss']) {
    it(`may be a SOCKS5 proxy ${credentials ? 'with' : 'without'} a password`, async () => {
      await using world = await setUp({ socks: true, ...(credentials && { credentials }) })
      assert.match((await read(world.egress, 'http://news.test:81/article')).text, /How rivers bend/)
      assert.deepEqual(world.proxy.asked, ['SOCKS news.test:81'])
      assert.deepEqual(world.proxy.credentials, [credentials])
    })
  }

  it('carries TLS over SOCKS5', async () => {
    await using world = await setUp({ socks: true, secure: true })
    const { status } = await read(world.egress, 'https://93.184.215.14/article', {
      skipTlsVerification: true,
    })
    assert.equal(status, 200)
    assert.deepEqual(world.proxy.asked, ['SOCKS 93.184.215.14:443'])
  })

  it('resolves names that this machine cannot', async () => {
    await using site = await startSite()
    await using proxy = await startHttpProxy({ sitePort: site.port })
    const resolve = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }))
    const basic = `http://127.0.0.1:${proxy.port}`
    await using egress = createEgress({ allowedTargets: NOTHING, resolve, proxies: { basic } })
    assert.equal((await read(egress, 'http://far.test/article')).status, 200)
  })

  it('is taken only by requests that ask for its kind', async () => {
    await using world = await setUp()
    assert.equal(world.egress.hasProxy('basic'), true)
    assert.equal(world.egress.hasProxy('enhanced'), false)
    await using site = await startSite()
    const proxies = { basic: `http://127.0.0.1:${world.proxy.port}` }
    await using egress = createEgress({ allowedTargets: parseAllowedTargets('127.0.0.1'), proxies })
    const signal = AbortSignal.timeout(5000)
    await using plain = await egress.request(new URL(`${site.url}/article`), { signal })
    assert.equal(plain.status, 200)
    const way: ProxyChoice = { kind: 'enhanced', country: 'US' }
    assert.equal((await read(egress, `${site.url}/article`, { proxyChoice: way })).status, 200)
    assert.equal(world.proxy.connections, 0)
  })
})

describe('a target behind a proxy is judged all the same', () => {
  const cases: { host: string; addresses: string[] }[] = [
    { host: '127.0.0.1', addresses: [] },
    { host: '169.254.169.254', addresses: [] },
    { host: '[::ffff:10.0.0.1]', addresses: [] },
    { host: 'localhost', addresses: ['93.184.215.14'] },
    { host: 'metadata.google.internal', addresses: ['93.184.215.14'] },
    { host: 'rebind.test', addresses: ['93.184.215.14', '10.0.0.1'] },
  ]
  for (const scheme of ['http', 'https']) {
    for (const { host, addresses } of cases) {
      it(`${scheme}://${host}/ is refused without a word to the proxy`, async () => {
        await using site = await startSite()
        await using proxy = await startHttpProxy({ sitePort: site.port })
        const resolve = async () => addresses.map((address) => ({ address, family: 4 }))
        const basic = `http://127.0.0.1:${proxy.port}`
        await using egress = createEgress({ allowedTargets: NOTHING, resolve, proxies: { basic } })
        await assert.rejects(read(egress, `${scheme}://${host}/`), isFault('FORBIDDEN'))
        assert.equal(proxy.connections, 0)
      })
    }
  }
})

describe('a proxy that refuses is SCRAPE_PROXY_SELECTION_ERROR and tells no secret', () => {
  const cases: { what: string; wish: Parameters<typeof setUp>[0]; canRetry: boolean }[] = [
    { what: 'wrong credentials', wish: { credentials: 'user-de:other' }, canRetry: false },
    {
      what: 'wrong credentials for SOCKS5',
      wish: { credentials: 'user-de:other', socks: true },
      canRetry: false,
    },
    { what: 'a rule against it over SOCKS5', wish: { socks: true, refusal: 2 }, canRetry: false },
    { what: 'an unreachable host over SOCKS5', wish: { socks: true, refusal: 4 }, canRetry: true },
  ]
  for (const { what, wish, canRetry } of cases) {
    it(`${what}, ${canRetry ? 'safe to try again' : 'final'}`, async () => {
      await using world = await setUp(wish)
      await assert.rejects(read(world.egress, 'http://news.test/'), refusedByProxy(canRetry))
    })
  }
  for (const [status, canRetry] of [
    [407, false],
    [403, false],
    [502, true],
  ] as const) {
    it(`${status} to CONNECT, ${canRetry ? 'safe to try again' : 'final'}`, async () => {
      await using world = await setUp({ refusal: status })
      await assert.rejects(read(world.egress, 'https://news.test/'), refusedByProxy(canRetry))
    })
  }

  it('nobody listens there', async () => {
    const world = await setUp({ credentials: 'user-de:p@ss' })
    await world.proxy[Symbol.asyncDispose]()
    for (const url of ['http://news.test/', 'https://news.test/']) {
      await assert.rejects(read(world.egress, url), refusedByProxy(true))
    }
    await world[Symbol.asyncDispose]()
  })

  it('a proxy that cannot be read stops the start without showing it', () => {
    for (const basic of ['proxy:8080', 'ftp://user:hunter2@proxy.test', 'http://user:hunter2@']) {
      assert.throws(
        () => createEgress({ allowedTargets: NOTHING, proxies: { basic } }),
        (error: Error) => /basic proxy/.test(error.message) && !error.message.includes('hunter2'),
      )
    }
  })
})

function refusedByProxy(canRetry: boolean) {
  return (error: unknown) => {
    isFault('SCRAPE_PROXY_SELECTION_ERROR')(error)
    assert.equal(isConnectionFailure(error), canRetry)
    const { message, cause, details } = error as Fault
    assert.doesNotMatch(
      `${message} ${JSON.stringify(cause)} ${JSON.stringify(details)}`,
      /user-de|p@ss|p%40ss/,
    )
    return true
  }
}
