import { setTimeout as delay } from 'node:timers/promises'
import { isFullDisk } from '../../fault.ts'
import type { Log } from '../../log.ts'
import { saysFullDisk } from './start-server.ts'
import type { Server } from './start-server.ts'

interface KeptServer {
  /** Settles when the server ended unasked and could not be brought back. */
  lost: Promise<unknown>
  stop(): Promise<void>
}

const MOST_RESTARTS = 3
const WITHIN_MS = 60_000
/** How long to wait for room before the next start. */
const PAUSE_MS = 2_000

/**
 * Brings a server back that ended without being asked, for instance because the kernel ran out of memory; its clients
 * reconnect to the same socket. One that keeps ending is given up, unless its disk is full: then it is started again until
 * there is room.
 */
export async function keepRunning(
  start: () => Promise<Server>,
  log: Log,
  pauseMs = PAUSE_MS,
): Promise<KeptServer> {
  let server = await start()
  let stopping = false

  async function watch(): Promise<unknown> {
    const restarts: number[] = []
    for (;;) {
      const { code, signal, lastLines } = await server.ended
      if (stopping) return undefined
      const now = performance.now()
      if (saysFullDisk(lastLines)) await delay(pauseMs)
      else if (restarts.push(now) > MOST_RESTARTS && now - restarts.at(-1 - MOST_RESTARTS)! < WITHIN_MS) {
        return new Error('The embedded database keeps ending.')
      }
      log.error({ code, signal }, 'the embedded database ended unasked; starting it again')
      server = await startWithRoom()
      // Asked to stop meanwhile, which reached only the server that was gone already.
      if (stopping) await server.stop()
    }
  }

  async function startWithRoom(): Promise<Server> {
    for (;;) {
      try {
        return await start()
      } catch (failure) {
        if (stopping || !isFullDisk(failure)) throw failure
        log.error({ err: failure }, 'the embedded database has no room to start; trying again')
        await delay(pauseMs)
      }
    }
  }

  const watching = watch().catch((failure: unknown) => failure)
  return {
    lost: watching.then((failure) => (stopping ? new Promise<never>(() => {}) : failure)),
    async stop() {
      stopping = true
      await server.stop()
      await watching
    },
  }
}
