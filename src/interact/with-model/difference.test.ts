import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { viewOf } from '../../../test/support/views.ts'
import { differenceBetween } from './describe-view.ts'

const BOX = { ref: 'a', role: 'checkbox', name: 'I agree', checked: false, clickable: true }
const SAVE = { ref: 'b', role: 'button', name: 'Save', clickable: true }
const before = viewOf([BOX, SAVE])

describe('describeDifference', () => {
  it('reports changed, new and removed elements', () => {
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

  it('reports nothing when only the focus moved', () => {
    const after = { ...viewOf([BOX, { ...SAVE, covered: true }]), focused: 'b' }
    assert.deepEqual(differenceBetween(before, after, 500), {
      isAny: false,
      text: 'no visible change',
    })
  })

  it('reports another page, or another scroll position', () => {
    const elsewhere = viewOf([BOX, SAVE], { url: 'https://shop.example/done' })
    assert.equal(differenceBetween(before, elsewhere, 500).text, 'opened https://shop.example/done')
    const further = viewOf([BOX, SAVE], { scroll: { x: 0, y: 600, maxX: 0, maxY: 900 } })
    assert.equal(differenceBetween(before, further, 500).text, 'scrolled down to 600')
  })

  it('reports at most as many changes as fit', () => {
    const many = Array.from({ length: 100 }, (_, at) => ({ ref: `n${at}`, role: 'link', name: `Link ${at}` }))
    const { text } = differenceBetween(before, viewOf([BOX, SAVE, ...many]), 50)
    assert.ok(text.length < 300, text)
    assert.match(text, /and \d+ more changes$/)
  })
})
