import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { createMcpHandler } from '@modelcontextprotocol/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Winnow } from '../../packages/client/src/client.ts'
import { createToolServer } from '../../packages/mcp/src/tools.ts'
import { Fault } from '../fault.ts'
import type { CallInside } from './call-inside.ts'
import { refuseForeign } from './own-host.ts'
import type { Access, Call, McpCaller } from './route.ts'

export type { McpCaller } from './route.ts'

/** Answers one MCP request that has been let in; the body of the request is its text, not parsed yet. */
export type ServeMcp = (
  call: Pick<Call<Access, unknown, unknown, unknown>, 'request' | 'reply' | 'signal' | 'publicUrl'>,
  who: McpCaller,
) => Promise<unknown>

interface ServeNeeds {
  callInside: CallInside
  /** The root that the operator named, if any. */
  configuredUrl: string | undefined
  version: string
}

/**
 * Serves the tools of the service over itself. Nothing is remembered between two requests, so any process behind a
 * balancer can answer any of them: each gets a server of its own, which speaks the revision that the request speaks.
 */
export function createServeMcp({ callInside, configuredUrl, version }: ServeNeeds): ServeMcp {
  return async ({ request, reply, signal, publicUrl }, who) => {
    refuseForeign({ host: request.host, origin: request.headers.origin }, configuredUrl)
    refuseSessions(request, reply)
    const root = publicUrl()
    const fetch = callInside({
      who,
      clientAddress: request.ip,
      userAgent: request.headers['user-agent'],
      requestId: request.id,
      publicUrl: root,
    })
    const client = new Winnow({ fetch, apiUrl: root, origin: 'mcp' })
    const tools = 'caller' in who ? 'all' : 'keyless'
    let trouble: unknown
    const { fetch: answer } = createMcpHandler(
      () => createToolServer({ client, tools, files: 'upload', version }),
      { onerror: (error) => (trouble = error) },
    )
    const response = await answer(toWebRequest(request, signal), { parsedBody: messageOf(request) })
    // What the protocol refuses is the client's doing; this is ours.
    if (response.status >= 500) throw trouble
    return send(reply, response)
  }
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
