import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { deliveryHeaders } from './attempt-delivery.ts'

function headersFor(url: string, headers: Record<string, string> = {}) {
  const target = { url, headers, metadata: {} }
  return deliveryHeaders({ target, body: Buffer.from('{}'), secret: undefined, userAgent: 'ours' })
}

describe('deliveryHeaders', () => {
  it('sends the user name and password of the URL as authorization', () =>
    assert.equal(
      headersFor('https://n%C3%A4me:p%40ss@example.com/')['authorization'],
      `Basic ${Buffer.from('näme:p@ss').toString('base64')}`,
    ))
  it("prefers the caller's own authorization", () =>
    assert.equal(
      headersFor('https://name:pass@example.com/', { Authorization: 'Bearer x' })['authorization'],
      'Bearer x',
    ))
  it('lets the caller override neither the body headers nor the signature', () =>
    assert.deepEqual(
      headersFor('https://example.com/', { 'Content-Type': 'text/plain', Connection: 'close' }),
      {
        'user-agent': 'ours',
        'content-type': 'application/json',
      },
    ))
})
