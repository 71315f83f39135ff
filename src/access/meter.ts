import { AsyncLocalStorage } from 'node:async_hooks'
import type { Ledger } from './charge.ts'

/** What has been taken for one piece of work so far. */
export interface Bill {
  credits: number
}

/** Adds up what is taken for a piece of work, however deep inside it that happens. */
export interface Meter {
  /** The same ledger, with what it takes counted. */
  over(ledger: Ledger): Ledger
  /** Counts on the bill what is taken while the work runs. */
  run<Result>(bill: Bill, work: () => Result): Result
}

export function createMeter(): Meter {
  const bills = new AsyncLocalStorage<Bill>()
  return {
    over: (ledger) => ({
      hold: ledger.hold,
      release: ledger.release,
      async settle(holdId, usedCredits) {
        const taken = await ledger.settle(holdId, usedCredits)
        const bill = bills.getStore()
        if (taken && bill) bill.credits += usedCredits
        return taken
      },
    }),
    run: (bill, work) => bills.run(bill, work),
  }
}
