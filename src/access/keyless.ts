import { Fault } from '../fault.ts'
import type { Caller } from './caller.ts'
import { createCharge } from './charge.ts'
import type { Charge, Ledger } from './charge.ts'
import { parseAddress, unmapped } from '../egress/egress.ts'

/** Finds the team of all callers without a key, with its current limits and policies. */
export interface KeylessTeam {
  findCaller(): Promise<Omit<Caller, 'keyless'> | undefined>
}

interface AdmitNeeds {
  team: KeylessTeam
  days: Pick<KeylessDays, 'take'>
  limits: KeylessLimits
}

export type AdmitKeyless = (ip: string) => Promise<Caller>

/** Predicts the outcome of a request without a key from an IP address. */
export type CheckKeyless = (ip: string) => Promise<KeylessOutcome>

export function createCheckKeyless(days: Pick<KeylessDays, 'preview'>): CheckKeyless {
  return (ip) => days.preview(countedAddress(ip))
}

/** Counts a request against the daily limit of its IP address, and refuses it when the limit is reached. */
export function createAdmitKeyless({ team, days, limits }: AdmitNeeds): AdmitKeyless {
  return async (ip) => {
    const address = countedAddress(ip)
    const outcome = await days.take({ address, requests: 1 })
    if (!outcome.taken) throw keylessLimitReached(outcome, limits)
    const caller = await team.findCaller()
    if (caller === undefined)
      throw new Fault('UNAUTHORIZED', "Unauthorized: send an API key as 'Authorization: Bearer <key>'.")
    return { ...caller, keyless: { address } }
  }
}

/** The options of a scrape, a search's scrapes or a parse that control what is stored. */
interface RetentionOptions {
  formats: readonly { type: string }[]
  profile?: unknown
  zeroDataRetention?: boolean
  lockdown?: boolean
}

/**
 * Restricts the options of callers without a key. They share one team, so none may see data of another: none
 * of their pages is stored, and options that need storage or an identity require a key.
 */
export function keylessOptions<Options extends RetentionOptions>(
  { keyless }: Pick<Caller, 'keyless'>,
  options: Options,
): Options {
  if (!keyless) return options
  for (const [name, isAskedFor] of NEEDS_KEY) {
    if (isAskedFor(options))
      throw new Fault('FORBIDDEN', `${name}: requires an API key, but the request has none.`, {
        details: { needs: 'apiKey' },
      })
  }
  return 'storeInCache' in options ? { ...options, storeInCache: false } : options
}

const NEEDS_KEY: readonly [string, (options: RetentionOptions) => boolean][] = [
  ['profile', ({ profile }) => profile !== undefined],
  ['formats: changeTracking', ({ formats }) => formats.some(({ type }) => type === 'changeTracking')],
  ['lockdown', ({ lockdown }) => lockdown === true],
  ['zeroDataRetention', ({ zeroDataRetention }) => zeroDataRetention === true],
]

type DayLedger = Pick<KeylessDays, 'take' | 'close'>

/**
 * The charge of callers without a key: each charge to the team also counts against the daily limit of the IP
 * address. The IP address is checked inside the team's charge, so the team pays only if the limit allows it.
 */
export function createKeylessCharge(charge: Charge, days: DayLedger, limits: KeylessLimits): Charge {
  return (caller, price, work) => {
    if (!caller.keyless) return charge(caller, price, work)
    const chargeAddress = createCharge(dailyLedger(caller.keyless.address, days, limits))
    return charge(caller, price, (id) =>
      chargeAddress(caller, price, async () => {
        const done = await work(id)
        return { value: done, usedCredits: done.usedCredits }
      }),
    )
  }
}

/** The daily limit of one IP address as a ledger. Missing holds are ignored, so settling always succeeds. */
function dailyLedger(address: string, days: DayLedger, limits: KeylessLimits): Ledger {
  const close = async (holdId: string, usedCredits: number) => {
    await days.close(holdId, usedCredits)
    return true
  }
  return {
    async hold({ id, credits }) {
      const outcome = await days.take({ address, hold: { id, credits } })
      if (!outcome.taken) throw keylessLimitReached(outcome, limits, credits)
      return { held: true }
    },
    settle: close,
    release: (holdId) => close(holdId, 0),
  }
}

/** The daily limits (UTC) of one IP address without a key. Zero disables keyless requests. */
export interface KeylessLimits {
  requests: number
  credits: number
}

/** An event that counts for an IP address: a request, or credits for work that is about to start. */
export type KeylessRequest = { address: string } & (
  | { requests: 1; hold?: never }
  | { requests?: never; hold: { id: string; credits: number } }
)

export type KeylessOutcome =
  | { taken: true }
  | { taken: false; reason: keyof KeylessLimits; leftCredits: number; secondsLeft: number }

/**
 * The use of today per IP address, over all processes. Concurrent calls share one statement. Holds of dead
 * processes do not count, and a failed call leaves no hold.
 */
export interface KeylessDays {
  take(request: KeylessRequest): Promise<KeylessOutcome>
  /** The outcome of a request that needs one credit, without counting it. */
  preview(address: string): Promise<KeylessOutcome>
  close(holdId: string, usedCredits: number): Promise<void>
}

/** The error for a caller without a key whose IP address has reached its daily limit. */
function keylessLimitReached(
  { reason, leftCredits, secondsLeft }: Extract<KeylessOutcome, { taken: false }>,
  limits: KeylessLimits,
  neededCredits = 1,
): Fault {
  const reasonText =
    reason === 'requests'
      ? `this IP address has used up the ${limits.requests} requests`
      : `this needs ${neededCredits} ${neededCredits === 1 ? 'credit' : 'credits'}, and this IP address has ${Math.max(0, leftCredits)} left of the ${limits.credits}`
  return new Fault(
    'KEYLESS_LIMIT_REACHED',
    `Daily limit without an API key: ${reasonText} of a day. Send an API key, or retry after ${secondsLeft}s, when the next day begins (UTC).`,
    { retryAfterSeconds: secondsLeft, fields: { reason, retry_after_seconds: secondsLeft } },
  )
}

/**
 * The number of 16-bit groups of an IPv6 address that identify the network, within which a caller can use any
 * address.
 */
const NETWORK_PARTS = 4

/**
 * The key for counting a caller without a key: its IPv4 address, or the network of its IPv6 address. All
 * other values from a proxy share one key, so that a forged value gives no advantage.
 */
export function countedAddress(ip: string): string {
  const parsed = parseAddress(ip.replace(/%.*$/, ''))
  if (parsed === undefined) return 'unknown'
  const address = unmapped(parsed)
  if (!('parts' in address)) return address.toString()
  const network = address.parts.slice(0, NETWORK_PARTS).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}
