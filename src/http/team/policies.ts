import type { Organizations, Caller, Organization } from '../../access/access.ts'
import {
  TeamThreatProtectionAnswer,
  TeamThreatProtectionRequest,
  ThreatPolicy,
  ThreatProtection,
} from '../../contract/threat-protection.ts'
import { Fault } from '../../fault.ts'
import { routesWith } from '../server/route.ts'
import type { Call } from '../server/route.ts'
import {
  Siem,
  TeamSiemAnswer,
  TeamSiemRequest,
  TeamSiemTestAnswer,
  TeamSiemTestRequest,
  isEnforced,
  keptHeaders,
  shownSiem,
} from '../../contract/siem.ts'
import { without } from '../../contract/without.ts'
import { requestEvent } from '../../siem/siem.ts'
import type { SiemEvent, TestCollector } from '../../siem/siem.ts'

const route = routesWith({ access: 'team', scope: 'team', bucket: 'status', tag: 'Team' })

/** The policy of the organization, for whoever has a key of one of its teams. */
export function threatProtectionRoutes(organizations: Organizations) {
  return [
    route('GET /v2/team/threat-protection', "The organization's threat-protection policy", {
      answer: TeamThreatProtectionAnswer,
      alsoFails: { 403: NOT_ENABLED },
      async handle({ who }) {
        const organization = await organizations.find(who.organizationId)
        return { success: true, data: shownPolicy(enabledIn(organization)) }
      },
    }),
    route('PUT /v2/team/threat-protection', 'Set the policy', {
      answer: TeamThreatProtectionAnswer,
      description: 'Replaces the whole policy: what is left out goes back to its default.',
      body: TeamThreatProtectionRequest,
      alsoFails: { 403: `${NOT_ENABLED} Or \`mode\` is \`off\` while it is enforced.` },
      async handle({ who, body }) {
        const changed = await organizations.change(
          who.organizationId,
          (was) => ({ threatProtection: replacedPolicy(enabledIn(was), body) }),
          `key ${who.keyId}`,
        )
        return { success: true, data: shownPolicy(enabledIn(changed)) }
      },
    }),
  ]
}

const NOT_ENABLED = 'Threat protection is not enabled for this organization. The operator can enable it.'

function enabledIn(organization: { threatProtection: unknown } | undefined): ThreatProtection {
  const threatProtection = ThreatProtection.parse(organization?.threatProtection ?? {})
  if (!threatProtection.enabled) throw new Fault('FORBIDDEN', NOT_ENABLED)
  return threatProtection
}

function replacedPolicy(was: ThreatProtection, wanted: TeamThreatProtectionRequest): ThreatProtection {
  const { allowRequestOverrides, origin: _, ...policy } = wanted
  if (was.enforced && policy.mode === 'off') {
    throw new Fault('FORBIDDEN', "mode: cannot be 'off', because threat protection is enforced.")
  }
  return {
    ...was,
    allowOverrides: allowRequestOverrides,
    policy: ThreatPolicy.parse(policy),
    policyUpdatedAt: new Date().toISOString(),
  }
}

function shownPolicy({ policy, allowOverrides, policyUpdatedAt }: ThreatProtection) {
  return {
    ...policy,
    allowRequestOverrides: allowOverrides,
    configured: policyUpdatedAt !== undefined,
    updatedAt: policyUpdatedAt ?? null,
  }
}

export interface SiemNeeds {
  organizations: Organizations
  hasCollector: boolean
  testCollector: TestCollector
}

