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
  /** Names under which it may be reached, beside loopback and `host`. */
  allowedHosts: readonly string[]
  /** Who may come without a key of their own, and so act with that of this server. */
  keyless: 'this machine' | 'everybody'
  /** A server for one request, with the key that the request brought, if it brought one. */
  create(caller: HttpCaller): McpServer
}

interface HttpCaller {
  apiKey: string | undefined
  /** From where requests can come at all. */
  reach: Reach
}

/** What a request says about itself is the caller's word, so this is only about where this server can be reached. */
type Reach = 'this machine' | 'other machines'

/** Where it listens, and how to end it. */
export interface Listening {
  url: string
  reach: Reach
  close(): Promise<void>
}

/**
 * Serves the tools at `/mcp`, each request for itself. A page in a browser on this machine must not reach them by a name
 * that it had pointed here, so requests are turned away by Host and Origin before anything is read.
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

/** Who lets others in by name has a proxy in front, whose callers are anywhere. */
function reachOf(address: string, allowedHosts: readonly string[]): Reach {
  const isLoopback = /^(?:::ffff:)?127\.|^::1$/.test(address)
  const local = localhostAllowedHostnames()
  return isLoopback && allowedHosts.every((name) => local.includes(name)) ? 'this machine' : 'other machines'
}

interface HandlerOptions {
  handleMcp: ReturnType<typeof toNodeHandler>
  /** Nobody gets in without a key of their own. */
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

/** Where clients of this protocol put keys. */
const KEY_HEADERS = ['authorization', 'x-api-key', 'x-firecrawl-api-key'] as const

/** Why a request is not let in. Who brings a credential that cannot be one meant to act as somebody, and not as the owner of this server. */
function refusalOf(headers: IncomingHttpHeaders, needsKey: boolean): string | undefined {
  const given = KEY_HEADERS.filter((name) => headers[name] !== undefined)
  const unusable = given.find((name) => parseKey(name, headers[name]) === undefined)
  if (unusable === 'authorization') return 'Authorization must be Bearer and an API key.'
  if (unusable !== undefined) return `${unusable} must be an API key.`
  return given.length === 0 && needsKey
    ? 'Send your API key as Authorization: Bearer; this server lends its own only with SHARE_API_KEY=true.'
    : undefined
}

/** A key of the caller's own takes the place of this server's, also when it is wrong: nobody acts under another's by mistake. */
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
