import type { BrowserContext, Dialog, Page } from 'playwright-core'
import { RemoteError } from '../remote.ts'
import type { Known } from './known-objects.ts'
import { EVENTS } from './events.ts'
import type { TypeName } from './types.ts'

/** Hears of what happened, and what kind of object that is. */
type Tell = (listener: number, value: unknown, type: TypeName | undefined) => void

/** What a program listens for. */
export interface Listeners extends AsyncDisposable {
  listen(known: Known, event: unknown, listener: unknown): void
  unlisten(listener: unknown): void
}

const MAX_LISTENERS = 1_000

/**
 * A dialog stops its page until somebody answers it. Those of a page whose dialogs a program listens for are its own;
 * what it leaves open is dismissed in the end.
 */
export function createListeners(tell: Tell): Listeners {
  const listening = new Map<number, { stop(): void }>()
  const dialogs = new Set<Dialog>()

  return {
    listen({ object, type }, event, listener) {
      if (typeof event !== 'string' || !EVENTS[type]?.has(event)) {
        const known = [...(EVENTS[type]?.keys() ?? [])].join(', ')
        throw new RemoteError(`The event ${String(event)} cannot be listened for. There are: ${known}.`)
      }
      if (typeof listener !== 'number' || listening.has(listener)) throw new RemoteError('No such listener.')
      if (listening.size >= MAX_LISTENERS) throw new RemoteError('The program listens for too much at once.')
      const hear = (value: unknown) => {
        if (event === 'dialog') dialogs.add(value as Dialog)
        tell(listener, value, EVENTS[type]!.get(event))
      }
      const emitter = object as Page & BrowserContext
      emitter.on(event as 'close', hear)
      listening.set(listener, { stop: () => void emitter.off(event as 'close', hear) })
    },
    unlisten(listener) {
      const one = typeof listener === 'number' ? listening.get(listener) : undefined
      one?.stop()
      listening.delete(listener as number)
    },
    async [Symbol.asyncDispose]() {
      for (const one of listening.values()) one.stop()
      listening.clear()
      // Those that were answered refuse, and so do those of pages that are gone.
      await Promise.allSettled([...dialogs].map((dialog) => dialog.dismiss()))
    },
  }
}
