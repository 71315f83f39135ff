import { once } from 'node:events'
import { isIP } from 'node:net'
import type { Socket } from 'node:net'
import { connect as startTls } from 'node:tls'
import { orAborted } from '../work/abort.ts'
import { plainName } from './allowed-targets.ts'
import { inConnectTime } from './connect-time.ts'
import type { Dial } from './dial.ts'
import { targetFault } from './target-fault.ts'
import type { Target } from './target.ts'

/** Where a connection of any protocol is wanted to, and whether it is over TLS. */
export type StreamTarget = Target & { secure: boolean }

/** Dials a judged target; over TLS the certificate must be trusted and be for the host name. */
export async function openStream(
  dial: Dial['open'],
  { secure, ...target }: StreamTarget,
  signal: AbortSignal,
): Promise<Socket> {
  const dialled = dial(target)
  try {
    signal.throwIfAborted()
    const { socket, leftMs } = await orAborted(dialled, signal)
    if (!secure) return socket
    return await inConnectTime(leftMs, handshake(socket, plainName(target.hostname), signal))
  } catch (error) {
    // A connection that comes about after nobody waits for it any more is of no use.
    dialled.then(({ socket }) => socket.destroy()).catch(() => undefined)
    throw targetFault(error, signal, { answered: false })
  }
}

async function handshake(socket: Socket, name: string, signal: AbortSignal): Promise<Socket> {
  const secured = startTls({
    socket,
    host: name,
    ...(isIP(name) === 0 && { servername: name }),
    minVersion: 'TLSv1.2',
  })
  // It stays for the connection's life: an error between two owners must not end the process.
  secured.on('error', () => {})
  try {
    await once(secured, 'secureConnect', { signal })
    return secured
  } catch (error) {
    secured.destroy()
    throw error
  }
}
