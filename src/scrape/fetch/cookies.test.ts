import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createCookieJar } from './cookies.ts'

const FROM = 'https://www.site.test/shop/cart'

describe('a cookie jar', () => {
  const cases: [what: string, setCookie: string, to: string, sent: string][] = [
    ['goes back to its host', 'a=1', 'https://www.site.test/shop/', 'a=1'],
    ['stays in its folder', 'a=1', 'https://www.site.test/', ''],
    ['goes to its path', 'a=1; Path=/', 'https://www.site.test/x', 'a=1'],
    ['does not go to a path that only begins alike', 'a=1; Path=/x', 'https://www.site.test/xy', ''],
    ['does not go to another host', 'a=1; Path=/', 'https://site.test/', ''],
    ['goes to the hosts of its domain', 'a=1; Path=/; Domain=.site.test', 'https://api.site.test/', 'a=1'],
    ['is not kept for a foreign domain', 'a=1; Path=/; Domain=other.test', 'https://other.test/', ''],
    ['is not kept for a top-level domain', 'a=1; Path=/; Domain=test', 'https://x.test/', ''],
    ['does not leave TLS when secure', 'a=1; Path=/; Secure', 'http://www.site.test/', ''],
    ['may leave TLS otherwise', 'a=1; Path=/', 'http://www.site.test/', 'a=1'],
    ['is gone when it expired', 'a=1; Path=/; Max-Age=0', 'https://www.site.test/', ''],
    [
      'is gone when it expired long ago',
      'a=1; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
      'https://www.site.test/',
      '',
    ],
    ['keeps an equals sign', 'a=b=c; Path=/', 'https://www.site.test/', 'a=b=c'],
    ['needs a name', '=1; Path=/', 'https://www.site.test/', ''],
    ['must not smuggle a line', 'a=1\r\nx: y; Path=/', 'https://www.site.test/', ''],
  ]
  for (const [what, setCookie, to, sent] of cases) {
    it(what, () => {
      const jar = createCookieJar()
      jar.keep(new URL(FROM), [setCookie])
      assert.equal(jar.headerFor(new URL(to)), sent)
    })
  }

  it('replaces a cookie of the same name, and removes an expired one', () => {
    const jar = createCookieJar()
    const here = new URL(FROM)
    jar.keep(here, ['a=1', 'b=1'])
    jar.keep(here, ['a=2'])
    assert.equal(jar.headerFor(here), 'b=1; a=2')
    jar.keep(here, ['b=; Max-Age=-1'])
    assert.equal(jar.headerFor(here), 'a=2')
  })

  it('holds a bounded number of cookies', () => {
    const jar = createCookieJar()
    const here = new URL(FROM)
    jar.keep(
      here,
      Array.from({ length: 500 }, (_, index) => `c${index}=${'x'.repeat(4000)}`),
    )
    assert.ok(jar.headerFor(here).length <= 8192)
    assert.notEqual(jar.headerFor(here), '')
  })
})
