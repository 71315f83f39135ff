import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { labelBlocks } from '../../bench/content/training-page.ts'
import type { Labels } from '../../bench/content/training-page.ts'
import type { Truth } from '../../bench/content/dataset.ts'
import { parseHtml } from '../../src/content/parse/html.ts'
import { bodyOf } from '../../src/content/select/body.ts'
import { outlineOf } from '../../src/content/select/outline.ts'

const PAGE =
  '<nav>Menu</nav><h1>Flood</h1><p>The river rose by <a href="/w">two metres</a> overnight, they say.</p><footer>Imprint</footer>'

describe('labelBlocks', () => {
  const truths: [string, Truth][] = [
    ['text', { text: 'Flood\nThe river rose by two metres overnight, they say.' }],
    [
      'Markdown, without its addresses',
      {
        markdown:
          '# Flood\n\nThe river rose by [two metres](https://menu.example/imprint "Menu") overnight, they say.',
      },
    ],
    ['HTML', { html: '<h1>Flood</h1><p>The river rose by <b>two metres</b> overnight, they say.</p>' }],
  ]
  for (const [what, truth] of truths) {
    it(`knows all blocks where the truth is ${what}`, () => {
      const { values, words, contentWords } = labelled(truth)
      assert.deepEqual([...values], [0, 1, 1, 0])
      assert.deepEqual(words, [1, 1, 9, 1])
      assert.equal(contentWords, 10)
    })
  }

  it('knows only the blocks of segments where the truth is segments', () => {
    const { values, words, contentWords } = labelled({ with: ['rose  by two\nmetres'], without: ['Menu'] })
    assert.deepEqual([...values], [0, -1, 1, -1])
    assert.deepEqual(words, [1, 1, 9, 1])
    assert.equal(contentWords, 0)
  })

  it('takes a wanted segment before an unwanted one', () => {
    assert.deepEqual([...labelled({ with: ['Menu'], without: ['Menu'] }).values], [1, -1, -1, -1])
  })

  it('knows nothing without a truth', () => {
    assert.deepEqual([...labelled({}).values], [-1, -1, -1, -1])
  })

  it('takes a truth without words as a page without content', () => {
    const { values, contentWords } = labelled({ text: '' })
    assert.deepEqual([...values], [0, 0, 0, 0])
    assert.equal(contentWords, 0)
  })
})

function labelled(truth: Truth): Labels {
  return labelBlocks(outlineOf(bodyOf(parseHtml(PAGE, undefined, false))).blocks, truth)
}
