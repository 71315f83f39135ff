import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { viewOf } from '../../../test/support/views.ts'
import { moveKey, readResponse } from './moves.ts'
import type { ResponseContext } from './moves.ts'
import { createVariables } from '../secrets.ts'

const view = viewOf([
  { role: 'button', name: 'Save', clickable: true },
  { role: 'textbox', name: 'Email', editable: true },
  {
    role: 'combobox',
    name: 'Size',
    options: ['Small', 'Large'].map((label) => ({
      label,
      value: label[0]!,
      selected: false,
      disabled: false,
    })),
  },
  { role: 'slider', type: 'range', name: 'Volume', editable: true },
])

function choiceOf(answer: unknown, given: Partial<ResponseContext> = {}) {
  return readResponse(answer, { view, refusal: () => undefined, variables: createVariables(''), ...given })
}

const NO = { ref: null, to: null, value: null, labels: null, x: null, y: null }

describe('a move that a model chose', () => {
  const cases: [name: string, said: object, deed: object][] = [
    ['click', { ...NO, do: 'click', ref: 'e1' }, { do: 'click', ref: 'e1' }],
    ['a ref in brackets', { do: 'click', ref: ' [e1] button "Save"' }, { do: 'click', ref: 'e1' }],
    ['a place without a ref', { ...NO, do: 'click', x: 10, y: 20 }, { do: 'clickAt', at: { x: 10, y: 20 } }],
    ['two clicks', { do: 'doubleClick', ref: 'e1' }, { do: 'click', ref: 'e1', count: 2 }],
    [
      'fill',
      { do: 'fill', ref: 'e2', value: 'a@b.example' },
      { do: 'fill', ref: 'e2', value: 'a@b.example' },
    ],
    ['clear', { do: 'fill', ref: 'e2', value: '' }, { do: 'fill', ref: 'e2', value: '' }],
    ['a number as a value', { do: 'fill', ref: 'e2', value: 7 }, { do: 'fill', ref: 'e2', value: '7' }],
    [
      'fill of a list',
      { do: 'fill', ref: 'e3', value: 'Large' },
      { do: 'select', ref: 'e3', labels: ['Large'] },
    ],
    ['fill of a slider', { do: 'fill', ref: 'e4', value: '30' }, { do: 'fill', ref: 'e4', value: '30' }],
    [
      'an option in other letters',
      { do: 'select', ref: 'e3', labels: ['large'] },
      { do: 'select', ref: 'e3', labels: ['Large'] },
    ],
    [
      'an option by its value',
      { do: 'select', ref: 'e3', value: 'S' },
      { do: 'select', ref: 'e3', labels: ['Small'] },
    ],
    ['tick', { do: 'check', ref: 'e1' }, { do: 'check', ref: 'e1', on: true }],
    ['a key', { ...NO, do: 'press', value: 'Enter' }, { do: 'press', key: 'Enter' }],
    ['drag onto', { do: 'drag', ref: 'e1', to: 'e2' }, { do: 'drag', from: 'e1', to: { ref: 'e2' } }],
    [
      'drag to a place',
      { do: 'drag', ref: 'e1', x: 1, y: 2 },
      { do: 'drag', from: 'e1', to: { at: { x: 1, y: 2 } } },
    ],
    ['scroll', { ...NO, do: 'scroll' }, { do: 'scroll', by: { x: 0, y: 600 } }],
    ['wait, but not for ever', { ...NO, do: 'wait', value: '90000' }, { do: 'wait', ms: 5000 }],
    ['back', { ...NO, do: 'back' }, { do: 'back' }],
  ]
  for (const [name, said, deed] of cases) {
    it(name, () => {
      const { moves, refused } = choiceOf({ moves: [said], finish: null })
      assert.deepEqual(refused, [])
      assert.deepEqual(moves.map(moveKey), [JSON.stringify(deed)])
    })
  }

  it('dialogs and questions are moves too', () => {
    const { moves } = choiceOf({
      moves: [
        { do: 'acceptDialogs', value: 'Bob' },
        { do: 'read', value: 'What does it cost?' },
      ],
    })
    assert.deepEqual(
      moves.map(({ kind }) => kind),
      ['answerDialogs', 'read'],
    )
  })

  const refusals: [name: string, said: unknown, why: RegExp][] = [
    ['an element that is not there', { do: 'click', ref: 'e99' }, /no element \[e99\]/],
    ['no element', { do: 'click', ref: null }, /needs the ref/],
    ['a target of a drag that is not there', { do: 'drag', ref: 'e1', to: 'e99' }, /no element \[e99\]/],
    ['an unknown option', { do: 'select', ref: 'e3', labels: ['Huge'] }, /no option "Huge"/],
    ['options of a button', { do: 'select', ref: 'e1', labels: ['Huge'] }, /has no options/],
    ['an unknown move', { do: 'evaluate', value: '1' }, /no move "evaluate"/],
    ['a name of every object', { do: 'constructor' }, /no move "constructor"/],
    ['no object', 'click', /no move null/],
    ['a value that is missing', { do: 'goto' }, /needs a value/],
  ]
  for (const [name, said, why] of refusals) {
    it(`is refused: ${name}`, () => {
      const { moves, refused } = choiceOf({ moves: [said, { do: 'click', ref: 'e1' }] })
      assert.deepEqual(moves, [], 'what follows may build upon it')
      assert.match(refused.join(' '), why)
    })
  }
})

describe('what a model remembers', () => {
  it('is its plan, a note and results', () => {
    const { plan, note, collect } = choiceOf({ plan: 'a', note: null, collect: ['x', 7, null] })
    assert.deepEqual([plan, note, collect], ['a', undefined, ['x', '7']])
  })
})

describe('an end that a model chose', () => {
  const finish = { done: true, output: '' }

  it('has an output, also where a model gives an object', () => {
    assert.deepEqual(choiceOf({ finish: { ...finish, output: '30 €' } }).finish, {
      isDone: true,
      output: '30 €',
    })
    assert.equal(choiceOf({ finish: { ...finish, output: { price: 30 } } }).finish?.output, '{"price":30}')
  })

  it('waits for the moves that come with it', () => {
    assert.equal(choiceOf({ moves: [{ do: 'click', ref: 'e1' }], finish }).finish, undefined)
  })

  it('is none in what is no answer', () => {
    for (const answer of [null, 'done', [], { finish: 'yes' }, { moves: null }]) {
      const { moves, finish: none, plan, collect } = choiceOf(answer)
      assert.deepEqual([moves, none, plan, collect], [[], undefined, undefined, []])
    }
  })
})
