import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { raw, sql } from './sql.ts'

describe('a statement', () => {
  const cases = [
    ['has no values', sql`select 1`, 'select 1', []],
    ['numbers its values', sql`a ${1} b ${'x'}`, 'a $1 b $2', [1, 'x']],
    [
      'takes a raw text as it is',
      sql`select ${raw('id')} from t where id = ${7}`,
      'select id from t where id = $1',
      [7],
    ],
    ['takes in other statements', sql`${1} ${sql`(${2}, ${3})`} ${4}`, '$1 ($2, $3) $4', [1, 2, 3, 4]],
  ] as const
  for (const [behaviour, { text, values }, expectedText, expectedValues] of cases)
    it(behaviour, () => assert.deepEqual([text, values], [expectedText, expectedValues]))
})
