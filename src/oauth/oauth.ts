import { countedAddress } from '../access/access.ts'
import type { Caller } from '../access/access.ts'
import { readUpTo } from '../concurrency/byte-streams.ts'
import type { EgressRequest } from '../egress/egress.ts'
import { Fault } from '../fault.ts'
import {
  METADATA_PATH,
  endpointOf,
  resourceMetadataOf,
  resourceMetadataUrlOf,
  SCOPE,
  resourceOf,
} from './endpoint.ts'
import { createFetchDocument } from './client-policy.ts'
import { handleInteraction } from './interaction.ts'
import type { Incoming, Outgoing } from './interaction.ts'
import { deriveKeys, createLimit, createSignIn } from './sign-in.ts'
import type { SignInNeeds } from './sign-in.ts'
import { errorPage } from './pages.ts'
import { createProvider } from './provider.ts'
import type { AdapterNeeds } from './provider.ts'
import type { Members, OAuthRecords } from './records.ts'

export { createCodeHash, newCode } from './sign-in.ts'
export type {
  StoredRecord,
  Members,
  OAuthClients,
  OAuthGrants,
  OAuthRecords,
  SignInCodes,
  TeamChoice,
} from './records.ts'

interface OAuthNeeds extends AdapterNeeds, Omit<SignInNeeds, 'codeHash'> {
  rootSecret: string
  members: Members
  /** For metadata documents of URL client ids. */
  request: EgressRequest
  userAgent: string
  report: (failure: unknown, requestId: string | undefined) => void
}

interface OAuthRequest {
  incoming: Incoming
  outgoing: Outgoing
  /** The client's IP address, from trusted proxies only. */
  address: string
}

export interface OAuthServer {
  /** Handles everything under /oauth/, and the server's own metadata. */
  handle(request: OAuthRequest): Promise<void>
  /** The protected resource metadata of RFC 9728, and its path. */
  resourceMetadata: object
  resourceMetadataPath: string
  /** The path of the server's own metadata (RFC 8414). */
  metadataPath: string
  /** Validates an Authorization header, with a lookup each time. */
  authorize(authorization: string | undefined): Promise<Admission>
}

/**
 * A service without PUBLIC_URL is reachable under every name of its machine, and each is a separate issuer.
 */
const MAX_ROOTS = 8
const DOCUMENTS_PER_MINUTE = 30
const MAX_FORM_BYTES = 16 * 1024
/** An authorization request is stored until the user has signed in. */
const MAX_URL_LENGTH = 8 * 1024

/** The authorization server. It keeps no state in memory that other processes would need. */
export function createOAuth(needs: OAuthNeeds): { forRoot(root: string): OAuthServer } {
  const keys = deriveKeys(needs.rootSecret)
  const signIn = createSignIn({ ...needs, codeHash: keys.codeHash })
  const fetchDocument = createFetchDocument(needs.request, needs.userAgent)
  const servers = new Map<string, OAuthServer>()

  const limitTo = createLimit(needs.countInWindow, 60)
  const limit = (action: string, address: string, maxPerMinute: number) =>
    limitTo(`${action} ${countedAddress(address)}`, maxPerMinute)

  function createServer(root: string): OAuthServer {
    const ipAddresses = new WeakMap<object, string>()
    const provider = createProvider(root, {
      ...needs,
      keys,
      fetchDocument,
      limitDocuments: (ctx) => limit('documents', ipAddresses.get(ctx.res) ?? '', DOCUMENTS_PER_MINUTE),
      hasAccount: (id) => (id.startsWith('operator:') ? signIn.isOperator(id) : needs.members.exists(id)),
      report: (failure, ctx) => needs.report(failure, ctx?.res.getHeader('x-request-id')?.toString()),
    })
    const callback = provider.callback()
    const interactionNeeds = {
      signIn,
      members: needs.members,
      grants: needs.grants,
      formToken: keys.formToken,
    }
    return {
      resourceMetadata: resourceMetadataOf(root),
      resourceMetadataPath: new URL(resourceMetadataUrlOf(root)).pathname,
      metadataPath: `${METADATA_PATH}${new URL(root).pathname.replace(/\/$/, '')}`,
      authorize: createAuthorize(root, needs.records),
      async handle({ incoming, outgoing, address }) {
        const endpoint = endpointOf(incoming.method!, setRoot(root, incoming))
        if (endpoint === undefined) throw new Fault('NOT_FOUND', 'No endpoint at this path.')
        ipAddresses.set(outgoing, address)
        if (endpoint.kind === 'pages') {
          const { uid } = endpoint
          const form = incoming.method === 'POST' ? await readForm(incoming) : undefined
          const page = await handleInteraction(
            provider,
            root,
            { incoming, outgoing, uid, address, form },
            interactionNeeds,
          )
          if (page) outgoing.writeHead(page.status, page.headers).end(page.html)
          return
        }
        if (incoming.url!.length > MAX_URL_LENGTH)
          throw new Fault('BAD_REQUEST', 'The request URL is too long.')
        if (endpoint.limit) await limit(endpoint.limit.what, address, endpoint.limit.perMinute)
        await callback(incoming, outgoing)
      },
    }
  }

  return {
    forRoot(root) {
      const server = servers.get(root) ?? createServer(root)
      servers.delete(root)
      servers.set(root, server)
      if (servers.size > MAX_ROOTS) servers.delete(servers.keys().next().value!)
      return server
    },
  }
}

