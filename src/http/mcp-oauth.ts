import { z } from 'zod'
import { notBuilt, route } from './route.ts'
import type { Route } from './route.ts'

/** The service's tools for AI clients of people who sign in. */
export function mcpOauthRoutes(): Route[] {
  return (['GET', 'POST', 'DELETE'] as const).map((method) =>
    route({
      method,
      path: '/v2/mcp-oauth',
      access: 'open',
      tag: 'MCP',
      summary: 'Streamable HTTP, with an account',
      answer: z.unknown(),
      handle: notBuilt('The hosted MCP server'),
    }),
  )
}
