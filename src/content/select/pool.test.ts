import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { poolTemplates } from './decide.ts'
import type { Template } from './survey.ts'

describe('pool', () => {
  const three = template(3)
  const likely = Float64Array.of(0.9, 0.5, 0.1)

  it('changes nothing when nothing is pooled', () => {
    assert.deepEqual(poolTemplates(likely, [three, three, three], 0), likely)
  })

  it('draws blocks of one template together', () => {
    near(poolTemplates(likely, [three, three, three], 1), [0.5, 0.5, 0.5])
    const [high, middle, low] = poolTemplates(likely, [three, three, three], 0.5)
    assert.ok(high! > 0.5 && high! < 0.9 && low! < 0.5 && low! > 0.1)
    near([middle!], [0.5])
    // Half the log-odds of nine to one are those of three to one.
    near([high!, low!], [0.75, 0.25])
  })

  it('leaves two of a kind as they are', () => {
    const two = template(2)
    near(poolTemplates(Float64Array.of(0.9, 0.1), [two, two], 1), [0.9, 0.1])
  })

  it('keeps templates apart that look alike', () => {
    const other = template(3)
    const templates = [three, other, three, other, three, other]
    near(
      poolTemplates(Float64Array.of(0.9, 0.1, 0.9, 0.1, 0.9, 0.1), templates, 1),
      [0.9, 0.1, 0.9, 0.1, 0.9, 0.1],
    )
  })

  it('stays between 0 and 1 for what is certain', () => {
    for (const part of [0.3, 1]) {
      const pooled = poolTemplates(Float64Array.of(0, 1, 1), [three, three, three], part)
      assert.ok(
        pooled.every((value) => value > 0 && value < 1),
        pooled.join(),
      )
    }
  })

  it('takes no blocks', () => assert.equal(poolTemplates(new Float64Array(0), [], 0.5).length, 0))
})

function template(blocks: number): Template {
  return { blocks, chars: 10, linkChars: 0 }
}

function near(found: ArrayLike<number>, expected: number[]): void {
  assert.equal(found.length, expected.length)
  expected.forEach((value, at) => assert.ok(Math.abs(found[at]! - value) < 1e-9, `${found[at]} for ${value}`))
}
