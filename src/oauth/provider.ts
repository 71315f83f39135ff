import { Provider, errors, interactionPolicy } from 'oidc-provider'
import type { Configuration, KoaContextWithOIDC, Adapter, AdapterPayload } from 'oidc-provider'
import { Fault } from '../fault.ts'
import { applyClientPolicy } from './client-policy.ts'
import { PATHS, SIGN_IN_PATH, OFFLINE_SCOPE, SCOPE, resourceOf } from './endpoint.ts'
import type { deriveKeys } from './sign-in.ts'
import { errorPage } from './pages.ts'
import { createRequestNormalizer } from './normalize-requests.ts'
import type { StoredRecord, OAuthClients, OAuthGrants, OAuthRecords } from './records.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long an unused grant lasts. */
const REFRESH_SECONDS = 30 * DAY

interface ProviderNeeds extends AdapterNeeds {
  keys: ReturnType<typeof deriveKeys>
  fetchDocument: (address: string | URL) => Promise<Response>
  /** Throws when this IP address has caused too many fetches of metadata documents. */
  limitDocuments: (ctx: KoaContextWithOIDC) => Promise<void>
  hasAccount: (accountId: string) => Promise<boolean>
  report: (failure: unknown, ctx: KoaContextWithOIDC | undefined) => void
}

export function createProvider(root: string, needs: ProviderNeeds): Provider {
  const provider = new Provider(root, configurationOf(root, needs))
  // The code that hands a request over sets the forwarding headers, and overwrites those of clients.
  provider.proxy = true
  provider.use(createRequestNormalizer(root, PATHS) as Parameters<Provider['use']>[0])
  makeRefreshTokensDeterministic(provider, needs.keys.tokenAfter)
  provider.on('server_error', (ctx, failure) => needs.report(failure, ctx))
  ;(provider as NodeJS.EventEmitter).on('error', (failure: unknown) => needs.report(failure, undefined))
  return provider
}

function configurationOf(root: string, needs: ProviderNeeds): Configuration {
  const { pathname, protocol } = new URL(root)
  const prefix = pathname.replace(/\/$/, '')
  const cookie = { httpOnly: true, sameSite: 'lax', secure: protocol === 'https:', signed: true } as const
  return {
    adapter: createAdapter(needs),
    jwks: { keys: [needs.keys.signingKey] },
    cookies: {
      names: { session: 'winnow_session', interaction: 'winnow_sign_in', resume: 'winnow_resume' },
      keys: [needs.keys.cookieKey],
      long: { ...cookie, path: `${prefix}/oauth` },
      short: cookie,
    },
    scopes: [SCOPE, OFFLINE_SCOPE],
    responseTypes: ['code'],
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    clientDefaults: {
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      // The default: a client without an auth method is public.
      token_endpoint_auth_method: 'none',
      id_token_signed_response_alg: 'EdDSA',
    },
    enabledJWA: { idTokenSigningAlgValues: ['EdDSA'] },
    // Called once for every client to validate its metadata.
    extraClientMetadata: {
      properties: ['winnow_policy'],
      validator(_ctx, name, _value, metadata) {
        applyClientPolicy(metadata as Record<string, unknown>)
        delete (metadata as Record<string, unknown>)[name]
      },
    },
    features: featuresOf(root, needs),
    interactions: {
      policy: [interactionPolicy.base().get('login')!, consentPrompt()],
      url: (_ctx, interaction) => `${prefix}${SIGN_IN_PATH}/${interaction.uid}`,
    },
    // Consent is required each time: any client can use the name of a trusted one.
    loadExistingGrant: async ({ oidc }) => {
      const grantId = (oidc.result as { consent?: { grantId?: string } } | undefined)?.consent?.grantId
      return grantId === undefined ? undefined : oidc.provider.Grant.find(grantId)
    },
    findAccount: async (_ctx, accountId) =>
      (await needs.hasAccount(accountId)) ? { accountId, claims: () => ({ sub: accountId }) } : undefined,
    pkce: { required: () => true },
    routes: PATHS,
    rotateRefreshToken: true,
    // Revoking any token revokes the whole grant.
    revokeGrantPolicy: () => true,
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: async () => false,
    clientBasedCORS: () => true,
    renderError(ctx, out) {
      ctx.set(errorPage.headers)
      ctx.type = 'html'
      ctx.body = errorPage.render(out.error_description ?? out.error)
    },
    fetch: (address) => needs.fetchDocument(address as string | URL),
    ttl: {
      AccessToken: HOUR,
      AuthorizationCode: MINUTE,
      Grant: GRANT_SECONDS,
      IdToken: HOUR,
      Interaction: 20 * MINUTE,
      RefreshToken: REFRESH_SECONDS,
      Session: 8 * HOUR,
    },
  } as Configuration
}

function featuresOf(root: string, needs: ProviderNeeds): Configuration['features'] {
  const resource = resourceOf(root)
  return {
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
    registration: { enabled: true, issueRegistrationAccessToken: false },
    revocation: {
      enabled: true,
      allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId,
    },
    clientIdMetadataDocument: {
      enabled: true,
      ack: 'draft-02',
      cacheDuration: { min: 30, max: 600 },
      async allowFetch(ctx) {
        try {
          await needs.limitDocuments(ctx as KoaContextWithOIDC)
          return true
        } catch (failure) {
          throw failure instanceof Fault ? toProviderError(failure, ctx as KoaContextWithOIDC) : failure
        }
      },
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: async () => resource,
      useGrantedResource: async () => true,
      async getResourceServerInfo(_ctx, indicator) {
        if (indicator !== resource) throw new errors.InvalidTarget()
        return { audience: resource, scope: SCOPE, accessTokenTTL: HOUR, accessTokenFormat: 'opaque' }
      },
    },
  } as Configuration['features']
}

