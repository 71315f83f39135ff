import { Fault } from '../fault.ts'
import type { Caller } from './caller.ts'
import { createCharge } from './charge.ts'
import type { Charge, Ledger } from './charge.ts'
import { parseAddress, unmapped } from '../egress/egress.ts'

/** Finds the team that all callers without a key belong to, with its limits and policies at the moment. */
export interface KeylessTeam {
  findCaller(): Promise<Omit<Caller, 'keyless'> | undefined>
}

interface AdmitNeeds {
  team: KeylessTeam
  days: Pick<KeylessDays, 'take'>
  limits: KeylessLimits
}

export type AdmitKeyless = (ip: string) => Promise<Caller>

/** What would become of a request that came from an address without a key now. */
export type CheckKeyless = (ip: string) => Promise<KeylessOutcome>

export function createCheckKeyless(days: Pick<KeylessDays, 'preview'>): CheckKeyless {
  return (ip) => days.preview(countedAddress(ip))
}

/** Counts a request against the day of its address, and refuses it when the day is used up. */
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

/** Options of a scrape, a search's scrapes or a parse, as far as they decide what is kept of it. */
interface RetentionOptions {
  formats: readonly { type: string }[]
  profile?: unknown
  zeroDataRetention?: boolean
  lockdown?: boolean
}

/**
 * What a caller may ask for. Callers without a key share one team, and nothing of one may reach another: no page of theirs is
 * kept, and what works only with something that is kept, or with somebody it is promised to, needs a key.
 */
export function keylessOptions<Options extends RetentionOptions>(
  { keyless }: Pick<Caller, 'keyless'>,
  options: Options,
): Options {
  if (!keyless) return options
  for (const [name, isAskedFor] of NEEDS_KEY) {
    if (isAskedFor(options))
      throw new Fault('FORBIDDEN', `${name}: this needs an API key, and the request came without one.`, {
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
 * The charge of callers without a key: what their team is charged with, their address pays from its day too. It is the
 * inner of the two, so that the team is charged with nothing that the address could not pay.
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

/** The day of one address as a ledger. What its table lost is forgiven, so that closing always succeeds. */
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

/** What one address may use in a day of UTC without a key; zero allows nothing. */
export interface KeylessLimits {
  requests: number
  credits: number
}

/** What is to be counted for an address: a request that came in, or credits for work that is about to begin. */
export type KeylessRequest = { address: string } & (
  | { requests: 1; hold?: never }
  | { requests?: never; hold: { id: string; credits: number } }
)

export type KeylessOutcome =
  | { taken: true }
  | { taken: false; reason: keyof KeylessLimits; leftCredits: number; secondsLeft: number }

/**
 * What addresses have used today, over all processes. Calls that wait at the same time share one statement. What a process
 * holds does not count any more when the process is gone; a call that fails leaves nothing held.
 */
export interface KeylessDays {
  take(request: KeylessRequest): Promise<KeylessOutcome>
  /** What would become of a request that needs one credit, without counting it. */
  preview(address: string): Promise<KeylessOutcome>
  close(holdId: string, usedCredits: number): Promise<void>
}

/** What a caller without a key is told whose address has used up its day. */
function keylessLimitReached(
  { reason, leftCredits, secondsLeft }: Extract<KeylessOutcome, { taken: false }>,
  limits: KeylessLimits,
  neededCredits = 1,
): Fault {
  const reasonText =
    reason === 'requests'
      ? `this address has used up the ${limits.requests} requests`
      : `this needs ${neededCredits} ${neededCredits === 1 ? 'credit' : 'credits'}, and this address has ${Math.max(0, leftCredits)} left of the ${limits.credits}`
  return new Fault(
    'KEYLESS_LIMIT_REACHED',
    `Daily limit without an API key: ${reasonText} of a day. Send an API key, or retry after ${secondsLeft}s, when the next day begins (UTC).`,
    { retryAfterSeconds: secondsLeft, fields: { reason, retry_after_seconds: secondsLeft } },
  )
}

/** How many of the eight parts of an IPv6 address name the network, within which anybody has as many addresses as he likes. */
const NETWORK_PARTS = 4

/**
 * What a caller without a key is counted by: its IPv4 address, or the network of its IPv6 address. What a proxy calls
 * otherwise shares one place, so that nobody gains by it.
 */
export function countedAddress(ip: string): string {
  const parsed = parseAddress(ip.replace(/%.*$/, ''))
  if (parsed === undefined) return 'unknown'
  const address = unmapped(parsed)
  if (!('parts' in address)) return address.toString()
  const network = address.parts.slice(0, NETWORK_PARTS).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}
