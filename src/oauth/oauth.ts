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
import { interact } from './interaction.ts'
import type { Incoming, Outgoing } from './interaction.ts'
import { deriveKeys, createLimit, createSignIn } from './sign-in.ts'
import type { SignInNeeds } from './sign-in.ts'
import { errorPage } from './pages.ts'
import { createProvider } from './provider.ts'
import type { AdapterNeeds } from './provider.ts'
import type { Members, OAuthRecords } from './records.ts'

export { createCodeHash, newCode } from './sign-in.ts'
export type {
  KeptRecord,
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
  /** For documents that clients' ids name. */
  request: EgressRequest
  userAgent: string
  report: (failure: unknown, requestId: string | undefined) => void
}

interface Asked {
  incoming: Incoming
  outgoing: Outgoing
  /** Where it comes from, as far as the operator believes it. */
  address: string
}

export interface OAuthServer {
  /** Answers everything under /oauth/, and the server's own metadata. */
  answer(asked: Asked): Promise<void>
  /** What RFC 9728 wants to be told, and the path where clients look for it. */
  resourceMetadata: object
  resourceMetadataPath: string
  /** Where clients look for the server's own metadata, by RFC 8414. */
  metadataPath: string
  /** Who an Authorization header speaks for, looked up each time. */
  admit(authorization: string | undefined): Promise<Admission>
}

/** A service without a fixed address answers under any name of its machine, each of which is an issuer of its own. */
const MOST_ROOTS = 8
const DOCUMENTS_PER_MINUTE = 30
const MOST_FORM_BYTES = 16 * 1024
/** What a request for a code says is kept until somebody has signed in. */
const LONGEST_URL = 8 * 1024

/** The authorization server. It keeps nothing in memory that another process would have to know. */
export function createOAuth(needs: OAuthNeeds): { at(root: string): OAuthServer } {
  const keys = deriveKeys(needs.rootSecret)
  const signIn = createSignIn({ ...needs, codeHash: keys.codeHash })
  const fetchDocument = createFetchDocument(needs.request, needs.userAgent)
  const servers = new Map<string, OAuthServer>()

  const limitTo = createLimit(needs.countIn, 60)
  const limit = (what: string, address: string, mostPerMinute: number) =>
    limitTo(`${what} ${countedAddress(address)}`, mostPerMinute)

  function open(root: string): OAuthServer {
    const addresses = new WeakMap<object, string>()
    const provider = createProvider(root, {
      ...needs,
      keys,
      fetchDocument,
      limitDocuments: (ctx) => limit('documents', addresses.get(ctx.res) ?? '', DOCUMENTS_PER_MINUTE),
      hasAccount: (id) => (id.startsWith('operator:') ? signIn.isOperator(id) : needs.members.exists(id)),
      report: (failure, ctx) => needs.report(failure, ctx?.res.getHeader('x-request-id')?.toString()),
    })
    const callback = provider.callback()
    const parts = { signIn, members: needs.members, grants: needs.grants, formToken: keys.formToken }
    return {
      resourceMetadata: resourceMetadataOf(root),
      resourceMetadataPath: new URL(resourceMetadataUrlOf(root)).pathname,
      metadataPath: `${METADATA_PATH}${new URL(root).pathname.replace(/\/$/, '')}`,
      admit: createAdmit(root, needs.records),
      async answer({ incoming, outgoing, address }) {
        const endpoint = endpointOf(incoming.method!, standUnder(root, incoming))
        if (endpoint === undefined) throw new Fault('NOT_FOUND', 'There is nothing at this address.')
        addresses.set(outgoing, address)
        if (endpoint.kind === 'pages') {
          const { uid } = endpoint
          const form = incoming.method === 'POST' ? await readForm(incoming) : undefined
          const page = await interact(provider, root, { incoming, outgoing, uid, address, form }, parts)
          if (page) outgoing.writeHead(page.status, page.headers).end(page.html)
          return
        }
        if (incoming.url!.length > LONGEST_URL) throw new Fault('BAD_REQUEST', 'The request is too long.')
        if (endpoint.limit) await limit(endpoint.limit.what, address, endpoint.limit.perMinute)
        await callback(incoming, outgoing)
      },
    }
  }

  return {
    at(root) {
      const known = servers.get(root) ?? open(root)
      servers.delete(root)
      servers.set(root, known)
      if (servers.size > MOST_ROOTS) servers.delete(servers.keys().next().value!)
      return known
    },
  }
}

/** Makes the request say itself that it came in under the root, whatever its sender wrote. Gives its path. */
function standUnder(root: string, incoming: Incoming): string {
  const { host, protocol, pathname } = new URL(root)
  incoming.headers['x-forwarded-host'] = host
  incoming.headers['x-forwarded-proto'] = protocol.slice(0, -1)
  delete incoming.headers['x-forwarded-for']
  // Two names for one thing: the library compares the first with a URL that may have been put into another form by then.
  const baseUrl = pathname.replace(/\/$/, '')
  Object.assign(incoming, { originalUrl: `${baseUrl}${incoming.url}`, baseUrl })
  return incoming.url!.split('?')[0]!
}

/** What is too large for any of our forms is taken for an empty one. */
async function readForm(incoming: Incoming): Promise<URLSearchParams> {
  const bytes = await readUpTo(incoming, MOST_FORM_BYTES)
  return new URLSearchParams(bytes?.toString())
}

/** A page that says what went wrong where no other answer can be given. */
export function oauthErrorPage(message: string): { headers: Record<string, string>; html: string } {
  return { headers: errorPage.headers, html: errorPage.render(message) }
}

/** Whether a token opens the tools; if not, what its holder is told in `WWW-Authenticate`. */
export type Admission =
  | { state: 'admitted'; caller: Caller }
  | { state: 'refused'; status: 401 | 403; challenge: string; message: string }

/** Judges an Authorization header. Only the header counts, never the URL, and only tokens that were given out for this place. */
function createAdmit(root: string, records: OAuthRecords) {
  const metadata = resourceMetadataUrlOf(root)
  const audience = resourceOf(root)
  const refuse = (status: 401 | 403, message: string, error?: string): Admission => {
    const particulars = [
      ...(error === undefined ? [] : [`error="${error}"`, `error_description="${message}"`]),
      `resource_metadata="${metadata}"`,
      `scope="${SCOPE}"`,
    ]
    return { state: 'refused', status, message, challenge: `Bearer ${particulars.join(', ')}` }
  }

  return async (authorization: string | undefined): Promise<Admission> => {
    if (authorization === undefined) return refuse(401, 'Sign in to use this server')
    const [, token] = /^Bearer +(\S{1,512})$/i.exec(authorization) ?? []
    if (token === undefined) return refuse(401, 'The Authorization header is malformed', 'invalid_token')
    const holder = await records.findHolder(token)
    if (holder === undefined || holder.audience !== audience)
      return refuse(401, 'The access token is not valid here, or not any more', 'invalid_token')
    if (!holder.scope.split(' ').includes(SCOPE))
      return refuse(403, 'The access token does not allow to use tools', 'insufficient_scope')
    return { state: 'admitted', caller: holder.caller }
  }
}