/** The settings of audit events, for a team that is the only one of its organization. */
export function siemRoutes({ organizations, hasCollector, testCollector }: SiemNeeds) {
  /** The settings, and why the team may not change them; undefined if it may. */
  const read = async ({ organizationId, teamId }: Caller) => {
    const siem = siemOf(await organizations.find(organizationId))
    if (isEnforced(siem)) return { siem, refusal: ENFORCED }
    const isShared = await organizations.hasOtherTeams(organizationId, teamId)
    return { siem, refusal: isShared ? SHARED : undefined }
  }
  const readManaged = async (who: Caller) => {
    const { siem, refusal } = await read(who)
    if (refusal !== undefined) throw new Fault('FORBIDDEN', refusal)
    return siem
  }
  return [
    route('GET /v2/team/siem', 'Where audit events go', {
      answer: TeamSiemAnswer,
      async handle({ who }) {
        const { siem, refusal } = await read(who)
        return { success: true, data: shownSettings(siem, refusal === undefined ? 'team' : 'operator') }
      },
    }),
    route('PUT /v2/team/siem', 'Set where audit events go', {
      description: 'Replaces all settings: what is left out goes back to its default.',
      body: TeamSiemRequest,
      answer: TeamSiemAnswer,
      alsoFails: { 403: `${ENFORCED} Or: ${SHARED}` },
      async handle({ who, body }) {
        await readManaged(who)
        const change = (was: Organization) => ({ siem: replacedSettings(siemOf(was), body, hasCollector) })
        const changed = await organizations.change(who.organizationId, change, `key ${who.keyId}`)
        return { success: true, data: shownSettings(siemOf(changed), 'team') }
      },
    }),
    route('POST /v2/team/siem/test', 'Send one test event', {
      description: 'Sends the event of this request to the collector, also while events are not enabled.',
      body: TeamSiemTestRequest,
      answer: TeamSiemTestAnswer,
      alsoFails: { 403: `${ENFORCED} Or: ${SHARED}` },
      async handle({ who, request, signal }) {
        const siem = await readManaged(who)
        if (siem.url === undefined && !hasCollector)
          throw new Fault('BAD_REQUEST', 'There is no collector. Set its url with PUT /v2/team/siem.')
        const receipt = await testCollector(siem, eventOf(who, request), signal)
        const isAccepted = receipt.state === 'accepted'
        return {
          success: true,
          data: {
            accepted: isAccepted,
            status: receipt.status ?? null,
            message: isAccepted
              ? 'The collector accepted the event.'
              : `The collector did not accept the event: ${receipt.reason}.`,
          },
        }
      },
    }),
  ]
}

const ENFORCED = 'The operator manages where the audit events of this organization go.'
const SHARED =
  'The organization has several teams, and the collector gets the events of all of them: only the operator can set it.'

/** Without a collector, events would be lost silently. */
export function checkCollector({ enabled, url }: Siem, hasCollector: boolean, field: string): void {
  if (!enabled || url !== undefined || hasCollector) return
  throw new Fault(
    'BAD_REQUEST',
    `${field}: name a collector, because the service has none: neither WINNOW_SIEM_URL nor WINNOW_SIEM_FILE is set.`,
  )
}

function siemOf(organization: Organization | undefined): Siem {
  return Siem.parse(organization?.siem ?? {})
}

/** Any key may set another collector, so hidden header values are kept only for the same URL. */
function replacedSettings(was: Siem, body: TeamSiemRequest, hasCollector: boolean): Siem {
  const { url, ...wanted } = without(body, ['origin'])
  const siem = { ...wanted, ...(url && { url }), enforced: false }
  // Another request may have enforced it meanwhile.
  if (isEnforced(was)) throw new Fault('FORBIDDEN', ENFORCED)
  checkCollector(siem, hasCollector, 'url')
  const { headers, hidden } = keptHeaders(was.headers, siem.headers)
  if (hidden.length > 0 && siem.url !== was.url) {
    throw new Fault('BAD_REQUEST', `headers.${hidden[0]}: send the value again, because url is another.`)
  }
  return { ...siem, headers }
}

function shownSettings(siem: Siem, managedBy: 'team' | 'operator') {
  const { enabled, url = null, format, headers } = shownSiem(siem)
  return managedBy === 'team'
    ? { enabled, url, format, headers, managedBy }
    : { enabled, url: null, format, headers: {}, managedBy }
}

/** The audit event that a successful test request has itself. */
function eventOf(who: Caller, request: Call<'team', unknown, unknown, unknown>['request']): SiemEvent {
  return requestEvent(who, {
    requestId: request.id,
    clientAddress: request.ip,
    userAgent: request.headers['user-agent'],
    method: request.method,
    route: request.routeOptions.url!,
    params: {},
    status: 200,
    durationMs: 0,
    credits: 0,
    requestBody: undefined,
    responseBody: undefined,
    failure: undefined,
  })
}
