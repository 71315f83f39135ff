import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { lineHtml } from './open-document.ts'
import { parseXml } from './xml.ts'

const CASES: readonly (readonly [what: string, inner: string, expected: string])[] = [
  ['spaces', 'a<text:s text:c="3"/>b<text:s/>c', 'a   b c'],
  ['spaces that are counted wrongly', 'a<text:s text:c="-5"/>b<text:s text:c="x"/>c', 'a b c'],
  [
    'breaks and links',
    'a<text:line-break/><text:a xlink:href="https://a.test/">b</text:a>',
    'a<br><a href="https://a.test/">b</a>',
  ],
]

describe('a line of an OpenDocument file', () => {
  for (const [what, inner, expected] of CASES) {
    it(`has ${what}`, () => assert.equal(lineHtml(parseXml(`<text:p>${inner}</text:p>`)), expected))
  }
})
