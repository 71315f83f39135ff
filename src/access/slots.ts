import { randomUUID } from 'node:crypto'
import { anySignal, orAborted } from '../concurrency/abort.ts'
import { Fault } from '../fault.ts'
import type { Lease } from './lease.ts'
import type { Document } from '../contract/document.ts'

/**
 * The slots of all teams, over all processes. A request is either granted at once or queued; `granted`
 * reports grants of queued ones.
 */
export interface SlotTable {
  request(slotId: string, teamId: string): Promise<'active' | 'waiting'>
  release(slotId: string): Promise<void>
  onGranted(onSlot: (slotId: string) => void): void
}

/** Permission to run one piece of work. Disposing it releases the slot. */
export interface Slot extends AsyncDisposable {
  readonly queuedMs: number
  readonly limited: boolean
  /** Aborts when the caller leaves, or when this process may have lost its slots. */
  readonly signal: AbortSignal
}

export type TakeSlot = (teamId: string, signal: AbortSignal, waitMs: number) => Promise<Slot>

/** Assigns the team's concurrency in the order of requests, over all processes. */
export function createSlots(table: SlotTable, lease: () => Lease): TakeSlot {
  const waiting = new Map<string, () => void>()
  table.onGranted((id) => waiting.get(id)?.())

  return async (teamId, signal, waitMs) => {
    const id = randomUUID()
    const lifetime = anySignal(signal, lease().signal)
    const since = performance.now()
    // Subscribes before the request, because the grant may arrive before the response.
    const granted = Promise.withResolvers<void>()
    waiting.set(id, granted.resolve)
    try {
      const limited = (await table.request(id, teamId)) === 'waiting'
      if (limited) await waitForSlot(granted.promise, lifetime, waitMs)
      return {
        queuedMs: limited ? Math.round(performance.now() - since) : 0,
        limited,
        signal: lifetime,
        async [Symbol.asyncDispose]() {
          lifetime[Symbol.dispose]()
          await table.release(id)
        },
      }
    } catch (failure) {
      lifetime[Symbol.dispose]()
      await table.release(id)
      throw failure
    } finally {
      waiting.delete(id)
    }
  }
}

async function waitForSlot(granted: Promise<void>, lifetime: AbortSignal, waitMs: number): Promise<void> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(slotTimeout()), waitMs)
  try {
    await orAborted(Promise.race([granted, timeout.promise]), lifetime)
  } finally {
    clearTimeout(timer)
  }
}

function slotTimeout(): Fault {
  return new Fault(
    'CONCURRENCY_QUEUE_TIMEOUT',
    'No concurrency slot became free within the timeout of this request. Lower your concurrency or raise the timeout.',
  )
}

/** Adds to a document whether it was queued for a slot. Without a slot there was no queue. */
export function addSlotMetadata(
  document: Document,
  slot: Pick<Slot, 'limited' | 'queuedMs'> | undefined,
): Document {
  return {
    ...document,
    metadata: {
      ...document.metadata,
      concurrencyLimited: slot?.limited ?? false,
      ...(slot?.limited && { concurrencyQueueDurationMs: slot.queuedMs }),
    },
  }
}
