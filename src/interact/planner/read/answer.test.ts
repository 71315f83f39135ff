import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createFakePageController } from '../../../../test/support/fake-page-controller.ts'
import { button, field, viewOf } from '../../../../test/support/views.ts'
import type { TestElement } from '../../../../test/support/views.ts'
import type { AnswerFrom } from '../../run.ts'
import { Driver, createGuards } from '../driver.ts'
import { PageTree } from '../page-tree.ts'
import { answer } from './answer.ts'

interface Asked {
  /** The page before the last action; without it the page is new. */
  before?: readonly TestElement[]
  /** What the reader of pages finds. */
  reads?: (html: string) => string | undefined
}

/** Answers a question about a page; undefined if the planner is not sure. */
async function ask(question: string, page: readonly TestElement[], { before, reads }: Asked = {}) {
  const stage = createFakePageController(viewOf(page), (_deed, view) => view)
  const driver = new Driver(stage, createGuards([]), AbortSignal.timeout(10_000))
  if (before) driver.former = new PageTree(viewOf(before))
  const answerFrom: AnswerFrom = ({ html }) => Promise.resolve(reads?.(html))
  return answer(question, driver, answerFrom)
}

async function assertAnswer(expected: string | undefined, ...asked: Parameters<typeof ask>): Promise<void> {
  const told = await ask(...asked)
  assert.equal(told.state === 'answered' ? told.text : undefined, expected, JSON.stringify(told))
}

const text = (ref: string, ownText: string, more: TestElement = {}): TestElement => ({
  ref,
  role: 'paragraph',
  tag: 'p',
  ownText,
  ...more,
})
const status = (ref: string, ownText: string): TestElement => ({ ref, role: 'status', ownText })

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): TestElement[] => [
  { ref: 'table', role: 'table', tag: 'table' },
  { ref: 'head', role: 'row', tag: 'tr', parent: 'table', text: heads.join(' ') },
  ...heads.map((head, at): TestElement => ({
    ref: `h${at}`,
    role: 'columnheader',
    tag: 'th',
    parent: 'head',
    ownText: head,
  })),
  ...rows.flatMap((cells, row): TestElement[] => [
    { ref: `r${row}`, role: 'row', tag: 'tr', parent: 'table', text: cells.join(' ') },
    ...cells.map((cell, at): TestElement => ({
      ref: `r${row}c${at}`,
      role: 'cell',
      tag: 'td',
      parent: `r${row}`,
      ownText: cell,
    })),
  ]),
]
const list = (titles: readonly string[], heading: string): TestElement[] => [
  { ref: 'heading', role: 'heading', tag: 'h1', ownText: heading },
  { ref: 'list', role: 'list', tag: 'ul' },
  ...titles.flatMap((title, at): TestElement[] => [
    { ref: `i${at}`, role: 'listitem', tag: 'li', parent: 'list', text: title },
    { ref: `t${at}`, role: 'link', tag: 'a', parent: `i${at}`, ownText: title, name: title, clickable: true },
  ]),
]

const FORM = [field('mail', 'E-mail'), button('go', 'Join')]

describe('a message', () => {
  const cases: [question: string, came: TestElement[], answer: string | undefined][] = [
    ['the message', [status('s', 'Thanks, Ann.')], 'Thanks, Ann.'],
    ['the confirmation message', [text('p', 'You are in.')], 'You are in.'],
    [
      'the error message',
      [{ ref: 'a', role: 'alert', ownText: 'The e-mail is not valid.' }],
      'The e-mail is not valid.',
    ],
    [
      'the error message',
      [status('s', 'Draft saved'), { ref: 'a', role: 'alert', ownText: 'A name is required.' }],
      'A name is required.',
    ],
    ['what the page shows', [text('p', 'You are in.')], 'You are in.'],
    ['the message', [], undefined],
    ['the message', [button('b', 'Undo')], undefined],
    ['the message', ['a', 'b', 'c', 'd'].map((ref) => text(ref, `Line ${ref}`)), undefined],
  ]
  for (const [question, came, expected] of cases)
    it(`is what came up: ${question} → ${expected ?? 'unsure'}`, () =>
      assertAnswer(expected, question, [...FORM, ...came], { before: FORM }))

  it('is not text that was there before', () =>
    assertAnswer(undefined, 'the message', [...FORM, status('s', 'Welcome')], {
      before: [...FORM, status('s', 'Welcome')],
    }))
})

describe('a count', () => {
  const articles = list(['Tents', 'Boots', 'Stoves'], 'Articles')
  const cases: [question: string, page: TestElement[], answer: string | undefined][] = [
    ['how many articles are there', articles, '3'],
    ['the number of articles', articles, '3'],
    ['count the articles', articles, '3'],
    ['how many results were found', [...articles, text('p', '48 results found')], '48'],
    ['how many products', [text('p', 'Products: 1,204')], '1,204'],
    ['how many boats are there', articles, undefined],
    [
      'how many seats are left',
      [text('p', '3 seats left in row A'), text('q', '5 seats left in row B')],
      undefined,
    ],
  ]
  for (const [question, page, expected] of cases)
    it(`${question}: ${expected ?? 'unsure'}`, () => assertAnswer(expected, question, page))
})

