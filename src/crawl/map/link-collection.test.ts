import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MapRequest } from '../../contract/map.ts'
import { validate } from '../../contract/validate.ts'
import { createSiteRules } from './site-rules.ts'
import { LinkCollection } from './link-collection.ts'

const START = 'https://shop.example.co.uk/'
const NO_RULES = { allows: () => true, delayMs: 0, sitemaps: [] }

/** Which of these URLs are listed, and which hosts were asked for robots.txt. */
async function surveyed(urls: string[], options: object = {}) {
  const request = validate(MapRequest, { url: START, ...options })
  const asked: string[] = []
  const robots = {
    rulesFor: async (origin: string) => {
      asked.push(origin)
      return NO_RULES
    },
  }
  await using survey = new LinkCollection(request, createSiteRules({ robots, userAgent: 'Winnow' }, request))
  const found = await survey.discover(urls, new AbortController().signal)
  return { links: survey.links().map(({ url }) => url), found, asked: new Set(asked) }
}

describe('LinkCollection', () => {
  it('lists subdomains of the registrable domain, unless disabled, and never neighbours', async () => {
    const urls = [
      'https://shop.example.co.uk/a',
      'https://example.co.uk/b',
      'https://x.blog.example.co.uk/c',
      'https://other.co.uk/d',
      'http://www.shop.example.co.uk/a/',
    ]
    assert.deepEqual((await surveyed(urls)).links, urls.slice(0, 3))
    assert.deepEqual((await surveyed(urls, { includeSubdomains: false })).links, urls.slice(0, 1))
  })

  it('lists other sites on request, and never follows them or reads their robots.txt', async () => {
    const { links, found, asked } = await surveyed(
      ['https://other.example/d', 'https://shop.example.co.uk/a'],
      {
        allowExternalLinks: true,
      },
    )
    assert.equal(links.length, 2)
    assert.deepEqual(
      found.map(({ isFollowed }) => isFollowed),
      [false, true],
    )
    assert.deepEqual([...asked], ['https://shop.example.co.uk'])
  })

  it('reads robots.txt of a limited number of hosts, and follows no others', async () => {
    const urls = Array.from({ length: 100 }, (_, place) => `https://h${place}.example.co.uk/`)
    const { links, found, asked } = await surveyed(urls)
    assert.equal(links.length, 100)
    assert.equal(asked.size, 20)
    assert.equal(found.filter(({ isFollowed }) => isFollowed).length, 20)
  })

  it('stores a limited number of links', async () => {
    const request = validate(MapRequest, { url: START })
    const robots = { rulesFor: async () => NO_RULES }
    await using survey = new LinkCollection(
      request,
      createSiteRules({ robots, userAgent: 'Winnow' }, request),
      {
        maxKnown: 2_000,
      },
    )
    const urls = Array.from({ length: 2_010 }, (_, place) => `https://shop.example.co.uk/${place}`)
    await survey.discover(urls, new AbortController().signal)
    assert.deepEqual([survey.size, survey.isFull], [2_000, true])
  })
})
