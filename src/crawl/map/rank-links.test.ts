import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rankLinks } from './rank-links.ts'
import type { Link } from './link-collection.ts'

const link = (path: string, title?: string, description?: string): Link => ({
  url: `https://site.test${path}`,
  ...(title !== undefined && { title }),
  ...(description !== undefined && { description }),
})

const CASES: Record<string, { query: string; links: Link[]; first: string }> = {
  'a word of the path': {
    query: 'pricing',
    links: [link('/'), link('/about'), link('/pricing')],
    first: '/pricing',
  },
  'another form of the word': {
    query: 'installing plugins',
    links: [link('/'), link('/install/themes'), link('/install/plugin')],
    first: '/install/plugin',
  },
  'a title rather than a description': {
    query: 'refunds',
    links: [link('/a', 'Terms', 'About refunds.'), link('/b', 'Refunds')],
    first: '/b',
  },
  'all words rather than one of them twice': {
    query: 'return policy',
    links: [link('/policy/policy', 'Policy'), link('/help/policy-for-returns')],
    first: '/help/policy-for-returns',
  },
  'a rare word rather than one that every page has': {
    query: 'docs webhooks',
    links: [link('/docs', 'Docs'), link('/docs/a', 'Docs'), link('/docs/b', 'Docs'), link('/x/webhooks')],
    first: '/x/webhooks',
  },
  'the beginning of a word': {
    query: 'config',
    links: [link('/a'), link('/configuration')],
    first: '/configuration',
  },
  'words of a joined name': {
    query: 'getting started',
    links: [link('/start'), link('/docs/gettingStarted')],
    first: '/docs/gettingStarted',
  },
  'letters with accents, escaped ones too': {
    query: 'uber',
    links: [link('/kontakt'), link('/%C3%BCber-uns')],
    first: '/%C3%BCber-uns',
  },
  'scripts without spaces': {
    query: '価格',
    links: [link('/a', '会社'), link('/b', '製品の価格')],
    first: '/b',
  },
}

describe('ranking links for a search', () => {
  for (const [name, { query, links, first }] of Object.entries(CASES)) {
    it(`ranks a page with ${name} first`, async () => {
      const ranked = await rankLinks(links, query)
      assert.equal(ranked[0]!.url, `https://site.test${first}`)
      assert.equal(ranked.length, links.length)
    })
  }

  it('keeps the order without a match or a search', async () => {
    const links = [link('/b'), link('/a'), link('/c')]
    for (const query of ['zebra', '', '?!']) assert.deepEqual(await rankLinks(links, query), links)
  })
})
