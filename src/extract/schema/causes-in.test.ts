import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rootErrors } from './validate-against-schema.ts'
import type { SchemaError } from './validate-against-schema.ts'

function error(keyword: string, keywordLocation: string, instanceLocation = '#'): SchemaError {
  return { keyword, keywordLocation, instanceLocation, error: '(0 matches)' }
}

describe('rootErrors', () => {
  it('takes the first of equally good alternatives', () => {
    const [cause, ...more] = rootErrors([
      error('anyOf', '#/anyOf'),
      error('maxLength', '#/anyOf/0/maxLength'),
      error('minLength', '#/anyOf/1/minLength'),
    ])
    assert.deepEqual([cause?.keyword, more.length], ['maxLength', 0])
  })

  it('handles very many errors', () => {
    const many = Array.from({ length: 200_000 }, (_, at) =>
      error('maxLength', '#/anyOf/0/items/maxLength', `#/${at}`),
    )
    const causes = rootErrors([error('anyOf', '#/anyOf'), ...many])
    assert.deepEqual([causes.length, causes[0]?.instanceLocation], [200_000, '#/0'])
  })
})
