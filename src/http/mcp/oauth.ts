import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Fault } from '../../fault.ts'
import type { Log } from '../../log.ts'
import { oauthErrorPage } from '../../oauth/oauth.ts'
import type { OAuthServer } from '../../oauth/oauth.ts'
import { toFault } from '../server/failure.ts'

export type OAuthServerFor = (hostHeader: string | undefined, protocol: string) => OAuthServer

/**
 * The authorization server of a request. Without PUBLIC_URL there is one only under names of this machine.
 */
export function createOAuthServerFor(
  oauth: { forRoot(root: string): OAuthServer },
  ownRoot: (hostHeader: string | undefined, protocol: string) => string | undefined,
): OAuthServerFor {
  return (hostHeader, protocol) => {
    const root = ownRoot(hostHeader, protocol)
    if (root === undefined)
      throw new Fault(
        'UNAVAILABLE',
        'PUBLIC_URL is not set. Set it to the URL of this service so that accounts can connect from other machines.',
      )
    return oauth.forRoot(root)
  }
}

const RESOURCE = '/.well-known/oauth-protected-resource'
const SERVER = '/.well-known/oauth-authorization-server'

/**
 * Mounts the authorization server beside the API routes. It handles the raw request with its body unread.
 * Bodies hold passwords and tokens, none of which is logged: the log has only the route.
 */
export async function addOAuth(
  app: FastifyInstance,
  { authorizationAt, log }: { authorizationAt: OAuthServerFor; log: Log },
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    const serverOf = ({ headers, protocol }: FastifyRequest) => authorizationAt(headers.host, protocol)
    const handle = (request: FastifyRequest, reply: FastifyReply) =>
      handleOAuth(serverOf(request), { request, reply, log })
    // Under a root with a path, clients append that path to the document's name; a proxy may also remove it.
    const sendResourceMetadata = (request: FastifyRequest, reply: FastifyReply) =>
      reply.header('cache-control', 'no-cache').send(serverOf(request).resourceMetadata)
    scope.get(RESOURCE, sendResourceMetadata)
    scope.get(`${RESOURCE}/*`, (request, reply) => {
      refuseOtherPaths(request, [`${RESOURCE}/v2/mcp-oauth`, serverOf(request).resourceMetadataPath])
      return sendResourceMetadata(request, reply)
    })
    scope.get(SERVER, handle)
    scope.get(`${SERVER}/*`, (request, reply) => {
      refuseOtherPaths(request, [serverOf(request).metadataPath])
      request.raw.url = SERVER
      return handle(request, reply)
    })
    scope.route({ method: ['GET', 'POST'], url: '/oauth/*', handler: handle })
  })
}

function refuseOtherPaths({ url }: FastifyRequest, paths: readonly string[]): void {
  if (!paths.includes(url.split('?')[0]!))
    throw new Fault(
      'NOT_FOUND',
      `No endpoint at ${url.split('?')[0]!.slice(0, 200)}. See /docs for the list.`,
    )
}

async function handleOAuth(
  server: OAuthServer,
  { request, reply, log }: { request: FastifyRequest; reply: FastifyReply; log: Log },
): Promise<void> {
  const { raw: outgoing } = reply
  reply.hijack()
  outgoing.setHeader('x-request-id', request.id)
  outgoing.setHeader('x-content-type-options', 'nosniff')
  outgoing.setHeader('access-control-allow-origin', '*')
  try {
    await server.handle({ incoming: request.raw, outgoing, address: request.ip })
  } catch (failure) {
    const fault = toFault(failure, request.id)
    if (fault.code === 'UNKNOWN_ERROR') log.error({ requestId: request.id, err: failure }, 'defect')
    if (outgoing.headersSent) return void outgoing.destroy()
    sendFault(fault, request, outgoing)
  }
}

/** Sends programs an OAuth error, and browsers a page. */
function sendFault(fault: Fault, { headers }: FastifyRequest, outgoing: FastifyReply['raw']): void {
  if (fault.retryAfterSeconds !== undefined) outgoing.setHeader('retry-after', fault.retryAfterSeconds)
  if (headers.accept?.includes('text/html')) {
    const { headers, html } = oauthErrorPage(fault.message)
    outgoing.writeHead(fault.status, headers).end(html)
    return
  }
  const error = fault.status === 429 ? 'slow_down' : fault.status >= 500 ? 'server_error' : 'invalid_request'
  outgoing
    .writeHead(fault.status, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    })
    .end(JSON.stringify({ error, error_description: fault.message }))
}
