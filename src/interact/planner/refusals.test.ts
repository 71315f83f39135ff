import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertCheap } from '../../../test/support/assert-cheap.ts'
import { createFakePageController } from '../../../test/support/fake-page-controller.ts'
import { button, field, viewOf } from '../../../test/support/views.ts'
import type { TestElement } from '../../../test/support/views.ts'
import type { PageAction, PageView } from '../../browser/browser.ts'
import { parseInstruction } from './parse/parse.ts'
import { createPlanner } from './planner.ts'
import { isoDay, readDays } from './widgets/date/read-date.ts'

/** Runs an instruction on a page that keeps what is put into it; every click brings a note. */
async function carryOut(prompt: string, elements: readonly TestElement[]) {
  let notes = 0
  const stage = createFakePageController(viewOf(elements), (deed, view) => {
    const kept = keep(deed, view)
    if (deed.do !== 'click') return kept
    const note = viewOf([{ ref: `note${(notes += 1)}`, role: 'status', ownText: `Done ${notes}.` }])
    return { ...kept, elements: [...kept.elements, ...note.elements] }
  })
  const run = createPlanner({ answerFrom: () => Promise.resolve(undefined) })
  const outcome = await run(prompt, stage, AbortSignal.timeout(20_000))
  const clicked = stage.actions.flatMap((deed) => (deed.do === 'click' ? [deed.ref] : []))
  return { ...outcome, clicked, deeds: stage.actions }
}

function keep(deed: PageAction, view: PageView): PageView {
  const elements = view.elements.map((one) => {
    if (!('ref' in deed) || deed.ref !== one.ref) return one
    if (deed.do === 'fill') return { ...one, value: deed.value }
    if (deed.do === 'check') return { ...one, checked: deed.on }
    if (deed.do !== 'select') return one
    const options = one.options?.map((option) => ({
      ...option,
      selected: deed.labels.includes(option.label),
    }))
    return { ...one, ...(options && { options }) }
  })
  return { ...view, elements }
}

const select = (ref: string, name: string, labels: readonly string[]): TestElement => ({
  ref,
  name,
  tag: 'select',
  role: 'combobox',
  clickable: true,
  options: labels.map((label, at) => ({ label, value: label, selected: at === 0, disabled: false })),
})
const BUTTONS = ['Save', 'Edit', 'Delete', 'Buy', 'Next', 'Like', 'Archive', 'Notify me'].map((name) =>
  button(name, name),
)

describe('what the instruction forbids', () => {
  for (const prompt of [
    'Click Buy. Do not click Delete or Buy.',
    'Click Delete without deleting anything',
    'Click Delete. Leave Delete alone.',
  ])
    it(`is not pressed: ${prompt}`, async () => {
      assert.deepEqual((await carryOut(prompt, BUTTONS)).clicked, [])
    })

  it('is no command: Do not, under any circumstances, click Buy', () => {
    const instruction = parseInstruction('Do not, under any circumstances, click Buy')
    assert.ok(
      instruction.state === 'unread' || instruction.commands.length === 0,
      JSON.stringify(instruction),
    )
  })

  it('lets the end of a form be: stop before submitting', async () => {
    const page = [field('name', 'Name'), ...BUTTONS]
    const { clicked, output } = await carryOut('Fill in name Ann and stop before submitting', page)
    assert.deepEqual(clicked, [], output)
  })
})

describe('an instruction that is not done as a whole', () => {
  const cases: [prompt: string, page: TestElement[]][] = [
    ['If it is out of stock, click "Notify me", otherwise click "Buy"', BUTTONS],
    ['Click every "Like" button', BUTTONS],
    ['On every page, click "Like"', BUTTONS],
    ['For each row, click Archive', BUTTONS],
    ['Delete all rows', BUTTONS],
    ['Go back', BUTTONS],
    [
      'Type 4 pallets and 1850 crates into Weight',
      [field('w', 'Weight', { role: 'spinbutton', type: 'number' })],
    ],
  ]
  for (const [prompt, page] of cases)
    it(`is not claimed to be done: ${prompt}`, async () => {
      const { done, output } = await carryOut(prompt, page)
      assert.equal(done, false, output)
    })
})

describe('a condition', () => {
  const text = (ownText: string): TestElement => ({ role: 'paragraph', tag: 'p', ownText })
  const unmet: [prompt: string, shown: string][] = [
    ['If "Sold out" is not shown, click Buy', 'Sold out'],
    ['If Save is disabled, click Edit', 'Hello'],
    ['If an error appears, click Delete', 'No error'],
    ['When the price drops below 50, click Buy', 'Price: £80.00'],
    ['Once it is Friday, click Buy', 'Hello'],
    ['After the order is shipped, click Delete', 'Not shipped'],
    ['As soon as I tell you, click Delete', 'Hello'],
  ]
  for (const [prompt, shown] of unmet)
    it(`is not taken to hold: ${prompt}`, async () => {
      assert.deepEqual((await carryOut(prompt, [...BUTTONS, text(shown)])).clicked, [])
    })

  const unsure: [prompt: string, shown: string][] = [
    ['If the price is below 50, click Buy', 'Price: £30.00'],
    ['If there are no results, click Edit', '0 results'],
    ['If the cart is empty, click Edit', 'Cart (0)'],
    ['If "Sold out" is not shown, click Buy', 'In stock'],
    ['If "Sold out" appears, click Edit, otherwise click Buy', 'In stock'],
    ['If "Sold out" appears, click Edit, else click Buy', 'In stock'],
    ['If "Sold out" appears, click Edit. If not, click Buy.', 'In stock'],
  ]
  for (const [prompt, shown] of unsure)
    it(`is checked, or the instruction is refused: ${prompt}`, async () => {
      const { done, clicked, output } = await carryOut(prompt, [...BUTTONS, text(shown)])
      assert.ok(!done || clicked.length === 1, output)
    })
})

