import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createJobCipher, isEncryptedText, NO_ENCRYPTION } from './job-keys.ts'

const cipher = createJobCipher('the secret of a job')
const page = { key: '0123456789abcdef'.repeat(2), url: 'https://example.com/ü?"q"=1' }

describe('the cipher of a job', () => {
  for (const text of ['', 'https://example.com/a?b#c', 'zwölf "Boxkämpfer"\n\u0000', '🦊'.repeat(1000)]) {
    it(`restores an encrypted text: ${JSON.stringify(text).slice(0, 30)}`, () => {
      const closed = cipher.encrypt(text)
      assert.ok(isEncryptedText(closed))
      assert.equal(cipher.decrypt(closed), text)
      assert.notEqual(cipher.encrypt(text), closed)
    })
  }

  it('decrypts a value within a sentence, and leaves the rest', () => {
    const closed = cipher.encryptPage(page).url
    assert.equal(cipher.decrypt(`such as ${closed}; and ${closed}`), `such as ${page.url}; and ${page.url}`)
    assert.equal(cipher.decrypt('The job was cancelled.'), 'The job was cancelled.')
  })

  it('decrypts strings within JSON', () => {
    const json = JSON.stringify([{ url: cipher.encryptPage(page).url, error: cipher.encrypt('a "b"\n') }])
    assert.deepEqual(JSON.parse(cipher.decryptJson(json)), [{ url: page.url, error: 'a "b"\n' }])
  })

  it('identifies a page by a hash that depends on its key', () => {
    const closed = cipher.encryptPage(page)
    assert.match(closed.key, /^[0-9a-f]{32}$/)
    assert.equal(closed.key, cipher.encryptPage({ ...page, url: 'https://example.com/other' }).key)
    assert.notEqual(closed.key, createJobCipher('another').encryptPage(page).key)
    assert.deepEqual(cipher.decryptPage(closed), page)
  })

  it('restores a document with the metadata that the database added', () => {
    const document = JSON.stringify({ markdown: 'text', metadata: { url: page.url } })
    const closed = cipher.encryptDocument(document)
    assert.equal(cipher.decryptDocument(closed), document)
    const twin = JSON.stringify(cipher.encryptPage(page).url)
    const added = `${closed.slice(0, -2)},"duplicateOf":${twin}}}`
    assert.deepEqual(JSON.parse(cipher.decryptDocument(added)), {
      markdown: 'text',
      metadata: { url: page.url, duplicateOf: page.url },
    })
  })

  it('of another job decrypts nothing', () =>
    assert.throws(() => createJobCipher('another').decrypt(cipher.encrypt('text'))))

  it('of a job without a key changes nothing', () => {
    assert.equal(NO_ENCRYPTION.decrypt(NO_ENCRYPTION.encrypt('<sealed abc>')), '<sealed abc>')
    assert.deepEqual(NO_ENCRYPTION.encryptPage(page), page)
  })
})
