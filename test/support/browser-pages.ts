import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { ENDLESS_SOURCES, HOSTILE_SOURCES, OVERFLOWING_SOURCES, SOURCES } from './browser-page-sources.ts'
import { certificate } from './certificate.ts'

/** A site with ordinary and misbehaving pages for a browser. */
export interface BrowserPages extends AsyncDisposable {
  /** Root URL without a trailing slash. */
  url: string
  port: number
  /** Every request that arrived, in order. */
  requests: { path: string; headers: IncomingHttpHeaders }[]
}

interface PagesWish {
  host?: string
  /** Uses TLS with the self-signed certificate of `site.test`. */
  secure?: boolean
  /** The URL that replaces `{other}` in the pages: another site. */
  otherUrl?: string
}

/** Starts the site on a free port of loopback. */
export async function startBrowserPages({
  host = '127.0.0.1',
  secure = false,
  otherUrl = '',
}: PagesWish = {}): Promise<BrowserPages> {
  const requests: BrowserPages['requests'] = []
  const answer = ({ url: path = '/', headers }: IncomingMessage, response: ServerResponse) => {
    requests.push({ path, headers })
    const { pathname, search } = new URL(path, 'http://pages.test')
    const html = { ...SOURCES, ...HOSTILE_SOURCES, ...ENDLESS_SOURCES, ...OVERFLOWING_SOURCES }[pathname]
    if (html !== undefined) return sendHtml(response, html.replaceAll('{other}', otherUrl))
    const route = ROUTES[pathname]
    if (route) return route(response, decodeURIComponent(search.slice(1)), headers)
    sendHtml(response, '<!doctype html><title>Nothing</title><p>There is nothing here.</p>', 404)
  }
  const server = secure ? createSecureServer(certificate, answer) : createServer(answer)
  server.listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `${secure ? 'https' : 'http'}://${host}:${port}`,
    port,
    requests,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

type Route = (response: ServerResponse, argument: string, headers: IncomingHttpHeaders) => void

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

const ROUTES: Record<string, Route> = {
  '/redirect': (response, to) => void response.writeHead(302, { location: to }).end(),
  '/redirect-loop': (response) => void response.writeHead(302, { location: '/redirect-loop' }).end(),
  '/echo': (response, _, headers) => sendHtml(response, `<pre>${escape(JSON.stringify(headers))}</pre>`),
  '/headers.json': (response, _, headers) => send(response, 'application/json', JSON.stringify(headers)),
  '/data.json': (response) => send(response, 'application/json', '{"rows":["alpha","beta"]}'),
  '/ads/banner.js': (response) => send(response, 'text/javascript', "document.write('script of an ad')"),
  '/picture.gif': (response) => send(response, 'image/gif', PIXEL),
  '/html': (response) => sendHtml(response, '<h1>A page</h1>'),
  '/ahead-by-header': (response) =>
    void response
      .writeHead(200, { 'content-type': 'text/html', 'speculation-rules': '"/rules.json"' })
      .end('<p>The header of this page knows where you will go next.'),
  '/rules.json': (response) =>
    send(
      response,
      'application/speculationrules+json',
      '{"prefetch":[{"source":"list","urls":["/script"],"eagerness":"immediate"}]}',
    ),
  '/plain': (response) => send(response, 'text/plain', 'just text'),
  '/paper': (response) => send(response, 'application/pdf', '%PDF-1.4\n%%EOF'),
  '/attachment': (response) =>
    void response
      .writeHead(200, { 'content-type': 'text/html', 'content-disposition': 'attachment; filename=a.html' })
      .end('<p>saved'),
  '/archive': (response) => send(response, 'application/zip', 'PK'),
  '/no-content': (response) => void response.writeHead(204).end(),
  '/empty-500': (response) => void response.writeHead(500, { 'content-length': 0 }).end(),
  '/status-503': (response) => sendHtml(response, '<h1>Back soon</h1>', 503),
  '/broken': (response) => void response.destroy(),
  '/never': () => {},
  '/login': (response) =>
    void response
      .writeHead(401, { 'www-authenticate': 'Basic realm="x"', 'content-type': 'text/html' })
      .end('<h1>Who are you?</h1>'),
  '/cookie': (response, _, headers) =>
    void response
      .writeHead(200, { 'set-cookie': 'seen=yes; Path=/; Max-Age=3600', 'content-type': 'text/html' })
      .end(`<p>cookie:${headers.cookie ?? 'none'}</p>`),
  '/sw.js': (response) =>
    send(
      response,
      'text/javascript',
      "onfetch = (e) => e.respondWith(new Response('from the worker')); onactivate = () => clients.claim()",
    ),
}

function sendHtml(response: ServerResponse, html: string, status = 200): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'x-from': 'pages' }).end(html)
}

function send(response: ServerResponse, type: string, body: string | Buffer): void {
  response.writeHead(200, { 'content-type': type }).end(body)
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
