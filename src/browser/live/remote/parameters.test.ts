import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { RemoteError } from './remote.ts'
import { address, files, options, overrides, tag, timed } from './parameters.ts'
import { encodeValue } from './values.ts'

const reading = {
  references: { object: () => ({}), locator: () => ({}) },
  timeout: (given: unknown) => (typeof given === 'number' ? given : 30_000),
}

describe('the `address` parameter', () => {
  for (const url of ['https://a.test/', 'http://127.0.0.1:1/x?y#z', 'about:blank', 'data:text/html,hi']) {
    it(`accepts ${url}`, () => assert.equal(address(url, reading), url))
  }
  const refused = [
    'file:///etc/passwd',
    ' FILE:///etc/passwd',
    'fi\nle:///etc/passwd',
    'chrome://settings',
    'view-source:https://a.test/',
    'devtools://devtools',
    'chrome-extension://abc/x',
    'javascript:alert(1)',
    'blob:file:///x',
    'a.test',
    '/relative',
    '',
    7,
    null,
    undefined,
    ['https://a.test/'],
  ]
  for (const url of refused) {
    it(`rejects ${JSON.stringify(url)}`, () => assert.throws(() => address(url, reading), RemoteError))
  }
})

describe('the `options` parameter', () => {
  for (const key of ['path', 'paths', 'localPaths', 'localDirectory', 'streams']) {
    it(`rejects local files in ${key}`, () => {
      assert.throws(() => options(encodeValue({ [key]: '/tmp/x' }), reading), /no file access/)
      assert.throws(() => timed(encodeValue({ [key]: '/tmp/x' }), reading), /no file access/)
      assert.throws(() => tag(encodeValue({ [key]: '/tmp/x' }), reading), /no file access/)
      assert.throws(() => overrides(encodeValue({ [key]: '/tmp/x' }), reading), /no file access/)
    })
  }

  it('limits every call with a timeout', () => {
    assert.deepEqual(timed(undefined, reading), { timeout: 30_000 })
    assert.deepEqual(timed(encodeValue({ timeout: 5, force: true }), reading), { timeout: 5, force: true })
  })

  it('rejects scripts and requests from local files', () => {
    assert.throws(() => tag(encodeValue({ url: 'file:///x.js' }), reading), RemoteError)
    assert.throws(() => overrides(encodeValue({ url: 'file:///x.js' }), reading), RemoteError)
    assert.throws(() => overrides(encodeValue({ response: {} }), reading), RemoteError)
    assert.throws(() => overrides(encodeValue({ url: 'https://a.test/' }), reading), /`url` is not available/)
  })
})

describe('the `files` parameter', () => {
  it('accepts bytes with a name', () => {
    const file = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('hi') }
    assert.deepEqual(files(encodeValue([file]), reading), [file])
  })
  for (const given of ['/etc/passwd', ['/etc/passwd'], { name: 'a' }, { name: 'a', buffer: 'text' }, null]) {
    it(`rejects ${JSON.stringify(given)}`, () =>
      assert.throws(() => files(encodeValue(given), reading), /no file access/))
  }
})
