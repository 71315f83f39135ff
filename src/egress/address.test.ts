import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkAddress, checkName, parseAllowedTargets, plainName } from './address.ts'

const NOTHING_ALLOWED = parseAllowedTargets('')

/** The host as a URL gives it to the guard, whatever way it was written. */
function hostOf(written: string): string {
  return new URL(`http://${written}/`).hostname.replace(/^\[(.*)\]$/, '$1')
}

/** Every range that is not public, by its first and last address, and the public address right before and after it. */
const RANGES: [string, first: string, last: string, before: string | null, after: string | null][] = [
  ['this network', '0.0.0.0', '0.255.255.255', null, '1.0.0.0'],
  ['private', '10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
  ['carrier-grade NAT', '100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
  ['loopback', '127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
  ['metadata of Azure', '168.63.129.16', '168.63.129.16', '168.63.129.15', '168.63.129.17'],
  ['link-local', '169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
  ['private', '172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
  ['protocols', '192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
  ['documentation', '192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
  ['AS112', '192.31.196.0', '192.31.196.255', '192.31.195.255', '192.31.197.0'],
  ['AMT', '192.52.193.0', '192.52.193.255', '192.52.192.255', '192.52.194.0'],
  ['6to4 relays', '192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
  ['private', '192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
  ['AS112', '192.175.48.0', '192.175.48.255', '192.175.47.255', '192.175.49.0'],
  ['benchmarks', '198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
  ['documentation', '198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
  ['documentation', '203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
  ['multicast and reserved', '224.0.0.0', '255.255.255.255', '223.255.255.255', null],
  ['below the unicast range', '::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', null, '2000::'],
  ['protocols', '2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', '2000:ffff::', '2001:200::'],
  ['documentation', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db7::', '2001:db9::'],
  ['6to4', '2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2001:ffff::', '2003::'],
  ['AS112', '2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff', '2620:4f:7fff::', '2620:4f:8001::'],
  ['documentation', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', '3ffe:ffff::', '3fff:1000::'],
  ['above the unicast range', '4000::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '3fff:ffff::', null],
]

describe('a range that is not public is refused from its first to its last address, and no further', () => {
  for (const [what, first, last, before, after] of RANGES) {
    it(`${what}: ${first} to ${last}`, () => {
      for (const inside of [first, last])
        assert.equal(checkAddress(inside, NOTHING_ALLOWED).allowed, false, inside)
      for (const outside of [before, after]) {
        if (outside) assert.equal(checkAddress(outside, NOTHING_ALLOWED).allowed, true, outside)
      }
    })
  }
})

describe('an address that is not public unicast is refused', () => {
  const refused = words(`
    0.128.0.0 127.0.0.1 169.254.169.254 169.254.170.2 192.0.0.192 100.100.100.200 232.1.2.3 248.0.0.1
    [::] [::1] [0:0:0:0:0:0:0:1] [0000::1] [fe80::1] [febf::1] [fec0::1] [fc00::1] [fd20:ce::254]
    [fd00:ec2::254] [ff02::1] [ff0e::1] [2001:2::1] [100::1] [2001:10::1] [2001:20::1] [5f00::1]
  `)
  for (const written of refused) {
    it(written, () => assert.equal(checkAddress(hostOf(written), NOTHING_ALLOWED).allowed, false))
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
      assert.deepEqual(checkAddress(literal, NOTHING_ALLOWED), { allowed: false, reason }))
  }
})

const PRIVATE_V4 = [
  '127.0.0.1',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.100.100.200',
  '0.0.0.0',
]

/** How an IPv4 address hides in an IPv6 address; the four bytes are given as two groups. */
const EMBEDDINGS: Record<string, (dotted: string, high: string, low: string) => string> = {
  mapped: (dotted) => `::ffff:${dotted}`,
  'mapped, in full': (dotted) => `0:0:0:0:0:ffff:${dotted}`,
  'mapped, hexadecimal': (_, high, low) => `::ffff:${high}:${low}`,
  compatible: (dotted) => `::${dotted}`,
  'compatible, hexadecimal': (_, high, low) => `::${high}:${low}`,
  translated: (dotted) => `::ffff:0:${dotted}`,
  NAT64: (dotted) => `64:ff9b::${dotted}`,
  'NAT64, hexadecimal': (_, high, low) => `64:ff9b::${high}:${low}`,
  'NAT64 of the site': (dotted) => `64:ff9b:1::${dotted}`,
  '6to4': (_, high, low) => `2002:${high}:${low}::1`,
  Teredo: (_, high, low) => `2001:0:4136:e378:8000:63bf:${inverted(high)}:${inverted(low)}`,
  'Teredo, server': (_, high, low) => `2001:0:${high}:${low}:8000:63bf:f7f7:f7f7`,
  'ISATAP, link-local': (dotted) => `fe80::5efe:${dotted}`,
  'ISATAP, public prefix': (dotted) => `2606:4700::5efe:${dotted}`,
  'ISATAP, universal': (dotted) => `2606:4700::200:5efe:${dotted}`,
}

describe('a private IPv4 address inside an IPv6 address is refused', () => {
  for (const [what, embed] of Object.entries(EMBEDDINGS)) {
    it(what, () => {
      for (const dotted of PRIVATE_V4) {
        const literal = embed(dotted, ...groupsOf(dotted))
        for (const spelt of [literal, hostOf(`[${literal}]`)]) {
          assert.equal(checkAddress(spelt, NOTHING_ALLOWED).allowed, false, spelt)
        }
      }
    })
  }
})

/** Ways to write an IPv4 address that a URL reads as that address. */
const SPELLINGS: Record<string, (bytes: number[], whole: number) => string> = {
  decimal: (_, whole) => String(whole),
  hexadecimal: (_, whole) => `0x${whole.toString(16)}`,
  'hexadecimal, upper case': (_, whole) => `0X${whole.toString(16).toUpperCase()}`,
  octal: (_, whole) => `0${whole.toString(8)}`,
  'dotted hexadecimal': (bytes) => bytes.map((byte) => `0x${byte.toString(16)}`).join('.'),
  'dotted octal': (bytes) => bytes.map((byte) => `0${byte.toString(8)}`).join('.'),
  'dotted octal, padded': (bytes) => bytes.map((byte) => `0000${byte.toString(8)}`).join('.'),
  mixed: ([a, b, c, d]) => `0x${a!.toString(16)}.${b}.0${c!.toString(8)}.${d}`,
  'two parts': ([a], whole) => `${a}.${whole % 2 ** 24}`,
  'three parts': ([a, b], whole) => `${a}.${b}.${whole % 2 ** 16}`,
  'a dot at the end': (bytes) => `${bytes.join('.')}.`,
  'dots by percent': (bytes) => bytes.join('%2e'),
  'all by percent': (bytes) =>
    bytes.join('.').replaceAll(/./g, (char) => `%${char.charCodeAt(0).toString(16)}`),
  'ideographic dots': (bytes) => bytes.join('。'),
  'half-width ideographic dots': (bytes) => bytes.join('｡'),
  'full-width digits and dots': (bytes) => digitsFrom(0xff10, bytes).replaceAll('.', '．'),
  'circled digits': (bytes) =>
    bytes
      .join('.')
      .replaceAll(/\d/g, (digit) => (digit === '0' ? '⓪' : String.fromCodePoint(0x245f + Number(digit)))),
  'bold digits': (bytes) => digitsFrom(0x1d7ce, bytes),
  'double-struck digits': (bytes) => digitsFrom(0x1d7d8, bytes),
  'monospace digits': (bytes) => digitsFrom(0x1d7f6, bytes),
  'behind a user name': (bytes) => `example.com@${bytes.join('.')}`,
  'behind a user name and password': (bytes) => `example.com:80@${bytes.join('.')}`,
  'before a backslash': (bytes) => `${bytes.join('.')}\\@example.com`,
  'before a fragment': (bytes) => `${bytes.join('.')}#@example.com`,
  'before a query': (bytes) => `${bytes.join('.')}?@example.com`,
}

describe('an odd spelling of a private address is refused', () => {
  for (const [what, spell] of Object.entries(SPELLINGS)) {
    it(what, () => {
      for (const dotted of PRIVATE_V4) {
        const bytes = dotted.split('.').map(Number)
        const host = hostOf(
          spell(
            bytes,
            bytes.reduce((sum, byte) => sum * 256 + byte, 0),
          ),
        )
        assert.equal(plainName(host), dotted, 'the URL reads it as that address')
        assert.equal(checkAddress(plainName(host), NOTHING_ALLOWED).allowed, false)
      }
    })
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
      assert.equal(checkAddress(literal, NOTHING_ALLOWED).allowed, false))
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
    it(written, () => assert.deepEqual(checkAddress(hostOf(written), NOTHING_ALLOWED), { allowed: true }))
  }
})

describe('names that only have a meaning inside a network', () => {
  const refused = words(`
    LOCALHOST localhost. foo.localhost ip6-localhost ip6-loopback gateway.docker.internal
    foo.internal foo.local foo.home.arpa ⓛⓞⓒⓐⓛⓗⓞⓢⓣ loc%61lhost metadata.google.internal
    intranet INTRANET. mylocalhost notinternal com %69ntranet ⓘⓝⓣⓡⓐⓝⓔⓣ bücher instance-data instance-data.
    db.svc api.prod.svc API.prod.SVC. kubernetes.default.svc.cluster.local api.cluster.local db%2Esvc db。svc
    metadata.goog METADATA.GOOG. x.metadata.goog instance-data.ec2.internal
    nas.lan dc.corp tv.home vault.service.consul files.private wiki.intra wiki.priv node.cluster
  `)
  for (const written of refused) {
    it(`${written} is refused`, () =>
      assert.equal(checkName(plainName(hostOf(written)), NOTHING_ALLOWED).allowed, false))
  }
  const judgedByAddress = words(`
    example.com 127.0.0.1.example.com localhost.example.com 10.example.com 0x7f.example.com
    münchen.de svc.example.com cluster.local.example.com metadata.goog.example.com notmetadata.goog blog.goog
    instance-data.example.com lan.example internal.example intranet.test
  `)
  for (const written of judgedByAddress) {
    it(`${written} is judged by its addresses`, () =>
      assert.equal(checkName(plainName(hostOf(written)), NOTHING_ALLOWED).allowed, true))
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
      assert.equal(checkAddress(literal, targets).allowed, allowed))
  }
  it('opens an internal name by name only', () => {
    assert.equal(checkName('localhost', targets).allowed, true)
    assert.equal(checkName('foo.localhost', targets).allowed, false)
  })
})

/** The two groups of IPv6 that hold an IPv4 address. */
function groupsOf(dotted: string): [string, string] {
  const [a = 0, b = 0, c = 0, d = 0] = dotted.split('.').map(Number)
  return [(a * 256 + b).toString(16), (c * 256 + d).toString(16)]
}

function inverted(group: string): string {
  return (0xffff - Number.parseInt(group, 16)).toString(16)
}

/** The address in the ten digits that begin at a code point. */
function digitsFrom(zero: number, bytes: number[]): string {
  return bytes.join('.').replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))
}

function words(table: string): string[] {
  return table.trim().split(/\s+/)
}
