import { createTransport } from 'nodemailer'
import { anySignal, orAborted } from '../concurrency/abort.ts'
import type { Egress } from '../egress/egress.ts'

interface MailSettings {
  url: string
  from: string
  connect: Egress['connect']
}

interface Letter {
  to: string
  subject: string
  text: string
}

type SendMail = (letter: Letter, signal: AbortSignal) => Promise<void>

const SMTP_PORT = 587
const SMTPS_PORT = 465
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/
const PATIENCE_MS = 30_000

/**
 * Mail leaves by the same guarded way as everything else. A name and a password leave by TLS only: somebody on the
 * way could take the offer of STARTTLS out of what the server says.
 */
export function createMail({ url, from, connect }: MailSettings): SendMail {
  const { hostname, port, protocol, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const host = hostname.replace(/^\[|\]$/g, '')
  const target = { hostname, port: Number(port) || (secure ? SMTPS_PORT : SMTP_PORT), secure: false }
  return async (letter, signal) => {
    using patience = anySignal(signal, AbortSignal.timeout(PATIENCE_MS))
    const transport = createTransport({
      host,
      port: target.port,
      secure,
      requireTLS: !secure && username !== '' && !LOOPBACK.test(hostname),
      disableFileAccess: true,
      disableUrlAccess: true,
      ...(username !== '' && {
        auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      }),
      getSocket(_options, give) {
        connect(target, patience).then(
          (connection) => {
            patience.addEventListener('abort', () => connection.destroy(), { once: true })
            give(null, { connection })
          },
          (failure: Error) => give(failure, {}),
        )
      },
    })
    try {
      await orAborted(transport.sendMail({ ...letter, from }), patience)
    } finally {
      transport.close()
    }
  }
}
