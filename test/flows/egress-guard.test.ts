import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { isIP } from 'node:net'
import { describe, it } from 'node:test'
import { createEgress, openBrowserProxy, parseAllowedTargets } from '../../src/egress/egress.ts'
import type { Egress } from '../../src/egress/egress.ts'
import { requestThroughProxy, openProxyTunnel } from '../support/proxy-client.ts'
import { startTrap } from '../support/hostile/trap.ts'
import { listen } from '../support/hostile/listening.ts'
import { watchConnectionAttempts } from '../support/hostile/connection-attempts.ts'
import { startInternalListeners } from '../support/internal-listeners.ts'
import { isFault } from '../support/is-fault.ts'
import { startSite } from '../support/site.ts'
import { startHttpProxy, startSocksProxy } from '../support/upstream-proxy.ts'

const PUBLIC = '93.184.215.14'

/** DNS records of a hostile zone; unlisted names are public. */
const ANSWERS: Record<string, string[]> = {
  'points-inside.test': ['127.0.0.1'],
  'v6-inside.test': ['::1'],
  'mapped-inside.test': ['::ffff:127.0.0.1'],
  'zone-inside.test': ['fe80::1%lo'],
  'public-first.test': [PUBLIC, '127.0.0.1'],
  'private-first.test': ['127.0.0.1', PUBLIC],
  'alias-of-localhost.test': ['127.0.0.1', '::1'],
  'late.test': [...Array.from({ length: 64 }, () => PUBLIC), '127.0.0.1'],
  'all-zero.test': ['0.0.0.0'],
  'metadata.test': ['169.254.169.254'],
}
const resolve = async (name: string) =>
  (ANSWERS[name] ?? [PUBLIC]).map((address) => ({ address, family: isIP(address.replace(/%.*/, '')) }))