/** Sets the headers of the request to the root, overwriting those of its sender. Returns its path. */
function setRoot(root: string, incoming: Incoming): string {
  const { host, protocol, pathname } = new URL(root)
  incoming.headers['x-forwarded-host'] = host
  incoming.headers['x-forwarded-proto'] = protocol.slice(0, -1)
  delete incoming.headers['x-forwarded-for']
  // Both fields are needed: the library compares the first with a URL that may have been normalized.
  const baseUrl = pathname.replace(/\/$/, '')
  Object.assign(incoming, { originalUrl: `${baseUrl}${incoming.url}`, baseUrl })
  return incoming.url!.split('?')[0]!
}

/** A body too large for our forms counts as empty. */
async function readForm(incoming: Incoming): Promise<URLSearchParams> {
  const bytes = await readUpTo(incoming, MAX_FORM_BYTES)
  return new URLSearchParams(bytes?.toString())
}

/** A page with an error, for requests without a redirect target. */
export function oauthErrorPage(message: string): { headers: Record<string, string>; html: string } {
  return { headers: errorPage.headers, html: errorPage.render(message) }
}

/** Whether a token allows the tools; if not, the error for `WWW-Authenticate`. */
export type Admission =
  | { state: 'admitted'; caller: Caller }
  | { state: 'refused'; status: 401 | 403; challenge: string; message: string }

/**
 * Validates an Authorization header. Tokens in the URL do not count, and only tokens for this resource are
 * valid.
 */
function createAuthorize(root: string, records: OAuthRecords) {
  const metadata = resourceMetadataUrlOf(root)
  const audience = resourceOf(root)
  const refused = (status: 401 | 403, message: string, error?: string): Admission => {
    const parameters = [
      ...(error === undefined ? [] : [`error="${error}"`, `error_description="${message}"`]),
      `resource_metadata="${metadata}"`,
      `scope="${SCOPE}"`,
    ]
    return { state: 'refused', status, message, challenge: `Bearer ${parameters.join(', ')}` }
  }

  return async (authorization: string | undefined): Promise<Admission> => {
    if (authorization === undefined) return refused(401, 'Sign in to use this server')
    const [, token] = /^Bearer +(\S{1,512})$/i.exec(authorization) ?? []
    if (token === undefined) return refused(401, 'The Authorization header is malformed', 'invalid_token')
    const holder = await records.findHolder(token)
    if (holder === undefined || holder.audience !== audience)
      return refused(401, 'The access token is invalid or has expired', 'invalid_token')
    if (!holder.scope.split(' ').includes(SCOPE))
      return refused(403, 'The access token does not include the scope for the tools', 'insufficient_scope')
    return { state: 'admitted', caller: holder.caller }
  }
}
