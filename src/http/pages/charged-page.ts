import { deadline } from '../../concurrency/abort.ts'
import { withTurn } from '../../access/access.ts'
import type { Charge, Price, Slot, TakeSlot } from '../../access/access.ts'
import type { Document } from '../../contract/document.ts'
import type { Call } from '../server/route.ts'
import type { TimeLimit } from '../server/request-rules.ts'

export interface PageNeeds extends TimeLimit {
  charge: Charge
  takeSlot: TakeSlot
}

/** The part of its time that a request may spend waiting for a slot; the rest is for the work itself. */
const QUEUE_SHARE = 2 / 3

export interface Turn {
  id: string
  /** Waits for the team's turn, once; gives the time of the work from then on. What costs next to nothing needs none. */
  take: () => Promise<AbortSignal>
  /** All the time there is, until a turn is taken. */
  time: AbortSignal
  tell: (document: Document) => Document
}

/** Charges for a page what it turns out to cost, lets it wait for the team's turn, and does the work within the time there is. */
export async function chargedPage(
  { charge, takeSlot, mostTimeoutMs }: PageNeeds,
  { who, signal }: Pick<Call<'team', unknown, unknown, unknown>, 'who' | 'signal'>,
  { price, timeoutMs }: { price: Price; timeoutMs: number },
  work: (turn: Turn) => Promise<Document>,
): Promise<{ success: true; data: Document }> {
  using time = deadline(signal, timeoutMs, mostTimeoutMs)
  const data = await charge(who, price, (id) =>
    inTurn(takeSlot, { teamId: who.teamId, time, timeoutMs }, async (take, slot) => {
      const value = await work({ id, take, time, tell: (document) => withTurn(document, slot()) })
      return { value, usedCredits: value.metadata!.creditsUsed! }
    }),
  )
  return { success: true, data }
}

/** Does work that may ask for the team's turn, and gives the turn back when it is done. */
export async function inTurn<Result>(
  takeSlot: TakeSlot,
  { teamId, time, timeoutMs }: { teamId: string; time: AbortSignal; timeoutMs: number },
  work: (take: Turn['take'], slot: () => Slot | undefined) => Promise<Result>,
): Promise<Result> {
  await using held = new AsyncDisposableStack()
  let slot: Slot | undefined
  const take = async () => {
    slot ??= held.use(await takeSlot(teamId, time, Math.round(timeoutMs * QUEUE_SHARE)))
    return slot.signal
  }
  return await work(take, () => slot)
}
