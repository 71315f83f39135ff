import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { describe, it } from 'node:test'
import { FLOORS } from './floors.ts'
import { PHRASES } from './phrases.ts'
import { readPage } from './read-page.ts'

describe('the Markdown of a page of the sample', () => {
  for (const [name, floor] of Object.entries(FLOORS)) {
    const { has, hasNot } = PHRASES[name] ?? { has: [], hasNot: [] }

    it(`is its content: ${name}`, () => {
      const { markdown, text, score } = readPage(name)
      const shows = (phrase: string) => markdown.includes(phrase) || text.includes(phrase)
      assert.deepEqual(
        { lost: has.filter((phrase) => !shows(phrase)), kept: hasNot.filter(shows) },
        { lost: [], kept: [] },
      )
      assert.ok(score >= floor, `word F1 is ${score.toFixed(3)}, the floor ${floor.toFixed(2)}`)
    })
  }
})

describe('the sample', () => {
  const files = readdirSync(import.meta.dirname)
  const namesOf = (extension: string) =>
    files.filter((file) => file.endsWith(extension)).map((file) => file.slice(0, -extension.length))

  for (const extension of ['.html', '.txt']) {
    it(`has no ${extension} file without a floor and phrases`, () => {
      assert.deepEqual(namesOf(extension).sort(), Object.keys(FLOORS).sort())
      assert.deepEqual(namesOf(extension).sort(), Object.keys(PHRASES).sort())
    })
  }
})
