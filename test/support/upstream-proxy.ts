import { createServer as createHttpServer, request as sendHttp } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { connect, createServer } from 'node:net'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { listen } from './hostile/listening.ts'
import type { Listening } from './hostile/listening.ts'

/** An operator's proxy on loopback. Wherever it is asked to connect to, it leads to one site. */
export interface UpstreamProxy extends Listening {
  /** What it was asked for, in order: `CONNECT host:port`, `GET http://…` or `SOCKS host:port`. */
  asked: string[]
  /** The credentials that came along, `user:password`, one for each of `asked`. */
  credentials: (string | undefined)[]
}

export interface UpstreamProxyOptions {
  /** Port of the site on 127.0.0.1 that everything leads to. */
  sitePort: number
  /** The only credentials it takes; absent: it asks for none. */
  credentials?: string
  /** Refuses every target with this status, or reply of SOCKS. */
  refusal?: number
  /** Speaks TLS to its clients with this certificate. */
  identity?: { key: string; cert: string }
}

export async function startHttpProxy(options: UpstreamProxyOptions): Promise<UpstreamProxy> {
  const { sitePort, credentials: wanted, refusal, identity } = options
  const asked: string[] = []
  const credentials: (string | undefined)[] = []
  const refusalOf = ({ method, url, headers }: IncomingMessage) => {
    const given = headers['proxy-authorization']
    asked.push(`${method} ${url}`)
    credentials.push(given && Buffer.from(given.replace('Basic ', ''), 'base64').toString())
    return wanted !== undefined && credentials.at(-1) !== wanted ? 407 : refusal
  }

  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    const status = refusalOf(request)
    if (status !== undefined) return void response.writeHead(status).end()
    const { pathname, search } = new URL(request.url ?? '')
    const path = pathname + search
    const onward = sendHttp(
      { port: sitePort, method: request.method, path, headers: request.headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(response)
      },
    )
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  }
  const onConnect = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const status = refusalOf(request)
    if (status !== undefined) return void socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`)
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    pipeToSite(socket as Socket, sitePort, head)
  }
  const server = identity ? createHttpsServer(identity, onRequest) : createHttpServer(onRequest)
  server.on('connect', onConnect)
  return Object.assign(await listen(server), { asked, credentials })
}

export async function startSocksProxy(options: UpstreamProxyOptions): Promise<UpstreamProxy> {
  const asked: string[] = []
  const credentials: (string | undefined)[] = []
  const server = createServer(
    (socket) => void serveSocks(socket, options, { asked, credentials }).catch(() => socket.destroy()),
  )
  return Object.assign(await listen(server), { asked, credentials })
}

async function serveSocks(
  socket: Socket,
  { sitePort, credentials: wanted, refusal = 0 }: UpstreamProxyOptions,
  seen: { asked: string[]; credentials: (string | undefined)[] },
): Promise<void> {
  const chunks = socket[Symbol.asyncIterator]()
  const next = async () => (await chunks.next()).value as Buffer
  const method = wanted === undefined ? 0 : 2
  const [, , offered] = await next()
  if (offered !== method) return void socket.end(Buffer.from([5, 255]))
  socket.write(Buffer.from([5, method]))
  let given: string | undefined
  if (method === 2) {
    const message = await next()
    const userLength = message[1]!
    given = `${message.subarray(2, 2 + userLength)}:${message.subarray(3 + userLength)}`
    const isRight = given === wanted
    socket.write(Buffer.from([1, isRight ? 0 : 1]))
    if (!isRight) return void socket.end()
  }
  const request = await next()
  const port = request.readUInt16BE(request.length - 2)
  const host = request[3] === 3 ? request.subarray(5, -2).toString() : request.subarray(4, -2).join('.')
  seen.asked.push(`SOCKS ${host}:${port}`)
  seen.credentials.push(given)
  // In two pieces, as networks deliver: nothing may depend on where a message is cut.
  socket.write(Buffer.from([5, refusal, 0, 1, 127]))
  socket.write(Buffer.from([0, 0, 1, 0, 80]))
  if (refusal === 0) pipeToSite(socket, sitePort, Buffer.alloc(0), chunks)
}

function pipeToSite(socket: Socket, port: number, head: Buffer, chunks?: AsyncIterator<Buffer>): void {
  const site = connect({ port, host: '127.0.0.1' })
  site.on('error', () => socket.destroy())
  site.on('close', () => socket.destroy())
  socket.on('close', () => site.destroy())
  site.write(head)
  site.pipe(socket)
  if (chunks === undefined) socket.pipe(site)
  else void pump(chunks, site)
}

async function pump(chunks: AsyncIterator<Buffer>, site: Socket): Promise<void> {
  for (;;) {
    const { done, value } = await chunks.next().catch(() => ({ done: true as const, value: undefined }))
    if (done) return void site.end()
    site.write(value)
  }
}
