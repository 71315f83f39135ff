import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepts, refuses } from '../../test/support/case-tables.ts'
import { Formats, SearchFormats } from './formats.ts'
import { validate } from './validate.ts'

const text = 'a'.repeat(10_000)

accepts(Formats, {
  'nothing, which means markdown': { given: undefined, gives: [{ type: 'markdown' }] },
  'an empty list, which means markdown': { given: [], gives: [{ type: 'markdown' }] },
  'names and objects': {
    given: ['html', { type: 'links' }, 'screenshot'],
    gives: [{ type: 'html' }, { type: 'links' }, { type: 'screenshot', fullPage: false }],
  },
  'json with a prompt': { given: [{ type: 'json', prompt: 'x' }], gives: [{ type: 'json', prompt: 'x' }] },
  'json with a schema': {
    given: [{ type: 'json', schema: { type: 'array' } }],
    gives: [{ type: 'json', schema: { type: 'array' }, checkPromptInjection: false }],
  },
  'json of nothing in particular, which means the main entity': {
    given: ['json', 'markdown'],
    gives: [{ type: 'json', checkPromptInjection: false }, { type: 'markdown' }],
  },
  'json with empty words only': { given: [{ type: 'json', prompt: '' }], gives: [{ type: 'json' }] },
  'a question beside a query': {
    given: [
      { type: 'question', question: 'x' },
      { type: 'query', prompt: 'y', mode: 'directQuote' },
      { type: 'highlights', query: 'z' },
    ],
    gives: [{ type: 'question' }, { type: 'query', mode: 'directQuote' }, { type: 'highlights' }],
  },
  'attributes of nothing': {
    given: [{ type: 'attributes', selectors: [] }],
    gives: [{ type: 'attributes', selectors: [] }],
  },
  'json by its server-only name': {
    given: [{ type: 'deterministicJson', prompt: 'x' }],
    gives: [{ type: 'deterministicJson', prompt: 'x' }],
  },
  'changeTracking beside markdown': {
    given: ['markdown', 'changeTracking'],
    gives: [{ type: 'markdown' }, { type: 'changeTracking', modes: [], tag: null }],
  },
  'the largest screenshot': {
    given: [{ type: 'screenshot', fullPage: true, quality: 100, viewport: { width: 7680, height: 4320 } }],
    gives: [{ type: 'screenshot', fullPage: true, quality: 100, viewport: { width: 7680, height: 4320 } }],
  },
  'the longest question': { given: [{ type: 'question', question: text }], gives: [{ question: text }] },
  'highlights and query': {
    given: [
      { type: 'highlights', query: 'x' },
      { type: 'query', prompt: 'y' },
    ],
    gives: [
      { type: 'highlights', query: 'x' },
      { type: 'query', prompt: 'y', mode: 'freeform' },
    ],
  },
  attributes: {
    given: [{ type: 'attributes', selectors: [{ selector: 'a', attribute: 'href' }] }],
    gives: [{ type: 'attributes', selectors: [{ selector: 'a', attribute: 'href' }] }],
  },
  'rawBase64 alone': { given: ['rawBase64'], gives: [{ type: 'rawBase64' }] },
})

