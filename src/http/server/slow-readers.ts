import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Log } from '../../log.ts'

/** The interval of checks, and the number of checks in a row without progress before the disconnect. */
export interface SlowReaderLimits {
  checkMs: number
  maxChecks: number
}

const DEFAULT_LIMITS: SlowReaderLimits = { checkMs: 3_000, maxChecks: 10 }

/** Disconnects clients that do not read their response, including files, streams and WebSockets. */
export function disconnectSlowReaders(
  server: FastifyInstance['server'],
  {
    log,
    slowReaderLimits: { checkMs, maxChecks } = DEFAULT_LIMITS,
  }: { log: Log; slowReaderLimits?: SlowReaderLimits },
): void {
  const readers = createSlowReaderCheck(maxChecks)
  server.on('connection', readers.watch)
  const timer = setInterval(() => {
    const connections = readers.check()
    if (connections > 0) log.info({ connections }, 'disconnected clients that did not read their response')
  }, checkMs).unref()
  server.once('close', () => clearInterval(timer))
}

/**
 * Ends connections whose client does not read: each holds its response in memory. Slow readers stay, and so
 * do streams with nothing to send. It counts checks rather than time, so that a suspended or busy process
 * does not blame its own pause on the client.
 */
export function createSlowReaderCheck(maxChecks: number) {
  const watched = new Map<Socket, { sentBytes: number; stalledChecks: number }>()
  return {
    watch(socket: Socket): void {
      watched.set(socket, { sentBytes: 0, stalledChecks: 0 })
      socket.once('close', () => watched.delete(socket))
    },

    /** Checks every connection and returns the number of those it ended. */
    check(): number {
      const stalled = [...watched].filter(([socket, seen]) => {
        const { sentBytes, unsentBytes } = outgoingOf(socket)
        const isStalled = unsentBytes > 0 && sentBytes === seen.sentBytes
        seen.sentBytes = sentBytes
        seen.stalledChecks = isStalled ? seen.stalledChecks + 1 : 0
        return seen.stalledChecks >= maxChecks
      })
      for (const [socket] of stalled) socket.destroy()
      return stalled.length
    },
  }
}

/**
 * The bytes that the system has taken from the process, and the rest. `writableLength` stays the same until a
 * whole write is done, and a response is one write. Node's own socket timeout uses the same counters, but any
 * byte from the client resets it.
 */
function outgoingOf(socket: Socket): { sentBytes: number; unsentBytes: number } {
  const { _handle: handle } = socket as { _handle?: { bytesWritten: number; writeQueueSize: number } | null }
  if (!handle) return { sentBytes: 0, unsentBytes: 0 }
  return {
    sentBytes: handle.bytesWritten - handle.writeQueueSize,
    unsentBytes: handle.writeQueueSize,
  }
}
