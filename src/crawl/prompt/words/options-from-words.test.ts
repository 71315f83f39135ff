import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PromptOptions } from '../prompt-options.ts'
import { optionsFromWords } from './options-from-words.ts'

const BLOG = '(^|/)blog(/|$)'
const DOCS = '(^|/)(docs?|documentation|dokumentation|doku)(/|$)'
const FORUM = '(^|/)(forums?|foren)(/|$)'
const PRODUCTS = '(^|/)(products?|produkte?)(/|$)'
const IMPRINT = '(^|/)(impressum|imprint)(/|$)'

const GIVEN: Record<string, [prompt: string, options: PromptOptions][]> = {
  'how many pages': [
    ['50 pages', { limit: 50 }],
    ['Crawl at most 20', { limit: 20 }],
    ['limit: 1,000', { limit: 1000 }],
    ['höchstens 1.000 Seiten', { limit: 1000 }],
    ['up to 2k urls please', { limit: 2000 }],
    ['no more than a hundred pages, follow external links', { limit: 100, allowExternalLinks: true }],
    ['nicht mehr als zwanzig Seiten', { limit: 20 }],
    ['The first 10 blog posts', { limit: 10, includePaths: [BLOG] }],
    ['Begrenze den Crawl auf 30 Seiten', { limit: 30 }],
    ['only this page', { limit: 1 }],
    ['nur die Startseite', { limit: 1 }],
    ['stop after five pages', { limit: 5 }],
  ],
  'how deep': [
    ['2 levels deep', { maxDiscoveryDepth: 2 }],
    ['depth 3', { maxDiscoveryDepth: 3 }],
    ['with a maximum depth of two', { maxDiscoveryDepth: 2 }],
    ['Go no deeper than 3 clicks', { maxDiscoveryDepth: 3 }],
    ['zwei Ebenen tief, 40 Seiten', { maxDiscoveryDepth: 2, limit: 40 }],
    ['Suchtiefe 4', { maxDiscoveryDepth: 4 }],
    ['2 pages deep', { maxDiscoveryDepth: 2 }],
    ['only pages linked directly from here', { maxDiscoveryDepth: 1 }],
  ],
  'how fast': [
    ['2 seconds between pages', { delay: 2 }],
    ['wait 1.5 s after each page', { delay: 1.5 }],
    ['mit 500 ms Pause', { delay: 0.5 }],
    ['Warte jeweils eine Sekunde', { delay: 1 }],
    ['a page every 10 seconds', { delay: 10 }],
    ['2 requests per second', { delay: 0.5 }],
    ['Eine halbe Sekunde zwischen den Seiten', { delay: 0.5 }],
    ['delay between requests: 3 seconds, 20 pages', { delay: 3, limit: 20 }],
  ],
  'paths that are written out': [
    ['/blog', { includePaths: ['^/blog(/|$)'] }],
    ['/docs/*', { includePaths: ['^/docs/'] }],
    ['everything except /legal.', { excludePaths: ['^/legal(/|$)'] }],
    [
      'Only "/a.b/c" and /x/*/y, not /x/1',
      {
        includePaths: ['^/a\\.b/c(/|$)', '^/x/[^/]*/y(/|$)'],
        excludePaths: ['^/x/1(/|$)'],
      },
    ],
    ['only https://example.com/News/ please', { includePaths: ['^/News(/|$)'] }],
    ['only https://elsewhere.example/News/', {}],
    [
      'www.example.com/shop, not example.com/shop/old',
      { includePaths: ['^/shop(/|$)'], excludePaths: ['^/shop/old(/|$)'] },
    ],
    ['docs.example.com', {}],
    ['Only URLs that contain /2024/', { includePaths: ['/2024(/|$)'] }],
    [
      'Include paths /a, /b and /c; exclude /d',
      { includePaths: ['^/a(/|$)', '^/b(/|$)', '^/c(/|$)'], excludePaths: ['^/d(/|$)'] },
    ],
  ],
  'named parts of a site': [
    ['only the blog', { includePaths: [BLOG] }],
    ['documentation', { includePaths: [DOCS] }],
    ['product pages', { includePaths: [PRODUCTS] }],
    [
      'Get all products, but skip the forum and the imprint',
      {
        includePaths: [PRODUCTS],
        excludePaths: [FORUM, IMPRINT],
      },
    ],
    ['without the forum', { excludePaths: [FORUM] }],
    ['keine Impressum-Seiten', { excludePaths: [IMPRINT] }],
    ['Bitte nur Blogbeiträge und die Dokumentation', { includePaths: [BLOG, DOCS] }],
    ['Blog und Forum weglassen', { excludePaths: [BLOG, FORUM] }],
    ['Alles außer dem Forum', { excludePaths: [FORUM] }],
    ['nothing but the docs', { includePaths: [DOCS] }],
    ['keine Seiten außer dem Blog', { includePaths: [BLOG] }],
    ['not only the blog but also the docs', { includePaths: [BLOG, DOCS] }],
    ['Please do not crawl the forum or visit the blog', { excludePaths: [FORUM, BLOG] }],
    ['I do not need the forum, just crawl the docs', { includePaths: [DOCS], excludePaths: [FORUM] }],
    ['the blog, not the forum', { includePaths: [BLOG], excludePaths: [FORUM] }],
    ['The forum should be excluded', { excludePaths: [FORUM] }],
    ['Only the gardening section', { includePaths: ['(^|/)gardening(/|$)'] }],
    ['nur den Bereich "Gärten"', { includePaths: ['(^|/)(gärten|gaerten)(/|$)'] }],
    [
      'I want every product on the site but nothing from the forum',
      { includePaths: [PRODUCTS], excludePaths: [FORUM] },
    ],
    ['Leave the forum out', { excludePaths: [FORUM] }],
    ['Crawle alles, das Forum weglassen', { excludePaths: [FORUM] }],
    ['Lass das Forum aus', { excludePaths: [FORUM] }],
    [
      'Bitte keine Seiten aus dem Forum, aber alle aus dem Blog',
      { includePaths: [BLOG], excludePaths: [FORUM] },
    ],
    ['no PDFs', { excludePaths: ['\\.pdf$'] }],
  ],
  'how far around': [
    ['the entire site', { crawlEntireDomain: true }],
    ['die gesamte Website ohne das Forum', { crawlEntireDomain: true, excludePaths: [FORUM] }],
    ['everything on this domain', { crawlEntireDomain: true }],
    ['The whole website including the blog', { crawlEntireDomain: true }],
    ["Don't crawl the entire site, only the blog", { crawlEntireDomain: false, includePaths: [BLOG] }],
    ['only child pages', { crawlEntireDomain: false }],
    ['include subdomains', { allowSubdomains: true }],
    ['without subdomains and without external links', { allowSubdomains: false, allowExternalLinks: false }],
    ['follow external links', { allowExternalLinks: true }],
    ['Do not follow external links', { allowExternalLinks: false }],
    ['external links should not be followed', { allowExternalLinks: false }],
    [
      'keine externen Links verfolgen und den Blog crawlen',
      { allowExternalLinks: false, includePaths: [BLOG] },
    ],
    [
      'Externe Links nicht verfolgen und Subdomains einschließen',
      {
        allowExternalLinks: false,
        allowSubdomains: true,
      },
    ],
    ["don't leave this domain", { allowExternalLinks: false }],
    ['stay on this domain only', { allowExternalLinks: false }],
  ],
  'what counts as a page': [
    ['sitemap only', { sitemap: 'only' }],
    ['Only crawl pages from the sitemap', { sitemap: 'only' }],
    ['nur URLs aus der Sitemap', { sitemap: 'only' }],
    ['ignore the sitemap', { sitemap: 'skip' }],
    ['ohne Sitemap', { sitemap: 'skip' }],
    ['use the sitemap.xml', { sitemap: 'include' }],
    [
      'ignore query parameters and follow external links',
      {
        ignoreQueryParameters: true,
        allowExternalLinks: true,
      },
    ],
    ['Query-Parameter ignorieren', { ignoreQueryParameters: true }],
    ['keep the query parameters', { ignoreQueryParameters: false }],
    ['skip duplicates', { deduplicateSimilarURLs: true }],
    ['Duplikate behalten', { deduplicateSimilarURLs: false }],
  ],
  'nothing of what says nothing about it': [
    ['', {}],
    ['Write a poem about the sea', {}],
    ['Help me build a product', {}],
    ['How do I open an online shop?', {}],
    ['What did the company earn in 2023?', {}],
    ['at least 50 pages', {}],
    ['skip the first 10 pages', {}],
    ['We are open 24/7 and/or on request', {}],
    ['Ich brauche Informationen zum Wetter.', {}],
    ['timeout 30 seconds', {}],
    ['all 2024 reports', {}],
    ['one page at a time', {}],
  ],
}

