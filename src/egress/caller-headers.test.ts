import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isConnectionHeader, isSameParty } from './confinement.ts'

describe('the same party', () => {
  const cases: [from: string, to: string, same: boolean][] = [
    ['https://a.test/x', 'https://a.test/y', true],
    ['http://a.test/', 'https://a.test/', true],
    ['http://a.test:8080/', 'https://a.test/', true],
    ['https://a.test/', 'http://a.test/', false],
    ['http://a.test/', 'https://a.test:8443/', false],
    ['https://a.test/', 'https://b.test/', false],
    ['https://a.test/', 'https://www.a.test/', false],
  ]
  for (const [from, to, same] of cases) {
    it(`${from} and ${to}: ${same}`, () => assert.equal(isSameParty(new URL(from), new URL(to)), same))
  }
})

describe('connection headers', () => {
  for (const name of ['Host', 'content-length', 'Proxy-Authorization', 'TE']) {
    it(`${name} is a connection header`, () => assert.ok(isConnectionHeader(name)))
  }
  for (const name of ['cookie', 'authorization', 'x-host', 'tester']) {
    it(`${name} is not a connection header`, () => assert.ok(!isConnectionHeader(name)))
  }
})
