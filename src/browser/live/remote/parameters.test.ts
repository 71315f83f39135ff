import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { RemoteError } from './remote.ts'
import { address, files, options, overrides, tag, timed } from './parameters.ts'
import { encodeValue } from './values.ts'

const reading = {
  references: { object: () => ({}), locator: () => ({}) },
  timeout: (said: unknown) => (typeof said === 'number' ? said : 30_000),
}

describe('address', () => {
  for (const url of ['https://a.test/', 'http://127.0.0.1:1/x?y#z', 'about:blank', 'data:text/html,hi']) {
    it(`takes ${url}`, () => assert.equal(address(url, reading), url))
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
    it(`refuses ${JSON.stringify(url)}`, () => assert.throws(() => address(url, reading), RemoteError))
  }
})

describe('options', () => {
  for (const key of ['path', 'paths', 'localPaths', 'localDirectory', 'streams']) {
    it(`refuses files of this machine by ${key}`, () => {
      assert.throws(() => options(encodeValue({ [key]: '/tmp/x' }), reading), /no files here/)
      assert.throws(() => timed(encodeValue({ [key]: '/tmp/x' }), reading), /no files here/)
      assert.throws(() => tag(encodeValue({ [key]: '/tmp/x' }), reading), /no files here/)
      assert.throws(() => overrides(encodeValue({ [key]: '/tmp/x' }), reading), /no files here/)
    })
  }

  it('gives everything that takes time an end', () => {
    assert.deepEqual(timed(undefined, reading), { timeout: 30_000 })
    assert.deepEqual(timed(encodeValue({ timeout: 5, force: true }), reading), { timeout: 5, force: true })
  })

  it('refuses scripts and requests from this machine', () => {
    assert.throws(() => tag(encodeValue({ url: 'file:///x.js' }), reading), RemoteError)
    assert.throws(() => overrides(encodeValue({ url: 'file:///x.js' }), reading), RemoteError)
    assert.throws(() => overrides(encodeValue({ response: {} }), reading), RemoteError)
    assert.throws(() => overrides(encodeValue({ url: 'https://a.test/' }), reading), /`url` is not available/)
  })
})

describe('files', () => {
  it('takes bytes with a name', () => {
    const file = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('hi') }
    assert.deepEqual(files(encodeValue([file]), reading), [file])
  })
  for (const given of ['/etc/passwd', ['/etc/passwd'], { name: 'a' }, { name: 'a', buffer: 'text' }, null]) {
    it(`refuses ${JSON.stringify(given)}`, () =>
      assert.throws(() => files(encodeValue(given), reading), /no files here/))
  }
})
