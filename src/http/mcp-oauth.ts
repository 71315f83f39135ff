import { z } from 'zod'
import { Fault } from '../fault.ts'
import type { OAuthServer } from '../oauth/oauth.ts'
import { route } from './route.ts'
import type { Route } from './route.ts'
import type { ServeMcp } from './serve-mcp.ts'

export interface McpOauthNeeds {
  serveMcp: ServeMcp
  /** Refuses what comes in under a name that tokens cannot be given out for. */
  authorizationAt: (hostHeader: string | undefined, protocol: string) => OAuthServer
}

/** The service's tools for AI clients of people who sign in. */
export function mcpOauthRoutes({ serveMcp, authorizationAt }: McpOauthNeeds): Route[] {
  return (['GET', 'POST', 'DELETE'] as const).map((method) =>
    route({
      method,
      path: '/v2/mcp-oauth',
      access: 'mcp',
      tag: 'MCP',
      summary: 'Streamable HTTP, with an account',
      description:
        'Takes access tokens of the authorization server, which `/.well-known/oauth-protected-resource/v2/mcp-oauth` names, and no API keys.',
      answer: z.unknown(),
      alsoFails: {
        403: 'The token does not allow to use tools.',
        503: 'PUBLIC_URL is not set, and the name this was reached under is not one of this machine.',
      },
      async identify({ request, reply }) {
        const server = authorizationAt(request.headers.host, request.protocol)
        const admission = await server.admit(request.headers.authorization)
        if (admission.state === 'admitted') return { caller: admission.caller }
        reply.header('www-authenticate', admission.challenge)
        // A client in a browser could not read it otherwise.
        reply.header('access-control-expose-headers', 'www-authenticate, x-request-id, retry-after')
        throw new Fault(admission.status === 401 ? 'UNAUTHORIZED' : 'FORBIDDEN', `${admission.message}.`)
      },
      handle: (call) => serveMcp(call, call.who),
    }),
  )
}
