import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { REPORT_DOCX, REPORT_PDF } from './example-files.ts'
import { PAGES } from './example-pages.ts'

/** The site on loopback that stands for `https://example.com` in the docs. Gives its root without a final slash. */
export async function startExampleSite(): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer(respond)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function respond(request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
  if (request.method === 'POST') {
    // A form signs in, and anything else takes webhooks.
    const headers = url.pathname === '/login' ? { location: '/account', 'set-cookie': 'session=1' } : {}
    request.resume()
    return void response.writeHead('location' in headers ? 303 : 200, headers).end()
  }
  const [type, body] = fileAt(url) ?? []
  if (body !== undefined) return void response.writeHead(200, { 'content-type': type }).end(body)
  response.writeHead(404, { 'content-type': 'text/html' }).end('<title>Not found</title><h1>Not found</h1>')
}

function fileAt({ pathname, origin }: URL): [type: string, body: string | Buffer] | undefined {
  if (pathname === '/changing') return [HTML, changingPage()]
  const html = PAGES[pathname] ?? PAGES[`${pathname}/`] ?? PAGES[pathname.replace(/\/$/, '')]
  if (html !== undefined) return [HTML, html]
  return FILES[pathname]?.(origin)
}

const HTML = 'text/html; charset=utf-8'

let requests = 0

function changingPage(): string {
  const price = (49.9 + ++requests).toFixed(2)
  return PAGES['/products/1']!.replaceAll('49.90', price).replace(
    '<p>In stock</p>',
    `<p>${requests} in stock</p>`,
  )
}

const FILES: Record<string, (origin: string) => [string, string | Buffer]> = {
  '/report.pdf': () => ['application/pdf', REPORT_PDF],
  '/report.docx': () => [
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    REPORT_DOCX,
  ],
  '/robots.txt': (origin) => [
    'text/plain',
    `User-agent: *\nDisallow: /account\nSitemap: ${origin}/sitemap.xml\n`,
  ],
  '/sitemap.xml': (origin) => [
    'application/xml',
    `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${Object.keys(
      PAGES,
    )
      .filter((path) => path !== '/account')
      .map((path) => `<url><loc>${origin}${path}</loc></url>`)
      .join('')}</urlset>`,
  ],
  '/feed.xml': (origin) => [
    'application/rss+xml',
    `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>Northlight</title><link>${origin}/blog/</link>
<description>News of the workshop</description><item><title>Why we measure flicker</title>
<link>${origin}/blog/first-post</link><pubDate>Mon, 02 Mar 2026 09:00:00 GMT</pubDate></item></channel></rss>`,
  ],
  '/style.css': () => [
    'text/css',
    ':root { --accent: #c2410c } body { font-family: Georgia, serif; color: #1f2937; background: #fffbeb; margin: 2rem auto; max-width: 46rem } a { color: #c2410c } h1, h2 { font-family: Arial, sans-serif } button { background: #c2410c; color: #fff; border: 0; border-radius: 8px; padding: 8px 16px }',
  ],
  '/logo.svg': () => ['image/svg+xml', logo('Northlight')],
  '/favicon.svg': () => ['image/svg+xml', logo('N')],
}

function logo(text: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="32"><rect width="120" height="32" fill="#c2410c"/><text x="8" y="22" fill="#fff" font-family="Arial">${text}</text></svg>`
}
