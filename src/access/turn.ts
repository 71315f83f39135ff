import type { Document } from '../contract/document.ts'
import type { Slot } from './slots.ts'

/** Adds to a document what its bill was and whether it had to wait for its turn; without a slot it had none to wait for. */
export function withBill(
  document: Document,
  slot: Pick<Slot, 'limited' | 'queuedMs'> | undefined,
  creditsUsed: number,
): Document {
  return {
    ...document,
    metadata: {
      ...document.metadata,
      creditsUsed,
      concurrencyLimited: slot?.limited ?? false,
      ...(slot?.limited && { concurrencyQueueDurationMs: slot.queuedMs }),
    },
  }
}