describe('a correction within the instruction', () => {
  for (const prompt of ['Click Buy, no wait, click Save', 'Click Buy? No, click Save'])
    it(`is obeyed or refused: ${prompt}`, async () => {
      const { clicked } = await carryOut(prompt, BUTTONS)
      assert.ok(!clicked.includes('Buy'), clicked.join())
    })
})

describe('a control that does more than the instruction says', () => {
  const cases: [prompt: string, name: string][] = [
    ['Open my account', 'Delete account'],
    ['Click account', 'Delete account'],
    ['Click "Order"', 'Cancel order'],
    ['Open the order', 'Cancel order'],
    ['Pick the order', 'Cancel order'],
    ['Select Pro', 'Delete Pro'],
    ['Delete the file', 'Delete account'],
    ['Save it', 'Save and publish'],
  ]
  for (const [prompt, name] of cases)
    it(`is not pressed: ${prompt} is not "${name}"`, async () => {
      assert.deepEqual((await carryOut(prompt, [button('other', name)])).clicked, [])
    })
})

describe('a value that the page does not offer', () => {
  const box = (name: string): TestElement => ({
    ref: 'box',
    name,
    role: 'checkbox',
    tag: 'input',
    type: 'checkbox',
    checked: false,
    clickable: true,
  })
  const cases: [prompt: string, page: TestElement[]][] = [
    ['Select "Car" as Vehicle', [select('s', 'Vehicle', ['Cargo van', 'Caravan'])]],
    ['Select Large as size', [select('s', 'Size', ['Small', 'Extra large'])]],
    ['Tick Newsletter', [box('No newsletter')]],
    ['Tick "Newsletter"', [box('Do not send me the newsletter')]],
    ['Search for lamp', [field('mail', 'Newsletter e-mail'), button('go', 'Subscribe')]],
    ['Search for lamp', [field('comment', 'Comment'), button('go', 'Post')]],
    ['Filter by brand Acme', [field('search', 'Search', { type: 'search', role: 'searchbox' })]],
  ]
  for (const [prompt, page] of cases)
    it(`is not replaced by another: ${prompt}`, async () => {
      const { done, output, deeds } = await carryOut(prompt, page)
      const acted = deeds.filter((deed) => deed.do !== 'wait')
      assert.deepEqual([done, acted], [false, []], output)
    })
})

describe('an instruction that can be done', () => {
  const names = [field('first', 'First name'), field('last', 'Last name')]
  const sections = ['Billing contact', 'Billing address'].flatMap((title): TestElement[] => [
    { ref: title, role: 'region', tag: 'section', name: title },
    { ref: `${title} head`, role: 'heading', ownText: title, parent: title },
    button(`${title} edit`, 'Edit', { parent: title }),
  ])
  const cases: [prompt: string, page: TestElement[], deeds: string[]][] = [
    ['Fill in First name: Noor, Last name: Haddad', names, ['fill first', 'fill last']],
    ['Under Billing address, click Edit', sections, ['click Billing address edit']],
    ['Repeat 3 times: click "Next"', BUTTONS, ['click Next', 'click Next', 'click Next']],
    ['Repeat clicking Next 3 times', BUTTONS, ['click Next', 'click Next', 'click Next']],
    ["Don't forget to click Save", BUTTONS, ['click Save']],
    [
      'Select Bed and Breakfast as the board',
      [select('board', 'Board', ['Half board', 'Bed and Breakfast'])],
      ['select board'],
    ],
  ]
  for (const [prompt, page, expected] of cases)
    it(`is done: ${prompt}`, async () => {
      const { done, output, deeds } = await carryOut(prompt, page)
      const acted = deeds.flatMap((deed) => ('ref' in deed ? [`${deed.do} ${deed.ref}`] : []))
      assert.deepEqual([done, acted], [true, expected], output)
    })
})

