import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { judgeAddress, judgeName } from './address.ts'
import { parseAllowedTargets, plainName } from './allowed-targets.ts'

const NOTHING_ALLOWED = parseAllowedTargets('')

/** The host as a URL gives it to the guard, whatever way it was written. */
function hostOf(written: string): string {
  return new URL(`http://${written}/`).hostname.replace(/^\[(.*)\]$/, '$1')
}

describe('an address that is not public unicast is refused', () => {
  const refused = words(`
    0.0.0.0 0.128.0.0 10.0.0.0 10.255.255.255 100.64.0.0 100.127.255.255 127.0.0.1 127.255.255.255
    169.254.169.254 169.254.255.255 172.16.0.0 172.31.255.255 192.0.0.0 192.0.0.192 192.0.2.1
    192.31.196.255 192.52.193.0 192.88.99.1 192.168.0.0 192.168.255.255 192.175.48.128 198.18.0.0
    198.19.255.255 198.51.100.1 203.0.113.255 224.0.0.0 239.255.255.255 240.0.0.0 255.255.255.255
    100.100.100.200 168.63.129.16 [::] [::1] [0:0:0:0:0:0:0:1] [fe80::1] [febf::1] [fec0::1]
    [fc00::1] [fd20:ce::254] [fd00:ec2::254] [ff02::1] [2001:db8::1] [3fff::1] [2001:2::1] [100::1]
    [4000::1] [2001:10::1] [5f00::1] [2620:4f:8000::1]
  `)
  for (const written of refused) {
    it(written, () => assert.equal(judgeAddress(hostOf(written), NOTHING_ALLOWED).allowed, false))
  }
})

describe('the reason says what kind of address it is', () => {
  const reasons: Record<string, string> = {
    '127.0.0.1': 'loopback',
    '10.0.0.1': 'a private network',
    '169.254.169.254': 'link-local',
    '::': 'unspecified',
    '::1': 'loopback',
    '::10.0.0.1': 'an IPv4-compatible address',
    '::ffff:0:10.0.0.1': 'an IPv4-translated address',
    '64:ff9b:1::1': 'local-use NAT64',
    '64:ff9b::10.0.0.1': 'a private network',
    '100::1': 'discard only',
    '2001:0:1::1': 'Teredo',
    'fd00::1': 'a private network',
    'fe80::1': 'link-local',
    'fec0::1': 'site-local',
    'ff02::1': 'multicast',
    '4000::1': 'outside the public IPv6 range',
  }
  for (const [literal, reason] of Object.entries(reasons)) {
    it(`${literal}: ${reason}`, () =>
      assert.deepEqual(judgeAddress(literal, NOTHING_ALLOWED), { allowed: false, reason }))
  }
})

describe('a private IPv4 address inside an IPv6 address is refused', () => {
  const refused = words(`
    [::ffff:127.0.0.1] [::ffff:7f00:1] [0:0:0:0:0:ffff:10.0.0.1] [::169.254.169.254]
    [::ffff:0:192.168.1.1] [64:ff9b::10.0.0.1] [64:ff9b:1::8.8.8.8] [2002:a9fe:a9fe::1]
    [2001:0:4136:e378:8000:63bf:f5ff:fffe] [fe80::5efe:172.16.0.1] [2606:4700::5efe:10.0.0.1]
    [2606:4700::200:5efe:10.0.0.1]
  `)
  for (const written of refused) {
    it(written, () => assert.equal(judgeAddress(hostOf(written), NOTHING_ALLOWED).allowed, false))
  }
})

describe('an odd spelling of a private address is refused', () => {
  const refused = words(`
    2130706433 0x7f000001 0X7F000001 017700000001 0x7f.0x0.0x0.0x1 0000177.0.0.01 127.1
    127%2e0%2e0%2e1 127｡0｡0｡1 ①②⑦.⓪.⓪.① 169.254.43518 169.254.169.254. 0 00 0.0
    %31%30%2e%30%2e%30%2e%31 １６９．２５４．１６９．２５４ 𝟏𝟗𝟐.𝟏𝟔𝟖.𝟏.𝟏 example.com@127.0.0.1
  `)
  for (const written of refused) {
    it(written, () => assert.equal(judgeAddress(hostOf(written), NOTHING_ALLOWED).allowed, false))
  }
  for (const literal of [
    '0177.0.0.1',
    '127.1',
    '2130706433',
    '127.0.0.1 ',
    '',
    'localhost',
    '[::1]',
    '2606:4700::1%eth0',
    '::8.8.8.8',
  ]) {
    it(`${JSON.stringify(literal)} when it never met a URL`, () =>
      assert.equal(judgeAddress(literal, NOTHING_ALLOWED).allowed, false))
  }
})

describe('a public neighbour of a refused range is allowed', () => {
  const allowed = words(`
    1.0.0.0 1.1.1.1 8.8.8.8 9.255.255.255 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.1
    169.253.255.255 172.15.255.255 172.32.0.0 192.0.1.0 192.167.255.255 198.17.255.255 198.20.0.0
    223.255.255.255 [2606:4700:4700::1111] [2001:4860:4860::8888] [2620:fe::fe] [64:ff9b::8.8.8.8]
    [::ffff:8.8.8.8] [2606:4700::5efe:8.8.8.8]
  `)
  for (const written of allowed) {
    it(written, () => assert.deepEqual(judgeAddress(hostOf(written), NOTHING_ALLOWED), { allowed: true }))
  }
})

describe('names of this machine and its network', () => {
  const refused = words(`
    LOCALHOST localhost. foo.localhost ip6-localhost ip6-loopback gateway.docker.internal
    foo.internal foo.local foo.home.arpa ⓛⓞⓒⓐⓛⓗⓞⓢⓣ loc%61lhost metadata.google.internal
  `)
  for (const written of refused) {
    it(`${written} is refused`, () =>
      assert.equal(judgeName(plainName(hostOf(written)), NOTHING_ALLOWED).allowed, false))
  }
  const judgedByAddress = words(`
    example.com 127.0.0.1.example.com localhost.example.com 10.example.com 0x7f.example.com
    münchen.de mylocalhost notinternal
  `)
  for (const written of judgedByAddress) {
    it(`${written} is judged by its addresses`, () =>
      assert.equal(judgeName(plainName(hostOf(written)), NOTHING_ALLOWED).allowed, true))
  }
})

describe('what the operator allowed', () => {
  const targets = parseAllowedTargets('127.0.0.1/32, 10.1.0.0/16 fd00::/8,localhost,Intranet.Example.')
  const cases: [string, boolean][] = [
    ['127.0.0.1', true],
    ['::ffff:127.0.0.1', true],
    ['127.0.0.2', false],
    ['10.1.255.255', true],
    ['10.2.0.0', false],
    ['fd12::1', true],
    ['fc12::1', false],
    ['::1', false],
    ['64:ff9b::10.1.0.1', false],
    ['::10.1.0.1', false],
  ]
  for (const [literal, allowed] of cases) {
    it(`${allowed ? 'opens' : 'leaves closed'} ${literal}`, () =>
      assert.equal(judgeAddress(literal, targets).allowed, allowed))
  }
  it('opens an internal name by name only', () => {
    assert.equal(judgeName('localhost', targets).allowed, true)
    assert.equal(judgeName('foo.localhost', targets).allowed, false)
  })
})

function words(table: string): string[] {
  return table.trim().split(/\s+/)
}
