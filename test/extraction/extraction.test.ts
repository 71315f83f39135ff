import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compile } from 'css-select'
import { validateAgainstSchema } from '../../src/extract/schema/validate-against-schema.ts'
import { fixtures, pageOf, scoreOf } from './score.ts'

/** Guards against getting worse; the first is that of all pages together. */
const FLOOR = 0.975
const FLOOR_OF_KIND = 0.92
const MOST_INVENTED = 1

function assertFloor(scores: readonly ReturnType<typeof scoreOf>[], floor: number): void {
  const right = scores.reduce((sum, score) => sum + score.right, 0)
  const missed = scores.reduce((sum, score) => sum + score.wrong + score.lost, 0)
  const f1 = (2 * right) / (2 * right + missed)
  assert.ok(f1 >= floor, `${f1}: ${scores.flatMap(({ complaints }) => complaints).join('; ')}`)
}

describe('extraction from saved pages', () => {
  const byKind = Map.groupBy(fixtures(), ({ kind }) => kind)
  for (const [kind, pages] of byKind) {
    it(`reads ${kind}`, () => assertFloor(pages.map(scoreOf), FLOOR_OF_KIND))
  }

  it('reads all of them, and makes nothing of what is not there', () => {
    const scores = fixtures().map(scoreOf)
    assertFloor(scores, FLOOR)
    const invented = scores.reduce((sum, score) => sum + score.invented, 0)
    assert.ok(invented <= MOST_INVENTED, `${invented} are made of something else`)
  })

  it('is valid against the schema but for what is required and missing, and shows where it was found', () => {
    for (const fixture of fixtures()) {
      const { extraction } = scoreOf(fixture)
      const others = validateAgainstSchema(extraction.value, fixture.schema).filter(
        ({ keyword }) => keyword !== 'required',
      )
      assert.deepEqual(others, [], fixture.name)
      for (const { selector } of extraction.evidence) if (selector !== undefined) compile(selector)
      assert.ok(extraction.evidence.length > 0, fixture.name)
    }
    assert.equal(byKind.size, 12)
    assert.ok(pageOf(fixtures()[0]!).root.children.length > 0)
  })
})
