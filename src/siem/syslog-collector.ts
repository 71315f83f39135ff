import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { Egress } from '../egress/egress.ts'
import { FORMATS, lineOf } from './format.ts'
import type { Collector, Reporter } from './shipment.ts'
import { syslogFrame } from './syslog.ts'

const TLS = new Set(['tls:', 'syslog+tls:'])
const TCP_PORT = 514
const TLS_PORT = 6514

const GOODBYE_MS = 3_000

/** Syslog knows no receipt: a shipment counts when the other side closed after us, or stayed silent about it. */
export function syslogCollector(url: URL, connect: Egress['connect'], from: Reporter): Collector {
  const secure = TLS.has(url.protocol)
  const port = Number(url.port) || (secure ? TLS_PORT : TCP_PORT)
  return async ({ events, format }, signal) => {
    const socket = await connect({ hostname: url.hostname, port, secure }, signal)
    try {
      const frames = events.map((event) => syslogFrame(event, lineOf(FORMATS[format](event, from)), from))
      await sendAll(socket, Buffer.concat(frames), signal)
      return { state: 'accepted' }
    } finally {
      socket.destroy()
    }
  }
}

/** A receiver that has all of it sees our end and answers with its own; one that went away resets the connection. */
async function sendAll(socket: Socket, bytes: Buffer, signal: AbortSignal): Promise<void> {
  const patience = AbortSignal.any([signal, AbortSignal.timeout(GOODBYE_MS)])
  const closed = once(socket, 'close', { signal: patience })
  socket.resume()
  socket.end(bytes)
  try {
    await closed
  } catch (failure) {
    signal.throwIfAborted()
    const isSilent = patience.aborted && socket.writableFinished
    if (!isSilent) throw failure
  }
}
