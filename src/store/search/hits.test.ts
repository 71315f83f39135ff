import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { passageOf } from './hits.ts'

const passage = (text: string, ...words: string[]) =>
  passageOf(
    text,
    words.map((word, at) => ({ stems: [word], weight: words.length - at })),
  )

const FILLING = 'Nothing of interest stands here at all. '.repeat(20)

describe('the best passage for some words', () => {
  it('begins with their sentence and contains whole words', () => {
    const text = `${FILLING}The keeper lit the lamp every evening. ${FILLING}`
    const found = passage(text, 'keeper', 'lamp')!
    assert.match(found, /^The keeper lit the lamp every evening\. Nothing/)
    assert.match(found, /[a-z.]( …)?$/)
    assert.ok(found.length <= 210)
  })

  it('is where most of them occur together', () => {
    const text = `A lamp, a lamp, a lamp. ${FILLING}A keeper. ${FILLING}The keeper has a lamp here. ${FILLING}`
    assert.match(passage(text, 'keeper', 'lamp')!, /^The keeper has a lamp here\./)
  })

  it('marks an omission before and after', () => {
    const text = `${'word '.repeat(100)}lamp ${'word '.repeat(100)}`.trim()
    const found = passage(text, 'lamp')!
    assert.match(found, /^… word.* lamp .*word …$/)
  })

  const forms: [text: string, words: string[], found: boolean][] = [
    ['The founders ran.', ['founder'], true],
    ['Die Häfen sind alt.', ['haf'], true],
    ['Straße und mehr', ['strass'], false],
    ['Ein Élève.', ['elev'], true],
    ['cathedral', ['cat'], false],
    ['concatenate', ['cat'], false],
    ['黒猫が住んで', ['猫'], true],
    ['', ['cat'], false],
  ]
  for (const [text, words, isFound] of forms) {
    it(`${isFound ? 'finds' : 'does not find'} ${words} in ${JSON.stringify(text)}`, () => {
      assert.equal(passage(text, ...words) !== undefined, isFound)
    })
  }

  it('is fast for a text that only repeats the word', () => {
    assert.ok(passage('word '.repeat(20_000), 'word')!.startsWith('word word'))
    assert.equal(passage('x'.repeat(100_000), 'xx'), undefined)
  })
})
