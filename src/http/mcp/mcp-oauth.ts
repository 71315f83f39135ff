import { z } from 'zod'
import type { Caller } from '../../access/access.ts'
import { Fault } from '../../fault.ts'
import type { Admission, OAuthServer } from '../../oauth/oauth.ts'
import { route } from '../server/route.ts'
import type { ServeMcp } from './serve-mcp.ts'

export interface McpOauthNeeds {
  serveMcp: ServeMcp
  /** Refuses what comes in under a name that tokens cannot be given out for. */
  authorizationAt: (hostHeader: string | undefined, protocol: string) => OAuthServer
}

/** The service's tools for AI clients of people who sign in. */
export function mcpOauthRoutes({ serveMcp, authorizationAt }: McpOauthNeeds) {
  return (['GET', 'POST', 'DELETE'] as const).map((method) =>
    route(`${method} /v2/mcp-oauth`, 'Streamable HTTP, with an account', {
      access: 'mcp',
      tag: 'MCP',
      description:
        'Takes access tokens of the authorization server, which `/.well-known/oauth-protected-resource/v2/mcp-oauth` names, and no API keys.',
      answer: z.unknown(),
      alsoFails: {
        403: 'The token does not allow to use tools.',
        503: 'PUBLIC_URL is not set, and the name this was reached under is not one of this machine.',
      },
      async identify({ request, reply }) {
        const server = authorizationAt(request.headers.host, request.protocol)
        const admit = () => server.admit(request.headers.authorization)
        const admission = await admit()
        if (admission.state === 'admitted')
          return { caller: admission.caller, again: async () => callerOf(await admit()) }
        reply.header('www-authenticate', admission.challenge)
        // A client in a browser could not read it otherwise.
        reply.header('access-control-expose-headers', 'www-authenticate, x-request-id, retry-after')
        throw refusalOf(admission)
      },
      handle: (call) => serveMcp(call, call.who),
    }),
  )
}

function callerOf(admission: Admission): Caller {
  if (admission.state === 'admitted') return admission.caller
  throw refusalOf(admission)
}

function refusalOf({ status, message }: Extract<Admission, { state: 'refused' }>): Fault {
  return new Fault(status === 401 ? 'UNAUTHORIZED' : 'FORBIDDEN', `${message}.`)
}
