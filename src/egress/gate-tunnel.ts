import { request as send } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { connectTimeout } from './connect-time.ts'
import type { LeftMs } from './connect-time.ts'
import type { Dialled } from './dial.ts'
import { endToEnd } from './end-to-end.ts'
import { readUrl } from './gate-forward.ts'
import type { OpenPass } from './gate-pass.ts'
import { refuseOnSocket, refuseTunnel } from './gate-refusal.ts'
import type { Target } from './target.ts'

/** Answers CONNECT: a connection to the target that carries what the browser says to it, unread. */
export async function tunnel(
  request: IncomingMessage,
  socket: Socket,
  head: Buffer,
  pass: OpenPass,
): Promise<void> {
  const target = readAuthority(request.url ?? '')
  if (target === undefined) return refuseOnSocket(socket, 400)
  const dialled = await open(socket, target, pass)
  if (dialled === undefined) return
  const { socket: remote, leftMs } = dialled
  socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
  join(socket, remote, (sizeBytes) => pass.spend(sizeBytes, target.host))
  endLateHandshake(socket, remote, leftMs, () => pass.note(target.host, connectTimeout()))
  if (head.length > 0) socket.unshift(head)
}

/**
 * Carries a request to switch protocols, as a WebSocket begins with. Only when the target agrees do the two speak to each
 * other; otherwise the connection ends, so that no later request on it could pass the gate unread.
 */
export async function upgrade(
  request: IncomingMessage,
  socket: Socket,
  head: Buffer,
  pass: OpenPass,
): Promise<void> {
  const url = readUrl(request, /^(http|ws):$/)
  if (url === undefined || request.method !== 'GET' || hasBody(request)) return refuseOnSocket(socket, 400)
  const target = { ...targetOf(url, 80), host: url.hostname }
  const remote = (await open(socket, target, pass))?.socket
  if (remote === undefined) return
  const protocol = request.headers.upgrade ?? ''
  const headers = endToEnd(request.rawHeaders, NOT_SENT_ON)
  headers.push('Host', url.host, 'Connection', 'Upgrade', 'Upgrade', protocol)
  send({ path: url.pathname + url.search, headers, createConnection: () => remote })
    .on('upgrade', (answer, _, remoteHead) => {
      const lines = [...endToEnd(answer.rawHeaders, NOTHING), 'Connection', 'Upgrade', 'Upgrade', protocol]
      const text = lines.map((part, index) => part + (index % 2 === 0 ? ': ' : '\r\n')).join('')
      // Latin-1 is how they were read, so every byte goes out as it came in.
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${text}\r\n`, 'latin1')
      join(socket, remote, (sizeBytes) => pass.spend(sizeBytes, target.host))
      if (head.length > 0) socket.unshift(head)
      if (remoteHead.length > 0) remote.unshift(remoteHead)
    })
    .on('response', ({ statusCode = 502 }) => refuseOnSocket(socket, statusCode))
    .on('error', (error) => {
      if (!socket.destroyed) refuseTunnel(socket, pass.note(target.host, error))
    })
    .end()
  socket.once('close', () => remote.destroy())
}

const NOT_SENT_ON = new Set(['host', 'content-length', 'expect'])
const NOTHING = new Set<string>()
const IDLE_MS = 300_000

type NamedTarget = Target & { host: string }

/** `host:port` and nothing around it; the host is read as a URL reads it, which is what the browser did. */
function readAuthority(authority: string): NamedTarget | undefined {
  const [, port] = /^(?:\[[^\]@/?#\\\s]+\]|[^:@/?#\\\s[\]]+):(\d{1,5})$/.exec(authority) ?? []
  const url = port === undefined ? null : URL.parse(`https://${authority}/`)
  if (url === null || Number(port) === 0) return undefined
  return { ...targetOf(url, 443), host: url.hostname }
}

function targetOf(url: URL, defaultPort: number): Target {
  return { hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(url.port) || defaultPort }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

async function open(socket: Socket, target: NamedTarget, pass: OpenPass): Promise<Dialled | undefined> {
  if (!pass.hold(socket)) return undefined
  try {
    pass.admit(`https://${target.host}:${target.port}/`)
    const dialled = await pass.route.dial(target)
    for (const end of [socket, dialled.socket]) end.setTimeout(IDLE_MS, () => end.destroy())
    if (!socket.destroyed) return dialled
    dialled.socket.destroy()
  } catch (error) {
    if (!socket.destroyed) refuseTunnel(socket, pass.note(target.host, error))
  }
  return undefined
}

/**
 * Ends a tunnel whose target does not answer the browser's TLS handshake in the time that is left for connecting. The
 * browser itself would wait much longer.
 */
function endLateHandshake(browser: Socket, remote: Socket, leftMs: LeftMs, onLate: () => void): void {
  browser.once('data', (chunk: Buffer) => {
    if (chunk[0] !== TLS_HANDSHAKE) return
    const timer = setTimeout(() => {
      onLate()
      remote.destroy()
    }, leftMs())
    for (const event of ['data', 'close']) remote.once(event, () => clearTimeout(timer))
  })
}

/** The type of the first record of every TLS connection. */
const TLS_HANDSHAKE = 0x16

/** Pipes hold either side back while the other is slow; when one side is gone, so is the other. */
function join(browser: Socket, remote: Socket, spend: (sizeBytes: number) => void): void {
  for (const [from, to] of [
    [browser, remote],
    [remote, browser],
  ] as const) {
    from.on('data', (chunk: Buffer) => spend(chunk.length))
    from.once('close', () => to.destroySoon())
    from.pipe(to)
  }
}
