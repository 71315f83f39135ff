import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { clone } from './globals.ts'
import { formatted, inspect } from './inspect.ts'
import { resultOf } from './main.ts'

const circle: Record<string, unknown> = { a: 1 }
circle['self'] = circle

describe('inspect', () => {
  const cases: [unknown, string][] = [
    ['text', 'text'],
    [['text', 1, null, undefined, -0, 5n], "[ 'text', 1, null, undefined, -0, 5n ]"],
    [{ a: { b: [] }, 'c-d': {} }, "{ a: { b: [] }, 'c-d': {} }"],
    [new Map([['k', new Set([1])]]), "Map(1) { 'k' => Set(1) { 1 } }"],
    [new Error('bad'), 'Error: bad'],
    [new Date(0), '1970-01-01T00:00:00.000Z'],
    [circle, '{ a: 1, self: [Circular] }'],
    [{ a: { b: { c: { d: { e: 1 } } } } }, '{ a: { b: { c: { d: [Object] } } } }'],
    [() => 1, '[Function: (anonymous)]'],
    [Object.create(null), '{}'],
    [{ constructor: 5 }, '{ constructor: 5 }'],
  ]
  for (const [value, shown] of cases) it(`shows ${shown}`, () => assert.equal(inspect(value), shown))

  it('breaks what is long, and cuts what is longer', () => {
    assert.equal(inspect([['x'.repeat(60), 'y'.repeat(60)]]).split('\n').length, 6)
    assert.match(inspect(Array.from({ length: 150 }, () => 0)), /… 50 more/)
  })
})

it('fills placeholders as the console does', () => {
  assert.equal(formatted(['%s is %d%%, %j', 'a', '5', { b: 1 }, 'rest']), 'a is 5%, {"b":1} rest')
  assert.equal(formatted(['%s']), '%s')
  assert.equal(formatted([1, '%s']), '1 %s')
})

describe('resultOf', () => {
  const cases: [unknown, string | undefined][] = [
    [undefined, undefined],
    ['text', 'text'],
    [null, 'null'],
    [{ a: [1] }, '{"a":[1]}'],
    [new Date(0), '"1970-01-01T00:00:00.000Z"'],
    [5n, '5n'],
    [circle, '{ a: 1, self: [Circular] }'],
    [new Map([[1, 2]]), 'Map(1) { 1 => 2 }'],
    [Symbol('s'), 'Symbol(s)'],
  ]
  for (const [value, text] of cases) it(`is ${text}`, () => assert.equal(resultOf(value), text))
})

it('copies data without sharing any', () => {
  const data = {
    date: new Date(3),
    map: new Map([['a', { b: 1 }]]),
    set: new Set([1]),
    bytes: new Uint8Array([1]),
  }
  const copy = clone(data)
  assert.deepEqual(copy, data)
  assert.notEqual(copy.map.get('a'), data.map.get('a'))
  const round = clone(circle)
  assert.equal(round['self'], round)
  assert.throws(() => clone({ f: () => 1 }), TypeError)
})
