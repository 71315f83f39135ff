import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { isFault } from '../../test/support/is-fault.ts'
import { startSite } from '../../test/support/site.ts'
import { Fault } from '../fault.ts'
import type { FaultCode } from '../fault.ts'
import { createEgress, parseAllowedTargets } from './egress.ts'
import type { Egress, EgressOptions } from './egress.ts'

const LOOPBACK = parseAllowedTargets('127.0.0.1/32')
const NOTHING = parseAllowedTargets('')

/** A resolver with a fixed result. */
function answering(...addresses: string[]) {
  return async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
}

async function read(egress: Egress, url: string, options: Partial<EgressOptions> = {}) {
  await using response = await egress.request(new URL(url), { signal: AbortSignal.timeout(5000), ...options })
  const chunks: Uint8Array[] = []
  for await (const chunk of response.body) chunks.push(chunk)
  return { status: response.status, headers: response.headers, text: Buffer.concat(chunks).toString() }
}

describe('a target on loopback', () => {
  it('is reachable when its range is allowed', async () => {
    await using site = await startSite()
    await using egress = createEgress({ allowedTargets: LOOPBACK })
    const { status, text } = await read(egress, `${site.url}/article`)
    assert.equal(status, 200)
    assert.match(text, /How rivers bend/)
  })

  it('is reachable by an allowed name', async () => {
    await using site = await startSite()
    const allowedTargets = parseAllowedTargets('intranet.test')
    await using egress = createEgress({ allowedTargets, resolve: answering('127.0.0.1') })
    assert.equal((await read(egress, `http://intranet.test:${site.port}/article`)).status, 200)
    assert.equal(site.requests[0]?.headers.host, `intranet.test:${site.port}`)
  })

  for (const host of [
    '127.0.0.1',
    '[::ffff:127.0.0.1]',
    '2130706433',
    '127.1',
    'localhost',
    'localhost.',
    'a.localhost',
  ]) {
    it(`is refused without a connection as ${host}`, async () => {
      await using site = await startSite()
      await using egress = createEgress({ allowedTargets: NOTHING })
      await assert.rejects(
        read(egress, `http://${host}:${site.port}/article`),
        isFault('FORBIDDEN', /WINNOW_ALLOWED_TARGETS/),
      )
      assert.equal(site.connections, 0)
    })
  }

  for (const addresses of [['127.0.0.1'], ['::1'], ['8.8.8.8', '127.0.0.1'], ['::ffff:127.0.0.1']]) {
    it(`is refused without a connection when a public name resolves to ${addresses}`, async () => {
      await using site = await startSite()
      await using egress = createEgress({ allowedTargets: NOTHING, resolve: answering(...addresses) })
      await assert.rejects(read(egress, `http://rebind.test:${site.port}/`), (error: Fault) => {
        assert.ok(!addresses.some((address) => error.message.includes(address)), 'the answer stays private')
        return isFault('FORBIDDEN')(error)
      })
      assert.equal(site.connections, 0)
    })
  }

  it('is refused over TLS with and without verification', async () => {
    await using site = await startSite({ secure: true })
    await using egress = createEgress({ allowedTargets: NOTHING })
    for (const skipTlsVerification of [false, true]) {
      await assert.rejects(read(egress, site.url, { skipTlsVerification }), isFault('FORBIDDEN'))
    }
    assert.equal(site.connections, 0)
  })
})

