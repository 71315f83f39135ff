import type { Log } from '../../log.ts'
import type { Server } from './start-server.ts'

interface KeptServer {
  /** Settles when the server ended unasked and could not be brought back. */
  lost: Promise<unknown>
  stop(): Promise<void>
}

const MOST_RESTARTS = 3
const WITHIN_MS = 60_000

/**
 * Brings a server back that ended without being asked, for instance because the kernel ran out of memory; its clients
 * reconnect to the same socket. One that keeps ending is given up.
 */
export async function keepRunning(start: () => Promise<Server>, log: Log): Promise<KeptServer> {
  let server = await start()
  let stopping = false

  async function watch(): Promise<unknown> {
    const restarts: number[] = []
    for (;;) {
      const { code, signal } = await server.ended
      if (stopping) return undefined
      const now = performance.now()
      if (restarts.push(now) > MOST_RESTARTS && now - restarts.at(-1 - MOST_RESTARTS)! < WITHIN_MS) {
        return new Error('The embedded database keeps ending.')
      }
      log.error({ code, signal }, 'the embedded database ended unasked; starting it again')
      server = await start()
      // Asked to stop meanwhile, which reached only the server that was gone already.
      if (stopping) await server.stop()
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
