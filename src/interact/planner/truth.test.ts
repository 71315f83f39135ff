import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PageAction, PageView } from '../../browser/browser.ts'
import { createFakePageController } from '../../../test/support/fake-page-controller.ts'
import { viewOf } from '../../../test/support/views.ts'
import type { TestElement } from '../../../test/support/views.ts'
import { createPlanner } from './planner.ts'

type React = (deed: PageAction, view: PageView) => PageView

const run = createPlanner({ answerFrom: () => Promise.resolve(undefined) })

async function carryOut(
  prompt: string,
  elements: readonly TestElement[],
  react: React = (_deed, view) => view,
) {
  const stage = createFakePageController(viewOf(elements), react)
  return run(prompt, stage, AbortSignal.timeout(10_000))
}

/** What a page does that puts `value` into a field, whatever it is given. */
const keeps =
  (value: string): React =>
  (deed, view) => ({
    ...view,
    elements: view.elements.map((one) =>
      'ref' in deed && deed.ref === one.ref && /^(fill|set)$/.test(deed.do) ? { ...one, value } : one,
    ),
  })
const adds =
  (on: string, ...more: TestElement[]): React =>
  (deed, view) =>
    deed.do === 'click' && deed.ref === on
      ? { ...view, elements: [...view.elements, ...viewOf(more).elements] }
      : view

const input = (name: string, type: string, more: TestElement = {}): TestElement => ({
  ref: 'field',
  name,
  role: 'textbox',
  tag: 'input',
  type,
  value: '',
  text: '',
  editable: true,
  clickable: true,
  ...more,
})
const button: TestElement = { ref: 'go', name: 'Save', role: 'button', tag: 'button', clickable: true }

describe('a command without the effect that was asked for', () => {
  it('is a failure: a click that moved nothing but the focus', async () => {
    const outcome = await carryOut('Click Save', [button], (_deed, view) => ({ ...view, focused: 'go' }))
    assert.equal(outcome.done, false)
    assert.match(outcome.output, /nothing on the page changed/)
    assert.equal(outcome.actions[0]?.effect, 'nothing on the page changed')
  })

  const lost: [prompt: string, element: TestElement, value: string][] = [
    ['Enter "abcdef" into Code', input('Code', 'text', { value: 'old' }), 'abc'],
    ['Set Volume to 500', input('Volume', 'range', { role: 'slider', editable: false }), '100'],
    ['Set Guests to 12', input('Guests', 'number', { role: 'spinbutton' }), '8'],
    ['Set Arrival to 2031-05-04', input('Arrival', 'date', { value: '2030-01-01' }), '2030-01-01'],
  ]
  for (const [prompt, element, value] of lost)
    it(`is a failure: a value that is not kept: ${prompt}`, async () => {
      const outcome = await carryOut(prompt, [element], keeps(value))
      assert.equal(outcome.done, false, outcome.output)
      assert.match(outcome.output, new RegExp(value))
    })

  const kept: [prompt: string, element: TestElement, value: string][] = [
    ['Enter "5551234567" into Phone', input('Phone', 'tel'), '(555) 123-4567'],
    ['Enter "1234.5" into Amount', input('Amount', 'text'), '1,234.50'],
    ['Enter "ab 12" into Code', input('Code', 'text'), 'AB12'],
  ]
  for (const [prompt, element, value] of kept)
    it(`is not one that a field writes in another format: ${prompt}`, async () => {
      assert.equal((await carryOut(prompt, [element], keeps(value))).done, true)
    })

  it('is a failure: a choice that a list does not keep', async () => {
    const options = ['Red', 'Blue'].map((label) => ({
      label,
      value: label,
      selected: label === 'Red',
      disabled: false,
    }))
    const list: TestElement = { ref: 'list', tag: 'select', role: 'combobox', name: 'Colour', options }
    assert.equal((await carryOut('Choose Blue as Colour', [list])).done, false)
  })

  it('is a failure: a choice that a field does not suggest', async () => {
    const city = input('City', 'text', { role: 'combobox' })
    const suggests: React = (deed, view) =>
      deed.do === 'type'
        ? {
            ...view,
            elements: [
              ...view.elements,
              ...viewOf([{ ref: 'one', role: 'option', name: 'Bergen' }]).elements,
            ],
          }
        : view
    const outcome = await carryOut('Choose Lyon as City', [city], suggests)
    assert.equal(outcome.done, false)
    assert.match(outcome.output, /"Lyon"/)
  })

  it('is a failure: a choice that stays as it is', async () => {
    const choice = (name: string): TestElement => ({
      ref: name,
      name,
      role: 'radio',
      tag: 'input',
      type: 'radio',
      checked: false,
      clickable: true,
      parent: 'group',
    })
    const group: TestElement = { ref: 'group', role: 'radiogroup', name: 'Size' }
    assert.equal(
      (await carryOut('Choose Large for Size', [group, choice('Large'), choice('Small')])).done,
      false,
    )
  })

  it('is a failure: a log-in that is refused', async () => {
    const page = [
      input('User name', 'text', { ref: 'user' }),
      input('Password', 'password', { ref: 'pass' }),
      { ...button, name: 'Log in' },
    ]
    const refuses = adds('go', { ref: 'note', role: 'alert', ownText: 'Wrong user name or password.' })
    const outcome = await carryOut('Log in as ann with password xyzzy9', page, (deed, view) =>
      refuses(deed, keeps('ann')(deed, view)),
    )
    assert.equal(outcome.done, false)
    assert.match(outcome.output, /Wrong user name/)
  })
})

describe('an answer', () => {
  const cart = { ...button, name: 'Add to cart' }
  const asked: [question: string, came: string, answer: string | undefined][] = [
    ['tell me the price', 'In the cart: Brass', undefined],
    ['tell me the price', 'In the cart: 3 × Brass', undefined],
    ['tell me the price', 'Now 129.00 EUR', '129.00 EUR'],
    ['tell me the message', 'Nice choice', 'Nice choice'],
    ['tell me when it arrives', 'In the cart: 3 × Brass', undefined],
    ['tell me when it arrives', 'It arrives on 4 May 2031', '4 May 2031'],
    ['tell me how many are left', 'Nice choice', undefined],
    ['tell me the warranty period', 'Warranty period', undefined],
    ['tell me the colour of the shade', 'Saved', undefined],
  ]
  for (const [question, came, answer] of asked)
    it(`${question}: ${came} is ${answer === undefined ? 'none' : 'one'}`, async () => {
      const react = adds('go', { ref: 'note', role: 'status', ownText: came })
      const outcome = await carryOut(`Click Add to cart and ${question}`, [cart], react)
      assert.equal(outcome.done, answer !== undefined, outcome.output)
      if (answer !== undefined) assert.equal(outcome.output, answer)
    })
})

describe('a failure', () => {
  it('does not name the label beside its own field', async () => {
    const options = [{ label: 'Red', value: 'Red', selected: true, disabled: false }]
    const outcome = await carryOut('Click "Finish"', [
      { ref: 'label', tag: 'label', ownText: 'Colour', clickable: true },
      { ref: 'list', tag: 'select', role: 'combobox', name: 'Colour', options, clickable: true },
      input('Colour code', 'text'),
    ])
    assert.equal(outcome.done, false)
    assert.ok(!outcome.output.includes('element "Colour"'), outcome.output)
  })

  it('is not a stack that is too deep', async () => {
    const outcome = await carryOut(`What is ${'('.repeat(4000)}1+2${')'.repeat(4000)}?`, [button])
    assert.equal(outcome.done, false)
  })
})
