import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { TLSSocket } from 'node:tls'
import { certificate } from './certificate.ts'
import { ROUTES, statusPage } from './site-routes.ts'

interface SiteRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
  /** The host name of the TLS handshake (SNI). */
  servername: string
}

/** A web site on loopback that behaves well or badly on demand; `site-routes.ts` lists its routes. */
export interface Site extends AsyncDisposable {
  /** Root URL without a trailing slash. */
  url: string
  port: number
  /** Every request that arrived, in order. */
  requests: readonly SiteRequest[]
  /** The number of connections, with or without a request. */
  readonly connections: number
  /** Resolves when the next request for a path arrives. */
  next(path: string): Promise<void>
}

/**
 * Starts the site on a free port of loopback; `secure` uses TLS with the self-signed certificate of
 * `site.test`.
 */
export async function startSite({ secure = false, host = '127.0.0.1' } = {}): Promise<Site> {
  const requests: SiteRequest[] = []
  const arrivals = new EventEmitter()
  let connections = 0
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url: path = '/', headers } = request
    const servername = request.socket instanceof TLSSocket ? request.socket.servername || '' : ''
    requests.push({ method, path, headers, servername })
    arrivals.emit(path)
    visit(request, response, `${secure ? 'https' : 'http'}://${headers.host ?? 'site.test'}`)
  }
  const server = secure ? createSecureServer(certificate, answer) : createServer(answer)
  server.on('connection', () => connections++)
  server.listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    url: `${secure ? 'https' : 'http'}://${host}:${port}`,
    port,
    requests,
    get connections() {
      return connections
    },
    async next(path) {
      await once(arrivals, path)
    },
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function visit(request: IncomingMessage, response: ServerResponse, origin: string): void {
  const url = new URL(request.url ?? '/', origin)
  const row = ROUTES.find(([path]) => url.pathname.startsWith(path))
  if (!row) return statusPage({ request, response, url, rest: '404' })
  const [path, route] = row
  route({ request, response, url, rest: url.pathname.slice(path.length) })
}
