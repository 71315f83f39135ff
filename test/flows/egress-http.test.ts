import assert from 'node:assert/strict'
import { constants } from 'node:http2'
import { createServer as createTlsServer } from 'node:tls'
import { describe, it } from 'node:test'
import { createEgress, isConnectionFailure, parseAllowedTargets } from '../../src/egress/egress.ts'
import type { Egress, EgressOptions } from '../../src/egress/egress.ts'
import { certificate } from '../support/certificate.ts'
import { startH2Site } from '../support/h2-site.ts'
import type { H2Visit } from '../support/h2-site.ts'
import { watchConnectionAttempts } from '../support/hostile/connection-attempts.ts'
import { listen } from '../support/hostile/listening.ts'
import { startRawSite } from '../support/hostile/raw-site.ts'
import type { RawAnswer } from '../support/hostile/raw-site.ts'
import { isFault } from '../support/is-fault.ts'
import { startSite } from '../support/site.ts'
import { waitUntil } from '../support/wait-until.ts'

const LOOPBACK = parseAllowedTargets('127.0.0.0/8')

function openEgress(): Egress {
  return createEgress({ allowedTargets: LOOPBACK })
}

async function read(egress: Egress, url: string, options: Partial<EgressOptions> = {}) {
  await using response = await egress.request(new URL(url), {
    signal: AbortSignal.timeout(10_000),
    skipTlsVerification: true,
    ...options,
  })
  const chunks: Uint8Array[] = []
  for await (const chunk of response.body) chunks.push(chunk)
  return { status: response.status, headers: response.headers, text: Buffer.concat(chunks).toString() }
}

describe('HTTP/2', () => {
  const page = ({ stream }: H2Visit) => {
    stream.respond({ ':status': 200, 'content-type': 'text/html' })
    stream.end('<p>Over HTTP/2.</p>')
  }

  it('is spoken where the server offers it, many requests over one connection', async () => {
    await using site = await startH2Site(page)
    await using egress = openEgress()
    assert.equal((await read(egress, site.url)).text, '<p>Over HTTP/2.</p>')
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => read(egress, `${site.url}/${index}`)),
    )
    assert.ok(answers.every(({ status }) => status === 200))
    assert.equal(site.connections, 1)
  })

  it('takes a body', async () => {
    await using site = await startH2Site(({ stream }) => {
      stream.respond({ ':status': 200 })
      stream.pipe(stream)
    })
    await using egress = openEgress()
    const body = 'x'.repeat(300_000)
    assert.equal((await read(egress, site.url, { method: 'POST', body })).text, body)
  })

  // Said before anything was asked for, it means that nothing was worked on.
  const sendAway = (code: number, turns: number) => (session: H2Visit['session']) => {
    if (session.turn <= turns) session.http2.goaway(code)
  }

  it('goes on on a new connection after GOAWAY', async () => {
    await using site = await startH2Site(page, sendAway(constants.NGHTTP2_NO_ERROR, 1))
    await using egress = openEgress()
    assert.equal((await read(egress, site.url)).status, 200)
    assert.equal(site.connections, 2)
  })

  type Visitor = Parameters<typeof startH2Site>
  const refusals: Record<string, Visitor> = {
    'GOAWAY every time': [page, sendAway(constants.NGHTTP2_NO_ERROR, Infinity)],
    'GOAWAY with an error every time': [page, sendAway(constants.NGHTTP2_ENHANCE_YOUR_CALM, Infinity)],
    'a refused stream every time': [({ stream }) => stream.close(constants.NGHTTP2_REFUSED_STREAM)],
    'a connection that breaks': [({ session }) => session.http2.destroy()],
  }
  for (const [what, visitor] of Object.entries(refusals)) {
    it(`ends after a few tries with a fault that is safe to retry: ${what}`, async () => {
      await using site = await startH2Site(...visitor)
      await using egress = openEgress()
      await assert.rejects(read(egress, site.url), (error) => {
        isFault('SCRAPE_SITE_ERROR')(error)
        assert.equal(isConnectionFailure(error), true)
        return true
      })
      assert.ok(site.connections <= 3, `${site.connections} connections`)
    })
  }

  const failures: Record<string, (visit: H2Visit) => void> = {
    'a stream that is reset': ({ stream }) => stream.close(constants.NGHTTP2_INTERNAL_ERROR),
    'a body that breaks off'({ stream }) {
      stream.respond({ ':status': 200 })
      stream.write('half', () => stream.destroy(new Error('broken')))
    },
    'less than the length it announced'({ stream }) {
      stream.respond({ ':status': 200, 'content-length': '100' })
      stream.end('half')
    },
    'interim answers without end'({ stream }) {
      for (let i = 0; i < 100; i++) stream.additionalHeaders({ ':status': 103, link: '</style.css>' })
      stream.respond({ ':status': 200 }, { endStream: true })
    },
    'more headers than anybody needs'({ stream }) {
      const many = Array.from({ length: 400 }, (_, index) => [`x-${index}`, 'y'.repeat(100)])
      stream.respond({ ':status': 200, ...Object.fromEntries(many) }, { endStream: true })
    },
  }
  for (const [what, fail] of Object.entries(failures)) {
    it(`reports ${what} as SCRAPE_SITE_ERROR`, async () => {
      await using site = await startH2Site(fail)
      await using egress = openEgress()
      await assert.rejects(read(egress, site.url), (error) => {
        isFault('SCRAPE_SITE_ERROR')(error)
        assert.equal(isConnectionFailure(error), false)
        return true
      })
    })
  }

  it('ends with the signal while a body stalls', async () => {
    await using site = await startH2Site(({ stream }) => {
      stream.respond({ ':status': 200 })
      stream.write('begins')
    })
    await using egress = openEgress()
    const signal = AbortSignal.timeout(200)
    await assert.rejects(read(egress, site.url, { signal }), isFault('SCRAPE_TIMEOUT'))
  })
})

