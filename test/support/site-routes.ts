import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'
import { ARTICLE, COMPRESSED, DOCUMENTS, ENCODED, SCRIPT_ONLY, TANGLED } from './site-samples.ts'

/** One request as a route receives it; `rest` is the path after the route's own prefix. */
export interface Visit {
  request: IncomingMessage
  response: ServerResponse
  url: URL
  rest: string
}

type Route = (visit: Visit) => void

/**
 * The first route whose path is a prefix of the requested one responds. Add routes as needed; keep every
 * response bounded.
 */
export const ROUTES: readonly (readonly [path: string, route: Route])[] = [
  ['/article', (visit) => html(visit, ARTICLE)],
  ['/tangled', (visit) => html(visit, TANGLED)],
  ['/script-only', (visit) => html(visit, SCRIPT_ONLY)],
  ['/empty', ({ response }) => response.writeHead(200, { 'content-type': 'text/html' }).end()],
  ['/page', (visit) => html(visit, visit.url.searchParams.get('html') ?? '<p>A page.</p>')],
  ['/status/', statusPage],
  ['/redirect/chain/', redirectChain],
  ['/redirect/loop', (visit) => redirect(visit, '/redirect/loop')],
  ['/redirect/ping', (visit) => redirect(visit, '/redirect/pong')],
  ['/redirect/pong', (visit) => redirect(visit, '/redirect/ping')],
  ['/redirect/relative/deep', (visit) => redirect(visit, '../../article')],
  ['/redirect/private', (visit) => redirect(visit, 'http://169.254.169.254/latest/meta-data/')],
  ['/redirect/file', (visit) => redirect(visit, 'file:///etc/passwd')],
  ['/redirect/broken', (visit) => redirect(visit, 'http://[')],
  [
    '/redirect/nowhere',
    ({ response }) => response.writeHead(302, { 'content-type': 'text/html' }).end('<p>Stay.</p>'),
  ],
  ['/redirect/to', (visit) => redirect(visit, visit.url.searchParams.get('url') ?? '/article')],
  ['/slow/headers', (visit) => later(visit, () => html(visit, ARTICLE))],
  ['/slow/body', slowBody],
  ['/slow/stalls', (visit) => void htmlHead(visit, 1000).write('<p>The first half')],
  ['/slow/never', () => {}],
  ['/broken/reset', ({ request }) => void request.socket.resetAndDestroy()],
  ['/broken/half', brokenHalf],
  ['/broken/not-http', ({ request }) => void request.socket.end('hello, this is not HTTP\r\n\r\n')],
  [
    '/cookies/set',
    (visit) =>
      redirect(visit, '/cookies/show', {
        'set-cookie': ['bend=left; Path=/', 'depth=2', 'no=1; Domain=example.com'],
      }),
  ],
  ['/cookies/show', (visit) => text(visit, visit.request.headers.cookie ?? 'no cookie')],
  ['/echo', (visit) => json(visit, visit.request.headers)],
  ['/large', large],
  ['/bomb/', bomb],
  ['/encoding/', encodedPage],
  ['/compressed/', compressedPage],
  ['/documents/', documentFile],
  [
    '/robots.txt',
    (visit) => text(visit, `User-agent: *\nDisallow: /private/\nSitemap: ${visit.url.origin}/sitemap.xml\n`),
  ],
  ['/sitemap-index.xml', (visit) => xml(visit, sitemapIndex(visit.url.origin))],
  [
    '/sitemap.xml.gz',
    (visit) =>
      visit.response
        .writeHead(200, { 'content-type': 'application/gzip' })
        .end(gzipSync(sitemap(visit.url.origin))),
  ],
  ['/sitemap.xml', (visit) => xml(visit, sitemap(visit.url.origin))],
]

export function statusPage(visit: Visit): void {
  const status = Number(visit.rest) || 404
  html(
    visit,
    `<title>${status}</title><h1>Status ${status}</h1><p>This page says it is a ${status}.</p>`,
    status,
  )
}

function html(visit: Visit, body: string, status = 200): void {
  send(visit, status, 'text/html; charset=utf-8', body)
}

function text(visit: Visit, body: string): void {
  send(visit, 200, 'text/plain; charset=utf-8', body)
}

