import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Log } from '../../log.ts'

/** How often connections are looked at, and how many looks in a row may find that a client has read nothing. */
export interface SlowReaderLimits {
  checkMs: number
  maxChecks: number
}

const DEFAULT_LIMITS: SlowReaderLimits = { checkMs: 3_000, maxChecks: 10 }

/** Disconnects clients that leave what they asked for unread. Answers, files, streams and WebSockets are watched alike. */
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
    if (connections > 0) log.info({ connections }, 'disconnected clients that left their answers unread')
  }, checkMs).unref()
  server.once('close', () => clearInterval(timer))
}

/**
 * Ends connections whose client leaves an answer unread: each holds the answer in memory. A client that reads slowly
 * stays, and so does a stream with nothing to send. Looks are counted instead of time, so that a process that was
 * suspended or busy does not take its own pause for the client's.
 */
export function createSlowReaderCheck(maxChecks: number) {
  const watched = new Map<Socket, { sentBytes: number; stalledChecks: number }>()
  return {
    watch(socket: Socket): void {
      watched.set(socket, { sentBytes: 0, stalledChecks: 0 })
      socket.once('close', () => watched.delete(socket))
    },

    /** Looks at every connection, and answers how many it ended. */
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
 * How much the system has taken over from the process, and how much it has not. `writableLength` would not do: it stays
 * the same until a whole write is done, and an answer is one write. Node's own socket timeout reads the same counters,
 * but any byte that the client sends restarts it.
 */
function outgoingOf(socket: Socket): { sentBytes: number; unsentBytes: number } {
  const { _handle: handle } = socket as { _handle?: { bytesWritten: number; writeQueueSize: number } | null }
  if (!handle) return { sentBytes: 0, unsentBytes: 0 }
  return {
    sentBytes: handle.bytesWritten - handle.writeQueueSize,
    unsentBytes: handle.writeQueueSize,
  }
}