describe('an answer that is not sound HTTP/1.1 is an error, never a shorter page', () => {
  const answers: Record<string, string> = {
    'a body without headers': '<p>Hello.</p>',
    'a version that does not exist': 'HTTP/9.9 999 x\r\nContent-Length: 0\r\n\r\n',
    'both ways to tell the length':
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n4\r\nbody\r\n0\r\n\r\n',
    'two lengths': 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nbody!',
    'a chunk without a size': 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nbody\r\n',
    'chunks that end early': 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n',
    'a body that ends early': 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbody',
    'a header that breaks the line': 'HTTP/1.1 200 OK\r\nX-A: a\rInjected: b\r\nContent-Length: 0\r\n\r\n',
    'a header with NUL': 'HTTP/1.1 200 OK\r\nX-A: a\0b\r\nContent-Length: 0\r\n\r\n',
    'more than 64 KiB of headers': `HTTP/1.1 200 OK\r\nX-A: ${'a'.repeat(70_000)}\r\nContent-Length: 0\r\n\r\n`,
    'twenty thousand short headers': `HTTP/1.1 200 OK\r\n${'a:b\r\n'.repeat(20_000)}Content-Length: 0\r\n\r\n`,
    'interim answers without end': `${'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(10_000)}HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n`,
    'a protocol nobody asked for': 'HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
  }
  for (const [what, answer] of Object.entries(answers)) {
    it(what, async () => {
      await using site = await startRawSite({ '/': ({ socket }) => void socket.end(answer) })
      await using egress = openEgress()
      await assert.rejects(read(egress, site.url), isFault('SCRAPE_SITE_ERROR'))
    })
  }

  it('a body that breaks off before anybody reads it', async () => {
    await using site = await startRawSite({
      '/': ({ socket }) =>
        void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nbody', () => socket.resetAndDestroy()),
    })
    await using egress = openEgress()
    const signal = AbortSignal.timeout(5000)
    await using response = await egress.request(new URL(site.url), { signal })
    await waitUntil(() => site.open === 0)
    await new Promise((resolve) => setImmediate(resolve))
    await assert.rejects(async () => {
      for await (const _ of response.body);
    }, isFault('SCRAPE_SITE_ERROR'))
  })

  for (const status of [204, 205, 304]) {
    it(`${status} with a body does not hang and does not reach the next answer`, async () => {
      const answer: RawAnswer = ({ socket }) =>
        void socket.write(`HTTP/1.1 ${status} x\r\nContent-Length: 4\r\n\r\nHTTP`)
      const plain: RawAnswer = ({ socket }) =>
        void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
      await using site = await startRawSite({ '/': answer, '/next': plain })
      await using egress = openEgress()
      const first = await read(egress, site.url)
      assert.equal(first.status, status)
      if (status !== 205) assert.equal(first.text, '')
      assert.equal((await read(egress, `${site.url}/next`)).text, 'ok')
    })
  }
})

describe('isConnectionFailure', () => {
  it('is true for a closed port', async () => {
    const site = await startSite()
    await site[Symbol.asyncDispose]()
    await using egress = openEgress()
    await assert.rejects(read(egress, site.url), isConnectionFailure)
    await assert.rejects(read(egress, site.url.replace('http', 'https')), isConnectionFailure)
  })

  const cases: { what: string; answer: RawAnswer; expected: boolean }[] = [
    {
      what: 'a reset before the answer',
      answer: ({ socket }) => void socket.resetAndDestroy(),
      expected: true,
    },
    { what: 'a close before the answer', answer: ({ socket }) => void socket.end(), expected: true },
    {
      what: 'a reset in the body',
      answer: ({ socket }) =>
        void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nbody', () => socket.resetAndDestroy()),
      expected: false,
    },
    { what: 'something that is not HTTP', answer: ({ socket }) => void socket.end('hello'), expected: false },
  ]
  for (const { what, answer, expected } of cases) {
    it(`is ${expected} for ${what}`, async () => {
      await using site = await startRawSite({ '/': answer })
      await using egress = openEgress()
      await assert.rejects(read(egress, site.url), (error) => {
        isFault('SCRAPE_SITE_ERROR')(error)
        assert.equal(isConnectionFailure(error), expected)
        return true
      })
    })
  }

  it('is false for what is forbidden', async () => {
    await using egress = openEgress()
    await assert.rejects(read(egress, 'http://10.0.0.1/'), (error) => !isConnectionFailure(error))
  })
})

