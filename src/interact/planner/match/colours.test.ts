import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { viewOf } from '../../../../test/support/views.ts'
import { PageTree } from '../page/page-tree.ts'
import { colourFit, isColourName, pureColour } from './colours.ts'
import { shownColour } from './shown-colour.ts'

describe('names of colours', () => {
  it('stand for what style sheets mean by them', () => {
    assert.equal(pureColour('maroon'), '#800000')
    assert.equal(pureColour('Indigo'), '#4b0082')
    assert.equal(isColourName('crimson'), true)
    assert.equal(isColourName('submit'), false)
  })
  it('fit what looks like them', () => {
    assert.ok(colourFit('maroon', '#7a0808') > 0.5)
    assert.equal(colourFit('maroon', '#0000ff'), 0)
  })
})

describe('a colour that is only shown', () => {
  const swatch = {
    tag: 'div',
    role: 'generic',
    box: { x: 0, y: 0, width: 12, height: 12 },
    look: { background: '#46d388' },
  }
  const field = {
    role: 'textbox',
    tag: 'input',
    editable: true,
    value: 'AB2567',
    look: { background: '#ab2567' },
  }
  const tree = new PageTree(viewOf([swatch, field]))
  it('is that of the only patch that is no control', () => {
    assert.equal(shownColour('following color', tree), '#46d388')
    assert.equal(shownColour('the colour shown', tree), '#46d388')
  })
  it('is none where words name something else', () => assert.equal(shownColour('blue', tree), undefined))
  it('is none where several are shown', () => {
    const two = new PageTree(viewOf([swatch, { ...swatch, look: { background: '#112233' } }]))
    assert.equal(shownColour('following color', two), undefined)
  })
})
