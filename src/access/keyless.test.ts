import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { countedAddress } from './keyless.ts'

describe('the counted IP address of a caller without a key', () => {
  const cases: [string, string, string][] = [
    ['IPv4 is itself', '203.0.113.7', '203.0.113.7'],
    ['IPv4 written as IPv6 is the IPv4', '::ffff:203.0.113.7', '203.0.113.7'],
    ['also in hexadecimal', '::FFFF:cb00:7107', '203.0.113.7'],
    ['IPv6 is its first half', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['another of the same network is the same', '2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['zeros in the network are written out', '2001:db8::1', '2001:db8:0:0::/64'],
    ['the loopback is one too', '::1', '0:0:0:0::/64'],
    ['an IPv4 that is only embedded stays IPv6', '::203.0.113.7', '0:0:0:0::/64'],
    ['an interface is no part of it', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['what is no address shares one place', '203.0.113.7:4711', 'unknown'],
    ['nothing does too', '', 'unknown'],
  ]
  for (const [name, given, counted] of cases) {
    it(name, () => assert.equal(countedAddress(given), counted))
  }
})
