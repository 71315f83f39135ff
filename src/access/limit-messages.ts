import { Fault } from '../fault.ts'
import type { CountIn } from './count-in.ts'
import { countedAddress } from './counted-address.ts'

const PER_MINUTE = 120

/** Refuses an address that sends too many messages to the tools without a key, whatever they ask for. */
export type LimitMessages = (ip: string) => Promise<void>

export function createLimitMessages(countIn: CountIn): LimitMessages {
  return async (ip) => {
    const { place, secondsLeft } = await countIn(`messages ${countedAddress(ip)}`, 60)
    if (place <= PER_MINUTE) return
    throw new Fault(
      'RATE_LIMITED',
      `Rate limit exceeded: ${PER_MINUTE} messages per minute without an API key. Please retry after ${secondsLeft}s.`,
      { retryAfterSeconds: secondsLeft },
    )
  }
}
