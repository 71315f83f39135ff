import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { auditNoteOf } from './request-event.ts'

const caller = { zeroDataRetention: false }

describe('the audit note of a request', () => {
  it('has the claimed user name, from the top level or the page options', () => {
    const auditMetadata = { username: 'ann' }
    assert.equal(auditNoteOf(caller, { auditMetadata }).username, 'ann')
    assert.equal(auditNoteOf(caller, { scrapeOptions: { auditMetadata } }).username, 'ann')
    assert.equal(auditNoteOf(caller, {}).username, undefined)
  })

  it('is empty when the request is invalid', () => {
    const nothing = { targets: [], targetCount: 0 }
    for (const asked of [
      undefined,
      null,
      'text',
      7,
      [],
      { url: 7, urls: 'x', auditMetadata: { username: 7 } },
    ])
      assert.deepEqual(auditNoteOf(caller, asked), nothing)
    assert.deepEqual(auditNoteOf(caller, { auditMetadata: { username: 'a'.repeat(1025) } }), nothing)
    assert.deepEqual(auditNoteOf(caller, { url: 'no address' }), { targets: [], targetCount: 1 })
  })

  it('has the URLs without credentials and fragment', () => {
    assert.deepEqual(auditNoteOf(caller, { url: 'https://ann:secret@example.com/a?b=1#token' }).targets, [
      'https://example.com/a?b=1',
    ])
  })

  it('is limited for any request', () => {
    const urls = Array.from({ length: 500 }, (_, place) => `https://example.com/${place}${'x'.repeat(9000)}`)
    const { targets, targetCount } = auditNoteOf(caller, { urls })
    assert.deepEqual([targets.length, targetCount], [20, 500])
    assert.ok(targets.every((url) => url.length <= 2048))
  })

  it('has no URLs under zero data retention', () => {
    const url = 'https://example.com/'
    const none = { targets: [], targetCount: 1 }
    assert.deepEqual(auditNoteOf(caller, { url, zeroDataRetention: true }), none)
    assert.deepEqual(auditNoteOf(caller, { url, lockdown: true }), none)
    assert.deepEqual(auditNoteOf(caller, { url, scrapeOptions: { lockdown: true } }), none)
    assert.deepEqual(auditNoteOf({ zeroDataRetention: true }, { url }), none)
    // This request is rejected, but its meaning is clear.
    assert.deepEqual(auditNoteOf(caller, { url, zeroDataRetention: 'true' }), none)
    assert.deepEqual(auditNoteOf(caller, { url, zeroDataRetention: 1 }), none)
    assert.deepEqual(auditNoteOf(caller, { url, enterprise: ['zdr'] }), none)
    const kept = { url, zeroDataRetention: false, lockdown: false, enterprise: [] }
    assert.deepEqual(auditNoteOf(caller, kept).targets, [url])
  })

  it('can be stored with any user name', () => {
    assert.equal(auditNoteOf(caller, { auditMetadata: { username: 'a\0\ud800b' } }).username, 'a\ufffdb')
  })
})
