import { createServer } from 'node:net'
import type { Socket } from 'node:net'
import { listen } from './listening.ts'
import type { Listening } from './listening.ts'

/** One request as a raw answer sees it. */
export interface Peer {
  socket: Socket
  /** How often this path was asked for, this time included. */
  turn: number
  /** Does something again and again until the peer is gone. */
  every(ms: number, work: () => void): void
  /** The first line and the headers, as they came. */
  head: string
}

export type RawAnswer = (peer: Peer) => void

/** A site without an HTTP library, because no library sends what it sends. */
export interface RawSite extends Listening {
  url: string
  /** The heads of the requests for a path, in order. */
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
