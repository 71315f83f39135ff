import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LONGEST_SENTENCE, sentencesOf } from './sentences.ts'

const CASES: [language: string, sentences: string[]][] = [
  ['en', ['Dr. Smith met J. K. Rowling at 3.5 km.', 'She left, e.g. by train.', 'Done!']],
  ['en', ['See https://a.example/b.html now.', 'He said “Stop!” and ran.', '(It was late.)', 'Well… maybe.']],
  ['en', ['It closed in 1962.', 'The U.S. Army came.', 'Was it open?', 'No.']],
  ['de', ['Am 12. Mai 1951 kam er z. B. nach Wien.', 'Das 19. Jahrhundert begann.', 'Gut.']],
  ['fr', ['On vend p. ex. du pain, M. Dupont.', 'Vraiment ?', 'Oui.']],
  ['zh', ['他来了。', '真的吗？', '是的！']],
  ['ja', ['彼は「行きます。待って」と言った。', '終わり。']],
  ['ar', ['هل جاء أحمد؟', 'نعم جاء.']],
  ['hi', ['वह आया।', 'वह गया।']],
]

describe('sentencesOf', () => {
  it('ends sentences where readers do', () => {
    for (const [language, sentences] of CASES) {
      const gap = language === 'zh' || language === 'ja' ? '' : ' '
      assert.deepEqual(sentencesOf(sentences.join(gap), language), sentences)
    }
  })

  it('ends a sentence at a line break when the next line begins a sentence', () => {
    assert.deepEqual(sentencesOf('First line\nSecond line\nand its rest'), [
      'First line',
      'Second line and its rest',
    ])
  })

  it('joins Thai clauses at spaces', () => {
    const clause = 'ตลาดน้ำที่เริ่มขายตอนฟ้ายังไม่สว่างและเลิกก่อนที่นักท่องเที่ยวจะตื่น'
    assert.deepEqual(sentencesOf(`${clause} ${clause}`, 'th'), [clause, clause])
  })

  it('splits endless text without loss', () => {
    for (const text of ['word '.repeat(200_000).trim(), 'a'.repeat(1_000_000), '😀'.repeat(10_000)]) {
      const sentences = sentencesOf(text)
      assert.ok(sentences.every((sentence) => sentence.length <= LONGEST_SENTENCE && sentence.isWellFormed()))
      assert.equal(sentences.join('').replaceAll(' ', ''), text.replaceAll(' ', ''))
    }
  })
})
