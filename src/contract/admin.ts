import { z } from 'zod'
import { responseObject, Timestamp, Id, successResponse, QueryTimestamp, pageFields } from './fields.ts'
import { keyLimitFields, keyLimitResponseFields, ApiKey, KeyName } from './api-keys.ts'
import { Siem, SiemChange } from './siem.ts'
import { NewThreatProtection, ThreatProtection, ThreatProtectionChange } from './threat-protection.ts'

const Name = z.string().trim().min(1).max(256)

export const OrganizationRequest = z.strictObject({
  name: Name,
  threatProtection: NewThreatProtection.prefault({}),
  siem: Siem.prefault({}),
})
export type OrganizationRequest = z.output<typeof OrganizationRequest>

/** Body of `PATCH /admin/v1/organizations/{id}`: sent fields replace the stored ones. */
export const OrganizationChange = z.strictObject({
  name: Name.optional(),
  threatProtection: ThreatProtectionChange.optional(),
  siem: SiemChange.optional(),
})
export type OrganizationChange = z.output<typeof OrganizationChange>

export const Organization = responseObject({
  id: Id,
  name: z.string(),
  threatProtection: ThreatProtection,
  siem: Siem,
  createdAt: Timestamp,
})
export type Organization = z.output<typeof Organization>

const RatePerMinute = z.int().min(0).nullable().default(null)

/** Concurrency and requests per minute of a team; null or omitted means unlimited. */
export const TeamLimits = z.strictObject({
  concurrency: z.int().min(1).nullable().default(null).describe('Pages at once.'),
  perMinute: z
    .strictObject({
      scrape: RatePerMinute,
      crawl: RatePerMinute,
      search: RatePerMinute,
      map: RatePerMinute,
      agent: RatePerMinute,
      parse: RatePerMinute,
      interact: RatePerMinute,
      status: RatePerMinute,
    })
    .prefault({})
    .describe('Requests of each kind per minute.'),
})

const Credits = z.int().min(0).nullable().describe('The remaining credits; null means unlimited.')

const ZeroDataRetention = z
  .boolean()
  .describe('Whether all requests of the team run under zero data retention.')

export const TeamRequest = z.strictObject({
  name: Name,
  organizationId: Id.optional().describe('Default: the first organization.'),
  credits: Credits.default(null),
  limits: TeamLimits.prefault({}),
  zeroDataRetention: ZeroDataRetention.default(false),
})

/** Body of `PATCH /admin/v1/teams/{id}`: `credits` sets the balance, `limits` replaces all limits. */
export const TeamChange = z.strictObject({
  name: Name.optional(),
  credits: Credits.optional(),
  limits: TeamLimits.optional(),
  zeroDataRetention: ZeroDataRetention.optional(),
})
export type TeamChange = z.output<typeof TeamChange>

export const Team = responseObject({
  id: Id,
  name: z.string(),
  organizationId: Id,
  partnerId: Id.nullable(),
  credits: z.number().nullable(),
  limits: TeamLimits,
  zeroDataRetention: z.boolean(),
  createdAt: Timestamp,
})
export type Team = z.output<typeof Team>

export const AdminKeyRequest = z.strictObject({ name: KeyName, ...keyLimitFields }).prefault({})

export const AdminKeyResponse = responseObject({ id: Id, apiKey: z.string(), ...keyLimitResponseFields })

export const WebhookSecretResponse = responseObject({ webhookSecret: z.string() })

export const PartnerRequest = z.strictObject({
  name: Name,
  couponCredits: z
    .int()
    .min(0)
    .default(0)
    .describe('Credits that each team created by the partner gets once.'),
})

export const PartnerKeyResponse = responseObject({ id: Id, partnerKey: z.string() })

export const Partner = responseObject({
  id: Id,
  name: z.string(),
  lastFour: z.string().optional(),
  couponCredits: z.int(),
  createdAt: Timestamp,
})
export type Partner = z.output<typeof Partner>