describe('readWords', () => {
  for (const [what, rows] of Object.entries(GIVEN)) {
    describe(`reads ${what}`, () => {
      for (const [prompt, options] of rows) {
        it(prompt || 'an empty prompt', () => {
          assert.deepEqual(optionsFromWords({ prompt, url: 'https://example.com/' }), options)
        })
      }
    })
  }

  it('includes the entire domain when a path is outside the path of the start', () => {
    const url = 'https://example.com/docs/start'
    assert.deepEqual(optionsFromWords({ prompt: 'only /guides', url }), {
      includePaths: ['^/guides(/|$)'],
      crawlEntireDomain: true,
    })
    assert.deepEqual(optionsFromWords({ prompt: 'only /docs/start/a', url }), {
      includePaths: ['^/docs/start/a(/|$)'],
    })
  })

  it('returns patterns that match only the paths they stand for', () => {
    const { includePaths = [] } = optionsFromWords({ prompt: 'only the docs', url: 'https://example.com/' })
    const fits = (path: string) => includePaths.some((pattern) => new RegExp(pattern).test(path))
    assert.deepEqual(['/docs', '/docs/a', '/en/documentation/', '/mydocs', '/docs-old', '/'].map(fits), [
      true,
      true,
      true,
      false,
      false,
      false,
    ])
  })

  for (const piece of [
    '1 ',
    'a ',
    '/',
    '"',
    'no ',
    'at most ',
    'all seiten ',
    '1.000',
    ',',
    'blog und ',
    'pause between ',
    'limit it ',
    'begrenze a ',
    'x',
    'at least 5 pages ',
    'a.',
    'leave a ',
    'contain /',
    '2024 posts ',
  ]) {
    it(`reads the longest prompt made of ${JSON.stringify(piece)} in linear time`, { timeout: 5_000 }, () => {
      assert.ok(
        optionsFromWords({ prompt: piece.repeat(10_000 / piece.length), url: 'https://example.com/' }),
      )
    })
  }
})
