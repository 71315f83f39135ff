import { z } from 'zod'
import type { Authenticate } from '../access/access.ts'
import { notBuilt, route } from './route.ts'
import type { Route } from './route.ts'
import type { ServeMcp } from './serve-mcp.ts'

export interface McpNeeds {
  authenticate: Authenticate
  serveMcp: ServeMcp
}

const tag = 'MCP'

/** The service's tools for AI clients. */
export function mcpRoutes({ authenticate, serveMcp }: McpNeeds): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v2/mcp',
      access: 'mcp',
      tag,
      summary: 'Streamable HTTP, with an API key',
      answer: z.unknown(),
      identify: async ({ request }) => ({ caller: await authenticate(request.headers.authorization) }),
      handle: (call) => serveMcp(call, call.who),
    }),
    route({
      method: 'POST',
      path: '/v2/mcp/action-logs',
      access: 'team',
      tag,
      summary: 'What a hosted MCP server reports of its calls',
      answer: z.unknown(),
      handle: notBuilt('The hosted MCP server'),
    }),
  ]
}
