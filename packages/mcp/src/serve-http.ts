import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostHeaderValidation, originValidation, toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, localhostAllowedHostnames } from '@modelcontextprotocol/server'
import type { McpServer } from '@modelcontextprotocol/server'

export interface HttpServing {
  host: string
  port: number
  /** Names under which it may be reached, beside loopback and `host`. */
  allowedHosts: readonly string[]
  /** A server for one request, with the key that the request brought, if it brought one. */
  create(apiKey: string | undefined): McpServer
}

/** Where it listens, and how to end it. */
export interface Listening {
  url: string
  close(): Promise<void>
}

/**
 * Serves the tools at `/mcp`, each request for itself. A page in a browser on this machine must not reach them by a name
 * that it had pointed here, so requests are turned away by Host and Origin before anything is read.
 */
export async function serveHttp({ host, port, allowedHosts, create }: HttpServing): Promise<Listening> {
  const handler = createMcpHandler(({ requestInfo }) => create(keyOf(requestInfo)))
  const answerTool = toNodeHandler(handler)
  const names = [...localhostAllowedHostnames(), asHostname(host), ...allowedHosts]
  const isHostKnown = hostHeaderValidation(names)
  const isOriginKnown = originValidation(names)

  const server = createServer((request, response) => {
    if (!isHostKnown(request, response) || !isOriginKnown(request, response)) return
    void answer(request, response, answerTool)
  })
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  return {
    url: `http://${asHostname(host)}:${address.port}/mcp`,
    async close() {
      const closed = once(server, 'close')
      server.close()
      await handler.close()
      server.closeAllConnections()
      await closed
    },
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  answerTool: ReturnType<typeof toNodeHandler>,
): Promise<void> {
  const [path] = (request.url ?? '/').split('?')
  if (path === '/health' && request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end('ok')
  } else if (path === '/mcp') {
    await answerTool(request, response)
  } else {
    response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' })
    response.end('Not found. The tools are at /mcp.')
  }
}

/** A key of the caller's own takes the place of this server's, also when it is wrong: nobody acts under another's by mistake. */
function keyOf(request: Request | undefined): string | undefined {
  const [, bearer] = /^Bearer +(\S+)$/i.exec(request?.headers.get('authorization') ?? '') ?? []
  return bearer ?? request?.headers.get('x-api-key') ?? undefined
}

function asHostname(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
}
