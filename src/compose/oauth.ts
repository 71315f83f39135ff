import { createCipher } from '../access/access.ts'
import type { Config } from '../config/config.ts'
import { createEgress, parseAllowedTargets } from '../egress/egress.ts'
import type { Log } from '../log.ts'
import { createMail } from '../mail/mail.ts'
import { createOAuth } from '../oauth/oauth.ts'
import { PRODUCT, VERSION } from '../product.ts'
import {
  createCountInWindow,
  createMembers,
  createOAuthClients,
  createOAuthGrants,
  createOAuthRecords,
  createSignInCodes,
} from '../store/store.ts'
import type { CoreServices } from './core.ts'

/** Connecting clients to teams: the authorization server, and mail for its sign-in codes. */
export function openOAuth({ config, log, open, store }: CoreServices, adminKeyHash: () => Promise<Buffer>) {
  const { database, rootSecret } = store
  // Any client can choose these URLs, so the operator's allowed targets do not apply.
  const documents = open.use(createEgress({ allowedTargets: parseAllowedTargets('') }))
  const cipher = createCipher(rootSecret, 'oauth')
  const { signal, inBackground } = openBackground(log, open)
  return createOAuth({
    rootSecret,
    records: createOAuthRecords(database, cipher),
    grants: createOAuthGrants(database, cipher),
    clients: createOAuthClients(database, cipher),
    members: createMembers(database),
    codes: createSignInCodes(database),
    countInWindow: createCountInWindow(database),
    sendCode: openMail(config, signal, open),
    inBackground,
    adminKeyHash,
    request: documents.request,
    userAgent: `${PRODUCT}/${VERSION}`,
    report: (err, requestId) => log.error({ err, requestId }, 'defect'),
  })
}

/** How long a stop waits for mail that is being sent. */
const MAIL_DRAIN_MS = 2_000

/** The response does not wait for the mail, so its timing does not reveal whether one was sent. */
function openBackground(log: Log, open: AsyncDisposableStack) {
  const stopping = new AbortController()
  const underWay = new Set<Promise<void>>()
  open.defer(async () => {
    const timeout = setTimeout(() => stopping.abort(new Error('The service is stopping.')), MAIL_DRAIN_MS)
    await Promise.all(underWay)
    clearTimeout(timeout)
  })
  return {
    signal: stopping.signal,
    inBackground(work: Promise<void>): void {
      const settled = work
        // A mail server's message may quote the mail.
        .catch((failure: Error & { code?: string }) =>
          log.error({ code: failure.code ?? failure.name }, 'cannot mail a sign-in code'),
        )
        .finally(() => underWay.delete(settled))
      underWay.add(settled)
    },
  }
}

function openMail(config: Config, signal: AbortSignal, open: AsyncDisposableStack) {
  const { WINNOW_SMTP_URL: url, WINNOW_SMTP_FROM: from } = config
  if (url === undefined || from === undefined) return undefined
  const { connect } = open.use(createEgress({ allowedTargets: parseAllowedTargets(new URL(url).hostname) }))
  const mail = createMail({ url, from, connect })
  return (email: string, code: string): Promise<void> =>
    mail({ to: email, subject: `${code} is your code for ${PRODUCT}`, text: mailText(code) }, signal)
}

function mailText(code: string): string {
  return `Your code to sign in to ${PRODUCT}:\n\n    ${code}\n\nIt is valid for 10 minutes, and only on the page that asked you for it. Do not share it.\nIf you did not request it, ignore this e-mail: without the code, no one can sign in.\n`
}
