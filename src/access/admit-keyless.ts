import { Fault } from '../fault.ts'
import type { Caller } from './caller.ts'
import { countedAddress } from './counted-address.ts'
import { keylessLimitReached } from './keyless-days.ts'
import type { KeylessDays, KeylessLimits, KeylessOutcome } from './keyless-days.ts'

/** Finds the team that all callers without a key belong to, with its limits and policies at the moment. */
export interface KeylessTeam {
  findCaller(): Promise<Omit<Caller, 'keyless'> | undefined>
}

interface AdmitNeeds {
  team: KeylessTeam
  days: Pick<KeylessDays, 'take'>
  limits: KeylessLimits
}

/** Who calls from an address without a key. */
export type AdmitKeyless = (ip: string) => Promise<Caller>

/** What would become of a request that came from an address without a key now. */
export type KeylessDay = (ip: string) => Promise<KeylessOutcome>

/** Looks at the day of an address without counting anything. */
export function createKeylessDay(days: Pick<KeylessDays, 'look'>): KeylessDay {
  return (ip) => days.look(countedAddress(ip))
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
