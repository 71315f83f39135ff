import { STATUS_CODES } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Fault } from '../fault.ts'

/** Answers on a connection whose parser is gone, and closes it. */
export function refuseOnSocket(
  socket: Duplex,
  status: number,
  headers: Record<string, string> = {},
  text = '',
): void {
  if (!socket.writable) return void socket.destroy()
  const body = Buffer.from(text)
  const all = { ...headers, connection: 'close', 'content-length': String(body.length) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(
    Buffer.concat([Buffer.from(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`), body]),
  )
  // A client that does not close its side is not waited for.
  socket.once('finish', () => socket.destroy())
}

/** The fault as an answer of the gate's own: 403 for what is forbidden, otherwise that the target did not answer. */
export function refuseTunnel(socket: Duplex, fault: Fault): void {
  refuseOnSocket(socket, statusOf(fault), headersOf(fault), fault.message)
}

export function refuseRequest(response: ServerResponse, fault: Fault): void {
  if (response.headersSent) return void response.destroy()
  const body = Buffer.from(fault.message)
  response.writeHead(statusOf(fault), { ...headersOf(fault), 'content-length': body.length }).end(body)
}

/** Tells the gate's own answers from a target's, from which it is taken away. */
export const FAULT_HEADER = 'x-winnow-fault'

function headersOf(fault: Fault): Record<string, string> {
  return {
    [FAULT_HEADER]: fault.code,
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
  }
}

function statusOf({ code }: Fault): number {
  if (code === 'FORBIDDEN' || code === 'unsafe_domain_blocked') return 403
  if (code === 'BAD_REQUEST') return 400
  return code === 'SCRAPE_TIMEOUT' ? 504 : 502
}
