import { deadline } from '../../concurrency/abort.ts'
import { addSlotMetadata } from '../../access/access.ts'
import type { Charge, Price, Slot, TakeSlot } from '../../access/access.ts'
import type { Document } from '../../contract/document.ts'
import type { Call } from '../server/route.ts'
import type { TimeLimit } from '../server/request-rules.ts'

export interface ChargedPageNeeds extends TimeLimit {
  charge: Charge
  takeSlot: TakeSlot
}

/** The part of its time that a request may wait for a slot; the rest is for the work. */
const MAX_QUEUE_SHARE = 2 / 3

export interface PageSlot {
  id: string
  /**
   * Waits for a concurrency slot of the team, once. Returns the signal for the remaining work. Nearly free
   * work needs no slot.
   */
  acquireSlot: () => Promise<AbortSignal>
  /** The request's time until a slot is acquired. */
  time: AbortSignal
  addSlotMetadata: (document: Document) => Document
}

/**
 * Charges the actual price of a page, waits for a slot of the team, and runs the work within the remaining
 * time.
 */
export async function chargePage(
  { charge, takeSlot, maxTimeoutMs }: ChargedPageNeeds,
  { caller, signal }: Pick<Call<'team', unknown, unknown, unknown>, 'caller' | 'signal'>,
  { price, timeoutMs }: { price: Price; timeoutMs: number },
  work: (pageSlot: PageSlot) => Promise<Document>,
): Promise<{ success: true; data: Document }> {
  using time = deadline(signal, timeoutMs, maxTimeoutMs)
  const data = await charge(caller, price, (id) =>
    withSlot(takeSlot, { teamId: caller.teamId, time, timeoutMs }, async (acquireSlot, slot) => {
      const value = await work({
        id,
        acquireSlot,
        time,
        addSlotMetadata: (document) => addSlotMetadata(document, slot()),
      })
      return { value, usedCredits: value.metadata!.creditsUsed! }
    }),
  )
  return { success: true, data }
}

/** Runs work that may acquire a slot of the team, and releases the slot afterwards. */
export async function withSlot<Result>(
  takeSlot: TakeSlot,
  { teamId, time, timeoutMs }: { teamId: string; time: AbortSignal; timeoutMs: number },
  work: (acquireSlot: PageSlot['acquireSlot'], slot: () => Slot | undefined) => Promise<Result>,
): Promise<Result> {
  await using held = new AsyncDisposableStack()
  let slot: Slot | undefined
  const acquireSlot = async () => {
    slot ??= held.use(await takeSlot(teamId, time, Math.round(timeoutMs * MAX_QUEUE_SHARE)))
    return slot.signal
  }
  return await work(acquireSlot, () => slot)
}
