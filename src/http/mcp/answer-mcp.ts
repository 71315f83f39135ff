import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { createMcpHandler } from '@modelcontextprotocol/server'
import type { McpServer, ServerEventBus } from '@modelcontextprotocol/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Fault } from '../../fault.ts'
import { refuseForeign } from '../server/own-host.ts'

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
  signal: AbortSignal
}

interface Answering {
  /** A server for this one message, whichever revision it speaks. */
  makeServer: () => McpServer
  /** The root that the operator named, if any. */
  configuredUrl: string | undefined
  /** What subscriptions are told of; absent where nothing ever changes. */
  bus?: ServerEventBus
}

/** Answers one message by a server that is made for it: as a whole, or as a stream when there is more to say than the answer. */
export async function answerMcp(
  { request, reply, signal }: Exchange,
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