async function setUp(allowed = '') {
  await using opening = new AsyncDisposableStack()
  const settings = { allowedTargets: parseAllowedTargets(allowed), resolve }
  const internal = opening.use(await startInternalListeners())
  const egress = opening.use(createEgress(settings))
  const browserProxy = opening.use(await openBrowserProxy(settings))
  const credential = browserProxy.issue({
    proxyChoice: { kind: 'basic', country: 'US' },
    maxBytes: 1_000_000,
  })
  const dialled = opening.use(watchConnectionAttempts())
  const open = opening.move()
  return {
    internal,
    egress,
    browserProxy,
    credential,
    dialled,
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

async function ask(egress: Egress, url: string): Promise<{ status: number; location: string | undefined }> {
  await using response = await egress.request(new URL(url), { signal: AbortSignal.timeout(5000) })
  return { status: response.status, location: response.headers['location']?.toString() }
}

describe('nothing internal receives a packet', () => {
  const hosts = [
    ...Object.keys(ANSWERS),
    '127.0.0.1',
    '127.1',
    '0',
    '0x7f000001',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::]',
    'localhost',
    'localhost.',
    'LocalHost',
    'any.localhost',
    'ip6-localhost',
    'host.docker.internal',
    'printer.local',
    'router.home.arpa',
    'example.com@127.0.0.1',
  ]
  for (const host of hosts) {
    it(`as ${host}`, async () => {
      await using world = await setUp()
      const { internal, egress, browserProxy, credential, dialled } = world
      for (const scheme of ['http', 'https']) {
        await assert.rejects(ask(egress, `${scheme}://${host}:${internal.port}/`), isFault('FORBIDDEN'))
      }
      const spelt = new URL(`http://${host}:${internal.port}/`)
      assert.equal((await requestThroughProxy(browserProxy, credential, spelt.href)).status, 403)
      assert.equal((await openProxyTunnel(browserProxy, credential, spelt.host)).status, 403)
      assert.equal(internal.contacts, 0)
      assert.deepEqual(dialled.at(internal.port), [])
    })
  }

  it('when a public page redirects there', async () => {
    await using world = await setUp('hostile.test')
    const { internal, egress, browserProxy, credential } = world
    ANSWERS['hostile.test'] = ['127.0.0.1']
    const there = `http://127.0.0.1:${internal.port}/`
    await using site = await listen(
      createServer((_, response) => response.writeHead(302, { location: there }).end()),
    )
    const url = `http://hostile.test:${site.port}/`
    const { location = '' } = await ask(egress, url)
    assert.equal(location, there)
    await assert.rejects(ask(egress, location), isFault('FORBIDDEN'))
    assert.equal((await requestThroughProxy(browserProxy, credential, url)).headers.location, there)
    assert.equal((await requestThroughProxy(browserProxy, credential, there)).status, 403)
    assert.equal(internal.contacts, 0)
  })

  it('when a name resolves differently the second time', async () => {
    await using trap = await startTrap()
    // Loopback stands for the public internet: it is the only address that may be reached.
    const server = createServer((_, response) => response.setHeader('connection', 'close').end('public'))
    await using _site = await listen(server, '127.0.0.1', trap.port)
    const settings = () => {
      let asked = 0
      const addresses = ['127.0.0.1', trap.address]
      const rebinding = async () => [{ address: addresses[asked++ % 2]!, family: 4 }]
      return { allowedTargets: parseAllowedTargets('127.0.0.1'), resolve: rebinding }
    }
    await using egress = createEgress(settings())
    await using browserProxy = await openBrowserProxy(settings())
    using credential = browserProxy.issue({
      proxyChoice: { kind: 'basic', country: 'US' },
      maxBytes: 1_000_000,
    })
    const url = `http://rebind.test:${trap.port}/`
    assert.equal((await ask(egress, url)).status, 200)
    await assert.rejects(ask(egress, url), isFault('FORBIDDEN'))
    assert.equal((await requestThroughProxy(browserProxy, credential, url)).status, 200)
    assert.equal((await openProxyTunnel(browserProxy, credential, `rebind.test:${trap.port}`)).status, 403)
    assert.equal(trap.contacts, 0)
  })
})

describe('a name of a private network is refused before it is resolved', () => {
  const names = [
    'intranet',
    'intranet.',
    'INTRANET',
    'ⓘⓝⓣⓡⓐⓝⓔⓣ',
    'instance-data',
    'redis.default.svc',
    'kubernetes.default.svc.cluster.local.',
    'kubernetes%2Edefault%2Esvc',
    'metadata.goog',
    'Metadata.Google.Internal',
  ]
  /** Counts DNS lookups; every name resolves to the site. */
  async function countingWorld(allowed: string) {
    await using opening = new AsyncDisposableStack()
    const site = opening.use(await startSite())
    const proxy = opening.use(await startHttpProxy({ sitePort: site.port }))
    const socks = opening.use(await startSocksProxy({ sitePort: site.port }))
    const asked: string[] = []
    const settings = {
      allowedTargets: parseAllowedTargets(allowed),
      proxies: { basic: `http://127.0.0.1:${proxy.port}`, enhanced: `socks5://127.0.0.1:${socks.port}` },
      resolve: async (name: string) => {
        asked.push(name)
        return [{ address: '127.0.0.1', family: 4 }]
      },
    }
    const egress = opening.use(createEgress(settings))
    const browserProxy = opening.use(await openBrowserProxy(settings))
    const open = opening.move()
    return {
      site,
      proxy,
      socks,
      asked,
      egress,
      browserProxy,
      [Symbol.asyncDispose]: () => open.disposeAsync(),
    }
  }

  for (const name of names) {
    it(`${name}, in every kind of request`, async () => {
      await using world = await countingWorld('127.0.0.0/8')
      const { site, proxy, socks, asked, egress, browserProxy } = world
      const { href, host, hostname } = new URL(`http://${name}:${site.port}/article`)
      for (const kind of [undefined, 'basic', 'enhanced'] as const) {
        const way = kind && { proxyChoice: { kind, country: 'US' } }
        for (const url of [href, href.replace('http:', 'https:')]) {
          const options = { signal: AbortSignal.timeout(5000), ...way }
          await assert.rejects(egress.request(new URL(url), options), isFault('FORBIDDEN'))
        }
      }
      for (const secure of [false, true]) {
        const stream = egress.connect({ hostname, port: site.port, secure }, AbortSignal.timeout(5000))
        await assert.rejects(stream, isFault('FORBIDDEN', /WINNOW_ALLOWED_TARGETS/))
      }
      for (const kind of ['basic', 'enhanced'] as const) {
        using credential = browserProxy.issue({ proxyChoice: { kind, country: 'US' }, maxBytes: 1_000_000 })
        assert.equal((await requestThroughProxy(browserProxy, credential, href)).status, 403)
        assert.equal((await openProxyTunnel(browserProxy, credential, host)).status, 403)
      }
      assert.deepEqual(asked, [])
      assert.deepEqual([site.connections, proxy.connections, socks.connections], [0, 0, 0])
    })
  }

  it('unless the operator allowed the name', async () => {
    await using world = await countingWorld('intranet, Redis.default.svc., metadata.goog')
    const { site, asked, egress } = world
    for (const name of ['intranet', 'redis.default.svc', 'metadata.goog']) {
      assert.equal((await ask(egress, `http://${name}:${site.port}/article`)).status, 200)
    }
    assert.deepEqual(asked, ['intranet', 'redis.default.svc', 'metadata.goog'])
  })
})

describe('other schemes', () => {
  const urls = [
    'file:///etc/passwd',
    'FILE:///etc/passwd',
    'ftp://example.com/',
    'gopher://127.0.0.1:6379/_INFO',
    'data:text/html,x',
    'javascript:alert(1)',
    'blob:http://127.0.0.1/x',
    'view-source:http://127.0.0.1/',
    'chrome://version/',
    'about:blank',
    'ws://127.0.0.1/',
    'wss://127.0.0.1/',
    'filesystem:http://127.0.0.1/x',
    'mailto:a@b.c',
  ]
  for (const url of urls) {
    it(`${url} is rejected`, async () => {
      await using world = await setUp()
      await assert.rejects(ask(world.egress, url), isFault('FORBIDDEN', /http and https/))
      assert.ok(
        [400, 403].includes((await requestThroughProxy(world.browserProxy, world.credential, url)).status),
      )
    })
  }

  it('an IP address with a zone is rejected in a URL and as the name of a tunnel', async () => {
    assert.equal(URL.canParse('http://[fe80::1%25lo]/'), false)
    await using world = await setUp()
    assert.equal((await openProxyTunnel(world.browserProxy, world.credential, '[fe80::1%lo]:80')).status, 400)
  })
})
