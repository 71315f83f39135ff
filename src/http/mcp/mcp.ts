import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { z } from 'zod'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createMcpHandler } from '@modelcontextprotocol/server'
import type { McpServer, ServerEventBus } from '@modelcontextprotocol/server'
import type { Authenticate, LimitMessages, Caller } from '../../access/access.ts'
import { Fault } from '../../fault.ts'
import { routesWith } from '../server/route.ts'
import type { McpCaller, Access, Call } from '../server/route.ts'
import type { Admission } from '../../oauth/oauth.ts'
import { Winnow } from '../../../packages/client/src/client.ts'
import { createToolServer } from '../../../packages/mcp/src/tool-server.ts'
import { errorWithoutMessage } from '../../log.ts'
import type { Log } from '../../log.ts'
import type { InternalFetch } from './internal-fetch.ts'
import type { OAuthServerFor } from './oauth.ts'
import { refuseForeignOrigin } from '../server/own-host.ts'

export interface McpNeeds {
  authenticate: Authenticate
  /** Whether callers without a key get the keyless tools. */
  isKeylessAllowed: boolean
  limitMessages: LimitMessages
  serveMcp: ServeMcp
  /** Refuses host names for which tokens cannot be issued. */
  authorizationAt: OAuthServerFor
}

const route = routesWith({ access: 'mcp', tag: 'MCP', response: z.unknown() })

/** The service's tools for AI clients: for programs with a key, and for users who sign in. */
export function mcpRoutes(needs: McpNeeds) {
  return [
    route('POST /v2/mcp', 'Streamable HTTP, with an API key', {
      keyless: true,
      description:
        'The tools of the service over the Model Context Protocol, revision 2026-07-28 and those of 2025. The endpoint is stateless: any process can handle any message. The key may also be sent as `x-api-key`; without a key there are the tools search, scrape and parse.',
      upload: { contentType: 'application/json', schema: MESSAGE, required: true },
      errors: { 403: 'The host is not one of this service, or the caller is a web page of another origin.' },
      identify: ({ request, reply }) => identifyCaller(request, reply, needs),
      handle: (call) => needs.serveMcp(call, call.caller),
    }),
    ...(['GET', 'POST', 'DELETE'] as const).map((method) =>
      route(`${method} /v2/mcp-oauth`, 'Streamable HTTP, with an account', {
        description:
          'Accepts access tokens of the authorization server that `/.well-known/oauth-protected-resource/v2/mcp-oauth` names, and no API keys.',
        errors: {
          403: 'The token does not allow using tools.',
          503: 'PUBLIC_URL is not set, and the host of the request is not a name of this machine.',
        },
        identify: ({ request, reply }) => identifyHolder(request, reply, needs),
        handle: (call) => needs.serveMcp(call, call.caller),
      }),
    ),
  ]
}

const MESSAGE = {
  type: 'object',
  description: 'A JSON-RPC message.',
  required: ['jsonrpc', 'method'],
  properties: {
    jsonrpc: { const: '2.0' },
    id: { type: ['string', 'number'] },
    method: { type: 'string' },
    params: { type: 'object' },
  },
}

/**
 * Listing tools does not count towards the daily limits; a keyless caller is counted when a tool calls an
 * endpoint.
 */
async function identifyCaller(
  request: FastifyRequest,
  reply: FastifyReply,
  { authenticate, isKeylessAllowed, limitMessages }: McpNeeds,
): Promise<McpCaller> {
  const given = credential(request)
  if (given === undefined && isKeylessAllowed) {
    await limitMessages(request.ip)
    return { keylessAddress: request.ip }
  }
  const refresh = () => authenticate(given)
  try {
    return { caller: await refresh(), refresh }
  } catch (failure) {
    if (failure instanceof Fault && failure.status === 401 && given !== undefined) {
      const challenge = `Bearer error="invalid_token", error_description="${failure.message}"`
      reply.header('www-authenticate', challenge)
    }
    throw failure
  }
}

/** MCP clients that cannot set `Authorization` send keys in other headers. */
function credential({ headers }: FastifyRequest): string | undefined {
  const key = headers['x-api-key'] ?? headers['x-firecrawl-api-key']
  return headers.authorization ?? (key === undefined ? undefined : `Bearer ${String(key)}`)
}

/** The caller behind an access token. */
async function identifyHolder(
  { headers, protocol }: FastifyRequest,
  reply: FastifyReply,
  { authorizationAt }: McpNeeds,
): Promise<McpCaller> {
  const server = authorizationAt(headers.host, protocol)
  const admit = () => server.authorize(headers.authorization)
  const admission = await admit()
  if (admission.state === 'admitted')
    return { caller: admission.caller, refresh: async () => callerOf(await admit()) }
  reply.header('www-authenticate', admission.challenge)
  // Without this header, clients in a browser could not read them.
  reply.header('access-control-expose-headers', 'www-authenticate, x-request-id, retry-after')
  throw refusalOf(admission)
}

