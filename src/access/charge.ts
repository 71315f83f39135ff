import { randomUUID } from 'node:crypto'
import { AsyncLocalStorage } from 'node:async_hooks'
import { Fault } from '../fault.ts'
import type { Caller } from './caller.ts'

export interface HoldRequest {
  id: string
  teamId: string
  keyId: string | null
  credits: number
  reason: string
}

/**
 * The credits of all teams. Each call returns after its commit; concurrent calls share one statement. A hold
 * belongs to this process: if the process dies, another one releases it. A failed call leaves no hold: the
 * ledger releases it as soon as it can.
 */
export interface Ledger {
  hold(request: HoldRequest): Promise<{ held: true } | { held: false; balance: number }>
  /** Charges `usedCredits` and releases the rest. Returns false when the hold no longer exists. */
  settle(holdId: string, usedCredits: number): Promise<boolean>
  release(holdId: string): Promise<boolean>
}

/** The price of work: reserved before its start, and determined at its end. */
export interface Price {
  /** The minimum price; refused with 402 when the team has less. */
  credits: number
  reason: string
  /** The price of a failure. Zero by default. */
  ofFailure?: (failure: unknown) => number
}

export type Charge = <Value>(
  caller: Pick<Caller, 'teamId' | 'keyId' | 'keyless'>,
  price: Price,
  /** Gets the id of the work in the ledger. */
  work: (id: string) => Promise<{ value: Value; usedCredits: number }>,
) => Promise<Value>

/** Holds credits, runs the work, then charges the used credits. Releases the hold if the work fails. */
export function createCharge(ledger: Ledger): Charge {
  return async (caller, price, work) => {
    const id = randomUUID()
    const hold = {
      id,
      teamId: caller.teamId,
      keyId: caller.keyId,
      credits: price.credits,
      reason: price.reason,
    }
    const outcome = await ledger.hold(hold)
    if (!outcome.held) throw insufficientCredits(price.credits, outcome.balance)
    const result = await work(id).catch(async (failure: unknown) => {
      // If settling fails too, the ledger takes care of the hold. The caller gets the failure of the work.
      await settleFailed(ledger, hold, price.ofFailure?.(failure) ?? 0).catch(() => undefined)
      throw failure
    })
    if (!(await settleUsed(ledger, hold, result.usedCredits))) {
      throw new Fault('UNAVAILABLE', 'This request was interrupted and was not charged. Try again.')
    }
    return result.value
  }
}

/**
 * Charges the used credits. Work that costs more than its hold is returned only if the team can pay the
 * difference; otherwise it is discarded, and free.
 */
async function settleUsed(ledger: Ledger, hold: HoldRequest, usedCredits: number): Promise<boolean> {
  const { id, credits } = hold
  try {
    return await withSurplusHold(ledger, { ...hold, credits: usedCredits - credits }, () =>
      ledger.settle(id, usedCredits),
    )
  } catch (failure) {
    await ledger.release(id).catch(() => undefined)
    throw failure
  }
}

/** Charges more than was held, if the team can pay it; otherwise refuses with 402. */
export async function withSurplusHold<Result>(
  ledger: Ledger,
  surplus: Omit<HoldRequest, 'id'>,
  settle: () => Promise<Result>,
): Promise<Result> {
  if (surplus.credits <= 0) return await settle()
  const id = randomUUID()
  const outcome = await ledger.hold({ ...surplus, id })
  if (!outcome.held) throw insufficientSurplus(surplus.credits, outcome.balance)
  try {
    return await settle()
  } finally {
    // If releasing fails, the ledger takes care of the hold. The charge stands.
    await ledger.release(id).catch(() => undefined)
  }
}

function insufficientSurplus(credits: number, balance: number): Fault {
  const remainingCredits = Math.max(0, balance)
  return new Fault(
    'PAYMENT_REQUIRED',
    `Insufficient credits: this request costs ${credits} more than were held for it, the team has ${remainingCredits}. Nothing was charged.`,
    { details: { neededCredits: credits, remainingCredits } },
  )
}

/** Charges for failed work: its full price if the team can pay it, otherwise the held credits. */
export async function settleFailed(ledger: Ledger, hold: HoldRequest, usedCredits: number): Promise<void> {
  const { id, credits } = hold
  if (usedCredits <= 0) return void (await ledger.release(id))
  try {
    await withSurplusHold(ledger, { ...hold, credits: usedCredits - credits }, () =>
      ledger.settle(id, usedCredits),
    )
  } catch (failure) {
    if (!(failure instanceof Fault) || failure.code !== 'PAYMENT_REQUIRED') throw failure
    await ledger.settle(id, credits)
  }
}

export function insufficientCredits(needed: number, balance: number): Fault {
  return new Fault(
    'PAYMENT_REQUIRED',
    `Insufficient credits: this request needs ${needed}, the team has ${Math.max(0, balance)}.`,
    { details: { neededCredits: needed, remainingCredits: Math.max(0, balance) } },
  )
}

export interface Bill {
  credits: number
}

/** Adds up the credits charged for a piece of work, including nested work. */
export interface Meter {
  wrap(ledger: Ledger): Ledger
  run<Result>(bill: Bill, work: () => Result): Result
}

export function createMeter(): Meter {
  const bills = new AsyncLocalStorage<Bill>()
  return {
    wrap: (ledger) => ({
      hold: ledger.hold,
      release: ledger.release,
      async settle(holdId, usedCredits) {
        const settled = await ledger.settle(holdId, usedCredits)
        const bill = bills.getStore()
        if (settled && bill) bill.credits += usedCredits
        return settled
      },
    }),
    run: (bill, work) => bills.run(bill, work),
  }
}
