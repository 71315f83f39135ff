import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { errors } from 'oidc-provider'
import type { InteractionResults, Provider } from 'oidc-provider'
import { isSameSecret } from '../access/access.ts'
import { Fault } from '../fault.ts'
import { isNative } from './client-policy.ts'
import { PATHS, OFFLINE_SCOPE } from './endpoint.ts'
import { codePage, consentPage, emailPage, errorPage } from './pages.ts'
import type { ConsentFields, Page, FormFields } from './pages.ts'
import type { Members, OAuthGrants, TeamChoice } from './records.ts'
import type { SignIn } from './sign-in.ts'

type Details = Awaited<ReturnType<Provider['interactionDetails']>>

export interface InteractionNeeds {
  signIn: SignIn
  members: Members
  grants: OAuthGrants
  formToken: (uid: string) => string
}

/** Plain Node.js requests and responses. */
type CallbackParameters = Parameters<ReturnType<Provider['callback']>>
export type Incoming = Exclude<CallbackParameters[0], { stream: unknown }>
export type Outgoing = Exclude<CallbackParameters[1], { stream: unknown }>

export interface InteractionRequest {
  incoming: Incoming
  outgoing: Outgoing
  uid: string
  address: string
  /** The submitted form; undefined for GET. */
  form: URLSearchParams | undefined
}

/** How long a grant lasts that the client has not used yet. */
const UNUSED_GRANT_SECONDS = 10 * 60

const Email = z.email().max(320).toLowerCase()

/**
 * The pages between a client's request and its response. Problems are shown as a page; only defects are
 * thrown.
 */
export async function handleInteraction(
  provider: Provider,
  root: string,
  visit: InteractionRequest,
  needs: InteractionNeeds,
): Promise<Page | undefined> {
  try {
    const details = await readOwnDetails(provider, visit)
    const interaction = { provider, root, visit, details, needs }
    if (visit.form) checkForm(interaction)
    return details.prompt.name === 'consent'
      ? await handleConsent(interaction)
      : await handleSignIn(interaction)
  } catch (failure) {
    if (failure instanceof errors.SessionNotFound)
      return problemPage(400, 'This sign-in has expired, or was started in another browser.')
    if (failure instanceof Fault) return problemPage(failure.status, failure.message)
    throw failure
  }
}

interface Interaction {
  provider: Provider
  root: string
  visit: InteractionRequest
  details: Details
  needs: InteractionNeeds
}

/** The cookie identifies the browser's sign-in; the URL must belong to the same one. */
async function readOwnDetails(
  provider: Provider,
  { incoming, outgoing, uid }: InteractionRequest,
): Promise<Details> {
  const details = await provider.interactionDetails(incoming, outgoing)
  if (!isSameSecret(details.uid, uid)) throw new errors.SessionNotFound('the sign-in of another browser')
  return details
}

function checkForm({ root, visit, details, needs }: Interaction): void {
  const { origin, 'sec-fetch-site': site } = visit.incoming.headers
  const isForeign = (origin !== undefined && origin !== new URL(root).origin) || site === 'cross-site'
  if (isForeign || !isSameSecret(visit.form!.get('form') ?? '', needs.formToken(details.uid)))
    throw new Fault('FORBIDDEN', 'This form was not sent from this page.')
}

async function handleSignIn(interaction: Interaction): Promise<Page | undefined> {
  const { provider, visit, details, needs } = interaction
  const { form, address, incoming, outgoing } = visit
  const fields = await formFieldsOf(interaction)
  const finish = (accountId: string) =>
    provider.interactionFinished(incoming, outgoing, { login: { accountId } }).then(() => undefined)
  const mails = needs.signIn.sendsMail

  switch (form?.get('step')) {
    case 'email': {
      const email = Email.safeParse(form.get('email')?.trim())
      if (!email.success) return emailPage({ ...fields, problem: 'This is not a valid e-mail address.' })
      await needs.signIn.requestCode(email.data, details.uid, address)
      return codePage(fields, { email: email.data, sendsMail: mails })
    }
    case 'code': {
      const email = Email.safeParse(form.get('email')?.trim())
      if (!email.success) return emailPage(fields)
      const code = (form.get('code') ?? '').replaceAll(/[\s-]/g, '').slice(0, 16)
      const userId = await needs.signIn.checkCode({ email: email.data, code }, details.uid, address)
      if (userId !== undefined) return finish(userId)
      const problem = 'This code is wrong or has expired. After five wrong codes you need a new one.'
      return codePage({ ...fields, problem }, { email: email.data, sendsMail: mails })
    }
    case 'operator': {
      const operator = await needs.signIn.checkOperator((form.get('key') ?? '').trim(), address)
      if (operator !== undefined) return finish(operator)
      return emailPage({ ...fields, problem: 'This is not the administration key.' })
    }
    default:
      return emailPage(fields)
  }
}

