import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Document } from './document.ts'

const document = {
  markdown: '# Hi',
  links: ['https://example.com'],
  json: { a: 1 },
  attributes: [{ selector: 'a', attribute: 'href', values: ['x'] }],
  actions: {
    screenshots: [],
    scrapes: [{ url: 'x', html: 'y' }],
    javascriptReturns: [{ type: 'string', value: 1 }],
    pdfs: [],
  },
  changeTracking: { previousScrapeAt: null, changeStatus: 'new', visibility: 'visible' },
  branding: {
    colorScheme: 'light',
    colors: { primary: '#fff' },
    fonts: [{ family: 'Inter' }],
    personality: { tone: 'bold' },
  },
  product: {
    title: 'a',
    variants: [{ price: { amount: 5, currency: 'EUR' }, availability: { inStock: true } }],
  },
  menu: { isMenu: true, sections: [{ name: 'a', items: [{ name: 'Soup', price: { amount: 5 } }] }] },
  pages: [{ pageNumber: 1, markdown: 'x' }],
  blocks: [
    {
      pageNumber: 1,
      width: null,
      height: null,
      status: 'ok',
      items: [
        {
          id: 'a',
          type: 'text',
          label: null,
          bbox: [0, 0, 1, 1],
          content: 'x',
          markdownSpan: [0, 1],
          readingOrder: 0,
          source: null,
          confidence: { layout: null, ocr: null },
        },
      ],
    },
  ],
  metadata: {
    title: 'a',
    keywords: ['a', 'b'],
    statusCode: 200,
    cacheState: 'hit',
    ogTitle: 'x',
    'dc.date': ['y'],
  },
}

const wrong: Record<string, object> = {
  'markdown that is no text': { markdown: 1 },
  'links that are objects': { links: [{ url: 'x' }] },
  'an unknown state of change': { changeTracking: { changeStatus: 'other', visibility: 'visible' } },
  'a difference that is no text': {
    changeTracking: { changeStatus: 'new', visibility: 'visible', diff: {} },
  },
  'a product without variants': { product: { title: 'a' } },
  'a menu without sections': { menu: { isMenu: true } },
  'an unknown state of the cache': { metadata: { cacheState: 'stale' } },
  'a status that is no number': { metadata: { statusCode: '200' } },
  'a page without a number': { pages: [{ markdown: 'x' }] },
  'a page that is neither good nor bad': {
    blocks: [{ pageNumber: 1, width: 1, height: 1, status: 'fine', items: [] }],
  },
}

test('describes all results of a page', () => {
  assert.deepEqual(Document.parse(document), document)
})

for (const [name, field] of Object.entries(wrong)) {
  test(`does not describe ${name}`, () =>
    assert.equal(Document.safeParse({ ...document, ...field }).success, false))
}
