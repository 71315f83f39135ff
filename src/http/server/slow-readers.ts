import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Log } from '../../log.ts'

/** How often connections are looked at, and how many looks in a row may find that a client has read nothing. */
export interface ReadPatience {
  everyMs: number
  looks: number
}

const THIRTY_SECONDS: ReadPatience = { everyMs: 3_000, looks: 10 }

/** Disconnects clients that leave what they asked for unread. Answers, files, streams and WebSockets are watched alike. */
export function endSlowReaders(
  server: FastifyInstance['server'],
  { log, readPatience: { everyMs, looks } = THIRTY_SECONDS }: { log: Log; readPatience?: ReadPatience },
): void {
  const readers = createSlowReaders(looks)
  server.on('connection', readers.watch)
  const timer = setInterval(() => {
    const connections = readers.look()
    if (connections > 0) log.info({ connections }, 'disconnected clients that left their answers unread')
  }, everyMs).unref()
  server.once('close', () => clearInterval(timer))
}

/**
 * Ends connections whose client leaves an answer unread: each holds the answer in memory. A client that reads slowly
 * stays, and so does a stream with nothing to send. Looks are counted instead of time, so that a process that was
 * suspended or busy does not take its own pause for the client's.
 */
export function createSlowReaders(looks: number) {
  const watched = new Map<Socket, { sentBytes: number; stalledLooks: number }>()
  return {
    watch(socket: Socket): void {
      watched.set(socket, { sentBytes: 0, stalledLooks: 0 })
      socket.once('close', () => watched.delete(socket))
    },

    /** Looks at every connection, and answers how many it ended. */
    look(): number {
      const stalled = [...watched].filter(([socket, seen]) => {
        const { sentBytes, unsentBytes } = outgoingOf(socket)
        const isStalled = unsentBytes > 0 && sentBytes === seen.sentBytes
        seen.sentBytes = sentBytes
        seen.stalledLooks = isStalled ? seen.stalledLooks + 1 : 0
        return seen.stalledLooks >= looks
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
