import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostHeaderValidation, originValidation, toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, localhostAllowedHostnames } from '@modelcontextprotocol/server'
import type { McpServer } from '@modelcontextprotocol/server'

export interface HttpServerOptions {
  host: string
  port: number
  /** Further host names of this server, beside loopback and `host`. */
  allowedHosts: readonly string[]
  /** Callers that may use this server's key if they send none. */
  keyless: 'this machine' | 'everybody'
  /** Creates a server for one request, with the key of the request, if it has one. */
  create(caller: HttpCaller): McpServer
}

interface HttpCaller {
  apiKey: string | undefined
  /** The machines that can send requests. */
  reach: Reach
}

/**
 * Request headers are under the caller's control, so this only depends on where the server can be reached.
 */
type Reach = 'this machine' | 'other machines'

/** The listening server: its URL and how to close it. */
export interface Listening {
  url: string
  reach: Reach
  close(): Promise<void>
}

/**
 * Serves the tools at `/mcp`, statelessly. A web page in a browser on this machine must not reach them by DNS
 * rebinding, so Host and Origin are checked before anything is read.
 */
export async function serveHttp(options: HttpServerOptions): Promise<Listening> {
  const { host, port, allowedHosts, keyless, create } = options
  const names = [...localhostAllowedHostnames(), asHostname(host), ...allowedHosts]
  const isHostKnown = hostHeaderValidation(names)
  const isOriginKnown = originValidation(names)
  const server = createServer()
  server.listen(port, host)
  await once(server, 'listening')
  const { address, port: actualPort } = server.address() as AddressInfo
  const reach = reachOf(address, allowedHosts)

  const handler = createMcpHandler(({ requestInfo }) =>
    create({ apiKey: keyOf(requestInfo?.headers), reach }),
  )
  const needsKey = reach === 'other machines' && keyless === 'this machine'
  const handlerOptions = { handleMcp: toNodeHandler(handler), needsKey }
  server.on('request', (request, response) => {
    if (!isHostKnown(request, response) || !isOriginKnown(request, response)) return
    void handleRequest(request, response, handlerOptions)
  })
  return {
    url: `http://${asHostname(host)}:${actualPort}/mcp`,
    reach,
    async close() {
      const closed = once(server, 'close')
      server.close()
      await handler.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** Allowed host names mean that a proxy is in front, whose callers may be anywhere. */
function reachOf(address: string, allowedHosts: readonly string[]): Reach {
  const isLoopback = /^(?:::ffff:)?127\.|^::1$/.test(address)
  const local = localhostAllowedHostnames()
  return isLoopback && allowedHosts.every((name) => local.includes(name)) ? 'this machine' : 'other machines'
}

interface HandlerOptions {
  handleMcp: ReturnType<typeof toNodeHandler>
  /** Whether every caller needs its own key. */
  needsKey: boolean
}

async function handleRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { handleMcp, needsKey }: HandlerOptions,
): Promise<void> {
  const [path] = (request.url ?? '/').split('?')
  const isReading = request.method === 'GET' || request.method === 'HEAD'
  if (path === '/health' && isReading) return respond(response, 200, 'ok')
  if (path === '/ready' && isReading) return respond(response, 200, { ok: true })
  if (path !== '/mcp') return respond(response, 404, 'Not found. The tools are at /mcp.')
  const refusal = refusalOf(request.headers, needsKey)
  if (refusal === undefined) return await handleMcp(request, response)
  response.setHeader('www-authenticate', `Bearer error="invalid_token", error_description="${refusal}"`)
  respond(response, 401, { error: 'invalid_token', error_description: refusal })
}

function respond(response: ServerResponse, status: number, body: string | object): void {
  const isText = typeof body === 'string'
  response.writeHead(status, {
    'content-type': isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
  })
  response.end(isText ? body : JSON.stringify(body))
}

/** The headers in which MCP clients send keys. */
const KEY_HEADERS = ['authorization', 'x-api-key', 'x-firecrawl-api-key'] as const

/**
 * The reason to reject a request. A caller with an invalid credential wanted to use its own account, so it
 * must not get the key of this server.
 */
function refusalOf(headers: IncomingHttpHeaders, needsKey: boolean): string | undefined {
  const given = KEY_HEADERS.filter((name) => headers[name] !== undefined)
  const unusable = given.find((name) => parseKey(name, headers[name]) === undefined)
  if (unusable === 'authorization') return 'Authorization must be Bearer and an API key.'
  if (unusable !== undefined) return `${unusable} must be an API key.`
  return given.length === 0 && needsKey
    ? 'Send your API key as Authorization: Bearer; this server lends its own only with SHARE_API_KEY=true.'
    : undefined
}

/**
 * The caller's key replaces the key of this server even if it is invalid, so that no caller uses another
 * account by mistake.
 */
function keyOf(headers: Headers | undefined): string | undefined {
  const name = KEY_HEADERS.find((header) => headers?.has(header))
  return name && parseKey(name, headers?.get(name))
}

function parseKey(header: (typeof KEY_HEADERS)[number], value: unknown): string | undefined {
  const pattern = header === 'authorization' ? /^Bearer +([\x21-\x7e]+)$/i : /^([\x21-\x7e]+)$/
  return pattern.exec(String(value).trim())?.[1]
}

function asHostname(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
}
