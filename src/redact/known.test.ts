import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKnownFinder } from './known.ts'
import type { Entity } from './span.ts'

function found(known: [string, Entity][], text: string): string[] {
  const spans = createKnownFinder(known)(text)
  return spans.map(({ start, end, entity }) => `${entity} ${text.slice(start, end)}`)
}

test('finds known texts at any position, the longest first', () => {
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

test('replaces overlapping texts completely', () => {
  const known: [string, Entity][] = [
    ['Anna Schmidt', 'PERSON'],
    ['Schmidt Street 5', 'LOCATION'],
  ]
  assert.deepEqual(found(known, 'to Anna Schmidt Street 5.'), ['PERSON Anna Schmidt Street 5'])
})

test('names overlapping texts after the one that begins first, then the longest', () => {
  const known: [string, Entity][] = [
    ['bcd', 'PHONE'],
    ['abc', 'EMAIL'],
    ['abcdef', 'SECRET'],
    ['ef', 'PERSON'],
  ]
  assert.deepEqual(found(known, 'abcd ef abcdef'), ['EMAIL abcd', 'PERSON ef', 'SECRET abcdef'])
})

test('finds the same as a naive search', () => {
  const words = Array.from({ length: 64 }, (_, at) =>
    at.toString(2).replaceAll('0', 'a').replaceAll('1', 'b'),
  )
  for (let step = 1; step < 8; step++) {
    const known = words.filter((_, at) => at % 8 === step).map((word): [string, Entity] => [word, 'PERSON'])
    const text = words.join('a')
    const covered = new Set<number>()
    for (let start = 0; start < text.length; start++)
      for (const [word] of known)
        if (text.startsWith(word, start)) for (let at = 0; at < word.length; at++) covered.add(start + at)
    const spans = createKnownFinder(known)(text)
    const marked = spans.flatMap(({ start, end }) =>
      Array.from({ length: end - start }, (_, at) => start + at),
    )
    assert.deepEqual(
      marked,
      [...covered].toSorted((one, other) => one - other),
    )
  }
})

for (const [name, beginning, unit] of [
  ['many', '+49 30 ', '+49 30 x'],
  ['long', 'a'.repeat(400), 'aaaaaaaa'],
] as const) {
  test(`reads every letter of a text once, however ${name} the known texts are`, (t) => {
    const known = Array.from({ length: 200 }, (_, at): [string, Entity] => [`${beginning}${at}`, 'SECRET'])
    const find = createKnownFinder(known)
    const text = unit.repeat(1_000)
    const read = t.mock.method(String.prototype, 'charCodeAt')
    assert.deepEqual(find(text), [])
    assert.ok(read.mock.callCount() <= text.length, `${read.mock.callCount()} times`)
  })
}
