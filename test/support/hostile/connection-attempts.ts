import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

/** Every address that this process tried to connect to, refused or not. */
export interface ConnectionAttempts extends Disposable {
  /** The addresses dialled under a port, in order. */
  at(port: number): string[]
}

export function watchConnectionAttempts(): ConnectionAttempts {
  const attempts: { address: string; port: number }[] = []
  const onSocket = (message: unknown) => {
    const { socket } = message as { socket: Socket }
    socket.on('connectionAttempt', (address, port) => attempts.push({ address, port }))
  }
  subscribe('net.client.socket', onSocket)
  return {
    at: (port) => attempts.filter((attempt) => attempt.port === port).map(({ address }) => address),
    [Symbol.dispose]: () => void unsubscribe('net.client.socket', onSocket),
  }
}
