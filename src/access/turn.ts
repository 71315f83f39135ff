import type { Document } from '../contract/document.ts'
import type { Slot } from './slots.ts'

/** Adds to a document whether it had to wait for its turn; without a slot it had none to wait for. */
export function withTurn(document: Document, slot: Pick<Slot, 'limited' | 'queuedMs'> | undefined): Document {
  return {
    ...document,
    metadata: {
      ...document.metadata,
      concurrencyLimited: slot?.limited ?? false,
      ...(slot?.limited && { concurrencyQueueDurationMs: slot.queuedMs }),
    },
  }
}
