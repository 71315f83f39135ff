import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Scope } from '../contract/api-keys.ts'
import { apiRoutes } from './http.ts'

/** The path prefixes of each scope; the longest match counts. */
const FAMILIES: Record<string, Scope | null> = {
  '/v2/scrape': 'scrape',
  '/v2/batch/scrape': 'scrape',
  '/v2/crawl': 'crawl',
  '/v2/map': 'map',
  '/v2/search': 'search',
  '/v2/parse': 'parse',
  '/v2/agent': 'agent',
  '/v2/extract': 'agent',
  '/v2/browser': 'interact',
  '/v2/interact': 'interact',
  '/v2/scrape/:id/interact': 'interact',
  '/v2/monitor': 'monitor',
  '/v2/team': 'team',
  '/v2/concurrency-check': 'team',
  '/v2/support/ask': 'team',
  '/v2/capabilities': null,
  '/v2/feedback': null,
  '/exchange/discover': null,
}

// No handler runs, so no dependencies are needed.
const routes = apiRoutes(
  { pages: {}, crawls: {}, agents: {}, sessions: {}, team: {}, operator: {} } as never,
  {} as never,
)

describe('the scope of a route', () => {
  for (const { method, path, access, scope } of routes) {
    if (access !== 'team') continue
    it(`of ${method} ${path} is ${scope}`, () => {
      const family = Object.keys(FAMILIES)
        .filter((prefix) => path === prefix || path.startsWith(`${prefix}/`))
        .toSorted((one, other) => other.length - one.length)[0]
      assert.ok(family, 'the route belongs to no family: name one in the table above')
      assert.equal(scope, FAMILIES[family])
    })
  }

  it('is set for team routes only', () => {
    const others = routes.filter(({ access, scope }) => access !== 'team' && scope !== undefined)
    assert.deepEqual(others, [])
  })

  it('covers every scope that a key can have', () => {
    assert.deepEqual(
      [...new Set(routes.flatMap(({ scope }) => scope ?? []))].toSorted(),
      Scope.options.toSorted(),
    )
  })
})
