import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PageAction } from '../../browser/browser.ts'
import { createFakePageController } from '../../../test/support/fake-page-controller.ts'
import { button, field, viewOf } from '../../../test/support/views.ts'
import type { TestElement } from '../../../test/support/views.ts'
import { createPlanner } from './planner.ts'

const box = (ref: string, name: string): TestElement => ({
  ref,
  name,
  role: 'checkbox',
  tag: 'input',
  type: 'checkbox',
  checked: false,
  clickable: true,
})

/** Runs an instruction on a page that keeps what is put into it; `clicked` are the refs that were clicked. */
async function carryOut(prompt: string, elements: readonly TestElement[], ask?: string) {
  const stage = createFakePageController(viewOf(elements), (deed, view) => ({
    ...view,
    elements: view.elements.map((one) => (isFor(deed, one.ref) ? { ...one, ...kept(deed) } : one)),
  }))
  const act = stage.act.bind(stage)
  stage.act = async (deed, signal) => {
    if (ask !== undefined && deed.do === 'click') stage.openDialog('confirm', ask)
    return act(deed, signal)
  }
  const run = createPlanner({ answerFrom: () => Promise.resolve(undefined) })
  const outcome = await run(prompt, stage, AbortSignal.timeout(10_000))
  const clicked = stage.actions.flatMap((deed) => (deed.do === 'click' ? [deed.ref] : []))
  return { ...outcome, clicked, deeds: stage.actions }
}

function isFor(deed: PageAction, ref: string): boolean {
  return 'ref' in deed && deed.ref === ref
}

function kept(deed: PageAction): { value?: string; checked?: boolean } {
  if (deed.do === 'fill') return { value: deed.value }
  return deed.do === 'check' ? { checked: deed.on } : {}
}

describe('a control that is not on the page', () => {
  const cases: [what: string, prompt: string, page: TestElement[]][] = [
    [
      'is not looked for behind controls that do something',
      'Click "Glossary"',
      [
        button('delete', 'Delete account', { expanded: false }),
        button('buy', 'Buy now', { expanded: false }),
        button('out', 'Log out', { expanded: false }),
        button('terms', 'Accept terms', { role: 'tab', selected: false }),
        {
          ref: 'away',
          role: 'link',
          tag: 'a',
          name: 'Topics',
          href: 'https://other.example/',
          clickable: true,
          expanded: false,
        },
      ],
    ],
    [
      'is not looked for on the next page of a form',
      'Click "Glossary"',
      [
        { ref: 'form', role: 'form', tag: 'form' },
        field('name', 'Name', { parent: 'form' }),
        button('next', 'Next', { parent: 'form' }),
      ],
    ],
    [
      'is not looked for off the site',
      'Click "Glossary"',
      [
        {
          ref: 'more',
          role: 'link',
          tag: 'a',
          name: 'More',
          href: 'https://other.example/',
          clickable: true,
        },
      ],
    ],
    [
      'is not looked for by agreeing to a question',
      'Click "Glossary"',
      [
        { ref: 'ask', role: 'dialog', name: 'Delete everything?' },
        button('no', 'No', { parent: 'ask' }),
        button('ok', 'OK', { parent: 'ask' }),
      ],
    ],
    [
      'is not looked for by closing more than a dialog',
      'Click "Glossary"',
      [
        { ref: 'ask', role: 'dialog', name: 'Your account' },
        button('close', 'Close account', { parent: 'ask' }),
        button('keep', 'Keep it', { parent: 'ask' }),
      ],
    ],
    [
      'is not looked for behind the Delete button of its entry',
      'Click "Rename" in the row of "Report"',
      [
        { ref: 'list', role: 'list' },
        { ref: 'row', role: 'row', parent: 'list', text: 'Report Delete' },
        { ref: 'name', role: 'text', parent: 'row', ownText: 'Report' },
        button('delete', 'Delete', { parent: 'row', hints: 'row actions delete' }),
      ],
    ],
  ]
  for (const [what, prompt, page] of cases)
    it(what, async () => {
      const outcome = await carryOut(prompt, page)
      assert.equal(outcome.done, false)
      assert.deepEqual(outcome.clicked, [])
    })
})

describe('a control with another name', () => {
  const cases: [prompt: string, there: string][] = [
    ['Click "Save"', 'Send'],
    ['Click Save', 'Send'],
    ['Click Continue', 'Submit'],
    ['Click "Add to cart"', 'Buy now'],
    ['Click Add to cart', 'Buy now'],
    ['Add the lamp', 'Buy'],
  ]
  for (const [prompt, there] of cases)
    it(`${prompt} is not ${there}`, async () => {
      const outcome = await carryOut(prompt, [button('other', there), { role: 'text', ownText: 'Desk lamp' }])
      assert.ok(!outcome.clicked.includes('other'), outcome.output)
    })
})

