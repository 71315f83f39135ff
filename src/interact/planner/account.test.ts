import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PageAction, ViewElement } from '../../browser/browser.ts'
import { createFakePageController } from '../../../test/support/fake-page-controller.ts'
import { button, field, viewOf } from '../../../test/support/views.ts'
import type { TestElement } from '../../../test/support/views.ts'
import { createPlanner } from './planner.ts'

/** Carries out an instruction on a page that keeps what is put into it; every click brings a note. */
async function carryOut(prompt: string, elements: readonly TestElement[]) {
  let notes = 0
  const stage = createFakePageController(viewOf(elements), (deed, view) => ({
    ...view,
    elements: [
      ...view.elements.map((one) =>
        'ref' in deed && deed.ref === one.ref ? { ...one, ...kept(deed), ...chosen(deed, one.options) } : one,
      ),
      ...(deed.do === 'click'
        ? viewOf([{ ref: `note${(notes += 1)}`, role: 'status', ownText: 'Done.' }]).elements
        : []),
    ],
  }))
  const run = createPlanner({ answerFrom: () => Promise.resolve(undefined) })
  const outcome = await run(prompt, stage, AbortSignal.timeout(10_000))
  const clicked = stage.actions.flatMap((deed) => (deed.do === 'click' ? [deed.ref] : []))
  return { ...outcome, clicked, deeds: stage.actions }
}

function kept(deed: PageAction): { value?: string; checked?: boolean } {
  if (deed.do === 'fill') return { value: deed.value }
  return deed.do === 'check' ? { checked: deed.on } : {}
}

function chosen(deed: PageAction, options: ViewElement['options']): Partial<ViewElement> {
  if (deed.do !== 'select' || !options) return {}
  return { options: options.map((option) => ({ ...option, selected: deed.labels.includes(option.label) })) }
}

const cards = (names: readonly string[], action: string): TestElement[] => [
  { ref: 'list', role: 'list', tag: 'ul' },
  ...names.flatMap((name, at): TestElement[] => [
    { ref: `card${at}`, role: 'listitem', tag: 'li', parent: 'list', text: `${name} ${action}` },
    { ref: `name${at}`, role: 'text', tag: 'span', parent: `card${at}`, ownText: name },
    button(`do${at}`, action, { parent: `card${at}` }),
  ]),
]

describe('an instruction of which a part cannot be done', () => {
  const form = [
    field('name', 'Name'),
    button('go', 'Go'),
    ...cards(['Lavender', 'Geranium', 'Ivy'], 'Add to cart'),
  ]
  const cases: [prompt: string, named: RegExp][] = [
    ['Enter name "Bo", order number 20991', /order number 20991/],
    ['Enter "Bo" into Name. The member number is "7733-K". Click Go', /member number is 7733-K/],
    ['Enter "Bo" into Name and "winter" into Season', /winter/],
    ['Add Lavender and Tulip to the cart', /Tulip/],
    ['Click Go and then send it to Jonas Berg', /Jonas Berg/],
  ]
  for (const [prompt, named] of cases)
    it(`fails and names the part: ${prompt}`, async () => {
      const outcome = await carryOut(prompt, form)
      assert.equal(outcome.done, false, outcome.output)
      assert.match(outcome.output, named)
    })

  it('fails when nothing on the page can be chosen', async () => {
    const page = [
      { ref: 'form', tag: 'section' },
      { ref: 'head', role: 'heading', tag: 'h3', ownText: 'Aux Trois Levains', parent: 'form' },
    ]
    const stage = createFakePageController(viewOf(page), (_deed, view) => view)
    const run = createPlanner({ answerFrom: () => Promise.resolve(undefined) })
    const outcome = await run('Choose the store Aux Trois Levains', stage, AbortSignal.timeout(10_000))
    assert.equal(outcome.done, false, outcome.output)
  })

  it('fails when nothing on the page books', async () => {
    const options = ['10:30', '11:30'].map((label, at) => ({
      label,
      value: label,
      selected: at === 1,
      disabled: false,
    }))
    const list: TestElement = { ref: 'list', tag: 'select', role: 'combobox', name: 'Time', options }
    const outcome = await carryOut('Book a repair at 10:30', [list])
    assert.equal(outcome.done, false, outcome.output)
  })
})

describe('an instruction of which every part is done', () => {
  const cases: [prompt: string, page: TestElement[]][] = [
    ['Enter "Ann" into Name', [field('name', 'Name')]],
    ['Enter 0170 5552211 into Phone', [field('phone', 'Phone')]],
    ['Set Arrival to 4 May 2031', [field('day', 'Arrival', { type: 'date' })]],
    ['Click Save 3 times', [button('save', 'Save')]],
    ['Click Add to cart in the card of Lavender', cards(['Lavender', 'Geranium'], 'Add to cart')],
    [
      'On the Harbour page click Save',
      [{ ref: 'h', role: 'heading', ownText: 'Harbour' }, button('save', 'Save')],
    ],
  ]
  for (const [prompt, page] of cases)
    it(`succeeds: ${prompt}`, async () => {
      const outcome = await carryOut(prompt, page)
      assert.equal(outcome.done, true, outcome.output)
    })
})

const box: TestElement = {
  ref: 'box',
  name: 'Design',
  role: 'checkbox',
  tag: 'input',
  type: 'checkbox',
  checked: false,
  clickable: true,
}

describe('a control that takes something away', () => {
  const chips = ['Clear all', 'Remove filter Design', 'Delete Design', 'Cancel Design']
  for (const chip of chips)
    it(`is not pressed to apply a choice: ${chip}`, async () => {
      const page = [{ ref: 'part' }, { ...box, parent: 'part' }, button('away', chip, { parent: 'part' })]
      for (const prompt of ['Show only design', 'Filter by Design', 'Tick Design', 'Add Design']) {
        const outcome = await carryOut(prompt, page)
        assert.ok(!outcome.clicked.includes('away'), `${prompt}: ${outcome.output}`)
      }
    })

  for (const prompt of ['Click "Remove filter Design"', 'Delete the filter Design'])
    it(`is pressed when the instruction asks for it: ${prompt}`, async () => {
      const { clicked, output } = await carryOut(prompt, [button('away', 'Remove filter Design')])
      assert.deepEqual(clicked, ['away'], output)
    })
})

describe('a button of an entry', () => {
  for (const prompt of [
    'Show only design',
    'Find Design',
    'Filter by Design',
    'Search for Design',
    'Get Design',
  ])
    it(`is not pressed to apply a choice outside of the entry: ${prompt}`, async () => {
      const outcome = await carryOut(prompt, [box, ...cards(['Ann', 'Bob'], 'Apply now')])
      assert.deepEqual(
        outcome.clicked.filter((ref) => ref.startsWith('do')),
        [],
        outcome.output,
      )
    })
})

describe('an answer', () => {
  const page = [
    field('number', 'Postcode'),
    { ref: 'p', role: 'paragraph', tag: 'p', ownText: 'Phone number' },
    button('go', 'Search'),
  ]
  it('is never what the instruction typed itself', async () => {
    const outcome = await carryOut('Enter 44000 into Postcode. What is the phone number?', page)
    assert.equal(outcome.done, false, outcome.output)
    assert.doesNotMatch(outcome.output, /^44000/)
  })

  it('is the typed value when the instruction asks for it', async () => {
    const { output } = await carryOut('Enter 44000 into Postcode. Tell me the Postcode', page)
    assert.match(output, /44000/)
  })
})
