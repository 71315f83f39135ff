import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ProviderName } from './provider.ts'
import { readSettings, splitEngine } from './settings.ts'

type Given = { providers: ProviderName[]; url?: string; key?: string }
const read = ({ providers, url, key }: Given) => readSettings({ providers, url, key })

describe('the settings of search', () => {
  it('need nothing for the local index', () => {
    assert.deepEqual(read({ providers: ['local'] }), [{ name: 'local', url: undefined, key: undefined }])
  })

  it('give one value to the one that needs it', () => {
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

  it('give values by name, in any order', () => {
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
    ['a missing address', { providers: ['searxng'] }, /^WINNOW_SEARCH_URL: searxng needs one\. Takes/],
    [
      'an address with a password',
      { providers: ['searxng'], url: 'http://me:secret@a.test' },
      /^WINNOW_SEARCH_URL: takes for searxng a URL without user name, password, query or fragment\.$/,
    ],
    ['an address with a query', { providers: ['searxng'], url: 'http://a.test/?x=1' }, /without user name/],
    ['a missing key', { providers: ['brave'] }, /^WINNOW_SEARCH_KEY: brave needs one/],
    [
      'a key of nobody',
      { providers: ['local'], key: 'k' },
      /^WINNOW_SEARCH_KEY: is set, but none of local takes one/,
    ],
    ['an address of nobody', { providers: ['local'], url: 'http://a.test' }, /^WINNOW_SEARCH_URL: is set/],
    [
      'a key that may be for two',
      { providers: ['brave', 'serper'], key: 'k' },
      /could be for brave or serper\. Takes/,
    ],
    [
      'a key of somebody else',
      { providers: ['brave'], key: 'brave=k,serper=k' },
      /serper, which WINNOW_SEARCH_PROVIDER does not name/,
    ],
    [
      'a key that is not taken',
      { providers: ['duckduckgo'], key: 'duckduckgo=k' },
      /duckduckgo, which takes none/,
    ],
    [
      'what is no URL',
      { providers: ['searxng'], url: 'localhost:8888' },
      /takes for searxng a URL that begins with http/,
    ],
    ['a key with spaces', { providers: ['brave'], key: 'a b' }, /visible ASCII/],
    ['a search engine without its ID', { providers: ['google-cse'], key: 'AIza' }, /KEY:CX/],
  ]
  for (const [name, given, says] of refused) {
    it(`refuse ${name}, and never tell the key`, () => {
      assert.throws(
        () => read(given),
        (fault: Error) => says.test(fault.message) && !/AIza|a b/.test(fault.message),
      )
    })
  }
})
