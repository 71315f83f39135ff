import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rootErrors } from './validate-against-schema.ts'
import type { SchemaError } from './validate-against-schema.ts'

function fault(keyword: string, keywordLocation: string, instanceLocation = '#'): SchemaError {
  return { keyword, keywordLocation, instanceLocation, error: '(0 matches)' }
}

describe('causesIn', () => {
  it('takes the first of alternatives that fit alike', () => {
    const [cause, ...more] = rootErrors([
      fault('anyOf', '#/anyOf'),
      fault('maxLength', '#/anyOf/0/maxLength'),
      fault('minLength', '#/anyOf/1/minLength'),
    ])
    assert.deepEqual([cause?.keyword, more.length], ['maxLength', 0])
  })

  it('takes as many as there are', () => {
    const many = Array.from({ length: 200_000 }, (_, at) =>
      fault('maxLength', '#/anyOf/0/items/maxLength', `#/${at}`),
    )
    const causes = rootErrors([fault('anyOf', '#/anyOf'), ...many])
    assert.deepEqual([causes.length, causes[0]?.instanceLocation], [200_000, '#/0'])
  })
})
