import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isPagination } from './parameters.ts'

const leads = [
  '/?page=2',
  '/?a=b&PAGE=12',
  '/list?p=2',
  '/?pg=3',
  '/?paged=4',
  '/?offset=100',
  '/?start=20',
  '/?skip=50',
  '/?from=10',
  '/?cursor=eyJpZCI6MX0%3D',
  '/?after=YWZ0ZXI6MTA%3D',
  '/?seite=2',
  '/?pagina=2',
  '/?p%C3%A1gina=2',
  '/?page%5Bnumber%5D=2',
  '/?tx_news[currentPage]=2',
  '/?query-2-page=3',
  '/?PAGEN_1=2',
  '/?pageNumber=2',
  '/page/2',
  '/blog/page/2/',
  '/p2',
  '/list/page-2.html',
  '/list/page2',
  '/liste/seite-3',
  '/lista/pagina/3',
  '/catalogue/Page_10.php',
]
const other = [
  '/',
  '/page',
  '/pages/about',
  '/page/about',
  '/homepage2000000',
  '/p/abc',
  '/p123456',
  '/top2',
  '/?page=about',
  '/?page=',
  '/?page',
  '/?p=12345',
  '/?per_page=20',
  '/?perPage=20',
  '/?pagesize=20',
  '/?homepage=1',
  '/?from=2024-01-01',
  '/?start=20240101',
  '/?after=2024-01-01',
  '/?after=party',
  '/?q=page=2',
  '/page/2/comments',
]

describe("a URL of a list's next page", () => {
  for (const path of leads) it(path, () => assert.equal(isPagination(`https://example.com${path}`), true))
})

describe('a URL that is not pagination', () => {
  for (const path of other) it(path, () => assert.equal(isPagination(`https://example.com${path}`), false))
})
