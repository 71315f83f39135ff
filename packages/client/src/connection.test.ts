import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { connectionOf } from './connection.ts'

const NAMES = ['SERVICE_API_KEY', 'SERVICE_API_URL', 'WINNOW_API_KEY', 'WINNOW_API_URL']

describe('a connection', () => {
  let before: (string | undefined)[]
  beforeEach(() => {
    before = NAMES.map((name) => process.env[name])
    for (const name of NAMES) delete process.env[name]
  })
  afterEach(() => {
    for (const [at, name] of NAMES.entries()) {
      if (before[at] === undefined) delete process.env[name]
      else process.env[name] = before[at]
    }
  })

  it('defaults to this machine and no key', () => {
    const { root, apiKey } = connectionOf({})
    assert.deepEqual([root, apiKey], ['http://localhost:3002', undefined])
  })

  it("prefers options to the environment, and the service's own variables to others", () => {
    process.env['WINNOW_API_KEY'] = 'fc-winnow'
    process.env['WINNOW_API_URL'] = 'http://winnow.test'
    assert.equal(connectionOf({}).apiKey, 'fc-winnow')
    process.env['SERVICE_API_KEY'] = 'fc-service'
    process.env['SERVICE_API_URL'] = ''
    const { root, apiKey } = connectionOf({})
    assert.deepEqual([root, apiKey], ['http://winnow.test', 'fc-service'])
    const given = connectionOf({ apiKey: 'fc-mine', apiUrl: 'http://mine.test' })
    assert.deepEqual([given.root, given.apiKey], ['http://mine.test', 'fc-mine'])
    assert.equal(connectionOf({ apiKey: '' }).apiKey, undefined)
  })

  it('reads no key from the environment when a custom fetch is given', () => {
    process.env['WINNOW_API_KEY'] = 'fc-operator'
    assert.equal(connectionOf({ fetch }).apiKey, undefined)
  })

  const addresses: [string, string][] = [
    ['http://a.test/', 'http://a.test'],
    ['http://a.test/v2', 'http://a.test'],
    ['https://a.test/winnow/v2/', 'https://a.test/winnow'],
    ['http://a.test:3002/?x=1', 'http://a.test:3002'],
  ]
  for (const [apiUrl, root] of addresses)
    it(`normalizes ${apiUrl} to ${root}`, () => assert.equal(connectionOf({ apiUrl }).root, root))

  for (const apiUrl of ['localhost:3002', 'ftp://a.test', '', 'http://me:secret@a.test'])
    it(`rejects the URL ${JSON.stringify(apiUrl)}`, () =>
      assert.throws(() => connectionOf({ apiUrl }), { code: 'BAD_OPTION' }))

  it('rejects a key with invalid header characters, without repeating it', () => {
    assert.equal(connectionOf({ apiKey: ' fc-1\n' }).apiKey, 'fc-1')
    assert.throws(
      () => connectionOf({ apiKey: 'fc-geheim\r\nx: y' }),
      (failure: Error & { code?: string }) =>
        failure.code === 'BAD_OPTION' && !/geheim/.test(failure.message),
    )
  })
})
