import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { listen } from './hostile/listening.ts'
import type { Listening } from './hostile/listening.ts'

/** Listens for TCP and UDP on every address of this machine, loopback included, and counts what arrives. */
export interface InternalListeners extends AsyncDisposable {
  /** One port for all of them. */
  port: number
  /** Where it could listen: `127.0.0.1:80`, `[::1]:80`, … */
  places: readonly string[]
  /** Connections and datagrams so far, all together. */
  readonly contacts: number
}

/** `alsoPorts` are taken where the system allows it and nobody else has them. */
export async function startInternalListeners(alsoPorts: readonly number[] = []): Promise<InternalListeners> {
  await using opening = new AsyncDisposableStack()
  const tcp: Listening[] = []
  const places: string[] = []
  let datagrams = 0

  async function listenAt(address: string, wantedPort: number): Promise<number> {
    const server = createServer(
      (socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\ninternal'),
    )
    const listening = opening.use(await listen(server, address, wantedPort))
    const udp = createSocket({ type: address.includes(':') ? 'udp6' : 'udp4' }, () => datagrams++)
    udp.bind(listening.port, address)
    await once(udp, 'listening')
    opening.defer(() => void udp.close())
    tcp.push(listening)
    places.push(`${address.includes(':') ? `[${address}]` : address}:${listening.port}`)
    return listening.port
  }

  const port = await listenAt('127.0.0.1', 0)
  const others = ownAddresses().filter((address) => address !== '127.0.0.1')
  for (const address of others) await listenAt(address, port).catch(() => {})
  for (const also of alsoPorts) {
    for (const address of ['127.0.0.1', ...others]) await listenAt(address, also).catch(() => {})
  }

  const open = opening.move()
  return {
    port,
    places,
    get contacts() {
      return datagrams + tcp.reduce((sum, { connections }) => sum + connections, 0)
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((list) =>
    (list ?? []).filter(({ scopeid = 0 }) => scopeid === 0).map(({ address }) => address),
  )
}
