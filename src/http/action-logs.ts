import { z } from 'zod'
import { notBuilt, route } from './route.ts'
import type { Route } from './route.ts'

/** What a hosted MCP server reports of its calls. */
export function actionLogRoutes(): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v2/mcp/action-logs',
      access: 'team',
      tag: 'MCP',
      summary: 'What a hosted MCP server reports of its calls',
      answer: z.unknown(),
      handle: notBuilt('The hosted MCP server'),
    }),
  ]
}
