import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isWithin } from './confinement.ts'
import type { Confinement } from './confinement.ts'

const PAGE: Confinement = { urls: ['https://Example.com:443/a?b=1#part', 'http://127.0.0.1:8080'] }
const SITES: Confinement = {
  sites: [
    'https://www.example.co.uk/shop',
    'http://127.0.0.1:8080/x',
    'http://wiki/',
    'https://me.github.io/',
  ],
}

const HOSTS: Confinement = { hosts: ['https://www.example.com/shop', 'http://127.0.0.1:8080/x'] }

const CASES: [confinement: Confinement, url: string, expected: boolean][] = [
  [PAGE, 'https://example.com/a?b=1', true],
  [PAGE, 'https://EXAMPLE.com/a?b=1#other', true],
  [PAGE, 'https://example.com/a?b=1#/route', true],
  [PAGE, 'http://127.0.0.1:8080/', true],
  [PAGE, 'http://example.com/a?b=1', false],
  [PAGE, 'https://example.com/a?b=2', false],
  [PAGE, 'https://example.com/A?b=1', false],
  [PAGE, 'https://example.com/a/?b=1', false],
  [PAGE, 'https://www.example.com/a?b=1', false],
  [PAGE, 'https://example.com:8443/a?b=1', false],
  [PAGE, 'http://127.0.0.1:8081/', false],
  [PAGE, 'nothing', false],
  [SITES, 'https://example.co.uk/', true],
  [SITES, 'http://a.b.EXAMPLE.co.uk./anything', true],
  [SITES, 'https://example.co.uk:8443/', true],
  [SITES, 'https://example.co.uk.evil.com/', false],
  [SITES, 'https://other.co.uk/', false],
  [SITES, 'https://notexample.co.uk/', false],
  [SITES, 'https://example.co.uk@evil.com/', false],
  [SITES, 'http://127.0.0.1:8080/y', true],
  [SITES, 'http://2130706433:8080/y', true],
  [SITES, 'http://127.0.0.1:8081/y', false],
  [SITES, 'http://127.0.0.1/y', false],
  [SITES, 'http://127.0.0.2:8080/y', false],
  [SITES, 'https://wiki/page', true],
  [SITES, 'http://wiki:8080/page', false],
  [SITES, 'http://wiki.example/page', false],
  [SITES, 'https://deep.me.github.io/', true],
  [SITES, 'https://you.github.io/', false],
  [SITES, 'https://github.io/', false],
  [SITES, 'ftp://example.co.uk/', false],
  [SITES, 'data:text/html,x', false],
  [HOSTS, 'http://www.EXAMPLE.com/other', true],
  [HOSTS, 'https://example.com/', true],
  [HOSTS, 'https://shop.example.com/', false],
  [HOSTS, 'https://example.com.evil.com/', false],
  [HOSTS, 'https://www.example.com@evil.com/', false],
  [HOSTS, 'https://example.com:8443/', false],
  [HOSTS, 'http://127.0.0.1:8080/y', true],
  [HOSTS, 'http://127.0.0.1:8081/y', false],
  [HOSTS, 'ftp://example.com/', false],
  [{ urls: [] }, 'https://example.com/', false],
  [{ hosts: [] }, 'https://example.com/', false],
  [{ sites: [] }, 'https://example.com/', false],
]

describe('isWithin', () => {
  for (const [confinement, url, expected] of CASES) {
    it(`${expected ? 'accepts' : 'rejects'} ${url} for ${JSON.stringify(confinement)}`, () =>
      assert.equal(isWithin(confinement, url), expected))
  }
})
