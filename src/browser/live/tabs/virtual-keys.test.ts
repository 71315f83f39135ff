import assert from 'node:assert/strict'
import { it } from 'node:test'
import { virtualKeyOf } from './watch.ts'

it('maps keys to their codes', () => {
  const keys = ['a', 'Z', '7', ' ', 'Enter', 'ArrowDown', 'F1', 'F12', 'ä', 'constructor', 'Unidentified']
  assert.deepEqual(keys.map(virtualKeyOf), [65, 90, 55, 32, 13, 40, 112, 123, 0, 0, 0])
})
