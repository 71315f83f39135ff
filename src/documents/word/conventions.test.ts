import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { headingLevelOf, isMonospaced, roleOfName } from './conventions.ts'

describe('names of styles', () => {
  const headings: readonly (readonly [string, number | undefined])[] = [
    ['heading 1', 1],
    ['Heading 9', 9],
    ['Überschrift 2', 2],
    ['Titre 3', 3],
    ['標題 1', 1],
    ['h4', 4],
    ['heading', undefined],
    ['heading 12', undefined],
    ['Subheading 1', undefined],
    ['Normal', undefined],
  ]
  for (const [name, level] of headings) {
    it(`${name} is ${level ? `a heading of level ${level}` : 'no heading'}`, () =>
      assert.equal(headingLevelOf(name), level))
  }

  it('recognizes titles', () => {
    assert.equal(roleOfName('Title'), 'title')
    assert.equal(roleOfName('Titel'), 'title')
    assert.equal(roleOfName('Subtitle'), undefined)
  })

  it('distinguishes code from similar names', () => {
    assert.equal(roleOfName('Source Code'), 'code')
    assert.equal(roleOfName('HTML Preformatted'), 'code')
    assert.equal(roleOfName('Source Reference'), undefined)
    assert.equal(roleOfName('Listing Number'), undefined)
  })

  it('recognizes monospaced fonts', () => {
    assert.equal(isMonospaced('Courier New'), true)
    assert.equal(isMonospaced('Source Code Pro'), true)
    assert.equal(isMonospaced('Times New Roman'), false)
  })
})
