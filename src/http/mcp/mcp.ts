import { z } from 'zod'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Authenticate, LimitMessages } from '../../access/access.ts'
import { Fault } from '../../fault.ts'
import { route } from '../server/route.ts'
import type { McpCaller } from '../server/route.ts'
import type { ServeMcp } from './serve-mcp.ts'

export interface McpNeeds {
  authenticate: Authenticate
  /** Whether who has no key gets the tools that need none. */
  isKeylessAllowed: boolean
  limitMessages: LimitMessages
  serveMcp: ServeMcp
}

const tag = 'MCP'

/** The service's tools for AI clients. */
export function mcpRoutes(needs: McpNeeds) {
  return [
    route('POST /v2/mcp', 'Streamable HTTP, with an API key', {
      access: 'mcp',
      keyless: true,
      tag,
      description:
        'The tools of the service over the Model Context Protocol, revision 2026-07-28 and those of 2025. No session is kept: every message stands for itself, whichever process answers it. A key may also come as `x-api-key`; without one there are the tools search, scrape and parse.',
      upload: { contentType: 'application/json', schema: MESSAGE, required: true },
      answer: z.unknown(),
      alsoFails: { 403: 'The host is not that of this service, or a page of another origin calls.' },
      identify: ({ request, reply }) => identify(request, reply, needs),
      handle: (call) => needs.serveMcp(call, call.who),
    }),
  ]
}

/** What the API description says of a body. */
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
