import { createTransport } from 'nodemailer'
import type { Egress } from '../egress/egress.ts'

export interface MailSettings {
  /** `smtp://` or `smtps://`, with name and password where the server wants them. */
  url: string
  from: string
  connect: Egress['connect']
}

/** A mail of plain text. */
export interface Letter {
  to: string
  subject: string
  text: string
}

const SMTP_PORT = 587
const SMTPS_PORT = 465
/** How long one mail may take from the first connection to the server's receipt. */
const PATIENCE_MS = 30_000

/**
 * Sends mail by the operator's server. Connections are opened by `connect`, so that mail leaves by the same guarded way as
 * everything else; TLS inside of them is the mailer's, which verifies certificates. A connection without TLS is upgraded
 * where the server offers it.
 */
export function createMail({ url, from, connect }: MailSettings): (letter: Letter) => Promise<void> {
  const { hostname, port, protocol, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const host = hostname.replace(/^\[|\]$/g, '')
  const target = { hostname, port: Number(port) || (secure ? SMTPS_PORT : SMTP_PORT), secure: false }
  return async (letter) => {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const transport = createTransport({
      host,
      port: target.port,
      secure,
      disableFileAccess: true,
      disableUrlAccess: true,
      ...(username !== '' && {
        auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      }),
      getSocket(_options, give) {
        connect(target, signal).then(
          (connection) => give(null, { connection }),
          (failure: Error) => give(failure, {}),
        )
      },
    })
    try {
      await transport.sendMail({ ...letter, from })
    } finally {
      transport.close()
    }
  }
}
