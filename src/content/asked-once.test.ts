import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Element } from 'domhandler'
import { askedOnce } from './asked-once.ts'

describe('a question that is asked once', () => {
  it('remembers either answer for each element', () => {
    const asked: string[] = []
    const isBold = askedOnce(({ name }) => {
      asked.push(name)
      return name === 'b'
    })
    const bold = new Element('b', {})
    const other = new Element('i', {})
    assert.deepEqual([bold, other, bold, other].map(isBold), [true, false, true, false])
    assert.deepEqual(asked, ['b', 'i'])
  })
})