function callerOf(admission: Admission): Caller {
  if (admission.state === 'admitted') return admission.caller
  throw refusalOf(admission)
}

function refusalOf({ status, message }: Extract<Admission, { state: 'refused' }>): Fault {
  return new Fault(status === 401 ? 'UNAUTHORIZED' : 'FORBIDDEN', `${message}.`)
}

/** Responds to one admitted MCP request. The body is unparsed text. */
type ServeMcp = (call: McpCall, mcpCaller: McpCaller) => Promise<unknown>
type McpCall = Pick<Call<Access, unknown, unknown, unknown>, 'request' | 'reply' | 'signal' | 'publicUrl'>

interface ServeNeeds {
  internalFetch: InternalFetch
  configuredUrl: string | undefined
  version: string
  log: Log
}

/**
 * Serves the tools through the service's own endpoints. It keeps no state between requests, so any process
 * behind a balancer can respond: each request gets its own server, which speaks the request's revision.
 */
export function createServeMcp({ internalFetch, configuredUrl, version, log }: ServeNeeds): ServeMcp {
  return async ({ request, reply, signal, publicUrl }, mcpCaller) => {
    const root = publicUrl()
    const fetch = internalFetch({
      identity: mcpCaller,
      clientAddress: request.ip,
      userAgent: request.headers['user-agent'],
      requestId: request.id,
      publicUrl: root,
    })
    const client = new Winnow({ fetch, apiUrl: root, origin: 'mcp', maxRetries: 0 })
    const tools = 'caller' in mcpCaller ? 'all' : 'keyless'
    // A message may be under zero data retention, so only the location of a defect is logged.
    const onDefect = (failure: unknown) =>
      log.error({ requestId: request.id, err: errorWithoutMessage(failure) }, 'defect')
    const makeServer = () => createToolServer({ client, tools, files: 'upload', version, onDefect })
    return await serveMessage({ request, reply, signal }, { makeServer, configuredUrl })
  }
}

interface McpServing {
  /** Creates a server for one message, for any revision. */
  makeServer: () => McpServer
  configuredUrl: string | undefined
  /** Notifies subscriptions; absent where nothing ever changes. */
  bus?: ServerEventBus
}

/** Responds to one message with its own server: as JSON, or as a stream when there are notifications too. */
export async function serveMessage(
  { request, reply, signal }: Pick<McpCall, 'request' | 'reply' | 'signal'>,
  { makeServer, configuredUrl, bus }: McpServing,
): Promise<FastifyReply> {
  refuseForeignOrigin({ host: request.host, origin: request.headers.origin }, configuredUrl)
  refuseSessions(request, reply)
  let handlerError: unknown
  const { fetch: handleRequest } = createMcpHandler(makeServer, {
    onerror: (error) => (handlerError = error),
    ...(bus && { bus }),
  })
  const response = await handleRequest(toWebRequest(request, signal), { parsedBody: parseMessage(request) })
  // Errors of the protocol are the client's; this one is ours.
  if (response.status >= 500) throw handlerError
  return sendResponse(reply, response)
}

/** There are no sessions that GET could listen to or DELETE could end. */
function refuseSessions({ method }: FastifyRequest, reply: FastifyReply): void {
  if (method === 'POST') return
  reply.header('allow', 'POST')
  throw new Fault('METHOD_NOT_ALLOWED', `This endpoint has no sessions: use POST, not ${method}.`)
}

function parseMessage({ body }: FastifyRequest): unknown {
  if (typeof body !== 'string' || body === '')
    throw new Fault('BAD_REQUEST_INVALID_JSON', 'Bad Request: the body is empty. Send a JSON-RPC message.')
  try {
    return JSON.parse(body)
  } catch (cause) {
    throw new Fault('BAD_REQUEST_INVALID_JSON', 'Bad Request: the body is not valid JSON.', { cause })
  }
}

/** The request for the protocol's library: its headers and abort signal. The body is already read. */
function toWebRequest({ headers, url }: FastifyRequest, signal: AbortSignal): Request {
  const given = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return new Request(new URL(url, 'http://localhost'), { method: 'POST', headers: given, signal })
}

async function sendResponse(reply: FastifyReply, { status, headers, body }: Response): Promise<FastifyReply> {
  reply.status(status)
  for (const [name, value] of headers) if (name !== 'connection') reply.header(name, value)
  return reply.send(body === null ? undefined : Readable.fromWeb(body as ReadableStream))
}
