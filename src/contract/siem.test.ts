import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { accepts, refuses } from '../../test/support/case-tables.ts'
import { Siem, applySiemChange, maskSiem } from './siem.ts'

accepts(Siem, {
  'an HTTP collector': {
    given: { url: 'https://a.example:8088/x' },
    gives: { url: 'https://a.example:8088/x' },
  },
  'an address without a scheme': { given: { url: 'a.example/x' }, gives: { url: 'http://a.example/x' } },
  'syslog over TCP': { given: { url: 'tcp://10.0.0.5:601' }, gives: { url: 'tcp://10.0.0.5:601' } },
  'syslog under its own name': { given: { url: ' syslog://logs ' }, gives: { url: 'syslog://logs' } },
  'syslog over TLS': {
    given: { url: 'tls://[2001:db8::1]:6514' },
    gives: { url: 'tls://[2001:db8::1]:6514' },
  },
  'the long name of it': {
    given: { url: 'syslog+tls://a.example' },
    gives: { url: 'syslog+tls://a.example' },
  },
})

refuses(Siem, {
  'another protocol': { given: { url: 'udp://a.example:514' }, at: 'url', says: 'http or https' },
  'a file of the service': { given: { url: 'file:///etc/passwd' }, at: 'url', says: 'http or https' },
  'syslog with a path': { given: { url: 'tcp://a.example:514/x' }, at: 'url', says: 'a host and a port' },
  'syslog with a password': { given: { url: 'tls://a:b@c.example' }, at: 'url', says: 'a host and a port' },
  'syslog at no port that there is': { given: { url: 'tcp://a.example:99999' }, at: 'url', says: 'a host' },
  'a password in the address': {
    given: { url: 'https://a:b@c.example' },
    at: 'url',
    says: 'use headers instead',
  },
})

describe('the collector settings of a team', () => {
  const was = Siem.parse({ url: 'https://a.example', headers: { authorization: 'Splunk token', 'x-b': '1' } })

  it('hide the values of headers', () => {
    assert.deepEqual(maskSiem(was).headers, { authorization: '***', 'x-b': '***' })
  })

  it('keep the headers that are sent back masked', () => {
    assert.deepEqual(applySiemChange(was, { headers: { authorization: '***', 'x-b': '2' } }).headers, {
      authorization: 'Splunk token',
      'x-b': '2',
    })
    assert.deepEqual(applySiemChange(was, { format: 'cef' }).headers, was.headers)
    assert.deepEqual(applySiemChange(was, { headers: {} }).headers, {})
  })

  it("return to the service's collector with null", () => {
    assert.equal(applySiemChange(was, { url: null }).url, undefined)
    assert.equal(applySiemChange(was, {}).url, 'https://a.example')
  })
})
