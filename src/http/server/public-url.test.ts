import assert from 'node:assert/strict'
import { hostname } from 'node:os'
import { describe, it } from 'node:test'
import { createPublicUrl } from './own-host.ts'

const listening = () => ({ host: '0.0.0.0', port: 3002 })

describe('the root of links', () => {
  const believed = ['localhost:3002', '127.0.0.1:9', '[::1]:3002', 'api.localhost', hostname()]
  for (const host of believed) {
    it(`is ${host} when the request names it`, () => {
      assert.equal(createPublicUrl(undefined, listening)(host, 'http'), `http://${host}`)
    })
  }

  const doubted = [
    undefined,
    'evil.example',
    '127.evil.example',
    'localhost.evil.example',
    'user@localhost',
    'localhost/..',
    'a b',
    '',
  ]
  for (const host of doubted) {
    it(`is the listen address for the host ${host ?? 'undefined'}`, () => {
      assert.equal(createPublicUrl(undefined, listening)(host, 'https'), 'http://localhost:3002')
    })
  }

  it('is PUBLIC_URL for any host', () => {
    assert.equal(
      createPublicUrl('https://data.example.com', listening)('localhost', 'http'),
      'https://data.example.com',
    )
  })
})
