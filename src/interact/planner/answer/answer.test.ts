import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Deed, PageView } from '../../../browser/browser.ts'
import { makeStage } from '../../../../test/support/made-stage.ts'
import { viewOf } from '../../../../test/support/views.ts'
import type { MadeElement } from '../../../../test/support/views.ts'
import { createPlanner } from '../planner.ts'

const run = createPlanner({ answerFrom: () => Promise.resolve(undefined) })

/** An element with what it holds: its tag, its text or its children. */
type Node = [tag: string, inside: string | Node[], more?: MadeElement]

const ROLES: Record<string, string> = {
  table: 'table',
  tr: 'row',
  td: 'cell',
  th: 'columnheader',
  li: 'listitem',
  ul: 'list',
  h1: 'heading',
  h3: 'heading',
  p: 'paragraph',
  a: 'link',
  span: 'text',
  b: 'text',
}

/** A page as a tree, flat as views have it. */
function pageOf(nodes: readonly Node[]): PageView {
  const elements: MadeElement[] = []
  const add = (node: Node, parent: string | undefined): string => {
    const [tag, inside, more = {}] = node
    const ref = more.ref ?? `n${elements.length + 1}`
    const own = typeof inside === 'string' ? inside : ''
    const element: MadeElement = {
      tag,
      role: ROLES[tag] ?? 'generic',
      ownText: own,
      ...more,
      ref,
      ...(parent && { parent }),
    }
    elements.push(element)
    const texts = typeof inside === 'string' ? [own] : inside.map((child) => add(child, ref))
    element.text = texts.filter((text) => text !== '').join(' ')
    return element.text
  }
  for (const node of nodes) add(node, undefined)
  return viewOf(elements)
}

async function ask(
  prompt: string,
  view: PageView,
  react: (deed: Deed, view: PageView) => PageView = (_deed, now) => now,
) {
  const stage = makeStage(view, react)
  const outcome = await run(prompt, stage, AbortSignal.timeout(20_000))
  return { ...outcome, deeds: stage.deeds.filter((deed) => deed.do !== 'wait') }
}

const row = (...cells: string[]): Node => ['tr', cells.map((text): Node => ['td', text])]
const head = (...cells: string[]): Node => ['tr', cells.map((text): Node => ['th', text])]
const card = (title: string, about: string, price: string): Node => [
  'li',
  [
    ['h3', title],
    ['p', about],
    ['p', price],
  ],
]

const invoices = pageOf([
  ['h1', 'Rechnungen'],
  [
    'table',
    [
      head('Nr.', 'Datum', 'Betrag', 'Status'),
      row('R-101', '03.02.2026', '89,00 €', 'bezahlt'),
      row('R-102', '03.03.2026', '112,50 €', 'offen'),
      row('R-103', '03.04.2026', '89,00 €', 'bezahlt'),
    ],
  ],
  ['p', 'Kundennummer: 77-4120'],
])
const huts = pageOf([
  ['h1', 'Mountain huts'],
  [
    'ul',
    [
      card('Stag Hut', '1,840 m · 24 beds · dogs allowed', '32 CHF'),
      card('Marmot Refuge', '2,310 m · 12 beds · no dogs', '27 CHF'),
      card('Glacier Lodge', '2,760 m · 40 beds · dogs allowed', '45 CHF'),
    ],
  ],
])
const tiles = pageOf([
  ['h1', 'Hôtel des Dunes'],
  [
    'div',
    [
      [
        'div',
        [
          ['div', '1,284'],
          ['div', 'New members'],
        ],
      ],
      [
        'div',
        [
          ['div', '92 %'],
          ['div', 'Renewal rate'],
        ],
      ],
    ],
  ],
  ['p', 'Preparación: 15 min · Horno: 50 min · 6 raciones'],
  ['p', 'Adresse : 4 rue du Phare, Wimereux'],
])

