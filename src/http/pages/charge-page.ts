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

/** The part of its time that a request may spend waiting for a slot; the rest is for the work itself. */
const MAX_QUEUE_SHARE = 2 / 3

export interface PageSlot {
  id: string
  /** Waits for the team's turn, once; gives the time of the work from then on. What costs next to nothing needs none. */
  acquireSlot: () => Promise<AbortSignal>
  /** All the time there is, until a turn is taken. */
  time: AbortSignal
  addSlotMetadata: (document: Document) => Document
}

/** Charges for a page what it turns out to cost, lets it wait for the team's turn, and does the work within the time there is. */
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

/** Does work that may ask for the team's turn, and gives the turn back when it is done. */
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
