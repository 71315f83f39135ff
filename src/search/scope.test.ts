import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseQuery } from './parse-query.ts'
import { isWithin, scopeOf } from './scope.ts'

const none = { sites: [], excludedSites: [] }

describe('the scope of a search', () => {
  it('is the intersection of all limits', () => {
    const query = parseQuery('x site:docs.github.com site:example.com -site:a.test')
    assert.deepEqual(
      scopeOf(query, { sites: [['github.com', 'gitlab.com']], excludedSites: ['b.test'], fileType: 'pdf' }),
      {
        sites: ['docs.github.com'],
        excludedSites: ['a.test', 'b.test'],
        fileType: 'pdf',
      },
    )
  })

  it('is unlimited without limits', () => {
    assert.deepEqual(scopeOf(parseQuery('x'), none), { sites: [], excludedSites: [], fileType: undefined })
  })

  it('is empty when limits contradict each other', () => {
    assert.equal(scopeOf(parseQuery('x site:a.com'), { ...none, sites: [['b.com']] }), 'contradiction')
    assert.equal(scopeOf(parseQuery('x filetype:doc'), { ...none, fileType: 'pdf' }), 'contradiction')
  })

  it('keeps the narrower of two paths on a site', () => {
    const sites = (query: string, ...domains: string[]) => {
      const scope = scopeOf(parseQuery(query), { ...none, sites: [domains] })
      return scope === 'contradiction' ? scope : scope.sites
    }
    assert.deepEqual(sites('x site:github.com/a', 'github.com'), ['github.com/a'])
    assert.deepEqual(sites('x site:github.com', 'docs.github.com'), ['docs.github.com'])
  })

  it('can be paths on sites', () => {
    const scope = { sites: ['a.test/docs'], excludedSites: ['a.test/docs/Old'], fileType: undefined }
    const within = (path: string) => isWithin(`https://www.a.test${path}`, scope)
    assert.deepEqual(['/docs', '/Docs/x', '/docs/old/y', '/docsy', '/'].map(within), [
      true,
      true,
      false,
      false,
      false,
    ])
  })

  it('matches a path in any spelling', () => {
    const within = (site: string) =>
      isWithin('https://a.test/stra%C3%9Fe/%zz', { sites: [site], excludedSites: [], fileType: undefined })
    assert.deepEqual(['a.test/straße', 'a.test/Stra%c3%9fe', 'a.test/stra'].map(within), [true, true, false])
  })

  for (const [url, within] of [
    ['https://example.com/a', true],
    ['https://example.com./a', true],
    ['https://old.example.com./a', false],
    ['https://docs.example.com/a', true],
    ['https://old.example.com/a', false],
    ['https://notexample.com/a', false],
  ] as const) {
    it(`${within ? 'contains' : 'does not contain'} ${url}`, () => {
      const scope = { sites: ['example.com'], excludedSites: ['old.example.com'], fileType: undefined }
      assert.equal(isWithin(url, scope), within)
    })
  }
})