function json(visit: Visit, value: unknown): void {
  send(visit, 200, 'application/json', JSON.stringify(value))
}

function xml(visit: Visit, body: string): void {
  send(visit, 200, 'application/xml', body)
}

function send({ response }: Visit, status: number, contentType: string, body: string | Buffer): void {
  const type = contentType === '' ? {} : { 'content-type': contentType }
  response.writeHead(status, { ...type, 'content-length': Buffer.byteLength(body) }).end(body)
}

function htmlHead({ response }: Visit, lengthBytes: number): ServerResponse {
  return response.writeHead(200, { 'content-type': 'text/html', 'content-length': lengthBytes })
}

function redirect({ response }: Visit, location: string, headers: Record<string, string[]> = {}): void {
  response.writeHead(302, { ...headers, location }).end('moved')
}

/** `/redirect/chain/3` redirects three times, then to the article. */
function redirectChain(visit: Visit): void {
  const left = Number(visit.rest)
  redirect(visit, left > 1 ? `/redirect/chain/${left - 1}` : '/article')
}

/** Does the work after `?ms=`, at most ten seconds; skips it if the client has disconnected. */
function later({ url, response }: Visit, work: () => void): void {
  const timer = setTimeout(work, Math.min(Number(url.searchParams.get('ms') ?? 100), 10_000))
  response.once('close', () => clearTimeout(timer))
}

function slowBody(visit: Visit): void {
  const half = ARTICLE.length >> 1
  htmlHead(visit, Buffer.byteLength(ARTICLE)).write(ARTICLE.slice(0, half))
  later(visit, () => visit.response.end(ARTICLE.slice(half)))
}

function brokenHalf(visit: Visit): void {
  htmlHead(visit, 1000).write('<p>The first half', () => visit.request.socket.resetAndDestroy())
}

/** `/large?bytes=1000` sends that many bytes without Content-Length, at most 100 MB. */
function large({ url, response }: Visit): void {
  let left = Math.min(Number(url.searchParams.get('bytes') ?? 60 * 1024 * 1024), 100 * 1024 * 1024)
  const chunk = Buffer.alloc(64 * 1024, 'river ')
  response.writeHead(200, { 'content-type': 'text/html' })
  const push = () => {
    while (left > 0) {
      const part = chunk.subarray(0, left)
      left -= part.length
      if (!response.write(part)) return void response.once('drain', push)
    }
    response.end()
  }
  push()
}

const BOMB_BYTES = 64 * 1024 * 1024
const BOMBS: Record<string, (bytes: Buffer) => Buffer> = {
  gzip: gzipSync,
  br: (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  zstd: (bytes) => zstdCompressSync(bytes),
}

/** A few kilobytes that expand to 64 MB. */
function bomb({ response, rest }: Visit): void {
  const compress = BOMBS[rest] ?? gzipSync
  response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': rest })
  response.end(compress(Buffer.alloc(BOMB_BYTES)))
}

function encodedPage(visit: Visit): void {
  const sample = ENCODED[visit.rest]
  if (!sample) return statusPage(visit)
  send(visit, 200, sample.contentType, sample.bytes)
}

function compressedPage(visit: Visit): void {
  const coding = COMPRESSED[visit.rest]
  if (!coding) return statusPage(visit)
  visit.response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': coding.encoding })
  visit.response.end(coding.compress(Buffer.from(ARTICLE)))
}

function documentFile(visit: Visit): void {
  const file = DOCUMENTS[visit.rest]
  if (!file) return statusPage(visit)
  send(visit, 200, file.contentType, file.body)
}

function sitemap(origin: string): string {
  const locations = ['/article', '/article/oxbow', '/documents/notes.txt'].map(
    (path) => `<url><loc>${origin}${path}</loc></url>`,
  )
  return `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locations.join('')}</urlset>`
}

function sitemapIndex(origin: string): string {
  const parts = ['/sitemap.xml', '/sitemap.xml.gz'].map(
    (path) => `<sitemap><loc>${origin}${path}</loc></sitemap>`,
  )
  return `<?xml version="1.0"?><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${parts.join('')}</sitemapindex>`
}
