import assert from 'node:assert/strict'
import { test } from 'node:test'
import { flatCopy } from './once.ts'

test('a copy of a text is the same text, also where it is no proper Unicode', () => {
  for (const text of ['', 'a', 'ä😀'.repeat(10), `\u{d800}${'a'.repeat(20)}\u{dfff}`])
    assert.equal(flatCopy(text), text)
})
