import { createCharge } from './charge.ts'
import type { Charge, Ledger } from './charge.ts'
import { keylessLimitReached } from './keyless-days.ts'
import type { KeylessDays, KeylessLimits } from './keyless-days.ts'

type Spent = Pick<KeylessDays, 'take' | 'close'>

/**
 * The charge of callers without a key: what their team is charged with, their address pays from its day too. It is the
 * inner of the two, so that the team is charged with nothing that the address could not pay.
 */
export function createKeylessCharge(charge: Charge, days: Spent, limits: KeylessLimits): Charge {
  return (caller, price, work) => {
    if (!caller.keyless) return charge(caller, price, work)
    const chargeAddress = createCharge(ledgerOf(caller.keyless.address, days, limits))
    return charge(caller, price, (id) =>
      chargeAddress(caller, price, async () => {
        const done = await work(id)
        return { value: done, usedCredits: done.usedCredits }
      }),
    )
  }
}

/** The day of one address as a ledger. What its table lost is forgiven, so that closing always succeeds. */
function ledgerOf(address: string, days: Spent, limits: KeylessLimits): Ledger {
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
