import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Block } from './document-html.ts'
import { Notes } from './converted-text.ts'

const blocks: Block[] = [
  { kind: 'paragraph', style: 'text', content: [{ type: 'text', text: 'Why?', marks: {} }] },
]

describe('notes of a document', () => {
  it('say who remarked something, but not at length', () => {
    const notes = new Notes()
    notes.comment('a', ' Ann ', () => blocks)
    notes.comment('b', 'x'.repeat(1000), () => blocks)
    assert.equal(
      notes.html(),
      `<div id="note-c1"><p>Ann: Why?</p></div>\n<div id="note-c2"><p>${'x'.repeat(200)}: Why?</p></div>`,
    )
  })

  it('end where the room of the document does', () => {
    const notes = new Notes()
    notes.budget.accepts('x'.repeat(64 * 1024 * 1024 - 100))
    notes.comment('a', 'Ann', () => blocks)
    notes.comment('b', 'x'.repeat(100), () => blocks)
    assert.equal(notes.html(), '<div id="note-c1"><p>Ann: Why?</p></div>')
    assert.equal(notes.budget.warnings().length, 1)
  })
})
