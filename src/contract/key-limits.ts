import { z } from 'zod'
import { Timestamp } from './answer.ts'
import { readIpRange } from './ip-range.ts'

/**
 * The families of endpoints that a key can be limited to. Each route of a team names the one it belongs to, or none if
 * every key may call it.
 */
export const Scope = z.enum([
  'scrape',
  'crawl',
  'map',
  'search',
  'parse',
  'agent',
  'interact',
  'monitor',
  'team',
])
export type Scope = z.output<typeof Scope>

const MAX_RANGES = 100

const ExpiresAt = z
  .string()
  .refine((text) => Timestamp.or(z.iso.date()).safeParse(text).success, {
    message: 'must be a date such as 2027-01-31T12:00:00Z or 2027-01-31',
    abort: true,
  })
  .refine((text) => Date.parse(text) > Date.now(), 'must be in the future')
  .transform((text) => new Date(text))

const AllowedIps = z
  .array(
    z.string().refine((text) => readIpRange(text) !== undefined, {
      error: ({ input }) =>
        `must be an IP address or a CIDR range such as 10.0.0.0/8 or 2001:db8::/32, not '${String(input).slice(0, 100)}'`,
    }),
  )
  .min(1)
  .max(MAX_RANGES)

/** The fields that limit a new key. */
export const keyLimitFields = {
  expiresAt: ExpiresAt.nullish().describe('When the key stops being valid, in ISO 8601. Null: never.'),
  allowedIps: AllowedIps.nullish().describe(
    'IP addresses and CIDR ranges, IPv4 and IPv6, that the key may be used from. Null: all.',
  ),
  scopes: z
    .array(Scope)
    .min(1)
    .nullish()
    .describe('The families of endpoints that the key may call. Null: all.'),
}

/** The limits of a key as they are shown. */
export const shownKeyLimits = {
  expiresAt: Timestamp.nullable(),
  allowedIps: z.array(z.string()).nullable(),
  scopes: z.array(Scope).nullable(),
}
