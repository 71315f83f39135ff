import { once } from 'node:events'
import type { AddressInfo, Server, Socket } from 'node:net'

/** A running server; disposal closes all its connections. */
export interface Listening extends AsyncDisposable {
  port: number
  /** The number of accepted connections, with or without a request. */
  readonly connections: number
  /** The number of open connections. */
  readonly open: number
}

/** Starts any TCP server on a free port; a port is given when another protocol must share its number. */
export async function listen(server: Server, address = '127.0.0.1', wantedPort = 0): Promise<Listening> {
  const sockets = new Set<Socket>()
  let connections = 0
  server.on('connection', (socket: Socket) => {
    connections++
    sockets.add(socket)
    // Clients here often reset their connections.
    socket.on('error', () => {}).once('close', () => sockets.delete(socket))
  })
  server.listen(wantedPort, address)
  await once(server, 'listening')

  return {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return connections
    },
    get open() {
      return sockets.size
    },
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
