import type { Charge, Price, TakeSlot } from '../access/access.ts'
import type { Document } from '../contract/document.ts'
import { deadline } from './deadline.ts'
import type { Call } from './route.ts'

export interface PageNeeds {
  charge: Charge
  takeSlot: TakeSlot
}

/** The part of its time that a request may spend waiting for a slot; the rest is for the work itself. */
const QUEUE_SHARE = 2 / 3

/** The time of a piece of work, and what it adds to a document about its bill and its turn. */
export interface Turn {
  signal: AbortSignal
  bill: (document: Document) => Document
}

/** Charges for a page, waits for the team's turn, and does the work within the time there is. */
export async function chargedPage(
  { charge, takeSlot }: PageNeeds,
  { who, signal }: Pick<Call<'team', unknown, unknown, unknown>, 'who' | 'signal'>,
  { price, timeoutMs }: { price: Price; timeoutMs: number },
  work: (turn: Turn) => Promise<Document>,
): Promise<{ success: true; data: Document }> {
  using time = deadline(signal, timeoutMs)
  const data = await charge(who, price, async () => {
    await using slot = await takeSlot(who.teamId, time, Math.round(timeoutMs * QUEUE_SHARE))
    const bill = (document: Document) => withBill(document, slot, price.credits)
    return { value: await work({ signal: slot.signal, bill }), usedCredits: price.credits }
  })
  return { success: true, data }
}

function withBill(
  document: Document,
  slot: { limited: boolean; queuedMs: number },
  creditsUsed: number,
): Document {
  return {
    ...document,
    metadata: {
      ...document.metadata,
      creditsUsed,
      concurrencyLimited: slot.limited,
      ...(slot.limited && { concurrencyQueueDurationMs: slot.queuedMs }),
    },
  }
}