async function handleConsent(interaction: Interaction): Promise<Page | undefined> {
  const { provider, visit, details, needs } = interaction
  const { form, incoming, outgoing } = visit
  const accountId = details.session!.accountId!
  const { name, teams } = await accountOf(accountId, needs.members)
  const fields: ConsentFields = {
    ...(await formFieldsOf(interaction)),
    ...redirectTarget(details),
    account: name,
    teams,
  }
  const finish = (result: InteractionResults) => provider.interactionFinished(incoming, outgoing, result)

  switch (form?.get('step')) {
    case 'allow': {
      const team = teams.find(({ id }) => id === form.get('team'))
      if (team === undefined) return consentPage({ ...fields, problem: 'Choose a team.' })
      const grantId = await openGrant(interaction, { accountId, team, clientName: fields.clientName })
      return void (await finish({ consent: { grantId } }))
    }
    case 'deny':
      return void (await finish({ error: 'access_denied', error_description: 'the user refused' }))
    case 'switch':
      return await switchAccount(interaction)
    default:
      return consentPage(fields)
  }
}

/** The operator's only team is the default team. */
async function accountOf(
  accountId: string,
  members: Members,
): Promise<{ name: string; teams: readonly TeamChoice[] }> {
  if (accountId.startsWith('operator:')) return { name: 'the operator', teams: [await members.defaultTeam()] }
  const [email, teams] = await Promise.all([members.emailOf(accountId), members.teamsOf(accountId)])
  if (email === undefined || teams.length === 0)
    throw new Fault('FORBIDDEN', 'This account no longer belongs to a team.')
  return { name: email, teams }
}

async function openGrant(
  { provider, details, needs }: Interaction,
  { accountId, team, clientName }: { accountId: string; team: TeamChoice; clientName: string },
): Promise<string> {
  const clientId = details.params.client_id as string
  const grant = new provider.Grant({ accountId, clientId })
  grant.jti = randomBytes(32).toString('base64url')
  const userId = accountId.startsWith('operator:') ? null : accountId
  const opened = await needs.grants.open(
    { id: grant.jti, teamId: team.id, userId, clientId, clientName },
    UNUSED_GRANT_SECONDS,
  )
  if (!opened) throw new Fault('FORBIDDEN', 'This account no longer belongs to the team.')
  const scope = (details.params.scope as string | undefined) ?? ''
  if (scope.split(' ').includes(OFFLINE_SCOPE)) grant.addOIDCScope(OFFLINE_SCOPE)
  for (const resource of [details.params.resource].flat()) grant.addResourceScope(resource as string, scope)
  return grant.save()
}

/** Ends the browser's session and starts the request again. */
async function switchAccount({ provider, root, visit, details }: Interaction): Promise<undefined> {
  const session = await provider.Session.findByUid(details.session!.uid)
  await session?.destroy()
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(details.params))
    for (const one of [value].flat()) if (typeof one === 'string') query.append(name, one)
  visit.outgoing.writeHead(303, {
    location: `${root}${PATHS.authorization}?${query}`,
    'cache-control': 'no-store',
  })
  visit.outgoing.end()
}

async function formFieldsOf({
  provider,
  details,
  needs,
}: Interaction): Promise<FormFields & { clientId: string }> {
  const clientId = details.params.client_id as string
  const client = await provider.Client.find(clientId)
  const redirect = new URL(details.params.redirect_uri as string)
  const target = /^https?:$/.test(redirect.protocol) ? redirect.origin : redirect.protocol
  return {
    token: needs.formToken(details.uid),
    formTargets: [target],
    clientId,
    clientName: printableName(client?.clientName ?? '') || clientId,
  }
}

/** Names may contain invisible or bidirectional characters that make them look like another. */
function printableName(name: string): string {
  return name
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .trim()
    .slice(0, 100)
}

function redirectTarget({ params }: Details): Pick<ConsentFields, 'redirectTo' | 'isLocal'> {
  const redirect = new URL(params.redirect_uri as string)
  const isWeb = /^https?:$/.test(redirect.protocol)
  return {
    redirectTo: isWeb ? redirect.host : `${redirect.protocol}//${redirect.host}`,
    isLocal: isNative(redirect),
  }
}

function problemPage(status: number, message: string): Page {
  return { status, headers: errorPage.headers, html: errorPage.render(message) }
}
