import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ConvertedBlock } from '../../../documents/documents.ts'
import { layoutFields } from './layout.ts'

const WANTED = {
  formats: [{ type: 'markdown' }],
  onlyMainContent: false,
  includeTags: [],
  excludeTags: [],
  removeBase64Images: false,
}
const WISH = { pages: true, blocks: true, pageMarkers: true }

function block(html: string): ConvertedBlock {
  return { type: 'text', html, box: [10, 20, 60, 40], source: 'text' }
}

function page(pageNumber: number, ...blocks: string[]) {
  return { pageNumber, width: 100, height: 200, status: 'ok' as const, blocks: blocks.map(block) }
}

describe('laidOut', () => {
  it('knows the notes of other blocks', () => {
    const pages = [
      page(1, '<p>Grain<sup><a href="#n1" role="doc-noteref">1</a></sup></p>'),
      page(2, '<p id="n1">It is dry.</p>'),
    ]
    const { markdown, pages: each } = layoutFields(
      { pages, options: { ...WISH, pageMarkers: false } },
      WANTED,
    )
    assert.equal(markdown, 'Grain[^1]\n\n[^1]: It is dry.')
    assert.deepEqual(
      each?.map((one) => one.markdown),
      ['Grain[^1]', '[^1]: It is dry.'],
    )
  })

  it('says where each block stands, on its page and in the markdown', () => {
    const pages = [page(1, '<h1>A</h1>', '<p></p>', '<p>b</p>'), page(2, '<p>c</p>')]
    const { markdown, blocks } = layoutFields({ pages, options: WISH }, WANTED)
    assert.equal(markdown, '# A\n\nb\n\n---\n\n<!-- page 2 -->\n\nc')
    const items = blocks!.flatMap((one) => one.items)
    assert.deepEqual(
      items.map(({ id, content, markdownSpan }) => [
        id,
        content,
        markdownSpan && markdown!.slice(...markdownSpan),
      ]),
      [
        ['p1-b1', '# A', '# A'],
        ['p1-b2', '', null],
        ['p1-b3', 'b', 'b'],
        ['p2-b1', 'c', 'c'],
      ],
    )
    assert.deepEqual(items[0]!.bbox, [0.1, 0.1, 0.6, 0.2])
  })

  it('gives places without spans when no markdown is wanted', () => {
    const { markdown, blocks } = layoutFields(
      { pages: [page(1, '<p>a</p>')], options: WISH },
      { ...WANTED, formats: [] },
    )
    assert.equal(markdown, undefined)
    assert.equal(blocks![0]!.items[0]!.markdownSpan, null)
  })
})