/**
 * Derives a refresh token from the one it replaces, so that concurrent requests get the same token and no
 * unused second one exists.
 */
function makeRefreshTokensDeterministic(
  { RefreshToken }: Provider,
  tokenAfter: (token: string) => string,
): void {
  const made = RefreshToken.prototype as unknown as { generateTokenId(): string }
  const random = made.generateTokenId
  made.generateTokenId = function () {
    const replaced = Provider.ctx?.oidc.entities.RotatedRefreshToken
    return replaced ? tokenAfter(replaced.jti) : random.call(this)
  }
}

/** Converts our fault into an error of the library, which treats all other errors as defects. */
function toProviderError({ message, status, retryAfterSeconds }: Fault, ctx: KoaContextWithOIDC): Error {
  if (retryAfterSeconds !== undefined) ctx.set('retry-after', String(retryAfterSeconds))
  const error = new errors.CustomOIDCProviderError('slow_down', message)
  return Object.assign(error, { status, statusCode: status })
}

function consentPrompt(): interactionPolicy.Prompt {
  const { Check, Prompt } = interactionPolicy
  return new Prompt(
    { name: 'consent', requestable: true },
    new Check('not_given', 'consent was not given yet', 'consent_required', ({ oidc }) => {
      const given = (oidc.result as { consent?: { grantId?: string } } | undefined)?.consent?.grantId
      return given === undefined ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT
    }),
  )
}

/** The maximum duration of a grant, until the user must consent again. */
const GRANT_SECONDS = 365 * 24 * 60 * 60

export interface AdapterNeeds {
  records: OAuthRecords
  grants: OAuthGrants
  clients: OAuthClients
}

/**
 * The storage of the authorization server. Clients and grants have their own tables; everything else is a
 * record.
 */
function createAdapter({ records, grants, clients }: AdapterNeeds): (kind: string) => Adapter {
  return (kind) => {
    if (kind === 'Client') return clientAdapter(clients)
    if (kind === 'Grant') return grantAdapter(grants)
    return recordAdapter(kind, records, grants)
  }
}

function clientAdapter(clients: OAuthClients): Adapter {
  return {
    ...UNUSED_METHODS,
    upsert: (id, payload) => clients.write(id, payload as Record<string, unknown>),
    find: (id) => clients.find(id),
    destroy: (id) => clients.remove(id),
  }
}

function grantAdapter(grants: OAuthGrants): Adapter {
  return {
    ...UNUSED_METHODS,
    upsert: (id, payload) => grants.write(id, withoutId(payload)),
    async find(id) {
      const payload = await grants.find(id)
      return payload && { ...payload, jti: id }
    },
    destroy: (id) => grants.remove(id),
  }
}

function recordAdapter(kind: string, records: OAuthRecords, grants: OAuthGrants): Adapter {
  return {
    ...UNUSED_METHODS,
    async upsert(id, payload, expiresIn) {
      const written = await records.write({
        ...recordColumns(kind, payload),
        kind,
        id,
        expiresInSeconds: expiresIn!,
      })
      if (!written) throw new errors.InvalidGrant('the grant has ended')
    },
    async find(id) {
      return toPayload(await records.find(kind, id), id)
    },
    async findByUid(uid) {
      return toPayload(await records.findByUid(kind, uid))
    },
    async consume(id) {
      const isFirst = await records.consume(kind, id)
      // A refresh token may be used again when a response was lost. A code may not: one of the two requests
      // may come from a thief, so all its tokens are revoked.
      if (kind !== 'AuthorizationCode') return
      const grantId = (await records.find(kind, id))?.payload.grantId as string | undefined
      if (isFirst && grantId !== undefined) return await grants.extend(grantId, GRANT_SECONDS)
      if (grantId !== undefined) await grants.remove(grantId)
      throw new errors.InvalidGrant('authorization code already consumed')
    },
    destroy: (id) => records.remove(kind, id),
    revokeByGrantId: (grantId) => records.removeByGrant(kind, grantId),
  }
}

/**
 * Secret values are stored as hashes. The uid of a session must be readable again, so the payload is
 * encrypted.
 */
function recordColumns(kind: string, payload: AdapterPayload) {
  return {
    payload: kind === 'Session' ? payload : withoutId(payload),
    grantId: kind === 'Interaction' ? undefined : payload.grantId,
    uid: kind === 'Session' ? payload.uid : undefined,
    generation: kind === 'RefreshToken' ? ((payload.rotations as number | undefined) ?? 0) : undefined,
    audience: kind === 'AccessToken' ? (payload.aud as string | undefined) : undefined,
    scope: kind === 'AccessToken' ? payload.scope : undefined,
  }
}

function withoutId(payload: AdapterPayload): AdapterPayload {
  return { ...payload, jti: undefined as never }
}

function toPayload(record: StoredRecord | undefined, id?: string): AdapterPayload | undefined {
  if (record === undefined) return undefined
  const { payload, consumed } = record
  return { ...payload, ...(id !== undefined && { jti: id }), ...(consumed && { consumed: true }) }
}

const doNothing = async () => undefined
const UNUSED_METHODS = {
  consume: doNothing,
  findByUid: doNothing,
  findByUserCode: doNothing,
  revokeByGrantId: doNothing,
}
