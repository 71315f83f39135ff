import assert from 'node:assert/strict'
import { hostname } from 'node:os'
import { describe, it } from 'node:test'
import { refuseForeignOrigin } from './own-host.ts'

const PUBLIC = 'https://winnow.example'

/** Host, origin, the root that the operator named, and whether it passes. */
const CASES: [string, string | undefined, string | undefined, boolean][] = [
  ['localhost:3002', undefined, undefined, true],
  ['127.0.0.1:3002', undefined, undefined, true],
  ['[::1]:3002', undefined, undefined, true],
  ['app.localhost', undefined, undefined, true],
  [hostname(), undefined, undefined, true],
  ['winnow.example', undefined, undefined, false],
  ['winnow.example', undefined, PUBLIC, true],
  ['WINNOW.example:8443', undefined, PUBLIC, true],
  ['localhost:3002', undefined, PUBLIC, true],
  ['winnow.example.evil.test', undefined, PUBLIC, false],
  ['localhost.evil.test', undefined, PUBLIC, false],
  ['', undefined, undefined, false],
  ['not a host', undefined, undefined, false],
  ['evil.test@localhost', undefined, undefined, false],
  ['winnow.example', PUBLIC, PUBLIC, true],
  ['upstream.localhost', PUBLIC, PUBLIC, true],
  ['winnow.example', 'https://winnow.example:8443', PUBLIC, false],
  ['winnow.example:8443', 'https://winnow.example:8443', PUBLIC, true],
  ['winnow.example', 'https://evil.test', PUBLIC, false],
  ['localhost:3002', 'http://localhost:3002', undefined, true],
  ['localhost:3002', 'http://localhost:6274', undefined, true],
  ['localhost:3002', 'http://[::1]:6274', undefined, true],
  ['localhost:3002', 'https://localhost.evil.test', undefined, false],
  ['localhost:3002', 'null', undefined, false],
  ['localhost:3002', '', undefined, false],
  ['localhost:3002', 'file://', undefined, false],
  ['localhost:3002', 'chrome-extension://abcdef', undefined, false],
]

describe('allowed hosts and origins', () => {
  for (const [host, origin, configured, passes] of CASES) {
    it(`${host || 'no host'}, ${origin ?? 'no origin'}, ${configured ?? 'no public root'}: ${passes}`, () => {
      const check = () => refuseForeignOrigin({ host, origin }, configured)
      if (passes) check()
      else assert.throws(check, { code: 'FORBIDDEN' })
    })
  }
})
