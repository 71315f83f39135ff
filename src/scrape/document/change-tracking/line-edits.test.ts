import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { lineEdits } from './line-edits.ts'
import type { EditLimits, LineEdits } from './line-edits.ts'
import { assertCheap } from '../../../../test/support/assert-cheap.ts'

const letters = (text: string) => text.split('')
const STRICT: EditLimits = { mostEdits: 1, timeMs: 10_000 }

/** Checks that the edits cover both texts in order and that equal sections are equal. */
function check(old: readonly string[], current: readonly string[], { edits }: LineEdits): void {
  let [oldAt, newAt] = [0, 0]
  for (const edit of edits) {
    assert.deepEqual([edit.old[0], edit.new[0]], [oldAt, newAt])
    if (edit.isEqual) assert.deepEqual(old.slice(...edit.old), current.slice(...edit.new))
    oldAt = edit.old[1]
    newAt = edit.new[1]
  }
  assert.deepEqual([oldAt, newAt], [old.length, current.length])
}

const changedLines = ({ edits }: LineEdits) =>
  edits.reduce(
    (sum, { isEqual, ...edit }) =>
      sum + (isEqual ? 0 : edit.old[1] - edit.old[0] + edit.new[1] - edit.new[0]),
    0,
  )

/** Pseudo-random lines that are the same in every run. */
function drawnLines(count: number, kinds: number, seed: number): string[] {
  let state = seed
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return `line ${(state >>> 8) % kinds}`
  })
}

const CASES: [what: string, old: string, current: string, changed: number][] = [
  ['nothing to nothing', '', '', 0],
  ['nothing to something', '', 'ab', 2],
  ['something to nothing', 'ab', '', 2],
  ['one line added in the middle', 'abcd', 'abxcd', 1],
  ['one line removed at the start', 'abcd', 'bcd', 1],
  ['one line replaced', 'abcd', 'abxd', 2],
  ['all lines replaced', 'ab', 'xyz', 5],
  ['a line moved', 'abcdef', 'bcdefa', 2],
]

describe('edits of lines', () => {
  for (const [what, old, current, changed] of CASES) {
    it(`are minimal from ${what}`, () => {
      const found = lineEdits(letters(old), letters(current))
      check(letters(old), letters(current), found)
      assert.deepEqual([changedLines(found), found.isCoarse], [changed, false])
    })
  }

  it('are correct for random texts, also when only sections can be compared', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const [old, current] = [drawnLines(seed * 3, 40, seed), drawnLines(seed * 2, 40, seed + 1)]
      for (const limits of [undefined, STRICT]) check(old, current, lineEdits(old, current, limits))
    }
  })

  it('split texts at lines that occur once in each', () => {
    const old = Array.from({ length: 1_000 }, (_, place) => `line ${place}`)
    const current = old.map((line, place) => (place % 10 === 5 ? `${line} anew` : line))
    const found = lineEdits(old, current, STRICT)
    check(old, current, found)
    assert.deepEqual([changedLines(found), found.isCoarse], [200, false])
  })

  it('replace a section as a whole when too much of it differs', () => {
    const old = ['first', ...drawnLines(1_000, 5, 1), 'middle', 'a', 'last']
    const current = ['first', ...drawnLines(1_000, 5, 2), 'middle', 'b', 'last']
    const found = lineEdits(old, current, STRICT)
    check(old, current, found)
    assert.equal(found.isCoarse, true)
    assert.ok(found.edits.some(({ isEqual, old: [from, to] }) => isEqual && from <= 1_001 && to === 1_002))
  })

  it('take bounded time for any difference', () => {
    for (const kinds of [2, 20, 1_000_000]) {
      const [old, current] = [drawnLines(200_000, kinds, 1), drawnLines(200_000, kinds, 2)]
      check(
        old,
        current,
        assertCheap(() => lineEdits(old, current), 5_000),
      )
    }
  })
})
