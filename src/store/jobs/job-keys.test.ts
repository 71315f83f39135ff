import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createJobCipher, isClosed, PLAIN } from './job-keys.ts'

const cipher = createJobCipher('the secret of a job')
const page = { key: '0123456789abcdef'.repeat(2), url: 'https://example.com/ü?"q"=1' }

describe('the cipher of a job', () => {
  for (const text of ['', 'https://example.com/a?b#c', 'zwölf "Boxkämpfer"\n\u0000', '🦊'.repeat(1000)]) {
    it(`gives back what it closed: ${JSON.stringify(text).slice(0, 30)}`, () => {
      const closed = cipher.close(text)
      assert.ok(isClosed(closed))
      assert.equal(cipher.open(closed), text)
      assert.notEqual(cipher.close(text), closed)
    })
  }

  it('opens what stands in a sentence, and leaves the sentence', () => {
    const closed = cipher.closePage(page).url
    assert.equal(cipher.open(`such as ${closed}; and ${closed}`), `such as ${page.url}; and ${page.url}`)
    assert.equal(cipher.open('The job was cancelled.'), 'The job was cancelled.')
  })

  it('opens strings within JSON', () => {
    const json = JSON.stringify([{ url: cipher.closePage(page).url, error: cipher.close('a "b"\n') }])
    assert.deepEqual(JSON.parse(cipher.openJson(json)), [{ url: page.url, error: 'a "b"\n' }])
  })

  it('knows a page by a hash that only its key leads to', () => {
    const closed = cipher.closePage(page)
    assert.match(closed.key, /^[0-9a-f]{32}$/)
    assert.equal(closed.key, cipher.closePage({ ...page, url: 'https://example.com/other' }).key)
    assert.notEqual(closed.key, createJobCipher('another').closePage(page).key)
    assert.deepEqual(cipher.openPage(closed), page)
  })

  it('gives a document back with what the database added to its metadata', () => {
    const document = JSON.stringify({ markdown: 'text', metadata: { url: page.url } })
    const closed = cipher.closeDocument(document)
    assert.equal(cipher.openDocument(closed), document)
    const twin = JSON.stringify(cipher.closePage(page).url)
    const added = `${closed.slice(0, -2)},"duplicateOf":${twin}}}`
    assert.deepEqual(JSON.parse(cipher.openDocument(added)), {
      markdown: 'text',
      metadata: { url: page.url, duplicateOf: page.url },
    })
  })

  it('of another job opens nothing', () =>
    assert.throws(() => createJobCipher('another').open(cipher.close('text'))))

  it('of a job without a key changes nothing', () => {
    assert.equal(PLAIN.open(PLAIN.close('<sealed abc>')), '<sealed abc>')
    assert.deepEqual(PLAIN.closePage(page), page)
  })
})
