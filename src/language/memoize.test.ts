import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Element } from 'domhandler'
import { flatCopy, memoizePerObject } from './memoize.ts'

test('caches true and false for an element', () => {
  const asked: string[] = []
  const isBold = memoizePerObject(({ name }: Element) => {
    asked.push(name)
    return name === 'b'
  })
  const bold = new Element('b', {})
  const other = new Element('i', {})
  assert.deepEqual([bold, other, bold, other].map(isBold), [true, false, true, false])
  assert.deepEqual(asked, ['b', 'i'])
})

test('a copy of a text equals the text, also with invalid Unicode', () => {
  for (const text of ['', 'a', 'ä😀'.repeat(10), `\u{d800}${'a'.repeat(20)}\u{dfff}`])
    assert.equal(flatCopy(text), text)
})
