import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { certificate } from './certificate.ts'

export interface MailServer extends AsyncDisposable {
  port: number
  mails: string[]
  /** What was told, and whether anybody on the way could have read it. */
  credentials: { secret: string; isSecure: boolean }[]
  /** Settles with the first connection, and when that one is gone. */
  connected: Promise<void>
  closed: Promise<void>
}

interface MailServerOptions {
  tls: 'at once' | 'offered' | 'none'
  /** Takes connections and never says a word. */
  isSilent?: boolean
}

/** A mail server on loopback that keeps what it is given, under the name `site.test` where it speaks TLS. */
export async function startMailServer({ tls, isSilent = false }: MailServerOptions): Promise<MailServer> {
  const mails: string[] = []
  const credentials: MailServer['credentials'] = []
  const connected = Promise.withResolvers<void>()
  const closed = Promise.withResolvers<void>()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).once('close', closed.resolve)
    connected.resolve()
    if (isSilent) return void socket.resume()
    const first = tls === 'at once' ? secured(socket) : socket
    first.write('220 site.test ESMTP\r\n')
    converse(first, { tls, mails, credentials })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    port: (server.address() as AddressInfo).port,
    mails,
    credentials,
    connected: connected.promise,
    closed: closed.promise,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((done) => server.close(() => done()))
    },
  }
}

function secured(socket: Socket): TLSSocket {
  return new TLSSocket(socket, { isServer: true, ...certificate }).on('error', () => {})
}

interface MailLog extends Pick<MailServer, 'mails' | 'credentials'> {
  tls: MailServerOptions['tls']
}

function converse(socket: Socket, book: MailLog): void {
  const isSecure = socket instanceof TLSSocket
  let mail: string | undefined
  socket.on('data', (bytes: Buffer) => {
    const said = bytes.toString()
    if (mail !== undefined) {
      mail += said
      if (!mail.endsWith('\r\n.\r\n')) return
      book.mails.push(mail)
      mail = undefined
      return void socket.write('250 taken\r\n')
    }
    const [, verb = '', rest = ''] = /^(\w+)\s*(.*)\r\n$/s.exec(said) ?? []
    switch (verb.toUpperCase()) {
      case 'EHLO': {
        const offer = book.tls === 'offered' && !isSecure ? '250-STARTTLS\r\n' : ''
        return void socket.write(`250-site.test\r\n${offer}250 AUTH PLAIN\r\n`)
      }
      case 'STARTTLS':
        if (book.tls !== 'offered') return void socket.write('502 not here\r\n')
        socket.removeAllListeners('data')
        socket.write('220 go on\r\n')
        return converse(secured(socket), book)
      case 'AUTH':
        book.credentials.push({
          secret: Buffer.from(rest.split(' ')[1] ?? '', 'base64').toString(),
          isSecure,
        })
        return void socket.write('235 welcome\r\n')
      case 'DATA':
        mail = ''
        return void socket.write('354 go on\r\n')
      default:
        return void socket.write(verb.toUpperCase() === 'QUIT' ? '221 bye\r\n' : '250 fine\r\n')
    }
  })
}
