import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { estimateTokens } from '../../llm/llm.ts'
import { chunksOf } from './chunks.ts'
import { assertCheap } from '../../../test/support/assert-cheap.ts'

const sentence = 'Nothing of note is told here, and it takes a while. '

/** Sections of about 10,000 tokens, each with a unique word. */
function pageOf(sections: number): string {
  return Array.from(
    { length: sections },
    (_, at) => `## Section ${at}\n\nWord${at}.\n\n${`${sentence.repeat(10)}\n\n`.repeat(77)}`,
  ).join('\n')
}

describe('chunksOf', () => {
  it('leaves a short page whole', () => {
    assert.deepEqual(chunksOf('# One\n\nTwo', '', 24_000), { texts: ['# One\n\nTwo'], share: 1 })
    assert.deepEqual(chunksOf('', '', 24_000).texts, [])
  })

  it('splits a long page at headings and repeats the end of the previous chunk', () => {
    const { texts, share } = chunksOf(pageOf(6), '', 24_000)
    assert.equal(share, 1)
    assert.equal(texts.length, 3)
    for (const text of texts) assert.ok(estimateTokens(text) <= 24_200)
    assert.match(texts[0]!, /^## Section 0\n\nWord0\./)
    assert.match(texts[1]!, /^\S[^#]{100,400}\n\n## Section 2/)
    for (let at = 0; at < 6; at++) assert.ok(texts.some((text) => text.includes(`Word${at}.`)))
  })

  it('makes smaller chunks when room is needed for something else', () => {
    assert.ok(chunksOf(pageOf(6), '', 12_000).texts.length > 3)
  })

  it('keeps the beginning and the relevant chunks of a page that is too long', () => {
    const { texts, share } = chunksOf(pageOf(60), 'Where is word33 and what of word57?', 24_000)
    assert.equal(texts.length, 12)
    assert.ok(
      texts.some((text) => text.includes('Word33.')) && texts.some((text) => text.includes('Word57.')),
    )
    assert.match(texts[0]!, /Word0\./)
    assert.ok(share > 0.3 && share < 0.5, `${share}`)
  })

  it('spreads the chunks over a page when there is no query', () => {
    const { texts } = chunksOf(pageOf(60), '', 24_000)
    assert.ok(
      texts.some((text) => /Section 5\d/.test(text)) && texts.some((text) => /Section 2\d/.test(text)),
    )
  })

  it('splits text without breaks, but never a character', () => {
    for (const text of [
      'a'.repeat(300_000),
      '字'.repeat(100_000),
      '😀'.repeat(100_000),
      'ab '.repeat(100_000),
    ]) {
      const { texts } = chunksOf(text, '', 24_000)
      assert.ok(texts.length > 1)
      for (const one of texts) {
        assert.ok(estimateTokens(one) <= 24_500)
        assert.doesNotMatch(one, /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/)
      }
    }
  })

  it('is fast with fifty million characters', () => {
    const { share } = assertCheap(() => chunksOf(`${sentence}\n\n`.repeat(900_000), 'word', 24_000), 8_000)
    assert.ok(share < 0.05)
  })
})
