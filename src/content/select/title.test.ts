import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../parse/html.ts'
import { bodyOf } from './body.ts'
import { outlineOf } from './outline.ts'
import { survey } from './survey.ts'
import { withTitle } from './title.ts'

const NO_EVIDENCE = { names: new Map(), words: new Map() }

describe('withTitle', () => {
  const cases: [string, string, string, string][] = [
    ['adds the title above what is taken', '<h1>a</h1><p>b</p>', '01', '11'],
    ['adds it over author and date', '<h1>a</h1><p>by b</p><p>date</p><p>c</p>', '0001', '1001'],
    ['adds only the first', '<h1>a</h1><p>b</p><h1>c</h1><p>d</p>', '0101', '1101'],
    ['leaves one below what is taken', '<p>a</p><h1>b</h1>', '10', '10'],
    ['leaves a lower heading', '<h2>a</h2><p>b</p>', '01', '01'],
    [
      'leaves one far above',
      `<h1>a</h1>${'<p>b</p>'.repeat(99)}`,
      `${'0'.repeat(99)}1`,
      `${'0'.repeat(99)}1`,
    ],
    ['leaves one that is hidden', '<h1 hidden>a</h1><p>b</p>', '01', '01'],
    ['leaves one in the navigation', '<nav><h1>a</h1></nav><p>b</p>', '01', '01'],
    ['leaves one in a dialog', '<div role=dialog><h1>a</h1></div><p>b</p>', '01', '01'],
    ['leaves one that is a text', `<h1>${'word '.repeat(99)}</h1><p>b</p>`, '01', '01'],
    ['adds none to nothing', '<h1>a</h1><p>b</p>', '00', '00'],
    ['takes an empty page', '', '', ''],
  ]
  for (const [what, html, taken, expected] of cases) {
    it(what, () => {
      const surveyed = survey(outlineOf(bodyOf(parseHtml(html, undefined, false))), '', NO_EVIDENCE)
      assert.equal(withTitle(surveyed, Uint8Array.from(taken, Number)).join(''), expected)
    })
  }
})
