import { z } from 'zod'
import { notBuilt, route } from './route.ts'
import type { Route } from './route.ts'

const tag = 'MCP'
const handle = notBuilt('The hosted MCP server')

/** The service's tools for AI clients. */
export function mcpRoutes(): Route[] {
  return [
    ...(['GET', 'POST', 'DELETE'] as const).map((method) =>
      route({
        method,
        path: '/v2/mcp',
        access: 'team',
        tag,
        summary: 'Streamable HTTP, with an API key',
        answer: z.unknown(),
        handle,
      }),
    ),
    ...(['GET', 'POST', 'DELETE'] as const).map((method) =>
      route({
        method,
        path: '/v2/mcp-oauth',
        access: 'open',
        tag,
        summary: 'Streamable HTTP, with an account',
        answer: z.unknown(),
        handle,
      }),
    ),
  ]
}
