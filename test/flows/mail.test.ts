import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { connect } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { createMail } from '../../src/mail/mail.ts'
import { certificate } from '../support/certificate.ts'
import { startMailServer } from '../support/mail-server.ts'
import type { MailServer } from '../support/mail-server.ts'

const LETTER = { to: 'ann@example.com', subject: 'Hello', text: 'A letter.' }
const NEVER = new AbortController().signal

const trusted = getCACertificates('default')
before(() => setDefaultCACertificates([...trusted, certificate.cert]))
after(() => setDefaultCACertificates(trusted))

/** A server with the name `site.test`, which is not a name of this machine. */
function mailTo({ port }: MailServer, url: string, signal = NEVER): Promise<void> {
  const socket = async () => connect(port, '127.0.0.1')
  return createMail({ url, from: 'winnow@example.com', connect: socket })(LETTER, signal)
}

describe('mail', () => {
  it('uses TLS from the first byte with smtps', async () => {
    await using server = await startMailServer({ tls: 'at once' })
    await mailTo(server, 'smtps://me:secret@site.test')
    assert.equal(server.mails.length, 1)
    assert.match(server.mails[0]!, /A letter\./)
    assert.deepEqual(server.credentials, [{ secret: '\0me\0secret', isSecure: true }])
  })

  it('is upgraded to TLS before credentials are sent', async () => {
    await using server = await startMailServer({ tls: 'offered' })
    await mailTo(server, 'smtp://me:secret@site.test')
    assert.equal(server.mails.length, 1)
    assert.deepEqual(server.credentials, [{ secret: '\0me\0secret', isSecure: true }])
  })

  it('sends no credentials to a remote server without TLS, or when the offer of TLS was removed', async () => {
    await using server = await startMailServer({ tls: 'none' })
    await assert.rejects(mailTo(server, 'smtp://me:secret@site.test'))
    assert.deepEqual(server.credentials, [])
    assert.deepEqual(server.mails, [])
    await mailTo(server, 'smtp://site.test')
    await mailTo(server, 'smtp://me:secret@127.0.0.1')
    assert.equal(server.mails.length, 2)
  })

  it('is not sent to a server with the certificate of another', async () => {
    await using server = await startMailServer({ tls: 'at once' })
    await assert.rejects(mailTo(server, 'smtps://me:secret@other.test'))
    await using offering = await startMailServer({ tls: 'offered' })
    await assert.rejects(mailTo(offering, 'smtp://me:secret@other.test'))
    assert.deepEqual([...server.credentials, ...offering.credentials], [])
  })

  it('is aborted when the service stops, in any state of the server', async () => {
    await using server = await startMailServer({ tls: 'none', isSilent: true })
    const stopping = new AbortController()
    const sending = mailTo(server, 'smtp://site.test', stopping.signal)
    await server.connected
    stopping.abort(new Error('The service is stopping.'))
    await assert.rejects(sending, /stopping/)
    await server.closed
  })
})
