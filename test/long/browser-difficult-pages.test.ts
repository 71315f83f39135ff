import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { RequestListener, ServerResponse } from 'node:http'
import { createServer as createRawServer } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { TLSSocket } from 'node:tls'
import type { Browser, Visit } from '../../src/browser/browser.ts'
import { certificate } from '../support/certificate.ts'
import { listen } from '../support/hostile/listening.ts'
import { isFault } from '../support/is-fault.ts'
import { openTestBrowser } from '../support/test-browser.ts'
import type { VisitPage } from '../support/test-browser.ts'

const HALF = `<!doctype html><title>Half</title><p>${'The first half of a page. '.repeat(200)}`
const HTML = { 'content-type': 'text/html' }
const WORDS = 'Some words to read on this page. '.repeat(20)

/** Responses that end before their end. */
const BROKEN: Record<string, RequestListener> = {
  '/fewer-bytes-than-announced': (_, response) => {
    response.writeHead(200, { ...HTML, 'content-length': 2 * HALF.length })
    response.write(HALF, () => response.socket?.end())
  },
  '/chunks-without-end': (_, response) => {
    response.writeHead(200, HTML)
    response.write(HALF, () => response.socket?.end())
  },
  '/reset': (_, response) => {
    response.writeHead(200, { ...HTML, 'content-length': 2 * HALF.length })
    response.write(HALF, () => cut(response))
  },
  '/reset-while-scripts-run': (_, response) => {
    response.writeHead(200, HTML)
    response.write(`${HALF}<script>document.title = 'Ready'</script>`, () => {
      cut(response)
    })
  },
}

/** A reset, which TLS has no word for: there the connection ends without a goodbye. */
function cut({ socket }: ServerResponse): void {
  if (socket instanceof TLSSocket) socket.destroy()
  else socket?.resetAndDestroy()
}

/** Pages that load themselves again without end, and count how often. */
const RELOADING: Record<string, string> = {
  '/refresh-at-once': '<meta http-equiv=refresh content=0>',
  '/refresh-each-second': '<meta http-equiv=refresh content=1>',
  '/reload-when-loaded': '<script>onload = () => location.reload()</script>',
  '/reload-often': '<script>setInterval(() => location.reload(), 100)</script>',
}
const RELOAD_AT_ONCE = '<script>location.reload()</script>'
let loads = 0

const answer: RequestListener = (request, response) => {
  const broken = BROKEN[request.url ?? '']
  if (broken) return broken(request, response)
  if (request.url === '/leaves-early') {
    // The rest of this document never comes, and nobody waits for it.
    return void response.writeHead(200, HTML).write(`${HALF}<script>location = '/page'</script>`)
  }
  const again = request.url === '/reload-at-once' ? RELOAD_AT_ONCE : (RELOADING[request.url ?? ''] ?? '')
  response.writeHead(200, HTML)
  response.end(`<!doctype html>${again}<h1>Load ${++loads}</h1><p>${WORDS}</p><p>The last line.</p>`)
}

const stack = new AsyncDisposableStack()
let urls: string[]
let silentUrl: string
let browser: Browser
let see: VisitPage
let visitOf: (path: string, wishes?: Partial<Visit>) => Visit

before(async () => {
  const plain = stack.use(await listen(createServer(answer)))
  const secure = stack.use(await listen(createSecureServer(certificate, answer)))
  const silent = stack.use(await listen(createRawServer((socket) => void socket.resume())))
  urls = [`http://127.0.0.1:${plain.port}`, `https://127.0.0.1:${secure.port}`]
  silentUrl = `https://127.0.0.1:${silent.port}/`
  const site = { url: urls[0]! }
  ;({ browser, visitPage: see, visitOf } = stack.use(await openTestBrowser(site, { connectMs: 1000 })))
})
after(() => stack.disposeAsync())

describe('a response that ends early is an error and no shorter page', () => {
  for (const path of Object.keys(BROKEN)) {
    test(path, async () => {
      for (const url of urls) {
        const visit = visitOf('', { url: url + path, skipTlsVerification: true })
        const visiting = browser.visit(visit, AbortSignal.timeout(60_000))
        await assert.rejects(visiting, isFault('SCRAPE_SITE_ERROR'), url + path)
      }
    })
  }

  test('a page that replaced itself before it was complete is none', async () => {
    assert.match((await see('/leaves-early')).html, /Load \d+/)
  })
})

describe('a page that keeps loading itself again', () => {
  for (const path of Object.keys(RELOADING)) {
    test(`is read as it is between two loads: ${path}`, async () => {
      for (const waitForMs of [0, 500]) {
        const { html, status } = await see(path, { waitForMs })
        assert.equal(status, 200)
        assert.match(html, /<h1>Load \d+<\/h1><p>.*<\/p><p>The last line\.<\/p>/)
      }
    })
  }

  test('says so when it never stands still', async () => {
    const { status, warnings } = await see('/reload-at-once')
    assert.equal(status, 200)
    assert.match(warnings.join(' '), /keeps loading itself again/)
  })
})

test('a target that never answers the TLS handshake is given up', async () => {
  const visiting = browser.visit(visitOf('', { url: silentUrl }), AbortSignal.timeout(30_000))
  await assert.rejects(visiting, isFault('SCRAPE_TIMEOUT', /did not accept a connection/))
})
