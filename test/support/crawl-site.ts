import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { certificate } from './certificate.ts'

/** A page of a site: its HTML, or any response; undefined is a 404. */
export type SitePage =
  | string
  | undefined
  | { status?: number; headers?: Record<string, string>; body?: string | Uint8Array }

/** A site on loopback whose pages are generated on demand. */
export interface CrawlSite extends AsyncDisposable {
  /** Root URL without a trailing slash. */
  url: string
  port: number
  /** Every requested path with its query, in order. */
  paths: string[]
  /** The time of each request. */
  times: number[]
  /** The maximum number of concurrent requests. */
  readonly mostAtOnce: number
}

type Answer = (path: string, url: URL, request: IncomingMessage) => SitePage | Promise<SitePage>

export async function startCrawlSite(
  answer: Answer,
  { secure = false, host = '127.0.0.1' } = {},
): Promise<CrawlSite> {
  const paths: string[] = []
  const times: number[] = []
  let now = 0
  let mostAtOnce = 0
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '/'
    paths.push(path)
    times.push(performance.now())
    mostAtOnce = Math.max(mostAtOnce, ++now)
    response.once('close', () => now--)
    const url = new URL(path, `${secure ? 'https' : 'http'}://${request.headers.host}`)
    send(response, await answer(path, url, request))
  }
  const listener = (request: IncomingMessage, response: ServerResponse) => void handle(request, response)
  const server = secure ? createSecureServer(certificate, listener) : createServer(listener)
  server.listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `${secure ? 'https' : 'http'}://${host}:${port}`,
    port,
    paths,
    times,
    get mostAtOnce() {
      return mostAtOnce
    },
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function send(response: ServerResponse, page: SitePage): void {
  if (page === undefined) {
    response
      .writeHead(404, { 'content-type': 'text/html' })
      .end('<title>Not found</title><p>Nothing is here.</p>')
    return
  }
  const { status = 200, headers = {}, body = '' } = typeof page === 'string' ? { body: page } : page
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body)
}

/** A page with a title, its own text, and links. */
export function pageWith(title: string, links: readonly string[] = [], head = ''): string {
  const items = links.map((href) => `<li><a href="${href}">${href}</a></li>`).join('')
  return `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body><main><h1>${title}</h1>
<p>This page is about ${title}. It has a paragraph of text that says what ${title} is, who it is for, and why it was
written down; nothing else on this site says the same about ${title}.</p><ul>${items}</ul></main></body></html>`
}
