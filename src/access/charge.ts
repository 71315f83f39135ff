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
 * The credits of all teams. Each call is answered only when it is committed; calls that wait at the same time share
 * one statement. A hold belongs to this process: should the process die, another one releases it. A call that fails
 * leaves nothing held: the ledger releases the hold as soon as it can.
 */
export interface Ledger {
  hold(request: HoldRequest): Promise<{ held: true } | { held: false; balance: number }>
  /** Takes `usedCredits` and gives the rest back. False when the hold is no longer there. */
  settle(holdId: string, usedCredits: number): Promise<boolean>
  release(holdId: string): Promise<boolean>
}

/** What work costs: reserved before it starts, and found to be when it is done. */
export interface Price {
  /** The least it costs; refused with 402 when the team has less. */
  credits: number
  reason: string
  /** What a failure costs. Nothing, unless the price list says otherwise. */
  ofFailure?: (failure: unknown) => number
}

export type Charge = <Value>(
  caller: Pick<Caller, 'teamId' | 'keyId' | 'keyless'>,
  price: Price,
  /** Gets the id that the ledger knows the work by. */
  work: (id: string) => Promise<{ value: Value; usedCredits: number }>,
) => Promise<Value>

/** Holds credits, runs the work, then settles what it used, or gives the hold back when it failed. */
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
      // Should that fail too, the ledger sees to the hold by itself; the caller hears why the work failed.
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
 * Takes what was used. Work that turns out to cost more than was held for it is given only to who has that much; for
 * anybody else it was in vain, and free.
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

/** Takes more than was held for something, when the team has that much; otherwise it is refused with 402. */
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
    // Should that fail, the ledger sees to it by itself; what was taken is taken.
    await ledger.release(id).catch(() => undefined)
  }
}

function insufficientSurplus(credits: number, balance: number): Fault {
  const remainingCredits = Math.max(0, balance)
  return new Fault(
    'PAYMENT_REQUIRED',
    `Insufficient credits: this turned out to need ${credits} more than were held for it, the team has ${remainingCredits}. Nothing was charged.`,
    { details: { neededCredits: credits, remainingCredits } },
  )
}

/** Takes what work has cost that failed: all of it from who has that much, otherwise what was held for it. */
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

/** Adds up what is taken for a piece of work, however deep inside it that happens. */
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
