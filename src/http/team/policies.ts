import type { Organizations, Caller, Organization } from '../../access/access.ts'
import {
  TeamThreatProtectionResponse,
  TeamThreatProtectionRequest,
  ThreatPolicy,
  ThreatProtection,
} from '../../contract/threat-protection.ts'
import { Fault } from '../../fault.ts'
import { routesWith } from '../server/route.ts'
import type { Call } from '../server/route.ts'
import {
  Siem,
  TeamSiemResponse,
  TeamSiemRequest,
  TeamSiemTestResponse,
  TeamSiemTestRequest,
  isEnforced,
  restoreMaskedHeaders,
  maskSiem,
} from '../../contract/siem.ts'
import { omit } from '../../contract/omit.ts'
import { requestEvent } from '../../siem/siem.ts'
import type { SiemEvent, TestCollector } from '../../siem/siem.ts'

const route = routesWith({ access: 'team', scope: 'team', bucket: 'status', tag: 'Team' })

/** The organization's policy, for any key of its teams. */
export function threatProtectionRoutes(organizations: Organizations) {
  return [
    route('GET /v2/team/threat-protection', "The organization's threat-protection policy", {
      response: TeamThreatProtectionResponse,
      errors: { 403: NOT_ENABLED },
      async handle({ caller }) {
        const organization = await organizations.find(caller.organizationId)
        return { success: true, data: policyResponse(requireEnabled(organization)) }
      },
    }),
    route('PUT /v2/team/threat-protection', 'Set the policy', {
      response: TeamThreatProtectionResponse,
      description: 'Replaces the whole policy: omitted fields get their defaults.',
      body: TeamThreatProtectionRequest,
      errors: { 403: `${NOT_ENABLED} Or \`mode\` is \`off\` while it is enforced.` },
      async handle({ caller, body }) {
        const changed = await organizations.change(
          caller.organizationId,
          (current) => ({ threatProtection: replacePolicy(requireEnabled(current), body) }),
          `key ${caller.keyId}`,
        )
        return { success: true, data: policyResponse(requireEnabled(changed)) }
      },
    }),
  ]
}

const NOT_ENABLED = 'Threat protection is not enabled for this organization. Ask the operator to enable it.'

function requireEnabled(organization: { threatProtection: unknown } | undefined): ThreatProtection {
  const threatProtection = ThreatProtection.parse(organization?.threatProtection ?? {})
  if (!threatProtection.enabled) throw new Fault('FORBIDDEN', NOT_ENABLED)
  return threatProtection
}

function replacePolicy(current: ThreatProtection, request: TeamThreatProtectionRequest): ThreatProtection {
  const { allowRequestOverrides, origin: _, ...policy } = request
  if (current.enforced && policy.mode === 'off') {
    throw new Fault(
      'FORBIDDEN',
      "mode: 'off' is not allowed, because the operator enforces threat protection. Use 'normal'.",
    )
  }
  return {
    ...current,
    allowOverrides: allowRequestOverrides,
    policy: ThreatPolicy.parse(policy),
    policyUpdatedAt: new Date().toISOString(),
  }
}

function policyResponse({ policy, allowOverrides, policyUpdatedAt }: ThreatProtection) {
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

/** The audit settings, for a team that is the only one of its organization. */
export function siemRoutes({ organizations, hasCollector, testCollector }: SiemNeeds) {
  /** The settings, and the reason why the team may not change them, if any. */
  const readSiem = async ({ organizationId, teamId }: Caller) => {
    const siem = siemOf(await organizations.find(organizationId))
    if (isEnforced(siem)) return { siem, refusal: ENFORCED }
    const isShared = await organizations.hasOtherTeams(organizationId, teamId)
    return { siem, refusal: isShared ? SHARED : undefined }
  }
  const readManaged = async (caller: Caller) => {
    const { siem, refusal } = await readSiem(caller)
    if (refusal !== undefined) throw new Fault('FORBIDDEN', refusal)
    return siem
  }
  return [
    route('GET /v2/team/siem', 'Where audit events go', {
      response: TeamSiemResponse,
      async handle({ caller }) {
        const { siem, refusal } = await readSiem(caller)
        return { success: true, data: settingsResponse(siem, refusal === undefined ? 'team' : 'operator') }
      },
    }),
    route('PUT /v2/team/siem', 'Set where audit events go', {
      description: 'Replaces all settings: omitted fields get their defaults.',
      body: TeamSiemRequest,
      response: TeamSiemResponse,
      errors: { 403: `${ENFORCED} Or: ${SHARED}` },
      async handle({ caller, body }) {
        await readManaged(caller)
        const change = (current: Organization) => ({
          siem: replaceSettings(siemOf(current), body, hasCollector),
        })
        const changed = await organizations.change(caller.organizationId, change, `key ${caller.keyId}`)
        return { success: true, data: settingsResponse(siemOf(changed), 'team') }
      },
    }),
    route('POST /v2/team/siem/test', 'Send one test event', {
      description: 'Sends the event of this request to the collector, even if events are disabled.',
      body: TeamSiemTestRequest,
      response: TeamSiemTestResponse,
      errors: { 403: `${ENFORCED} Or: ${SHARED}` },
      async handle({ caller, request, signal }) {
        const siem = await readManaged(caller)
        if (siem.url === undefined && !hasCollector)
          throw new Fault('BAD_REQUEST', 'There is no collector. Set its url with PUT /v2/team/siem.')
        const receipt = await testCollector(siem, eventOf(caller, request), signal)
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

const ENFORCED =
  'The operator manages where the audit events of this organization go. Ask the operator to change it.'
const SHARED = 'The organization has several teams that share one collector. Ask the operator to change it.'

/** Without a collector, events would be lost silently. */
export function checkCollector({ enabled, url }: Siem, hasCollector: boolean, field: string): void {
  if (!enabled || url !== undefined || hasCollector) return
  throw new Fault(
    'BAD_REQUEST',
    `${field}: a collector URL is required, because neither WINNOW_SIEM_URL nor WINNOW_SIEM_FILE is set.`,
  )
}

function siemOf(organization: Organization | undefined): Siem {
  return Siem.parse(organization?.siem ?? {})
}

/** Any key may set another collector, so masked header values are kept only for the same URL. */
function replaceSettings(current: Siem, body: TeamSiemRequest, hasCollector: boolean): Siem {
  const { url, ...settings } = omit(body, ['origin'])
  const siem = { ...settings, ...(url && { url }), enforced: false }
  // The operator may have enforced it in the meantime.
  if (isEnforced(current)) throw new Fault('FORBIDDEN', ENFORCED)
  checkCollector(siem, hasCollector, 'url')
  const { headers, masked } = restoreMaskedHeaders(current.headers, siem.headers)
  if (masked.length > 0 && siem.url !== current.url) {
    throw new Fault('BAD_REQUEST', `headers.${masked[0]}: send the value again, because 'url' has changed.`)
  }
  return { ...siem, headers }
}

function settingsResponse(siem: Siem, managedBy: 'team' | 'operator') {
  const { enabled, url = null, format, headers } = maskSiem(siem)
  return managedBy === 'team'
    ? { enabled, url, format, headers, managedBy }
    : { enabled, url: null, format, headers: {}, managedBy }
}

/** The audit event of a successful test request. */
function eventOf(caller: Caller, request: Call<'team', unknown, unknown, unknown>['request']): SiemEvent {
  return requestEvent(caller, {
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
