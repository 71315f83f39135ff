import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { Identity } from './authority.ts'
import { listen } from './listening.ts'
import type { Listening } from './listening.ts'

/** One request as a route receives it. */
export interface Visit {
  request: IncomingMessage
  response: ServerResponse
  url: URL
}

export type WebRoute = (visit: Visit) => void | Promise<void>

/** A hostile site with correct HTTP. */
export interface WebSite extends Listening {
  url: string
  /** The requests whose path has this prefix, in order. */
  requests(path: string): readonly IncomingMessage[]
}

/** The route with the longest matching prefix responds; an identity enables TLS. */
export async function startWebSite(routes: Record<string, WebRoute>, identity?: Identity): Promise<WebSite> {
  const requests: IncomingMessage[] = []
  const longestFirst = Object.entries(routes).sort(([a], [b]) => b.length - a.length)
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    requests.push(request)
    const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'hostile.test'}`)
    const route = longestFirst.find(([path]) => url.pathname.startsWith(path))?.[1]
    if (!route) return void response.writeHead(404).end('<p>Nothing here.</p>')
    // The client may disconnect before a long response is sent.
    Promise.resolve(route({ request, response, url })).catch(() => response.destroy())
  }
  const listening = await listen(identity ? createSecureServer(identity, answer) : createServer(answer))
  return Object.assign(listening, {
    url: `${identity ? 'https' : 'http'}://127.0.0.1:${listening.port}`,
    requests: (path: string) => requests.filter(({ url }) => url?.startsWith(path)),
  })
}

/** A page sent at once. */
export function html(body: string): WebRoute {
  return ({ response }) => void response.writeHead(200, { 'content-type': 'text/html' }).end(body)
}

/** A page whose script runs while the page is read. */
export function scripted(script: string): WebRoute {
  return html(`<!doctype html><title>A page</title><body><p>A page.</p><script>${script}</script>`)
}
