import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { verifyWebhook } from './webhook.ts'

const BODY = '{"type":"crawl.page","data":[{"markdown":"Größe"}]}'
const SECRET = 'a secret of the team'
const signed = (body: string, secret = SECRET) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

const cases: [string, string | Uint8Array, string | null | undefined, string, boolean][] = [
  ['the body as it came', BODY, signed(BODY), SECRET, true],
  ['its bytes', Buffer.from(BODY), signed(BODY), SECRET, true],
  ['another body', `${BODY} `, signed(BODY), SECRET, false],
  ['another secret', BODY, signed(BODY, 'another'), SECRET, false],
  ['no signature', BODY, undefined, SECRET, false],
  ['no header', BODY, null, SECRET, false],
  ['half a signature', BODY, signed(BODY).slice(0, 40), SECRET, false],
  ['another algorithm', BODY, signed(BODY).replace('sha256', 'sha1'), SECRET, false],
  ['no secret', BODY, signed(BODY), '', false],
]
for (const [name, body, header, secret, isOurs] of cases)
  test(`${isOurs ? 'accepts' : 'rejects'} ${name}`, async () =>
    assert.equal(await verifyWebhook(body, header, secret), isOurs))