describe('what the instruction did not ask for', () => {
  it('is not sent when a tick is missing', async () => {
    const outcome = await carryOut('Check the boxes News, Offers and Sailing', [
      { ref: 'form', role: 'form', tag: 'form' },
      { ...box('news', 'News'), parent: 'form' },
      { ...box('offers', 'Offers'), parent: 'form' },
      button('go', 'Subscribe', { parent: 'form' }),
    ])
    assert.equal(outcome.done, false)
    assert.match(outcome.output, /Sailing/)
    assert.deepEqual(outcome.clicked, [])
  })

  for (const wish of ['do not send it yet', 'no sending'])
    it(`is not sent when the instruction says so: ${wish}`, async () => {
      const outcome = await carryOut(`Fill in the form with name Ann, email ann@site.example, ${wish}`, [
        { ref: 'form', role: 'form', tag: 'form' },
        field('name', 'Name', { parent: 'form' }),
        field('mail', 'E-mail', { parent: 'form' }),
        button('send', 'Send', { parent: 'form' }),
      ])
      assert.deepEqual(outcome.clicked, [])
    })

  it('is not the only button beside a field that is called otherwise', async () => {
    const outcome = await carryOut('Enter "Ann" into Name and click Save', [
      { ref: 'part' },
      field('name', 'Name', { parent: 'part' }),
      button('send', 'Publish', { parent: 'part' }),
    ])
    assert.equal(outcome.done, false)
    assert.deepEqual(outcome.clicked, [])
  })

  it('is not bought by a search that shows nothing new', async () => {
    const outcome = await carryOut('Search for lamp', [
      field('search', 'Search', { type: 'search', role: 'searchbox' }),
      { ref: 'card' },
      button('buy', 'Buy', { parent: 'card' }),
    ])
    assert.deepEqual(outcome.clicked, [])
  })

  it('is not the only button of an entry that is called otherwise', async () => {
    const outcome = await carryOut('Archive the message from Ann', [
      { ref: 'list', role: 'list' },
      { ref: 'one', role: 'listitem', parent: 'list', text: 'Ann Delete' },
      { ref: 'ann', role: 'text', parent: 'one', ownText: 'Ann' },
      button('delete', 'Delete', { parent: 'one' }),
    ])
    assert.equal(outcome.done, false)
    assert.ok(!outcome.clicked.includes('delete'))
  })

  it('is not done where its condition does not hold', async () => {
    const outcome = await carryOut('If a survey appears, click "Delete"', [button('delete', 'Delete')])
    assert.deepEqual(outcome.clicked, [])
  })

  it('is not confirmed before or after what was to be confirmed', async () => {
    const page = [button('a', 'Archive'), button('d', 'Delete'), button('e', 'Empty')]
    const outcome = await carryOut(
      'Click "Archive", click "Delete" and confirm, then click "Empty"',
      page,
      'Sure?',
    )
    assert.equal(outcome.done, false)
    assert.match(outcome.output, /asked "Sure\?".*no/)
  })
})

describe('what the instruction forbids', () => {
  const page = [
    field('name', 'Name'),
    button('edit', 'Edit'),
    button('delete', 'Delete'),
    button('send', 'Send'),
  ]
  const cases: [prompt: string, clicked: string[]][] = [
    ['Do not click Delete', []],
    ['Click Edit, not Delete', ['edit']],
    ["Enter Ann into Name. Don't press Send.", []],
    ['Click Edit but never delete anything', ['edit']],
    ['Click Delete. Do not click Delete.', []],
    ['Click Edit without deleting anything', ['edit']],
    ['Click Edit. Make sure not to click Send.', ['edit']],
    ['Click "Delete" but do not delete anything', []],
    ['Enter Ann into Name. It must not be sent.', []],
  ]
  for (const [prompt, clicked] of cases)
    it(`is not done: ${prompt}`, async () => {
      const outcome = await carryOut(prompt, page)
      assert.deepEqual(outcome.clicked, clicked, outcome.output)
      assert.ok(!JSON.stringify(outcome.deeds).includes('press Send'))
    })
})

describe('secrets', () => {
  for (const prompt of [
    'Enter name "Ann" and password "s3cret!x"',
    'The password is s3cret!x somehow',
    'Enter the password "s3cret!x" into Passphrase and click Go',
    'Enter "s3cret!x" into Password',
  ])
    it(`are not told back: ${prompt}`, async () => {
      const outcome = await carryOut(prompt, [field('name', 'Name'), field('shown', 'Password')])
      const { output, actions, error } = outcome
      assert.ok(!JSON.stringify({ output, actions, error }).includes('s3cret'), output)
    })
})
