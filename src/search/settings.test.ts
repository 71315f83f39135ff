import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ProviderName } from './provider.ts'
import { readSettings, splitEngine } from './settings.ts'

type Given = { providers: ProviderName[]; url?: string; key?: string }
const read = ({ providers, url, key }: Given) => readSettings({ providers, url, key })

describe('the search settings', () => {
  it('are empty for the local index', () => {
    assert.deepEqual(read({ providers: ['local'] }), [{ name: 'local', url: undefined, key: undefined }])
  })

  it('assign a single value to the provider that needs it', () => {
    assert.deepEqual(read({ providers: ['brave', 'local'], key: ' k,=1 ' }), [
      { name: 'brave', url: undefined, key: 'k,=1' },
      { name: 'local', url: undefined, key: undefined },
    ])
    assert.deepEqual(read({ providers: ['searxng', 'duckduckgo'], url: 'http://127.0.0.1:8888/' })[0], {
      name: 'searxng',
      url: 'http://127.0.0.1:8888',
      key: undefined,
    })
    assert.equal(read({ providers: ['duckduckgo'], url: 'http://127.0.0.1:1' })[0]!.url, 'http://127.0.0.1:1')
  })

  it('assign values by name, in any order', () => {
    const settings = read({
      providers: ['searxng', 'brave', 'google-cse', 'brave'],
      url: 'brave=http://127.0.0.1:1, searxng=http://a.test/sub,2',
      key: 'google-cse=AIza:12:34,brave=b=,c',
    })
    assert.deepEqual(settings, [
      { name: 'searxng', url: 'http://a.test/sub,2', key: undefined },
      { name: 'brave', url: 'http://127.0.0.1:1', key: 'b=,c' },
      { name: 'google-cse', url: undefined, key: 'AIza:12:34' },
    ])
    assert.deepEqual(splitEngine('AIza:12:34'), { key: 'AIza', engine: '12:34' })
  })

  const refused: [string, Given, RegExp][] = [
    ['a missing URL', { providers: ['searxng'] }, /^WINNOW_SEARCH_URL: is required for searxng\. Give/],
    [
      'a URL with a password',
      { providers: ['searxng'], url: 'http://me:secret@a.test' },
      /^WINNOW_SEARCH_URL: the value for searxng must be a URL without user name, password, query or fragment\.$/,
    ],
    ['a URL with a query', { providers: ['searxng'], url: 'http://a.test/?x=1' }, /without user name/],
    ['a missing key', { providers: ['brave'] }, /^WINNOW_SEARCH_KEY: is required for brave/],
    [
      'a superfluous key',
      { providers: ['local'], key: 'k' },
      /^WINNOW_SEARCH_KEY: is set, but none of local needs it/,
    ],
    ['a superfluous URL', { providers: ['local'], url: 'http://a.test' }, /^WINNOW_SEARCH_URL: is set/],
    [
      'a key that two providers can use',
      { providers: ['brave', 'serper'], key: 'k' },
      /brave and serper can use it\. Give/,
    ],
    [
      'a key of another provider',
      { providers: ['brave'], key: 'brave=k,serper=k' },
      /serper, which is not in WINNOW_SEARCH_PROVIDER/,
    ],
    [
      'a key of a provider without keys',
      { providers: ['duckduckgo'], key: 'duckduckgo=k' },
      /duckduckgo, which needs none/,
    ],
    [
      'an invalid URL',
      { providers: ['searxng'], url: 'localhost:8888' },
      /the value for searxng must be a URL that begins with http/,
    ],
    ['a key with spaces', { providers: ['brave'], key: 'a b' }, /visible ASCII/],
    ['a search engine without its ID', { providers: ['google-cse'], key: 'AIza' }, /KEY:CX/],
  ]
  for (const [name, given, message] of refused) {
    it(`reject ${name} without revealing the key`, () => {
      assert.throws(
        () => read(given),
        (fault: Error) => message.test(fault.message) && !/AIza|a b/.test(fault.message),
      )
    })
  }
})
