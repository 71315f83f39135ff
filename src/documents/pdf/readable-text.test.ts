import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { readableText, unreadableShare } from './readable-text.ts'

describe('readableText', () => {
  for (const [name, text, readable] of [
    ['leaves plain text alone', 'Straße – naïve', 'Straße – naïve'],
    ['takes ligatures apart', 'de\ufb01nition, e\ufb03cient', 'definition, efficient'],
    ['removes soft hyphens and marks of no width', 'co\u00adop\u200berate', 'cooperate'],
    ['makes bullets of private fonts plain', '\uf0b7', '•'],
    ['makes presentation forms plain', '\ufefb', 'لا'],
    ['makes letters of full width narrow', 'ＡＢＣ１', 'ABC1'],
    ['keeps marks that are set in full width', '質，量。（注）', '質，量。（注）'],
    ['puts a torn ligature in order', 'اإلنتاجية', 'الإنتاجية'],
    ['composes letters', 'e\u0301', 'é'],
  ]) {
    it(name!, () => assert.equal(readableText(text!), readable))
  }
})

describe('unreadableShare', () => {
  for (const [text, share] of [
    ['', 0],
    ['readable', 0],
    ['\ue001\ue002ab', 0.5],
  ] as const) {
    it(`is ${share} for ${JSON.stringify(text)}`, () => assert.equal(unreadableShare(text), share))
  }
})
