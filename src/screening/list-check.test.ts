import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertCheap } from '../../test/support/assert-cheap.ts'
import { createListCheck } from './list-check.ts'
import type { ListVerdict } from './list-check.ts'

const listed = createListCheck({
  whitelist: ['good.example', '*.partner.example', 'safe.zip', 'xn--bcher-kva.example', '192.0.2.1'],
  blacklist: [
    'bad.example',
    '*.bad-cdn.example',
    'good.example',
    'a.partner.example',
    '192.0.2.9',
    '3.4',
    '*.3.4',
  ],
  blockedTlds: ['zip', 'xn--p1ai', '4'],
})

describe('the lists of a policy', () => {
  const cases: [string, ListVerdict, string][] = [
    ['bad.example', 'blacklist', 'a plain domain matches itself'],
    ['www.bad.example', 'blacklist', 'a plain domain matches its subdomains'],
    ['x.y.z.bad.example', 'blacklist', 'at any depth'],
    ['notbad.example', 'unlisted', 'but not a name that only ends alike'],
    ['not-bad.example', 'unlisted', 'with a hyphen neither'],
    ['bad.example.org', 'unlisted', 'nor a name that only begins alike'],
    ['example', 'unlisted', 'nor the domain above it'],
    ['x.bad-cdn.example', 'blacklist', 'a star matches a subdomain'],
    ['x.y.z.bad-cdn.example', 'blacklist', 'at any depth'],
    ['bad-cdn.example', 'unlisted', 'a star does not match the domain itself'],
    ['xbad-cdn.example', 'unlisted', 'nor what merely ends with it'],
    ['good.example', 'allowed', 'the whitelist comes before the blacklist'],
    ['www.good.example', 'allowed', 'a plain domain of the whitelist matches subdomains too'],
    ['notgood.example', 'unlisted', 'but not a name that only ends alike'],
    ['partner.example', 'unlisted', 'a star of the whitelist does not match the domain itself'],
    ['a.partner.example', 'allowed', 'a star of the whitelist before a plain domain of the blacklist'],
    ['safe.zip', 'allowed', 'the whitelist before blocked top-level domains'],
    ['other.zip', 'blocked_tld', 'a blocked top-level domain'],
    ['zip', 'blocked_tld', 'which is also a host by itself'],
    ['zip.example', 'unlisted', 'only the last label is a top-level domain'],
    ['example.xn--p1ai', 'blocked_tld', 'an international top-level domain'],
    ['xn--bcher-kva.example', 'allowed', 'an international domain'],
    ['www.xn--bcher-kva.example', 'allowed', 'with its subdomains'],
    ['192.0.2.1', 'allowed', 'an address'],
    ['192.0.2.9', 'blacklist', 'an address that is blocked'],
    ['1.2.3.4', 'unlisted', 'an address has neither subdomains nor a top-level domain'],
    ['[2001:db8::4]', 'unlisted', 'in version 6 neither'],
    ['', 'unlisted', 'no host'],
  ]
  for (const [host, gives, why] of cases) {
    it(`say ${gives} of "${host}": ${why}`, () => assert.equal(listed(host), gives))
  }

  it('are looked through cheaply for a name of very many labels', () => {
    const endless = `${'a.'.repeat(100_000)}bad-cdn.example`
    assertCheap(() => listed(endless), 50)
    assert.equal(listed(endless), 'blacklist')
  })
})
