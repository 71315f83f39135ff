import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseQuery, siteIn, withoutScope } from './parse-query.ts'
import type { Query } from './parse-query.ts'

const CASES: Record<string, [string, Partial<Query>]> = {
  'plain words in order': [
    'Wheat  prices 2026',
    { text: 'Wheat prices 2026', words: ['Wheat', 'prices', '2026'] },
  ],
  'a phrase': [
    '"dry storage" of grain',
    { text: 'dry storage of grain', words: ['of', 'grain'], phrases: ['dry storage'] },
  ],
  'a phrase that nobody closed': ['grain "dry storage', { words: ['grain'], phrases: ['dry storage'] }],
  'quotes of a typesetter': ['“dry storage”', { phrases: ['dry storage'] }],
  'a phrase of one word': ['dry "grain"', { text: 'dry grain', words: ['dry'], phrases: ['grain'] }],
  'letters that are none to a search': ['ـ', { text: '', words: [] }],
  'what must not be there': [
    'grain -oats -"animal feed"',
    { text: 'grain', words: ['grain'], excluded: ['oats', 'animal feed'] },
  ],
  'a hyphen inside a word': ['state-of-the-art', { words: ['state-of-the-art'], excluded: [] }],
  'a minus by itself': ['grain - oats', { words: ['grain', 'oats'], excluded: [] }],
  'where to search': [
    'grain site:Example.com site:https://docs.example.org/x -site:*.spam.test',
    {
      text: 'grain',
      words: ['grain'],
      sites: ['example.com', 'docs.example.org/x'],
      excludedSites: ['spam.test'],
    },
  ],
  'places between brackets': [
    'grain (site:a.com OR site:b.com)',
    { text: 'grain', words: ['grain'], sites: ['a.com', 'b.com'] },
  ],
  'a part of a site': [
    'x site:https://GitHub.com/Owner/?tab=1 -site:example.com/old',
    { words: ['x'], sites: ['github.com/Owner'], excludedSites: ['example.com/old'] },
  ],
  'a site with letters of its own': ['x site:Bücher.example', { sites: ['xn--bcher-kva.example'] }],
  'kinds of files that are not wanted': [
    'x -filetype:PDF -ext:.doc',
    { text: 'x', excluded: [], fileType: undefined, excludedFileTypes: ['pdf', 'doc'] },
  ],
  'what must not be in titles and addresses': [
    'x -intitle:"dry grain" -inurl:blog',
    { text: 'x', excluded: [], excludedInTitle: ['dry grain'], excludedInUrl: ['blog'] },
  ],
  'a site that is none': ['site:"" grain', { words: ['grain'], sites: [] }],
  'words of titles and addresses': [
    'intitle:harvest inurl:blog grain',
    { text: 'harvest grain', words: ['grain'], inTitle: ['harvest'], inUrl: ['blog'] },
  ],
  'a kind of file': ['report filetype:.PDF', { words: ['report'], fileType: 'pdf' }],
  'another name of it': ['report ext:docx', { fileType: 'docx' }],
  'words that join others': [
    '(wheat OR rye) AND price',
    { text: 'wheat rye price', words: ['price'], anyOf: [['wheat', 'rye']] },
  ],
  'one of several': [
    'a | "b c" OR d e OR f',
    {
      words: [],
      anyOf: [
        ['a', 'b c', 'd'],
        ['e', 'f'],
      ],
    },
  ],
  'what joins nothing': [
    'OR a OR -b OR c "OR" d AND',
    { words: ['a', 'c', 'd'], phrases: ['OR'], anyOf: [] },
  ],
  'a colon that is no operator': ['error: ENOENT', { words: ['error:', 'ENOENT'] }],
  'nothing but operators': ['site:example.com', { text: '', words: [], sites: ['example.com'] }],
}

describe('a query is read', () => {
  for (const [name, [written, expected]] of Object.entries(CASES)) {
    it(name, () => {
      const query = parseQuery(written)
      for (const [field, value] of Object.entries(expected)) {
        assert.deepEqual(query[field as keyof Query], value, field)
      }
    })
  }

  it('in time that grows with its length', () => {
    assert.equal(parseQuery('-'.repeat(100_000)).words.length, 0)
    assert.equal(parseQuery('"'.repeat(100_001)).words.length, 0)
  })
})

describe('a text without its places', () => {
  it('keeps everything else as it was written', () => {
    assert.equal(
      withoutScope('"dry  storage" site:a.com -oats OR rye filetype:pdf intitle:x'),
      '"dry  storage" -oats OR rye intitle:x',
    )
  })

  for (const [written, rest] of [
    ['grain site:a.com OR site:b.com', 'grain'],
    ['site:a.com OR site:b.com grain', 'grain'],
    ['grain (site:a.com OR site:b.com) price', 'grain price'],
    ['(wheat OR rye) site:a.com', '(wheat OR rye)'],
    ['wheat OR (rye site:a.com)', 'wheat OR (rye)'],
    ['x -filetype:pdf', 'x -filetype:pdf'],
    ['site:a.com', ''],
  ] as const) {
    it(`of ${written} is "${rest}"`, () => assert.equal(withoutScope(written), rest))
  }
})

describe('a site', () => {
  for (const [text, site] of [
    ['example.com:8080/x', 'example.com/x'],
    ['*.example.com', 'example.com'],
    ['münchen.example', 'xn--mnchen-3ya.example'],
    ['example.com.', 'example.com'],
    ['localhost', 'localhost'],
    ['a b', undefined],
    ['', undefined],
  ] as const) {
    it(`in "${text}" is ${site}`, () => assert.equal(siteIn(text), site))
  }
})