describe('an answer from a list', () => {
  const stock = table(
    ['Name', 'Price', 'Stock'],
    [
      ['Mug', '£9.50', '40'],
      ['Lamp', '£31.00', '7'],
      ['Desk', '£120.00', '12'],
    ],
  )
  const cases: [question: string, page: TestElement[], answer: string | undefined][] = [
    ['list the titles', list(['Tents', 'Boots'], 'Articles'), 'Tents\nBoots'],
    ['the title of the first article', list(['Tents', 'Boots'], 'Articles'), 'Tents'],
    ['the last title', list(['Tents', 'Boots'], 'Articles'), 'Boots'],
    ['the first two titles', list(['Tents', 'Boots', 'Stoves'], 'Articles'), 'Tents\nBoots'],
    ['the first five titles', list(['Tents', 'Boots'], 'Articles'), undefined],
    ['the price of the second row', stock, '£31.00'],
    ['the stock of the last row', stock, '12'],
    ['which is the cheapest', stock, 'Mug'],
    ['the name of the most expensive product', stock, 'Desk'],
    ['list the names', stock, 'Mug\nLamp\nDesk'],
  ]
  for (const [question, page, expected] of cases)
    it(`${question}: ${expected?.replaceAll('\n', ', ') ?? 'unsure'}`, () =>
      assertAnswer(expected, question, page))

  it('is unsure which of two is the cheapest when they cost the same', () =>
    assertAnswer(
      undefined,
      'which is the cheapest',
      table(
        ['Name', 'Price'],
        [
          ['Mug', '£9'],
          ['Cup', '£9'],
        ],
      ),
    ))
})

describe('a value', () => {
  it('comes from what is new before the rest of the page', () =>
    assertAnswer('£42.00', 'the total', [text('old', 'Total: £50.00'), text('new', 'Total: £42.00')], {
      before: [text('old', 'Total: £50.00')],
      reads: (html) => /Total: (?<value>£\d+\.\d+)/.exec(html)?.[0],
    }))

  it('is bare, without its label', () =>
    assertAnswer('Ann Lee', 'the owner', [text('p', 'Owner: Ann Lee')], { reads: () => 'Owner: Ann Lee' }))

  it('is the value of the kind that is asked for', () =>
    assertAnswer('FH-20418', 'the order number', [text('p', 'Your order number is FH-20418.')], {
      reads: () => 'Your order number is FH-20418.',
    }))

  it('is not text of another kind', () =>
    assertAnswer(undefined, 'the price', [text('p', 'x')], { reads: () => 'Ships worldwide' }))

  it('is not one of several', () =>
    assertAnswer(undefined, 'the price', [text('p', 'x')], { reads: () => 'From £4.00 to £9.00' }))

  it('is not the label of the question', () =>
    assertAnswer(undefined, 'the warranty period', [text('p', 'x')], { reads: () => 'Warranty period' }))

  it('is not text that the page hides', () =>
    assertAnswer(undefined, 'the owner', [text('p', 'x')], { reads: () => 'Owner: Ann Lee' }))

  it('is what a control holds', () =>
    assertAnswer('ann@site.example', 'the e-mail', [field('mail', 'E-mail', { value: 'ann@site.example' })]))

  it('is never a password', () =>
    assertAnswer(undefined, 'the password', [
      field('p', 'Password', { type: 'password', value: 's3cret!x' }),
    ]))

  it('is never the name of a control', () =>
    assertAnswer(undefined, 'the colour', [button('b', 'Colour'), field('f', 'Colour')]))

  it('is the address or the title of the page', async () => {
    await assertAnswer('https://shop.example/', 'the url', [text('p', 'x')])
    await assertAnswer('Shop', 'the page title', [text('p', 'x')])
  })

  it('is one line for each thing that is asked for', () =>
    assertAnswer(
      'Ann Lee\n£42.00',
      'the owner and the total',
      [text('p', 'Owner: Ann Lee | Total: £42.00')],
      {
        reads: () => 'Owner: Ann Lee | Total: £42.00',
      },
    ))
})

describe('an unsure answer', () => {
  it('is the new text of the page', async () => {
    const page = [...FORM, text('p', 'Saved as draft'), button('b', 'Undo')]
    assert.deepEqual(await ask('the colour of the shade', page, { before: FORM }), {
      state: 'unsure',
      fresh: 'Saved as draft',
    })
  })

  it('has a bounded length', async () => {
    const page = Array.from({ length: 300 }, (_, at) => text(`p${at}`, `Line ${at} ${'x'.repeat(50)}`))
    const told = await ask('the colour of the shade', page, { before: [] })
    assert.ok(told.state === 'unsure' && told.newText.length <= 1500)
  })
})

describe('a question that names an entry', () => {
  const pills = table(
    ['Medicine', 'Dose', 'Last ordered'],
    [
      ['Ibuprofen', '400 mg', '22 May 2027'],
      ['Cetirizine', '10 mg', '3 June 2027'],
    ],
  )
  const films = list(['Low Tide 11:00 13:30 20:45', 'Night Bus 16:00'], 'Saturday')
  const cases: [question: string, page: TestElement[], answer: string | undefined][] = [
    ['when was Ibuprofen last ordered', pills, '22 May 2027'],
    ['the dose of Cetirizine', pills, '10 mg'],
    ['at what time the last showing of Low Tide starts', films, '20:45'],
    ['the price of Night Bus', films, undefined],
  ]
  for (const [question, page, told] of cases)
    it(`is answered from that entry: ${question}`, () =>
      assertAnswer(told, question, page, { reads: () => '£99.00 on 1 May 2027 at 09:15' }))

  it('is not answered by the name of a button', () =>
    assertAnswer(undefined, 'Which events are listed?', [button('more', 'Show more events')]))
})
