import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTokenCounter } from '../../src/store/store.ts'
import { testDatabase } from '../support/database.ts'

it('tokens of a model are counted per day, over all processes', async () => {
  await using database = await testDatabase()
  const [one, other] = [createTokenCounter(database.db), createTokenCounter(database.db)]
  const counts = await Promise.all([one('2026-11-18', 100), other('2026-11-18', 20), one('2026-11-18', 3)])
  assert.equal(Math.max(...counts), 123)
  assert.equal(await other('2026-11-18', 0), 123)
  assert.equal(await one('2026-11-19', 5), 5)
})
