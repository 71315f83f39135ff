import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createSignedLinks } from './secrets.ts'

const links = createSignedLinks('a-root-secret', 'blob')

function partsOf(link: string) {
  const url = new URL(link, 'http://localhost')
  return {
    path: url.pathname,
    expires: Number(url.searchParams.get('expires')),
    signature: url.searchParams.get('signature')!,
  }
}

describe('a signed link', () => {
  const { path, expires, signature } = partsOf(links.sign('/v2/blobs/1', 60_000))

  it('is valid as created', () => assert.equal(links.check(path, { expires, signature }), 'valid'))
  it('is valid for the given time', () => {
    const since = Date.now()
    const link = partsOf(links.sign('/v2/blobs/1', 60_000))
    assert.ok(link.expires * 1000 >= since + 55_000)
  })
  it('expires', () => {
    const old = partsOf(links.sign('/v2/blobs/1', -5000))
    assert.equal(links.check(old.path, old), 'expired')
  })
  it('is valid for one path only', () =>
    assert.equal(links.check('/v2/blobs/2', { expires, signature }), 'forged'))
  it('rejects a changed expiry', () =>
    assert.equal(links.check(path, { expires: expires + 1, signature }), 'forged'))
  it('is valid for one purpose only', () =>
    assert.equal(createSignedLinks('a-root-secret', 'x').check(path, { expires, signature }), 'forged'))
  it('is invalid without its signature', () =>
    assert.equal(links.check(path, { expires, signature: '' }), 'forged'))
})