describe('dials the IP address that was checked', () => {
  it('asks the resolver once per connection', async () => {
    await using site = await startSite()
    let asked = 0
    const resolve = async () => [{ address: asked++ === 0 ? '127.0.0.1' : '10.0.0.1', family: 4 }]
    await using egress = createEgress({ allowedTargets: LOOPBACK, resolve })
    assert.equal((await read(egress, `http://rebind.test:${site.port}/article`)).status, 200)
    assert.equal(asked, 1)
  })

  it('tries the next IP address when a connection fails, alternating families', async () => {
    await using site = await startSite()
    const allowedTargets = parseAllowedTargets('127.0.0.1,::1')
    // Nothing listens on this port of ::1, so only the fourth address leads to the site.
    await using egress = createEgress({
      allowedTargets,
      resolve: answering('::1', '::1', '::1', '127.0.0.1'),
    })
    assert.equal((await read(egress, `http://site.test:${site.port}/article`)).status, 200)
  })

  it('opens TLS for the host name', async () => {
    await using site = await startSite({ secure: true })
    await using egress = createEgress({ allowedTargets: LOOPBACK, resolve: answering('127.0.0.1') })
    await read(egress, `https://site.test:${site.port}/article`, { skipTlsVerification: true })
    await read(egress, `https://site.test.:${site.port}/article`, { skipTlsVerification: true })
    await read(egress, `${site.url}/article`, { skipTlsVerification: true })
    assert.deepEqual(
      site.requests.map(({ servername }) => servername),
      ['site.test', 'site.test', ''],
    )
  })

  it('ignores a Host header that names another host', async () => {
    await using site = await startSite({ secure: true })
    await using egress = createEgress({ allowedTargets: LOOPBACK, resolve: answering('127.0.0.1') })
    const headers = { Host: 'other.test' }
    await read(egress, `https://site.test:${site.port}/echo`, { skipTlsVerification: true, headers })
    assert.equal(site.requests[0]?.headers.host, `site.test:${site.port}`)
    assert.equal(site.requests[0]?.servername, 'site.test')
  })
})

describe('failures of the target', () => {
  const cases: { what: string; path: string; code: FaultCode }[] = [
    { what: 'a reset connection', path: '/broken/reset', code: 'SCRAPE_SITE_ERROR' },
    { what: 'a body that breaks off', path: '/broken/half', code: 'SCRAPE_SITE_ERROR' },
    { what: 'an answer that is not HTTP', path: '/broken/not-http', code: 'SCRAPE_SITE_ERROR' },
  ]
  for (const { what, path, code } of cases) {
    it(`reports ${what} as ${code}`, async () => {
      await using site = await startSite()
      await using egress = createEgress({ allowedTargets: LOOPBACK })
      await assert.rejects(read(egress, site.url + path), isFault(code))
    })
  }

  it('reports a closed port as SCRAPE_SITE_ERROR', async () => {
    const site = await startSite()
    await site[Symbol.asyncDispose]()
    await using egress = createEgress({ allowedTargets: LOOPBACK })
    await assert.rejects(read(egress, site.url), isFault('SCRAPE_SITE_ERROR'))
  })

  it('reports an unknown host name as SCRAPE_DNS_RESOLUTION_ERROR', async () => {
    const unknown = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
    await using egress = createEgress({ allowedTargets: NOTHING, resolve: () => Promise.reject(unknown) })
    await assert.rejects(read(egress, 'http://nowhere.test/'), isFault('SCRAPE_DNS_RESOLUTION_ERROR'))
  })

  it('reports a host name without IP addresses as SCRAPE_DNS_RESOLUTION_ERROR', async () => {
    await using egress = createEgress({ allowedTargets: NOTHING, resolve: answering() })
    await assert.rejects(read(egress, 'http://nowhere.test/'), isFault('SCRAPE_DNS_RESOLUTION_ERROR'))
  })

  it('reports an untrusted certificate as SCRAPE_SSL_ERROR unless skipTlsVerification is set', async () => {
    await using site = await startSite({ secure: true })
    await using egress = createEgress({ allowedTargets: LOOPBACK, resolve: answering('127.0.0.1') })
    const url = `https://site.test:${site.port}/article`
    await assert.rejects(read(egress, url), isFault('SCRAPE_SSL_ERROR'))
    assert.equal((await read(egress, url, { skipTlsVerification: true })).status, 200)
    await assert.rejects(read(egress, url), isFault('SCRAPE_SSL_ERROR'), 'and looks again the next time')
  })

  it('reports plain HTTP on a TLS port as SCRAPE_SSL_ERROR', async () => {
    await using site = await startSite()
    await using egress = createEgress({ allowedTargets: LOOPBACK })
    await assert.rejects(read(egress, site.url.replace('http:', 'https:')), isFault('SCRAPE_SSL_ERROR'))
  })

  it('refuses other schemes', async () => {
    await using egress = createEgress({ allowedTargets: LOOPBACK })
    for (const url of ['file:///etc/passwd', 'ftp://127.0.0.1/', 'data:text/plain,x', 'ws://127.0.0.1/']) {
      await assert.rejects(read(egress, url), isFault('FORBIDDEN', /http and https/))
    }
  })

  it('reports an invalid header as BAD_REQUEST', async () => {
    await using site = await startSite()
    await using egress = createEgress({ allowedTargets: LOOPBACK })
    const headers = { 'x-bad': 'a\r\nb: c' }
    await assert.rejects(read(egress, site.url, { headers }), isFault('BAD_REQUEST'))
  })

  it('returns redirects without following them', async () => {
    await using site = await startSite()
    await using egress = createEgress({ allowedTargets: LOOPBACK })
    const { status, headers } = await read(egress, `${site.url}/redirect/chain/1`)
    assert.equal(status, 302)
    assert.equal(headers['location'], '/article')
    assert.equal(site.requests.length, 1)
  })
})

