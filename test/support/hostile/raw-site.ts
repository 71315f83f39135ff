import { createServer } from 'node:net'
import type { Socket } from 'node:net'
import { listen } from './listening.ts'
import type { Listening } from './listening.ts'

/** One request to a raw site. */
export interface Peer {
  socket: Socket
  /** How often this path was requested, including this time. */
  turn: number
  /** Repeats `work` until the peer disconnects. */
  every(ms: number, work: () => void): void
  /** The request line and headers, unparsed. */
  head: string
}

export type RawAnswer = (peer: Peer) => void

/** A site without an HTTP library, because libraries refuse to send such responses. */
export interface RawSite extends Listening {
  url: string
  /** The request heads for a path, in order. */
  heads(path: string): readonly string[]
}

export async function startRawSite(answers: Record<string, RawAnswer>): Promise<RawSite> {
  const heads = new Map<string, string[]>()
  const server = createServer((socket) => {
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
      const end = received.indexOf('\r\n\r\n')
      if (end < 0) return
      const head = received.slice(0, end)
      received = received.slice(end + 4)
      const path = head.split(' ')[1] ?? ''
      const seen = [...(heads.get(path) ?? []), head]
      heads.set(path, seen)
      answers[path]?.({ socket, turn: seen.length, head, every: (ms, work) => repeat(socket, ms, work) })
    })
  })
  const listening = await listen(server)
  return Object.assign(listening, {
    url: `http://127.0.0.1:${listening.port}`,
    heads: (path: string) => heads.get(path) ?? [],
  })
}

function repeat(socket: Socket, ms: number, work: () => void): void {
  const timer = setInterval(work, ms)
  socket.once('close', () => clearInterval(timer))
}
