import { z } from 'zod'
import {
  responseObject,
  successResponse,
  Timestamp,
  originField,
  closed,
  DefaultTrue,
  DefaultFalse,
  OptionalBoolean,
} from './fields.ts'

const DOMAIN = /^(?:\*\.)?[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/
const TOP_LEVEL_DOMAIN = /^(?:[a-z0-9]{1,63}|xn--[a-z0-9-]{1,59})$/

const Domain = z
  .string()
  .trim()
  .toLowerCase()
  .regex(DOMAIN, 'must be a domain such as example.com or *.example.com, without protocol, path or port')
const TopLevelDomain = z
  .string()
  .trim()
  .toLowerCase()
  .regex(TOP_LEVEL_DOMAIN, 'must be a top-level domain such as zip, without a dot')

const rules = z.strictObject({
  mode: z
    .enum(['off', 'normal'])
    .describe('`normal` checks each URL with a URL-risk checker, for 2 credits per URL.'),
  blacklist: z.array(Domain).max(1000).meta({
    description:
      'Domains that are always blocked. example.com matches itself and its subdomains, *.example.com only its subdomains.',
  }),
  whitelist: z.array(Domain).max(1000).meta({
    description: 'Domains that are always allowed, before every other rule; matched like the blacklist.',
  }),
  blockedTlds: z.array(TopLevelDomain).max(1000).describe('Top-level domains that are always blocked.'),
  riskScoreThreshold: z.int().min(0).max(100).meta({
    description: 'URLs with this risk score or more are blocked; lower is stricter.',
  }),
  failurePolicy: z
    .enum(['open', 'closed'])
    .describe('When the checker is unavailable: `closed` blocks, `open` allows.'),
})
const { mode, blacklist, whitelist, blockedTlds, riskScoreThreshold, failurePolicy } = rules.shape

/** Replaces fields of the organization's policy for one request. */
export const ThreatProtectionOverride = closed(
  rules.partial().meta({
    id: 'ThreatProtectionOverride',
    description: "Replaces the given fields of the organization's threat-protection policy for this request.",
  }),
)
export type ThreatProtectionOverride = z.output<typeof ThreatProtectionOverride>

/** A top-level override wins over one inside the scrape options, field by field. */
export function mergeOverrides(
  outer: ThreatProtectionOverride | undefined,
  inner: ThreatProtectionOverride | undefined,
): ThreatProtectionOverride | undefined {
  return outer && inner ? { ...inner, ...outer } : (outer ?? inner)
}

const policyFields = {
  mode: mode.default('normal'),
  blacklist: blacklist.default([]),
  whitelist: whitelist.default([]),
  blockedTlds: blockedTlds.default([]),
  riskScoreThreshold: riskScoreThreshold.default(75),
  failurePolicy: failurePolicy.default('closed'),
}

export const ThreatPolicy = z.strictObject(policyFields)
export type ThreatPolicy = z.output<typeof ThreatPolicy>

export const NewThreatProtection = z.strictObject({
  enabled: DefaultFalse,
  allowOverrides: DefaultTrue.describe('Whether a request may override the policy.'),
  enforced: DefaultFalse.describe('Whether an override must not disable screening.'),
  policy: ThreatPolicy.prefault({}),
})
export type NewThreatProtection = z.output<typeof NewThreatProtection>

export const ThreatProtection = z.strictObject({
  ...NewThreatProtection.shape,
  policyUpdatedAt: Timestamp.optional().describe(
    'When the policy was last saved; absent for the default policy.',
  ),
})
export type ThreatProtection = z.output<typeof ThreatProtection>

/** A change to `ThreatProtection`: sent fields replace the stored ones. */
export const ThreatProtectionChange = z.strictObject({
  enabled: z.boolean().optional(),
  allowOverrides: z.boolean().optional(),
  enforced: z.boolean().optional(),
  policy: z.strictObject(ThreatProtectionOverride.shape).optional(),
})
export type ThreatProtectionChange = z.output<typeof ThreatProtectionChange>

/** Body of `PUT /team/threat-protection`: the whole policy; omitted fields get their defaults. */
export const TeamThreatProtectionRequest = z.strictObject({
  ...policyFields,
  mode,
  allowRequestOverrides: DefaultTrue,
  ...originField,
})
export type TeamThreatProtectionRequest = z.output<typeof TeamThreatProtectionRequest>

export const TeamThreatProtectionResponse = successResponse({
  data: responseObject({
    ...rules.shape,
    allowRequestOverrides: z.boolean(),
    configured: OptionalBoolean.describe('Whether a policy was saved; if not, these are the defaults.'),
    updatedAt: Timestamp.nullish(),
  }),
})
