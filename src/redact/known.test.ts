import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKnownFinder } from './known.ts'
import type { Entity } from './span.ts'

function found(known: [string, Entity][], text: string): string[] {
  const spans = createKnownFinder(known)(text)
  return spans.map(({ start, end, entity }) => `${entity} ${text.slice(start, end)}`)
}

test('finds known texts wherever they stand, each as the longest that is known', () => {
  const known: [string, Entity][] = [
    ['Anna', 'PERSON'],
    ['Anna Schmidt', 'PERSON'],
    ['hunter2', 'SECRET'],
  ]
  assert.deepEqual(found(known, 'Anna Schmidt, hunter2; Anna S.'), [
    'PERSON Anna Schmidt',
    'SECRET hunter2',
    'PERSON Anna',
  ])
  assert.deepEqual(found(known, 'Ann, hunter'), [])
  assert.deepEqual(found([], 'Anna'), [])
})

test('leaves nothing of texts that overlap', () => {
  const known: [string, Entity][] = [
    ['Anna Schmidt', 'PERSON'],
    ['Schmidt Street 5', 'LOCATION'],
  ]
  assert.deepEqual(found(known, 'to Anna Schmidt Street 5.'), ['PERSON Anna Schmidt Street 5'])
})

test('reads a letter no more often than the longest known text is long', (t) => {
  const known = Array.from({ length: 2_000 }, (_, at): [string, Entity] => [`+49 30 ${at}`, 'PHONE'])
  const find = createKnownFinder(known)
  const read = t.mock.method(String.prototype, 'charCodeAt')
  const text = '+49 30 x'.repeat(1_000)
  assert.deepEqual(find(text), [])
  assert.ok(read.mock.callCount() <= 12 * text.length)
})
