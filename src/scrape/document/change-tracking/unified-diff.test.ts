import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { applyPatch } from 'diff'
import { lineEdits } from './line-edits.ts'
import { unifiedDiff } from './unified-diff.ts'

function diff(old: readonly string[], current: readonly string[]): string {
  return unifiedDiff(old, current, lineEdits(old, current).edits)
}

const TEN = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']
const TWENTY = [...TEN, ...TEN.map((line) => `${line}2`)]
const changed = (lines: readonly string[], ...places: number[]) =>
  lines.map((line, place) => (places.includes(place) ? line.toUpperCase() : line))

const CASES: [what: string, old: string[], current: string[], hunks: string][] = [
  [
    'a change with three lines around it',
    TEN,
    changed(TEN, 5),
    '@@ -3,7 +3,7 @@\n c\n d\n e\n-f\n+F\n g\n h\n i\n',
  ],
  ['the first line', TEN, changed(TEN, 0), '@@ -1,4 +1,4 @@\n-a\n+A\n b\n c\n d\n'],
  ['the last line', TEN, changed(TEN, 9), '@@ -7,4 +7,4 @@\n g\n h\n i\n-j\n+J\n'],
  ['lines added at the end', TEN, [...TEN, 'k'], '@@ -8,3 +8,4 @@\n h\n i\n j\n+k\n'],
  ['a text that was empty', [], ['a'], '@@ -0,0 +1,1 @@\n+a\n'],
  ['a text that is empty', ['a'], [], '@@ -1,1 +0,0 @@\n-a\n'],
  [
    'changes close by as one',
    TWENTY,
    changed(TWENTY, 3, 10),
    '@@ -1,14 +1,14 @@\n a\n b\n c\n-d\n+D\n e\n f\n g\n h\n i\n j\n-a2\n+A2\n b2\n c2\n d2\n',
  ],
  [
    'changes far apart as two',
    TWENTY,
    changed(TWENTY, 3, 11),
    '@@ -1,7 +1,7 @@\n a\n b\n c\n-d\n+D\n e\n f\n g\n@@ -9,7 +9,7 @@\n i\n j\n a2\n-b2\n+B2\n c2\n d2\n e2\n',
  ],
]

describe('a unified diff', () => {
  for (const [what, old, current, hunks] of CASES) {
    it(`shows ${what}`, () => assert.equal(diff(old, current), `--- previous\n+++ current\n${hunks}`))
  }

  it('produces the new text when applied to the old one', () => {
    const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')
    for (let seed = 1; seed < 200; seed++) {
      const old = Array.from({ length: (seed * 7) % 60 }, (_, place) => `line ${(place * seed) % 23}`)
      const current = old.flatMap((line, place) =>
        (place * seed) % 11 === 3 ? [] : (place * seed) % 13 === 5 ? [line, `more ${place}`] : [line],
      )
      assert.equal(applyPatch(text(old), diff(old, current)), text(current))
    }
  })
})
