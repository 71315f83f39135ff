import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Element } from 'domhandler'
import { flatCopy, memoizePerObject } from './memoize.ts'

test('either answer to a question about an element is remembered', () => {
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

test('a copy of a text is the same text, also where it is no proper Unicode', () => {
  for (const text of ['', 'a', 'ä😀'.repeat(10), `\u{d800}${'a'.repeat(20)}\u{dfff}`])
    assert.equal(flatCopy(text), text)
})