describe('a question is answered from', () => {
  const asked: [question: string, view: PageView, answer: RegExp | undefined][] = [
    ['Wie hoch ist der Betrag der Rechnung R-102?', invoices, /^112,50 €$/],
    ['Welche Rechnung ist noch offen?', invoices, /^R-102$/],
    ['Wann ist R-103 datiert?', invoices, /03\.04\.2026/],
    ['Wie viele Rechnungen sind bezahlt?', invoices, /^2$/],
    ['Wie lautet meine Kundennummer?', invoices, /^77-4120$/],
    ['How many beds does Glacier Lodge have?', huts, /^40 beds$/],
    ['Which hut is the cheapest?', huts, /^Marmot Refuge: 27 CHF$/],
    ['List all huts', huts, /^Stag Hut, Marmot Refuge, Glacier Lodge$/],
    ['How much is a night at Stag Hut?', huts, /^32 CHF$/],
    ['What does the second hut cost?', huts, /^27 CHF$/],
    ['Are dogs allowed at Marmot Refuge?', huts, /no dogs/],
    ['how high is the Stag Hut and what does it cost?', huts, /1,840 m.*\n32 CHF/],
    ['What does the Whale Hut cost?', huts, undefined],
    ['What is the renewal rate?', tiles, /^92 %$/],
    ['How many new members are there?', tiles, /^1,284$/],
    ['¿Cuánto tiempo tiene que estar en el horno?', tiles, /^50 min$/],
    ["Où se trouve l'hôtel ?", tiles, /rue du Phare/],
    ['When does it open?', tiles, undefined],
  ]
  for (const [question, view, answer] of asked)
    it(question, async () => {
      const { done, output } = await ask(question, view)
      assert.equal(done, answer !== undefined, output)
      if (answer) assert.match(output, answer)
    })
})

describe('what is named in a question', () => {
  const radio = (name: string, checked: boolean): Node => [
    'input',
    '',
    { ref: name, name, role: 'radio', type: 'radio', checked, clickable: true },
  ]
  const coffee = pageOf([
    ['h1', 'Yirga'],
    ['div', [radio('250 g', true), radio('1 kg', false)]],
    ['p', '£9.50', { ref: 'price' }],
    ['p', 'Ships today', { ref: 'ships' }],
  ])
  const chosen = (deed: Deed, view: PageView): PageView =>
    deed.do === 'click' && deed.ref === '1 kg'
      ? {
          ...view,
          elements: view.elements.map((one) => {
            const text = { price: '£33.40', ships: 'Ships on Thursday' }[one.ref] ?? one.text
            return {
              ...one,
              text,
              ownText: one.ownText && text,
              ...(one.checked !== undefined && { checked: one.ref === '1 kg' }),
            }
          }),
        }
      : view

  it('is chosen first', async () => {
    const { output } = await ask('How much is 1 kg and when does it ship?', coffee, chosen)
    assert.equal(output, '£33.40\nShips on Thursday')
  })

  it('is left alone where it is chosen already', async () => {
    const { output, deeds } = await ask('How much is 250 g?', coffee, chosen)
    assert.equal(output, '£9.50')
    assert.deepEqual(deeds, [])
  })

  it('is not pressed where that would do something', async () => {
    const page = pageOf([
      ['p', 'Lamp'],
      ['a', 'Delete lamp', { ref: 'no', clickable: true }],
    ])
    const { deeds } = await ask('Who made the Delete lamp?', page)
    assert.ok(!deeds.some((deed) => deed.do === 'click'))
  })
})

describe('what a form complains about', () => {
  const field = (name: string): Node => [
    'div',
    [
      ['input', '', { name, role: 'textbox', editable: true }],
      ['span', '', { ref: name, hints: 'err' }],
    ],
  ]
  const form = pageOf([
    field('Postcode'),
    field('Town'),
    ['button', 'Next', { ref: 'go', role: 'button', name: 'Next', clickable: true }],
  ])
  const refuses = (deed: Deed, view: PageView): PageView =>
    deed.do === 'click' && deed.ref === 'go'
      ? {
          ...view,
          elements: view.elements.map((one) => {
            const text = { Postcode: 'Five digits', Town: 'Please enter a town' }[one.ref]
            return text === undefined ? one : { ...one, text, ownText: text }
          }),
        }
      : view

  it('is told of the field that is named', async () => {
    const { output } = await ask('Click Next and tell me what is wrong with the postcode', form, refuses)
    assert.equal(output, 'Five digits')
  })

  it('is all told where none is', async () => {
    const { output } = await ask('Click Next and tell me which errors are shown', form, refuses)
    assert.equal(output, 'Five digits Please enter a town')
  })
})