describe('the signal of a request', () => {
  for (const path of ['/slow/never', '/slow/stalls']) {
    it(`ends ${path} with SCRAPE_TIMEOUT at its timeout`, async () => {
      await using site = await startSite()
      await using egress = createEgress({ allowedTargets: LOOPBACK })
      await assert.rejects(
        read(egress, site.url + path, { signal: AbortSignal.timeout(100) }),
        isFault('SCRAPE_TIMEOUT'),
      )
    })
  }

  it('ends the wait for a resolver that never responds', async () => {
    await using egress = createEgress({ allowedTargets: NOTHING, resolve: () => new Promise(() => {}) })
    await assert.rejects(
      read(egress, 'http://stuck.test/', { signal: AbortSignal.timeout(100) }),
      isFault('SCRAPE_TIMEOUT'),
    )
  })

  it('ends the wait for a TLS handshake that never completes', async () => {
    await using silent = createServer((socket) => void socket.on('error', () => {}).resume())
    await once(silent.listen(0, '127.0.0.1'), 'listening')
    const { port } = silent.address() as AddressInfo
    await using egress = createEgress({ allowedTargets: LOOPBACK })
    await assert.rejects(
      read(egress, `https://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(100) }),
      isFault('SCRAPE_TIMEOUT'),
    )
  })

  it('ends with SCRAPE_JOB_CANCELLED when the caller disconnected', async () => {
    await using site = await startSite()
    await using egress = createEgress({ allowedTargets: LOOPBACK })
    const signal = AbortSignal.abort()
    await assert.rejects(read(egress, site.url, { signal }), isFault('SCRAPE_JOB_CANCELLED'))
    assert.equal(site.connections, 0)
  })

  it('ends with the abort reason when that is a Fault', async () => {
    await using egress = createEgress({ allowedTargets: LOOPBACK })
    const signal = AbortSignal.abort(new Fault('REQUEST_TIMEOUT', 'Too late.'))
    await assert.rejects(read(egress, 'http://127.0.0.1/', { signal }), isFault('REQUEST_TIMEOUT'))
  })

  it('is not needed at shutdown: open requests end with UNAVAILABLE', async () => {
    await using site = await startSite()
    const egress = createEgress({ allowedTargets: LOOPBACK })
    const arrived = site.next('/slow/never')
    const waiting = assert.rejects(read(egress, `${site.url}/slow/never`), isFault('UNAVAILABLE'))
    await arrived
    await egress[Symbol.asyncDispose]()
    await waiting
  })
})
