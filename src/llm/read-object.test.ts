import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isFault } from '../../test/support/is-fault.ts'
import { readObject } from './read-object.ts'

describe('readObject', () => {
  const given: [name: string, text: string, object: object][] = [
    ['a bare object', '{"limit":3}', { limit: 3 }],
    ['an object in a fence', 'Sure!\n```json\n{"limit": 3}\n```\nAnything else?', { limit: 3 }],
    ['an object after thoughts', '<think>maybe {"limit":9}</think>\n{"limit":3}', { limit: 3 }],
    ['an object after thoughts that began unsaid', 'maybe {"limit":9}</think>{"limit":3}', { limit: 3 }],
    ['the first of two', '{"a":1} or {"b":2}', { a: 1 }],
    ['an object after braces that are none', 'For {curly} words: {"a":1}', { a: 1 }],
    ['an object after a brace that is never closed', 'Use { so: {"a":"}{\\"}"}', { a: '}{"}' }],
    ['nested objects', '{"a":{"b":{}}}', { a: { b: {} } }],
  ]
  for (const [name, text, object] of given) {
    it(`reads ${name}`, () => assert.deepEqual(readObject(text).value, object))
  }

  for (const text of ['', 'none', '[1,2]', '{"a":', '{a}', '{'.repeat(1024 * 1024)]) {
    it(`finds no object in ${text.slice(0, 20) || 'an empty text'}`, () => {
      assert.throws(() => readObject(text), isFault('UNAVAILABLE', /contains no JSON object/))
    })
  }

  it('rejects objects nested too deeply', () => {
    const { value } = readObject(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)},"b":1} {"c":2}`)
    assert.doesNotThrow(() => JSON.stringify(value))
  })
})
