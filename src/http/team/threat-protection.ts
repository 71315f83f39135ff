import type { Organizations } from '../../access/access.ts'
import {
  TeamThreatProtectionAnswer,
  TeamThreatProtectionRequest,
  ThreatPolicy,
  ThreatProtection,
} from '../../contract/threat-protection.ts'
import { Fault } from '../../fault.ts'
import { route } from '../server/route.ts'

const common = {
  access: 'team',
  scope: 'team',
  bucket: 'status',
  tag: 'Team',
  answer: TeamThreatProtectionAnswer,
} as const

/** The policy of the organization, for whoever has a key of one of its teams. */
export function threatProtectionRoutes(organizations: Organizations) {
  return [
    route('GET /v2/team/threat-protection', "The organization's threat-protection policy", {
      ...common,
      alsoFails: { 403: NOT_ENABLED },
      async handle({ who }) {
        const organization = await organizations.find(who.organizationId)
        return { success: true, data: shown(enabledIn(organization)) }
      },
    }),
    route('PUT /v2/team/threat-protection', 'Set the policy', {
      ...common,
      description: 'Replaces the whole policy: what is left out goes back to its default.',
      body: TeamThreatProtectionRequest,
      alsoFails: { 403: `${NOT_ENABLED} Or \`mode\` is \`off\` while it is enforced.` },
      async handle({ who, body }) {
        const changed = await organizations.change(
          who.organizationId,
          (was) => ({ threatProtection: replaced(enabledIn(was), body) }),
          `key ${who.keyId}`,
        )
        return { success: true, data: shown(enabledIn(changed)) }
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

function replaced(was: ThreatProtection, wanted: TeamThreatProtectionRequest): ThreatProtection {
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

function shown({ policy, allowOverrides, policyUpdatedAt }: ThreatProtection) {
  return {
    ...policy,
    allowRequestOverrides: allowOverrides,
    configured: policyUpdatedAt !== undefined,
    updatedAt: policyUpdatedAt ?? null,
  }
}
