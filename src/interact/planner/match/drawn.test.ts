import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { viewOf } from '../../../../test/support/views.ts'
import type { MadeElement } from '../../../../test/support/views.ts'
import { readInstruction } from '../language/read-instruction.ts'
import { PageTree } from '../page/page-tree.ts'
import { drawnThings, figureButton } from './drawn.ts'

const drawn = (ref: string, shape: string, color: string, size: number, text = ''): MadeElement => ({
  ref,
  parent: 'svg',
  tag: shape === 'text' ? 'text' : 'path',
  role: shape === 'text' ? 'text' : 'graphics-symbol',
  text,
  ownText: text,
  clickable: true,
  box: { x: 0, y: 0, width: text ? size / 2 : size, height: size },
  look: { shape, color },
})
const svg: MadeElement = {
  ref: 'svg',
  tag: 'svg',
  role: 'graphics-document',
  box: { x: 0, y: 0, width: 150, height: 130 },
}
const page = (...things: MadeElement[]) => new PageTree(viewOf([svg, ...things]))
const tree = page(
  drawn('bigRed', 'square', '#ff0000', 20),
  drawn('smallRed', 'circle', '#ff0000', 10),
  drawn('smallGreen', 'triangle', '#008000', 10),
  drawn('bigA', 'text', '#0000ff', 22, 'A'),
  drawn('small7', 'text', '#ff0000', 11, '7'),
)

describe('things of a drawing', () => {
  const cases: [string, string[]][] = [
    ['How many red items are there?', ['bigRed', 'smallRed', 'small7']],
    ['How many large red items are there?', ['bigRed']],
    ['How many shapes are there?', ['bigRed', 'smallRed', 'smallGreen']],
    ['How many small letters are there?', []],
    ['How many digits are there?', ['small7']],
    ['How many red circles are there?', ['smallRed']],
    ['How many yellow items are there?', []],
  ]
  for (const [question, expected] of cases)
    it(question, () => {
      const [step] = readInstruction(question)
      assert.equal(step?.do, 'read')
      assert.deepEqual(
        drawnThings(step.target!, tree)?.map((element) => element.ref),
        expected,
      )
    })
  it('are no answer where the page has no drawing', () => {
    const [step] = readInstruction('How many red items are there?')
    assert.equal(step?.do, 'read')
    assert.equal(
      drawnThings(step.target!, new PageTree(viewOf([{ role: 'listitem', text: 'Red shoes' }]))),
      undefined,
    )
  })
})

describe('the button that says what is drawn', () => {
  const names = ['Rectangle', 'Circle', 'Triangle', 'Letter', 'Number']
  const buttons = names.map((name) => ({ ref: name, role: 'button', name, clickable: true }))
  const cases: [MadeElement, string][] = [
    [drawn('it', 'text', '#ffff00', 30, 'E'), 'Letter'],
    [drawn('it', 'text', '#ffff00', 30, '4'), 'Number'],
    [drawn('it', 'square', '#ffff00', 30), 'Rectangle'],
    [drawn('it', 'circle', '#ffff00', 30), 'Circle'],
  ]
  for (const [figure, expected] of cases)
    it(`${figure.look?.shape} ${figure.text}`, () => {
      const view = new PageTree(viewOf([svg, figure, ...buttons]))
      const group = view.elements.filter((element) => element.role === 'button')
      assert.equal(figureButton('that best describes the figure', group, view)?.ref, expected)
    })
  it('counts sides', () => {
    const view = new PageTree(
      viewOf([
        svg,
        drawn('it', 'polygon 6', '#ff0000', 60),
        ...['5', '6', '7'].map((name) => ({ ref: name, role: 'button', name })),
      ]),
    )
    const group = view.elements.filter((element) => element.role === 'button')
    assert.equal(figureButton('that denotes how many sides the shape has', group, view)?.ref, '6')
  })
})
