import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { listen } from './listening.ts'

/** Something internal that nobody may reach: it listens for TCP and UDP under one port and counts what arrives. */
export interface Trap extends AsyncDisposable {
  address: string
  port: number
  /** Root of its address as a page would write it, without a final slash. */
  url: string
  /** Connections and datagrams so far. */
  readonly contacts: number
}

/** An address of loopback that no test allows as a target. */
const INTERNAL = '127.0.0.2'

export async function startTrap(): Promise<Trap> {
  await using opening = new AsyncDisposableStack()
  // It answers like a web server, so that a page that gets through shows what it read.
  const server = createServer((socket) =>
    socket.end('HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: *\r\nContent-Length: 8\r\n\r\ninternal'),
  )
  const tcp = opening.use(await listen(server, INTERNAL))
  let datagrams = 0
  const udp = createSocket('udp4', () => datagrams++)
  opening.defer(() => void udp.close())
  udp.bind(tcp.port, INTERNAL)
  await once(udp, 'listening')

  const open = opening.move()
  return {
    address: INTERNAL,
    port: tcp.port,
    url: `http://${INTERNAL}:${tcp.port}`,
    get contacts() {
      return tcp.connections + datagrams
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}
