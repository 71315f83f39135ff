import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { viewOf } from '../../../test/support/views.ts'
import { differenceBetween } from './describe-view.ts'

const BOX = { ref: 'a', role: 'checkbox', name: 'I agree', checked: false, clickable: true }
const SAVE = { ref: 'b', role: 'button', name: 'Save', clickable: true }
const before = viewOf([BOX, SAVE])

describe('what a move changed, as a model is told it', () => {
  it('by element: what is other now, what is new, what is gone', () => {
    const after = viewOf([
      { ...BOX, checked: true },
      { ref: 'c', role: 'alert', name: 'Saved.' },
    ])
    assert.deepEqual(differenceBetween(before, after, 500), {
      isAny: true,
      text: [
        'now [a] checkbox "I agree" checked, before checkbox "I agree" unchecked',
        '  new [c] alert "Saved."',
        '  gone button "Save"',
      ].join('\n'),
    })
  })

  it('nothing, when only the focus moved', () => {
    const after = { ...viewOf([BOX, { ...SAVE, covered: true }]), focused: 'b' }
    assert.deepEqual(differenceBetween(before, after, 500), {
      isAny: false,
      text: 'nothing changed that can be seen',
    })
  })

  it('another page, or another place on it', () => {
    const elsewhere = viewOf([BOX, SAVE], { url: 'https://shop.example/done' })
    assert.equal(differenceBetween(before, elsewhere, 500).text, 'opened https://shop.example/done')
    const further = viewOf([BOX, SAVE], { scroll: { x: 0, y: 600, maxX: 0, maxY: 900 } })
    assert.equal(differenceBetween(before, further, 500).text, 'scrolled down to 600')
  })

  it('no more than there is room for', () => {
    const many = Array.from({ length: 100 }, (_, at) => ({ ref: `n${at}`, role: 'link', name: `Link ${at}` }))
    const { text } = differenceBetween(before, viewOf([BOX, SAVE, ...many]), 50)
    assert.ok(text.length < 300, text)
    assert.match(text, /and \d+ more changes$/)
  })
})