describe('TLS', () => {
  for (const skipTlsVerification of [false, true]) {
    it(`before version 1.2 is refused ${skipTlsVerification ? 'even unverified' : 'with the reason'}`, async () => {
      const server = createTlsServer({
        ...certificate,
        minVersion: 'TLSv1',
        maxVersion: 'TLSv1.1',
        ciphers: 'DEFAULT@SECLEVEL=0',
      })
      await using site = await listen(server.on('tlsClientError', () => {}))
      await using egress = openEgress()
      const visit = read(egress, `https://127.0.0.1:${site.port}/`, { skipTlsVerification })
      await assert.rejects(visit, isFault('SCRAPE_SSL_ERROR', /before 1\.2/))
    })
  }

  it('that agrees on no version of HTTP is SCRAPE_SSL_ERROR', async () => {
    const server = createTlsServer({ ...certificate, ALPNProtocols: ['gopher/1'] })
    await using site = await listen(server.on('tlsClientError', () => {}))
    await using egress = openEgress()
    await assert.rejects(
      read(egress, `https://127.0.0.1:${site.port}/`),
      isFault('SCRAPE_SSL_ERROR', /no version of HTTP/),
    )
  })

  it('with a certificate of its own says so', async () => {
    await using site = await startSite({ secure: true })
    await using egress = openEgress()
    const visit = read(egress, site.url, { skipTlsVerification: false })
    await assert.rejects(visit, isFault('SCRAPE_SSL_ERROR', /self-signed/))
  })
})

describe('names', () => {
  const failing = (code: string) => Object.assign(new Error(`getaddrinfo ${code}`), { code })

  it('are asked for again when the name server failed for the moment', async () => {
    await using site = await startSite()
    let asked = 0
    const resolve = async () => {
      if (++asked < 3) throw failing('EAI_AGAIN')
      return [{ address: '127.0.0.1', family: 4 }]
    }
    await using egress = createEgress({ allowedTargets: LOOPBACK, resolve })
    assert.equal((await read(egress, `http://shaky.test:${site.port}/article`)).status, 200)
  })

  for (const [code, most] of [
    ['EAI_AGAIN', 3],
    ['ENOTFOUND', 1],
  ] as const) {
    it(`are given up after ${most} × ${code}`, async () => {
      let asked = 0
      const resolve = async () => {
        asked++
        throw failing(code)
      }
      await using egress = createEgress({ allowedTargets: LOOPBACK, resolve })
      await assert.rejects(read(egress, 'http://gone.test/'), isFault('SCRAPE_DNS_RESOLUTION_ERROR'))
      assert.equal(asked, most)
    })
  }

  it('of a thousand addresses cost three attempts', async () => {
    const site = await startSite()
    await site[Symbol.asyncDispose]()
    const addresses = Array.from({ length: 1000 }, (_, index) => `127.1.${index >> 8}.${index & 255}`)
    const resolve = async () => addresses.map((address) => ({ address, family: 4 }))
    using dialled = watchConnectionAttempts()
    await using egress = createEgress({ allowedTargets: LOOPBACK, resolve })
    await assert.rejects(read(egress, `http://many.test:${site.port}/`), isFault('SCRAPE_SITE_ERROR'))
    assert.equal(dialled.at(site.port).length, 3)
  })

  it('are resolved once for those who ask at the same time', async () => {
    await using site = await startSite()
    let asked = 0
    const resolve = async () => {
      asked++
      await new Promise(setImmediate)
      return [{ address: '127.0.0.1', family: 4 }]
    }
    await using egress = createEgress({ allowedTargets: LOOPBACK, resolve })
    const url = `http://busy.test:${site.port}/article`
    await Promise.all(Array.from({ length: 10 }, () => read(egress, url)))
    assert.equal(asked, 1)
  })

  const label = 'a'.repeat(63)
  for (const host of [`${'a'.repeat(64)}.test`, `${`${label}.`.repeat(4)}test`, 'a..test']) {
    it(`that cannot exist are BAD_REQUEST: ${host.slice(0, 12)}…`, async () => {
      await using egress = openEgress()
      await assert.rejects(read(egress, `http://${host}/`), isFault('BAD_REQUEST', /host name/))
    })
  }
})