describe('an answer about entries of a list', () => {
  const row = (cells: readonly string[], at: number, role: string): TestElement[] => [
    { ref: `r${at}`, role: 'row', tag: 'tr', parent: 'table', text: cells.join(' ') },
    ...cells.map((cell, index): TestElement => ({
      ref: `r${at}c${index}`,
      role,
      parent: `r${at}`,
      ownText: cell,
    })),
  ]
  const stock: TestElement[] = [
    { ref: 'h', role: 'heading', tag: 'h1', ownText: 'Products' },
    { ref: 'table', role: 'table', tag: 'table' },
    ...row(['Name', 'Price', 'Stock'], 0, 'columnheader'),
    ...row(['Mug', '£9.50', '40'], 1, 'cell'),
    ...row(['Lamp', '£31.00', '7'], 2, 'cell'),
    ...row(['Desk', '£120.00', '12'], 3, 'cell'),
  ]
  for (const question of [
    'List the authors of all products',
    'Tell me the colour of the first product',
    'Tell me the rating of the first product',
    'Tell me the publisher of the last product',
    'Which products are on sale?',
    'List the products about camping',
    'Tell me the first product that is on sale',
    'Tell me the sum of all prices',
    'Name the capital of France',
    'Tell me the first letter of the title',
    'Tell me the top speed',
    'How many products about camping are there?',
  ])
    it(`is unsure where the list does not say it: ${question}`, async () => {
      const { done, output } = await carryOut(question, stock)
      assert.equal(done, false, output)
    })

  const cases: [question: string, answer: string][] = [
    ['List the prices', '£9.50\n£31.00\n£120.00'],
    ['Tell me all prices', '£9.50\n£31.00\n£120.00'],
    ['Count the rows', '3'],
  ]
  for (const [question, answer] of cases)
    it(`is in the page's words: ${question}`, async () => {
      const { output } = await carryOut(question, stock)
      assert.equal(output, answer)
    })

  for (const [question, answer] of [
    ['Tell me the first name', 'Ann'],
    ['Tell me my last name', 'Lee'],
  ] as const)
    it(`is not an entry where a field has that name: ${question}`, async () => {
      const page = [
        field('f', 'First name', { value: 'Ann' }),
        field('l', 'Last name', { value: 'Lee' }),
        ...stock,
      ]
      assert.equal((await carryOut(question, page)).output, answer)
    })
})

describe('an answer about a value', () => {
  const text = (ref: string, ownText: string, height = 16): TestElement => ({
    ref,
    role: 'paragraph',
    tag: 'p',
    ownText,
    box: { x: 0, y: 0, width: 100, height },
  })
  const cases: [question: string, page: TestElement[]][] = [
    ['Tell me the total', [text('a', 'Subtotal £40.00', 30), text('b', 'Total £42.00')]],
    ['Tell me the shipping cost', [text('a', '£40.00', 30), text('b', 'Total £42.00')]],
  ]
  for (const [question, page] of cases)
    it(`is not the value of something else: ${question}`, async () => {
      const { done, output } = await carryOut(question, page)
      assert.ok(!done || output === '£42.00', output)
    })

  it('is what a control holds: What is the value of Postcode?', async () => {
    const { output } = await carryOut('What is the value of Postcode?', [
      field('p', 'Postcode', { value: '44000' }),
    ])
    assert.equal(output, '44000')
  })

  it('is what the page says when the instruction asks for it', async () => {
    const { output, done } = await carryOut('Click Save and tell me what the page says', BUTTONS)
    assert.deepEqual([done, output], [true, 'Done 1.'])
  })
})

describe('an outcome', () => {
  it('tells that a condition did not hold', async () => {
    const { output } = await carryOut('If a survey appears, click "Delete"', BUTTONS)
    assert.match(output, /survey/)
  })

  it('has a bounded length', async () => {
    const long = 'x'.repeat(10_000)
    for (const prompt of [`Click "${long}y"`, '@'.repeat(10_000), `Tell me ${long}`]) {
      const { done, output, error } = await carryOut(prompt, BUTTONS)
      assert.equal(done, false)
      assert.ok(output.length < 1000 && (error ?? '').length < 1000, String(output.length))
    }
  })

  it('names candidates so that they can be told apart', async () => {
    const page = ['Ann', 'Bob'].flatMap((name): TestElement[] => [
      { ref: name, role: 'listitem', tag: 'li', text: `${name} Remove` },
      { ref: `${name} name`, role: 'text', parent: name, ownText: name },
      button(`${name} remove`, 'Remove', { parent: name }),
    ])
    assert.match((await carryOut('Click Remove', page)).output, /Ann.*Bob/)
  })
})

describe('a date', () => {
  /** A Monday. */
  const TODAY = { today: { year: 2026, month: 11, day: 16 } }
  for (const [text, iso] of [
    ['a week from Friday', '2026-11-27'],
    ['two weeks from Friday', '2026-12-04'],
    ['Tuesday next week', '2026-11-24'],
    ['Friday in two weeks', '2026-12-04'],
    ['last Friday', '2026-11-13'],
    ['a week before Friday', '2026-11-13'],
  ] as const)
    it(`is read right or not at all: ${text}`, () => {
      const [day] = readDays(text, TODAY)
      if (day) assert.equal(isoDay(day), iso)
    })
})

describe('a prompt of 10,000 characters', () => {
  it('is parsed cheaply when it only repeats "a@"', () => {
    assertCheap(() => parseInstruction('a@'.repeat(5000)), 600)
  })
})
