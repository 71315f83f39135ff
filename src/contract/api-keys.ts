import { isIP } from 'node:net'
import { z } from 'zod'
import { Timestamp, responseObject, successResponse, originField, Id } from './fields.ts'

/** An IP address, or a range in CIDR notation. */
interface IpRange {
  address: string
  family: 'ipv4' | 'ipv6'
  bits: number
}

/** Reads `10.1.2.3`, `10.0.0.0/8`, `2001:db8::7` or `2001:db8::/32`; undefined for any other text. */
export function parseIpRange(text: string): IpRange | undefined {
  const [address = '', prefix, ...rest] = text.split('/')
  const version = isIP(address)
  // An address with a zone belongs to one network interface of one machine.
  if (version === 0 || address.includes('%') || rest.length > 0) return undefined
  const widest = version === 6 ? 128 : 32
  const bits = prefix === undefined ? widest : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN
  if (!(bits <= widest)) return undefined
  return { address, family: version === 6 ? 'ipv6' : 'ipv4', bits }
}

/** The scopes of a key. Each team route has one of them, or none if every key may call it. */
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
  .refine((text) => Date.parse(text) > Date.now(), 'must be a time in the future')
  .transform((text) => new Date(text))

const AllowedIps = z
  .array(
    z.string().refine((text) => parseIpRange(text) !== undefined, {
      error: ({ input }) =>
        `must be an IP address or a CIDR range such as 10.0.0.0/8 or 2001:db8::/32, not '${String(input).slice(0, 100)}'`,
    }),
  )
  .min(1)
  .max(MAX_RANGES)

export const keyLimitFields = {
  expiresAt: ExpiresAt.nullish().describe('When the key expires, in ISO 8601. Null: never.'),
  allowedIps: AllowedIps.nullish().describe(
    'IPv4 and IPv6 addresses and CIDR ranges that may use the key. Null: all.',
  ),
  scopes: z
    .array(Scope)
    .min(1)
    .nullish()
    .describe('The scopes of the key, which select endpoints. Null: all.'),
}

export const keyLimitResponseFields = {
  expiresAt: Timestamp.nullable(),
  allowedIps: z.array(z.string()).nullable(),
  scopes: z.array(Scope).nullable(),
}

export const KeyName = z.string().trim().min(1).max(256).default('API key')

export const TeamKeyRequest = z
  .strictObject({ name: KeyName, ...keyLimitFields, ...originField })
  .prefault({})

/** A stored key without the secret itself. */
export const ApiKey = responseObject({
  id: Id,
  name: z.string(),
  lastFour: z.string().describe('The last characters of the key.'),
  createdAt: Timestamp,
  ...keyLimitResponseFields,
})
export type ApiKey = z.output<typeof ApiKey>

export const TeamKeysResponse = successResponse({ apiKeys: z.array(ApiKey) })

export const TeamKeyResponse = successResponse({ id: Id, apiKey: z.string(), ...keyLimitResponseFields })