refuses(Formats, {
  'an unknown name': {
    given: ['markdwon'],
    at: '0',
    says: 'Unknown value `markdwon` for `[0]`. Did you mean `markdown`? Use one of markdown, html',
  },
  'a number': { given: [7], at: '0', says: 'must be an object' },
  'an unknown field': { given: [{ type: 'markdown', x: 1 }], at: '0.x', says: 'Unknown field' },
  'too long a json prompt': {
    given: [{ type: 'json', prompt: `${text}a` }],
    at: '0.prompt',
    says: 'at most 10000',
  },
  'a broken schema': {
    given: [{ type: 'json', schema: { type: 'objekt' } }],
    at: '0.schema.type',
    says: 'one of string',
  },
  'two screenshots': {
    given: ['screenshot', 'html', 'screenshot'],
    at: '2',
    says: 'is a second screenshot; one is taken',
  },
  'no quality': { given: [{ type: 'screenshot', quality: 0 }], at: '0.quality', says: 'at least 1' },
  'too much quality': { given: [{ type: 'screenshot', quality: 101 }], at: '0.quality', says: 'at most 100' },
  'too wide a viewport': {
    given: [{ type: 'screenshot', viewport: { width: 7681, height: 1 } }],
    at: '0.viewport.width',
    says: 'at most 7680',
  },
  'too high a viewport': {
    given: [{ type: 'screenshot', viewport: { width: 1, height: 4321 } }],
    at: '0.viewport.height',
    says: 'at most 4320',
  },
  'changeTracking without markdown': {
    given: ['changeTracking'],
    at: '0',
    says: 'requires the markdown format',
  },
  'too long a prompt for changeTracking': {
    given: ['markdown', { type: 'changeTracking', prompt: `${text}a` }],
    at: '1.prompt',
    says: 'at most 10000',
  },
  'a viewport without width': {
    given: [{ type: 'screenshot', viewport: { width: 0, height: 1 } }],
    at: '0.viewport.width',
    says: 'at least 1',
  },
  'a viewport without height': {
    given: [{ type: 'screenshot', viewport: { width: 1, height: 0 } }],
    at: '0.viewport.height',
    says: 'at least 1',
  },
  'an empty attribute': {
    given: [{ type: 'attributes', selectors: [{ selector: 'a', attribute: '' }] }],
    at: '0.selectors.0.attribute',
    says: 'not be empty',
  },
  'an unknown mode': {
    given: ['markdown', { type: 'changeTracking', modes: ['x'] }],
    at: '1.modes.0',
    says: 'git-diff, json',
  },
  'two formats that give json': {
    given: [
      { type: 'json', prompt: 'x' },
      { type: 'deterministicJson', prompt: 'x' },
    ],
    at: '1',
    says: 'requires the field `json`, which another format of the request returns',
  },
  'two questions': {
    given: [{ type: 'question', question: 'x' }, 'html', { type: 'question', question: 'y' }],
    at: '2',
    says: 'is a second question; one is answered',
  },
  'rawBase64 beside others': { given: ['markdown', 'rawBase64'], at: '1', says: 'must be the only format' },
  'a question without words': {
    given: [{ type: 'question', question: ' ' }],
    at: '0.question',
    says: 'not be empty',
  },
  'too long a question': {
    given: [{ type: 'question', question: `${text}a` }],
    at: '0.question',
    says: 'at most 10000',
  },
  'a question by name alone': { given: ['question'], at: '0.question', says: 'is required' },
  'highlights of nothing': { given: [{ type: 'highlights' }], at: '0.query', says: 'is required' },
})

for (const empty of [
  {},
  { type: 'object' },
  { $schema: 'x', type: 'object', properties: {}, required: [] },
]) {
  test(`treats a schema without fields as none: ${JSON.stringify(empty)}`, () => {
    const [json] = validate(Formats, [{ type: 'json', schema: empty, prompt: 'the price' }])
    assert.deepEqual(json, { type: 'json', prompt: 'the price', checkPromptInjection: false })
    const [, tracking] = validate(Formats, ['markdown', { type: 'changeTracking', schema: empty }])
    assert.ok(!('schema' in tracking!))
  })
}

accepts(SearchFormats, {
  'nothing, which means no scraping': { given: undefined, gives: [] },
  'an empty list, which stays empty': { given: [], gives: [] },
  'what search can scrape': {
    given: ['markdown', 'screenshot'],
    gives: [{ type: 'markdown' }, { type: 'screenshot' }],
  },
})

refuses(SearchFormats, {
  branding: { given: ['markdown', 'branding'], at: '1', says: 'must be a format that search supports' },
  'two screenshots': { given: ['screenshot', 'screenshot'], at: '1', says: 'second screenshot' },
})
