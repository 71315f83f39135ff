import assert from 'node:assert/strict'
import { it } from 'node:test'
import { pageOf } from '../../../test/answers/page-of.ts'
import { highlightsOf } from './answer-question.ts'

const PAGE = pageOf(`<h1>Garden</h1><p>Roses need sun. Water the roses twice a week. The shed is green.</p>
  <p>Cats sleep all day.</p><h2>Tools</h2><ul><li>spade</li><li>rake</li></ul><p>Old roses smell best.</p>`)

const CASES: [query: string, highlights: string | undefined][] = [
  ['roses', 'Roses need sun.\n\nWater the roses twice a week.\n\nOld roses smell best.'],
  ['How often should I water?', 'Water the roses twice a week.'],
  ['tools', 'spade\n\nrake'],
  ['quantum chromodynamics', undefined],
]

it('returns the sentences about a query in page order', () => {
  for (const [query, highlights] of CASES) {
    const found = highlightsOf(PAGE, query)
    assert.equal(found.highlights, highlights, query)
    assert.equal(found.warning === undefined, highlights !== undefined)
  }
})
