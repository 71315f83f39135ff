import { randomUUID } from 'node:crypto'
import { anySignal, orAborted } from '../concurrency/abort.ts'
import { Fault } from '../fault.ts'
import type { Lease } from './lease.ts'
import type { Document } from '../contract/document.ts'

/**
 * The slots of all teams, over all processes. A request is either granted at once or waits its turn; `granted` tells
 * of those that waited.
 */
export interface SlotTable {
  request(slotId: string, teamId: string): Promise<'active' | 'waiting'>
  giveBack(slotId: string): Promise<void>
  onGranted(hear: (slotId: string) => void): void
}

/** Permission to run one piece of work now. Leaving its block gives it back. */
export interface Slot extends AsyncDisposable {
  readonly queuedMs: number
  readonly limited: boolean
  /** Aborts when the caller gives up, or when this process may no longer count on its slots. */
  readonly signal: AbortSignal
}

export type TakeSlot = (teamId: string, signal: AbortSignal, waitMs: number) => Promise<Slot>

/** Hands out the team's concurrency, first come first served over all processes. */
export function createSlots(table: SlotTable, lease: () => Lease): TakeSlot {
  const waiting = new Map<string, () => void>()
  table.onGranted((id) => waiting.get(id)?.())

  return async (teamId, signal, waitMs) => {
    const id = randomUUID()
    const lifetime = anySignal(signal, lease().signal)
    const since = performance.now()
    // Listening begins before asking: the grant may be told before the answer arrives.
    const turn = Promise.withResolvers<void>()
    waiting.set(id, turn.resolve)
    try {
      const limited = (await table.request(id, teamId)) === 'waiting'
      if (limited) await waitForTurn(turn.promise, lifetime, waitMs)
      return {
        queuedMs: limited ? Math.round(performance.now() - since) : 0,
        limited,
        signal: lifetime,
        async [Symbol.asyncDispose]() {
          lifetime[Symbol.dispose]()
          await table.giveBack(id)
        },
      }
    } catch (failure) {
      lifetime[Symbol.dispose]()
      await table.giveBack(id)
      throw failure
    } finally {
      waiting.delete(id)
    }
  }
}

async function waitForTurn(turn: Promise<void>, lifetime: AbortSignal, waitMs: number): Promise<void> {
  const patience = Promise.withResolvers<never>()
  const timer = setTimeout(() => patience.reject(tookTooLong()), waitMs)
  try {
    await orAborted(Promise.race([turn, patience.promise]), lifetime)
  } finally {
    clearTimeout(timer)
  }
}

function tookTooLong(): Fault {
  return new Fault(
    'CONCURRENCY_QUEUE_TIMEOUT',
    'No concurrency slot became free within the time this request had. Lower your concurrency or raise the timeout.',
  )
}

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
