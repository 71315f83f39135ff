import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { headersFor } from './request-headers.ts'

const URL_PLAIN = new URL('https://site.test/')

function sentTo(url: URL, headers: Record<string, string> = {}, cookies = '', languages: string[] = []) {
  return headersFor(url, { userAgent: 'Winnow/1', languages, headers, cookies })
}

describe('request headers', () => {
  it('name the service and the accepted types', () => {
    const headers = sentTo(URL_PLAIN)
    assert.match(headers['user-agent']!, /Winnow/)
    assert.match(headers['accept']!, /^text\/html/)
    assert.equal(headers['accept-encoding'], 'gzip, deflate, br, zstd')
    assert.equal(headers['cookie'], undefined)
  })

  it("prefer the caller's values", () => {
    const headers = sentTo(URL_PLAIN, { 'User-Agent': 'mine', 'X-Own': '1' })
    assert.equal(headers['user-agent'], 'mine')
    assert.equal(headers['x-own'], '1')
  })

  for (const name of [
    'Host',
    'Connection',
    'Content-Length',
    'Transfer-Encoding',
    'Accept-Encoding',
    'Proxy-Authorization',
    'Upgrade',
    'Expect',
    'TE',
  ]) {
    it(`never contain a ${name} header of the caller`, () => {
      const sent = sentTo(URL_PLAIN, { [name]: 'evil' })
      assert.ok(!Object.values(sent).includes('evil'))
    })
  }

  it('contain the cookies of the caller and of the redirect chain', () => {
    assert.equal(sentTo(URL_PLAIN, { Cookie: 'a=1' }, 'b=2')['cookie'], 'a=1; b=2')
    assert.equal(sentTo(URL_PLAIN, {}, 'b=2')['cookie'], 'b=2')
  })

  it('list the languages in order', () => {
    assert.equal(sentTo(URL_PLAIN)['accept-language'], 'en-US,en;q=0.9')
    assert.equal(
      sentTo(URL_PLAIN, {}, '', ['de-DE', 'de', 'en'])['accept-language'],
      'de-DE,de;q=0.9,en;q=0.8',
    )
  })

  it('contain the credentials of the URL, unless the caller sends its own', () => {
    const url = new URL('https://us%20er:p%zz@site.test/')
    assert.equal(sentTo(url)['authorization'], `Basic ${Buffer.from('us er:p%zz').toString('base64')}`)
    assert.equal(sentTo(url, { authorization: 'Bearer x' })['authorization'], 'Bearer x')
  })
})
