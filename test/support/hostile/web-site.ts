import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { Identity } from './authority.ts'
import { listen } from './listening.ts'
import type { Listening } from './listening.ts'

/** One request as a route sees it. */
export interface Visit {
  request: IncomingMessage
  response: ServerResponse
  url: URL
}

export type WebRoute = (visit: Visit) => void | Promise<void>

/** A site that speaks correct HTTP and means no good. */
export interface WebSite extends Listening {
  url: string
  /** The requests whose path begins so, in order. */
  requests(path: string): readonly IncomingMessage[]
}

/** The route whose path is the longest beginning of the requested one answers; an identity makes the site speak TLS. */
export async function startWebSite(routes: Record<string, WebRoute>, identity?: Identity): Promise<WebSite> {
  const requests: IncomingMessage[] = []
  const longestFirst = Object.entries(routes).sort(([a], [b]) => b.length - a.length)
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    requests.push(request)
    const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'hostile.test'}`)
    const route = longestFirst.find(([path]) => url.pathname.startsWith(path))?.[1]
    if (!route) return void response.writeHead(404).end('<p>Nothing here.</p>')
    // Whoever asked may be gone before a long answer is sent.
    Promise.resolve(route({ request, response, url })).catch(() => response.destroy())
  }
  const listening = await listen(identity ? createSecureServer(identity, answer) : createServer(answer))
  return Object.assign(listening, {
    url: `${identity ? 'https' : 'http'}://127.0.0.1:${listening.port}`,
    requests: (path: string) => requests.filter(({ url }) => url?.startsWith(path)),
  })
}

/** A page, at once. */
export function html(body: string): WebRoute {
  return ({ response }) => void response.writeHead(200, { 'content-type': 'text/html' }).end(body)
}

/** A page with a script in it, which runs while the page is read. */
export function scripted(script: string): WebRoute {
  return html(`<!doctype html><title>A page</title><body><p>A page.</p><script>${script}</script>`)
}
