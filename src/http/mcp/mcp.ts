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
import { placeOf } from '../../log.ts'
import type { Log } from '../../log.ts'
import type { CallInside } from './call-inside.ts'
import type { AuthorizationAt } from './oauth.ts'
import { refuseForeign } from '../server/own-host.ts'

export interface McpNeeds {
  authenticate: Authenticate
  /** Whether who has no key gets the tools that need none. */
  isKeylessAllowed: boolean
  limitMessages: LimitMessages
  serveMcp: ServeMcp
  /** Refuses what comes in under a name that tokens cannot be given out for. */
  authorizationAt: AuthorizationAt
}

const route = routesWith({ access: 'mcp', tag: 'MCP', answer: z.unknown() })

/** The service's tools for AI clients: for programs with a key, and for people who sign in. */
export function mcpRoutes(needs: McpNeeds) {
  return [
    route('POST /v2/mcp', 'Streamable HTTP, with an API key', {
      keyless: true,
      description:
        'The tools of the service over the Model Context Protocol, revision 2026-07-28 and those of 2025. No session is kept: every message stands for itself, whichever process answers it. A key may also come as `x-api-key`; without one there are the tools search, scrape and parse.',
      upload: { contentType: 'application/json', schema: MESSAGE, required: true },
      alsoFails: { 403: 'The host is not that of this service, or a page of another origin calls.' },
      identify: ({ request, reply }) => identify(request, reply, needs),
      handle: (call) => needs.serveMcp(call, call.who),
    }),
    ...(['GET', 'POST', 'DELETE'] as const).map((method) =>
      route(`${method} /v2/mcp-oauth`, 'Streamable HTTP, with an account', {
        description:
          'Takes access tokens of the authorization server, which `/.well-known/oauth-protected-resource/v2/mcp-oauth` names, and no API keys.',
        alsoFails: {
          403: 'The token does not allow to use tools.',
          503: 'PUBLIC_URL is not set, and the name this was reached under is not one of this machine.',
        },
        identify: ({ request, reply }) => identifyHolder(request, reply, needs),
        handle: (call) => needs.serveMcp(call, call.who),
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

/** Asking what there is uses nothing up: the day of who has no key is counted when a tool calls an endpoint. */
async function identify(
  request: FastifyRequest,
  reply: FastifyReply,
  { authenticate, isKeylessAllowed, limitMessages }: McpNeeds,
): Promise<McpCaller> {
  const given = credential(request)
  if (given === undefined && isKeylessAllowed) {
    await limitMessages(request.ip)
    return { keylessAddress: request.ip }
  }
  const again = () => authenticate(given)
  try {
    return { caller: await again(), again }
  } catch (failure) {
    if (failure instanceof Fault && failure.status === 401 && given !== undefined) {
      const challenge = `Bearer error="invalid_token", error_description="${failure.message}"`
      reply.header('www-authenticate', challenge)
    }
    throw failure
  }
}

/** Clients of this protocol that cannot set `Authorization` have headers of their own for keys. */
function credential({ headers }: FastifyRequest): string | undefined {
  const key = headers['x-api-key'] ?? headers['x-firecrawl-api-key']
  return headers.authorization ?? (key === undefined ? undefined : `Bearer ${String(key)}`)
}

/** Who an access token speaks for. */
async function identifyHolder(
  { headers, protocol }: FastifyRequest,
  reply: FastifyReply,
  { authorizationAt }: McpNeeds,
): Promise<McpCaller> {
  const server = authorizationAt(headers.host, protocol)
  const admit = () => server.admit(headers.authorization)
  const admission = await admit()
  if (admission.state === 'admitted')
    return { caller: admission.caller, again: async () => callerOf(await admit()) }
  reply.header('www-authenticate', admission.challenge)
  // A client in a browser could not read it otherwise.
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

/** Answers one MCP request that has been let in; the body of the request is its text, not parsed yet. */
type ServeMcp = (call: McpCall, who: McpCaller) => Promise<unknown>
type McpCall = Pick<Call<Access, unknown, unknown, unknown>, 'request' | 'reply' | 'signal' | 'publicUrl'>

interface ServeNeeds {
  callInside: CallInside
  configuredUrl: string | undefined
  version: string
  log: Log
}

/**
 * Serves the tools of the service over itself. Nothing is remembered between two requests, so any process behind a
 * balancer can answer any of them: each gets a server of its own, which speaks the revision that the request speaks.
 */
export function createServeMcp({ callInside, configuredUrl, version, log }: ServeNeeds): ServeMcp {
  return async ({ request, reply, signal, publicUrl }, who) => {
    const root = publicUrl()
    const fetch = callInside({
      who,
      clientAddress: request.ip,
      userAgent: request.headers['user-agent'],
      requestId: request.id,
      publicUrl: root,
    })
    const client = new Winnow({ fetch, apiUrl: root, origin: 'mcp', maxRetries: 0 })
    const tools = 'caller' in who ? 'all' : 'keyless'
    // What a message says may be nobody's to keep, so only the place of a defect is told.
    const onDefect = (failure: unknown) =>
      log.error({ requestId: request.id, err: placeOf(failure) }, 'defect')
    const makeServer = () => createToolServer({ client, tools, files: 'upload', version, onDefect })
    return await answerMcp({ request, reply, signal }, { makeServer, configuredUrl })
  }
}

interface Answering {
  /** A server for this one message, whichever revision it speaks. */
  makeServer: () => McpServer
  configuredUrl: string | undefined
  /** What subscriptions are told of; absent where nothing ever changes. */
  bus?: ServerEventBus
}

/** Answers one message by a server that is made for it: as a whole, or as a stream when there is more to say than the answer. */
export async function answerMcp(
  { request, reply, signal }: Pick<McpCall, 'request' | 'reply' | 'signal'>,
  { makeServer, configuredUrl, bus }: Answering,
): Promise<FastifyReply> {
  refuseForeign({ host: request.host, origin: request.headers.origin }, configuredUrl)
  refuseSessions(request, reply)
  let trouble: unknown
  const { fetch: answer } = createMcpHandler(makeServer, {
    onerror: (error) => (trouble = error),
    ...(bus && { bus }),
  })
  const response = await answer(toWebRequest(request, signal), { parsedBody: messageOf(request) })
  // What the protocol refuses is the client's doing; this is ours.
  if (response.status >= 500) throw trouble
  return send(reply, response)
}

/** Nothing is kept that could be listened to by GET or ended by DELETE. */
function refuseSessions({ method }: FastifyRequest, reply: FastifyReply): void {
  if (method === 'POST') return
  reply.header('allow', 'POST')
  throw new Fault('METHOD_NOT_ALLOWED', `This endpoint keeps no sessions; it takes POST, not ${method}.`)
}

function messageOf({ body }: FastifyRequest): unknown {
  if (typeof body !== 'string' || body === '')
    throw new Fault('BAD_REQUEST_INVALID_JSON', 'Bad Request: the body is empty; send a JSON-RPC message.')
  try {
    return JSON.parse(body)
  } catch (cause) {
    throw new Fault('BAD_REQUEST_INVALID_JSON', 'Bad Request: the body is not valid JSON.', { cause })
  }
}

/** The request as the protocol's library reads it: its headers, and when to stop. The body is read already. */
function toWebRequest({ headers, url }: FastifyRequest, signal: AbortSignal): Request {
  const given = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return new Request(new URL(url, 'http://localhost'), { method: 'POST', headers: given, signal })
}

async function send(reply: FastifyReply, { status, headers, body }: Response): Promise<FastifyReply> {
  reply.status(status)
  for (const [name, value] of headers) if (name !== 'connection') reply.header(name, value)
  return reply.send(body === null ? undefined : Readable.fromWeb(body as ReadableStream))
}
