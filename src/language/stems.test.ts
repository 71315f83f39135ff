import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fold } from './fold.ts'
import { stem } from './stems.ts'
import type { Language } from './common-words.ts'

/** The words of a line have the same stem. */
const SAME: [language: Language, words: string][] = [
  ['en', 'founded founder founders founding'],
  ['en', 'construct constructed construction'],
  ['en', 'write wrote written'],
  ['en', 'run running runs'],
  ['de', 'Führung Führungen'],
  ['de', 'geöffnet öffnen Öffnung'],
  ['fr', 'salarié salariés salariée'],
  ['es', 'entrada entradas'],
  ['it', 'biglietto biglietti'],
  ['pt', 'livro livros'],
  ['nl', 'bezoek bezoeken'],
  ['sv', 'fyren fyrar'],
  ['pl', 'browar browaru browarem'],
  ['ru', 'завод завода заводе заводом'],
  ['tr', 'fuar fuarda fuarlar'],
  ['ar', 'المدرسة مدرسة'],
]

it('gives the forms of a word the same stem', () => {
  for (const [language, words] of SAME) {
    const stems = new Set(words.split(' ').map((word) => stem(fold(word), language)))
    assert.equal(stems.size, 1, `${words}: ${[...stems].join(' ')}`)
  }
})

it('keeps numbers, long words and words of unknown languages', () => {
  assert.equal(stem('2024s', 'en'), '2024s')
  assert.equal(stem('founded', undefined), 'founded')
  assert.equal(stem('a'.repeat(100_000) + 's', 'en').length, 100_001)
})
