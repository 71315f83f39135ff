import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { describe, it } from 'node:test'
import { setHost } from './bytes.ts'
import type { Host } from './host.ts'
import { GuestUrl, SearchParams } from './globals.ts'

// The worker's own; it is plain JavaScript without types.
setHost(createRequire(import.meta.url)('../worker/texts.mjs') as Host)

describe('URL', () => {
  const cases: [string, string | undefined][] = [
    ['https://u:p@a.test:8080/b/c?d=e&d=f%20g#h', undefined],
    ['../x?y', 'https://a.test/b/c/'],
    ['//b.test', 'http://a.test'],
    ['data:text/plain,hi', undefined],
  ]
  for (const [address, base] of cases) {
    it(`reads ${address} as the web does`, () => {
      const [own, web] = [new GuestUrl(address, base) as unknown as URL, new URL(address, base)]
      for (const part of [
        'href',
        'origin',
        'protocol',
        'username',
        'host',
        'port',
        'pathname',
        'search',
        'hash',
      ] as const) {
        assert.equal(own[part], web[part], part)
      }
      assert.deepEqual([...own.searchParams], [...web.searchParams])
      assert.equal(JSON.stringify({ own }), JSON.stringify({ own: web }))
    })
  }

  it('changes with its parts', () => {
    const [own, web] = [new GuestUrl('https://a.test/?a=1') as unknown as URL, new URL('https://a.test/?a=1')]
    for (const url of [own, web]) {
      url.pathname = '/x y'
      url.searchParams.set('b', 'c d&é')
      url.searchParams.delete('a')
      url.hash = 'z'
    }
    assert.equal(own.href, web.href)
    own.search = '?q=1'
    assert.equal(own.searchParams.get('q'), '1')
  })

  it('refuses what is none', () => {
    assert.throws(() => new GuestUrl('nowhere'), TypeError)
    assert.equal(GuestUrl.canParse('nowhere'), false)
    assert.equal(GuestUrl.parse('nowhere'), null)
  })
})

describe('URLSearchParams', () => {
  const inits: (string | [string, string][] | Record<string, string>)[] = [
    '?a=1&b=%C3%A9&a=2&c',
    'x=a+b&y=%zz',
    [
      ['k', 'v w'],
      ['~', "!'()*"],
    ],
    { one: '1', two: 'ü' },
  ]
  for (const init of inits) {
    it(`is written as the web writes ${JSON.stringify(init)}`, () => {
      const [own, web] = [new SearchParams(init), new URLSearchParams(init)]
      assert.equal(own.toString(), web.toString())
      assert.deepEqual(
        [own.size, own.getAll('a'), own.get('none'), own.has('k')],
        [web.size, web.getAll('a'), web.get('none'), web.has('k')],
      )
    })
  }
})
