import { createTransport } from 'nodemailer'
import { anySignal, orAborted } from '../concurrency/abort.ts'
import type { Egress } from '../egress/egress.ts'

interface MailSettings {
  url: string
  from: string
  connect: Egress['connect']
}

interface Message {
  to: string
  subject: string
  text: string
}

type SendMail = (message: Message, signal: AbortSignal) => Promise<void>

const SMTP_PORT = 587
const SMTPS_PORT = 465
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/
const TIMEOUT_MS = 30_000

/**
 * Mail uses the same guarded egress as all other traffic. Credentials are sent only over TLS, because a man
 * in the middle can remove the STARTTLS offer.
 */
export function createMail({ url, from, connect }: MailSettings): SendMail {
  const { hostname, port, protocol, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const host = hostname.replace(/^\[|\]$/g, '')
  const target = { hostname, port: Number(port) || (secure ? SMTPS_PORT : SMTP_PORT), secure: false }
  return async (message, signal) => {
    using deadline = anySignal(signal, AbortSignal.timeout(TIMEOUT_MS))
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
      getSocket(_options, provide) {
        connect(target, deadline).then(
          (connection) => {
            deadline.addEventListener('abort', () => connection.destroy(), { once: true })
            provide(null, { connection })
          },
          (failure: Error) => provide(failure, {}),
        )
      },
    })
    try {
      await orAborted(transport.sendMail({ ...message, from }), deadline)
    } finally {
      transport.close()
    }
  }
}
