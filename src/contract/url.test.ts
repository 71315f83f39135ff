import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepts, refuses } from '../../test/support/case-tables.ts'
import { allowLocalNames, parseUrl, WebUrl } from './url.ts'

const scheme = 'http or https URL'
const host = 'top-level domain'

accepts(WebUrl, {
  'an address as it is': { given: 'https://Example.com/a b?q=1#x', gives: 'https://Example.com/a b?q=1#x' },
  'spaces around it': { given: '  https://example.com ', gives: 'https://example.com' },
  'a missing scheme': { given: 'example.com/a', gives: 'http://example.com/a' },
  'a missing scheme before a port': { given: 'example.com:8080/a', gives: 'http://example.com:8080/a' },
  'a missing scheme before a colon in the query': {
    given: 'example.com?u=a:b',
    gives: 'http://example.com?u=a:b',
  },
  'only slashes for a scheme': { given: '//example.com', gives: 'http://example.com' },
  'a scheme in capitals': { given: 'HTTPS://example.com', gives: 'HTTPS://example.com' },
  localhost: { given: 'localhost:3002/x', gives: 'http://localhost:3002/x' },
  'an IPv4 address': { given: 'http://127.0.0.1:8080', gives: 'http://127.0.0.1:8080' },
  'an IPv6 address': { given: 'http://[::1]/', gives: 'http://[::1]/' },
  credentials: { given: 'https://me:secret@example.com', gives: 'https://me:secret@example.com' },
  'an international name': { given: 'https://例え.テスト', gives: 'https://例え.テスト' },
  'a trailing dot': { given: 'https://example.com.', gives: 'https://example.com.' },
  'the longest address': {
    given: `http://example.com/${'a'.repeat(8173)}`,
    gives: `http://example.com/${'a'.repeat(8173)}`,
  },
})

refuses(WebUrl, {
  nothing: { given: ' ', at: '', says: 'must not be empty' },
  'a number': { given: 5, at: '', says: 'must be a string' },
  'another scheme': { given: 'ftp://example.com', at: '', says: scheme },
  'a scheme without slashes': { given: 'mailto:someone@example.com', at: '', says: scheme },
  javascript: { given: 'javascript:alert(1)', at: '', says: scheme },
  'a host without a top-level domain': { given: 'http://intranet/', at: '', says: host },
  'a host that ends in digits': { given: 'http://example.c0m1', at: '', says: host },
  'an impossible port': { given: 'http://example.com:99999', at: '', says: 'valid URL' },
  'a line break': { given: 'http://example.com/\r\nX: y', at: '', says: 'control characters' },
  'more than 8192 characters': {
    given: `http://example.com/${'a'.repeat(8174)}`,
    at: '',
    says: 'at most 8192 characters',
  },
})

test('parses any text without throwing', () => {
  assert.deepEqual(parseUrl('example.com'), { valid: true, url: 'http://example.com' })
  assert.deepEqual(parseUrl('nothing'), { valid: false })
})

test('parses a URL like WebUrl', () => {
  const longest = `http://example.com/${'a'.repeat(8173)}`
  for (const text of [
    '',
    ' ',
    ' a.example ',
    'ftp://a.example',
    'http://a.example/\n',
    longest,
    `${longest}a`,
  ]) {
    const { success, data } = WebUrl.safeParse(text)
    assert.deepEqual(parseUrl(text), success ? { valid: true, url: data } : { valid: false })
  }
})

test('accepts a host without a top-level domain that the operator allows', () => {
  assert.deepEqual(parseUrl('http://wiki/'), { valid: false })
  allowLocalNames(['wiki'])
  assert.deepEqual(parseUrl('http://wiki/'), { valid: true, url: 'http://wiki/' })
})
