import { isIPv4, isIPv6 } from 'node:net'
import type { Socket } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Target } from './target.ts'
import { upstreamRefused, upstreamWantsCredentials } from './upstream-fault.ts'
import type { Upstream } from './upstream.ts'

/** Asks a SOCKS5 proxy (RFC 1928, with the passwords of RFC 1929) at the other end of the socket for a connection. */
export async function openSocks(
  socket: Socket,
  { hostname, port }: Target,
  credentials: Upstream['credentials'],
): Promise<void> {
  const offered = credentials === undefined ? NO_PASSWORD : PASSWORD
  socket.write(Buffer.from([VERSION, 1, offered]))
  const [, chosen] = await take(socket, 2)
  if (chosen !== offered) throw upstreamWantsCredentials()
  if (credentials !== undefined) {
    const { username, password } = credentials
    socket.write(Buffer.concat([Buffer.from([1]), counted(username), counted(password)]))
    const [, status] = await take(socket, 2)
    if (status !== 0) throw upstreamWantsCredentials()
  }

  const portBytes = Buffer.alloc(2)
  portBytes.writeUInt16BE(port)
  socket.write(Buffer.concat([Buffer.from([VERSION, CONNECT, 0]), addressBytes(hostname), portBytes]))
  const [, reply = 1, , kind = 0] = await take(socket, 4)
  if (reply !== 0) {
    throw upstreamRefused(REPLIES[reply] ?? 'it failed', { mayPass: reply !== NOT_ALLOWED })
  }
  // The address it is bound to is of no use, but stands before the target's bytes.
  const length = kind === NAME ? (await take(socket, 1))[0]! : kind === IPV6 ? 16 : 4
  await take(socket, length + 2)
}

const VERSION = 5
const NO_PASSWORD = 0
const PASSWORD = 2
const CONNECT = 1
const IPV4 = 1
const NAME = 3
const IPV6 = 4
const NOT_ALLOWED = 2

const REPLIES: Record<number, string> = {
  [NOT_ALLOWED]: 'its rules do not allow it',
  3: 'the network is unreachable',
  4: 'the host is unreachable',
  5: 'the connection was refused',
  6: 'the connection took too long',
}

function addressBytes(hostname: string): Buffer {
  if (isIPv4(hostname)) return Buffer.from([IPV4, ...ipaddr.parse(hostname).toByteArray()])
  if (isIPv6(hostname)) return Buffer.from([IPV6, ...ipaddr.parse(hostname).toByteArray()])
  return Buffer.concat([Buffer.from([NAME]), counted(hostname)])
}

function counted(text: string): Buffer {
  const bytes = Buffer.from(text)
  if (bytes.length > 255) throw new Error('SOCKS has room for 255 bytes only')
  return Buffer.concat([Buffer.from([bytes.length]), bytes])
}

/** Takes exactly so many bytes and leaves what follows in the socket. */
async function take(socket: Socket, sizeBytes: number): Promise<Buffer> {
  for (;;) {
    const bytes: Buffer | null = socket.read(sizeBytes)
    if (bytes?.length === sizeBytes) return bytes
    if (bytes !== null || socket.destroyed) throw new Error('The proxy closed the connection')
    await moreOf(socket)
  }
}

async function moreOf(socket: Socket): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const onEnd = () => reject(new Error('The proxy closed the connection'))
  socket.on('readable', resolve).on('end', onEnd).on('close', onEnd)
  try {
    await promise
  } finally {
    socket.off('readable', resolve).off('end', onEnd).off('close', onEnd)
  }
}