/** A page of a list, in the form of every admin list. */
function pageOf<Item extends z.ZodType>(item: Item) {
  return responseObject({
    data: z.array(item),
    nextCursor: z.string().nullable().describe('The cursor of the next page; null on the last page.'),
  })
}

export const OrganizationList = pageOf(Organization)
export const TeamList = pageOf(Team)
export const ApiKeyList = pageOf(ApiKey)
export const PartnerList = pageOf(Partner)

export const MemberRequest = z.strictObject({
  email: z
    .email()
    .max(320)
    .toLowerCase()
    .describe("The user's e-mail address, which gets the sign-in codes."),
})

export const Member = responseObject({ id: Id, email: z.string(), createdAt: Timestamp })
export type Member = z.output<typeof Member>

export const MemberList = pageOf(Member)

export const MemberParams = z.object({ id: Id, userId: Id })

/** A program that is connected to a team. */
const Connection = responseObject({
  id: Id,
  clientName: z.string().describe("The program's own name."),
  clientId: z.string(),
  email: z.string().nullable().describe('The user who connected it; null for the operator.'),
  createdAt: Timestamp,
  expiresAt: Timestamp,
})

export type Connection = z.output<typeof Connection>

export const ConnectionList = pageOf(Connection)

export const ConnectionParams = z.object({ id: Id, connectionId: Id })

export const ErasedResponse = successResponse({
  erased: z
    .record(z.string(), z.int().min(0))
    .describe('The number of deleted items by kind, such as `scrapes` or `crawlDocuments`.'),
})

const spanFields = {
  from: QueryTimestamp.optional().describe('Start of the period, inclusive, in the years 1970 to 9999.'),
  to: QueryTimestamp.optional().describe('End of the period, exclusive, in the years 1970 to 9999.'),
}

export const UsageQuery = z.object({ ...pageFields, ...spanFields, teamId: Id.optional() })

const UsageRow = responseObject({
  teamId: Id,
  teamName: z.string(),
  startDate: Timestamp,
  endDate: Timestamp.nullable(),
  creditsUsed: z.number(),
  requests: z.int().optional(),
})

export type UsageRow = z.output<typeof UsageRow>

export const UsageList = pageOf(UsageRow)

const JobState = z.enum(['queued', 'active', 'completed', 'cancelled', 'failed'])

export const JobQuery = z.object({
  ...pageFields,
  kind: z.string().min(1).max(64).optional(),
  status: JobState.optional(),
})

const JobRow = responseObject({
  id: Id,
  kind: z.string(),
  status: JobState,
  attempts: z.int(),
  error: z.string().nullable(),
  createdAt: Timestamp,
  startedAt: Timestamp.nullable(),
  finishedAt: Timestamp.nullable(),
})

export const JobList = pageOf(JobRow)

export const AuditQuery = z.object({
  ...pageFields,
  ...spanFields,
  organizationId: Id.optional(),
  teamId: Id.optional(),
})

const AuditRow = responseObject({
  id: Id,
  at: Timestamp,
  organizationId: Id.nullable(),
  teamId: Id.nullable(),
  actor: z.string().describe('The key, partner or operator that made the change.'),
  username: z.string().nullable().describe("The user name in the request's `audit` field."),
  action: z.string(),
  target: z.string().nullable(),
  details: z.record(z.string(), z.unknown()).optional(),
})

export type AuditRow = z.output<typeof AuditRow>

export const AuditList = pageOf(AuditRow)

export const PartnerAccountRequest = z.strictObject({
  email: z.email().max(320).toLowerCase().describe("The user's e-mail address."),
})

export const PartnerAccountResponse = responseObject({ apiKey: z.string(), alreadyExisted: z.boolean() })

export const PartnerKeyRequest = z.strictObject({ apiKey: z.string().min(1).max(512) })

export const PartnerValidateResponse = responseObject({ teamName: z.string(), email: z.string() })

export const PartnerRotateResponse = responseObject({
  apiKey: z.string().describe('The new key; the old one is invalid.'),
})
