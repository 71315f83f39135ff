import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Deed, ViewElement } from '../../browser/browser.ts'
import { makeStage } from '../../../test/support/made-stage.ts'
import { button, field, viewOf } from '../../../test/support/views.ts'
import type { MadeElement } from '../../../test/support/views.ts'
import { PageTree } from './page/page-tree.ts'
import { createPlanner } from './planner.ts'
import type { Step } from './step.ts'
import { unaccounted } from './verify/words-accounted.ts'

/** Carries out a wish on a page that keeps what is put into it; every click brings a note. */
async function carryOut(prompt: string, elements: readonly MadeElement[]) {
  let notes = 0
  const stage = makeStage(viewOf(elements), (deed, view) => ({
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
  const clicked = stage.deeds.flatMap((deed) => (deed.do === 'click' ? [deed.ref] : []))
  return { ...outcome, clicked, deeds: stage.deeds }
}

function kept(deed: Deed): { value?: string; checked?: boolean } {
  if (deed.do === 'fill' || deed.do === 'set') return { value: deed.value }
  return deed.do === 'check' ? { checked: deed.on } : {}
}

function chosen(deed: Deed, options: ViewElement['options']): Partial<ViewElement> {
  if (deed.do !== 'select' || !options) return {}
  return { options: options.map((option) => ({ ...option, selected: deed.labels.includes(option.label) })) }
}

const cards = (names: readonly string[], action: string): MadeElement[] => [
  { ref: 'list', role: 'list', tag: 'ul' },
  ...names.flatMap((name, at): MadeElement[] => [
    { ref: `card${at}`, role: 'listitem', tag: 'li', parent: 'list', text: `${name} ${action}` },
    { ref: `name${at}`, role: 'text', tag: 'span', parent: `card${at}`, ownText: name },
    button(`do${at}`, action, { parent: `card${at}` }),
  ]),
]

describe('what was asked for and not used', () => {
  const page = new PageTree(
    viewOf([field('name', 'Name'), ...cards(['Lavender', 'Geranium', 'Ivy'], 'Add to cart')]),
  )
  const cases: [said: string, used: string[], unused: string[]][] = [
    ['enter name "Bo", order number 20991', ['Bo'], ['20991']],
    ['Add 2 bags of 500 g', ['500'], ['2']],
    ['Add Lavender and Geranium to the cart', ['Lavender Add to cart'], ['Geranium']],
    ['Add the tags "winter" and "soup"', ['winter'], ['soup']],
    ['Send it to Jonas Berg on 2027-02-08', ['Jonas Berg', '8 Feb 2027'], []],
    ['Send 1,200.50 at 8:30 pm', ['1200.50', '20:30'], []],
    ['Set the salary to 70k', ['70000'], []],
    ['Call 0170 5552211', ['(0170) 555-2211'], []],
    ['Öffne die Seite Kontakt', ['Kontakt'], []],
    ['Sende es an Jana Behrens', ['Senden'], ['Jana Behrens']],
  ]
  for (const [said, used, unused] of cases)
    it(`${said}: ${unused.join() || 'nothing'}`, () => {
      const steps: Step[] = [{ do: 'act', verb: 'send', target: undefined, said }]
      const account = { used, deeds: [], isAimed: false, first: page, former: page, last: page }
      assert.deepEqual(unaccounted(steps, account), unused)
    })

  it('is said, and the instruction is not done', async () => {
    const form = [field('name', 'Name'), button('go', 'Go')]
    const outcome = await carryOut('Enter "Bo" into Name. The member number is "7733-K". Click Go', form)
    assert.equal(outcome.done, false)
    assert.match(outcome.output, /"7733-K" was not used/)
  })

  it('is a choice that nothing came of', async () => {
    const page = [
      { ref: 'form', tag: 'section' },
      { ref: 'head', role: 'heading', tag: 'h3', ownText: 'Aux Trois Levains', parent: 'form' },
    ]
    const stage = makeStage(viewOf(page), (_deed, view) => view)
    const run = createPlanner({ answerFrom: () => Promise.resolve(undefined) })
    const outcome = await run('Choose the store Aux Trois Levains', stage, AbortSignal.timeout(10_000))
    assert.equal(outcome.done, false, outcome.output)
  })

  it('is a press that never came', async () => {
    const options = ['10:30', '11:30'].map((label, at) => ({
      label,
      value: label,
      selected: at === 1,
      disabled: false,
    }))
    const list: MadeElement = { ref: 'list', tag: 'select', role: 'combobox', name: 'Time', options }
    const outcome = await carryOut('Book a repair at 10:30', [list])
    assert.equal(outcome.done, false, outcome.output)
  })
})

describe('what is accounted for', () => {
  const cases: [prompt: string, page: MadeElement[]][] = [
    ['Enter "Ann" into Name', [field('name', 'Name')]],
    ['Enter 0170 5552211 into Phone', [field('phone', 'Phone')]],
    ['Set Arrival to 4 May 2031', [field('day', 'Arrival', { type: 'date' })]],
    ['Click Save 3 times', [button('save', 'Save')]],
    ['Click Add to cart in the card of Lavender', cards(['Lavender', 'Geranium'], 'Add to cart')],
    ['I have been here since 2019. Click Save', [button('save', 'Save')]],
    [
      'On the Harbour page click Save',
      [{ ref: 'h', role: 'heading', ownText: 'Harbour' }, button('save', 'Save')],
    ],
    ['Klicke auf Speichern, bitte', [button('save', 'Speichern')]],
  ]
  for (const [prompt, page] of cases)
    it(prompt, async () => {
      const outcome = await carryOut(prompt, page)
      assert.equal(outcome.done, true, outcome.output)
      assert.doesNotMatch(outcome.output, /not used/)
    })
})

const box: MadeElement = {
  ref: 'box',
  name: 'Design',
  role: 'checkbox',
  tag: 'input',
  type: 'checkbox',
  checked: false,
  clickable: true,
}

describe('a control that takes something away', () => {
  const chips = ['Clear all', 'Remove filter Design', 'Delete Design', 'Design entfernen', 'Cancel Design']
  for (const chip of chips)
    it(`is not what sends a choice off: ${chip}`, async () => {
      const page = [{ ref: 'part' }, { ...box, parent: 'part' }, button('away', chip, { parent: 'part' })]
      for (const prompt of ['Show only design', 'Filter by Design', 'Tick Design', 'Add Design']) {
        const outcome = await carryOut(prompt, page)
        assert.ok(!outcome.clicked.includes('away'), `${prompt}: ${outcome.output}`)
      }
    })

  for (const prompt of ['Click "Remove filter Design"', 'Delete the filter Design'])
    it(`is used where that is asked for: ${prompt}`, async () => {
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
    it(`does not send off what was chosen outside of it: ${prompt}`, async () => {
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
  it('is not what was typed in', async () => {
    const outcome = await carryOut('Enter 44000 into Postcode. What is the phone number?', page)
    assert.equal(outcome.done, false, outcome.output)
    assert.doesNotMatch(outcome.output, /^44000/)
  })

  it('is what was typed in where that is asked for', async () => {
    const { output } = await carryOut('Enter 44000 into Postcode. What is the value of Postcode?', page)
    assert.match(output, /44000/)
  })
})
