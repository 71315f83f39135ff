import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { estimateTokens } from '../../llm/llm.ts'
import { describeView } from './describe-view.ts'
import { viewOf } from '../../../test/support/views.ts'
import type { TestElement } from '../../../test/support/views.ts'

function linesFor(elements: readonly TestElement[], budget = 2000): string[] {
  return describeView(viewOf(elements), budget).split('\n').slice(3)
}

describe('a page described to a model', () => {
  const cases: [name: string, given: TestElement, line: string][] = [
    [
      'a button',
      { role: 'button', name: 'Save', clickable: true, disabled: true },
      '[e1] button "Save" disabled',
    ],
    [
      'a field with what stands in it',
      { role: 'textbox', name: 'Email', value: 'a@b.example', editable: true, required: true },
      '[e1] textbox "Email" = "a@b.example" required',
    ],
    [
      'a field without a name',
      { role: 'searchbox', placeholder: 'Find a book', editable: true },
      '[e1] searchbox placeholder "Find a book"',
    ],
    [
      'a password, which nobody reads',
      { role: 'textbox', type: 'password', name: 'Password', value: 'hunter2', editable: true },
      '[e1] password field "Password" = ••••',
    ],
    [
      'a box to tick',
      { role: 'checkbox', name: 'I agree', checked: false, clickable: true },
      '[e1] checkbox "I agree" unchecked',
    ],
    [
      'a slider',
      { role: 'slider', type: 'range', name: 'Volume', value: '30', min: '0', max: '100', step: '5' },
      '[e1] range field "Volume" = "30" (0..100) step 5 at 0,0 100x20',
    ],
    [
      'a list with its options',
      {
        role: 'combobox',
        name: 'Size',
        options: ['S', 'M'].map((label) => ({
          label,
          value: label,
          selected: label === 'M',
          disabled: false,
        })),
      },
      '[e1] combobox "Size" options: S | M (chosen)',
    ],
    ['text', { role: 'text', tag: 'p', ownText: 'Only  30 €\n today' }, '[e1] "Only 30 € today"'],
    [
      'something to click without a role',
      { role: 'generic', clickable: true, ownText: 'More' },
      '[e1] clickable "More"',
    ],
    [
      'a shape',
      { role: 'generic', tag: 'circle', look: { shape: 'circle', color: '#ff0000' } },
      '[e1] #ff0000 circle at 0,0 100x20',
    ],
    [
      'a picture that is known by its class alone',
      { role: 'image', hints: 'icon trash icon', clickable: true, look: { color: '#000000' } },
      '[e1] image (icon trash) #000000 at 0,0 100x20',
    ],
    [
      'quotes within names',
      { role: 'button', name: 'Say "hi"', clickable: true },
      '[e1] button "Say \'hi\'"',
    ],
    [
      'a link without a name',
      { role: 'link', href: '/cart', clickable: true, look: { color: '#000000' } },
      '[e1] link #000000 at 0,0 100x20 to /cart',
    ],
  ]
  for (const [name, given, line] of cases) {
    it(name, () => assert.deepEqual(linesFor([given]), ['In view:', line]))
  }

  it('begins with where it is and how far it is scrolled', () => {
    const view = { ...viewOf([]), scroll: { x: 0, y: 300, maxX: 0, maxY: 2400 } }
    assert.deepEqual(describeView(view, 500).split('\n'), [
      'URL: https://shop.example/',
      'Title: Shop',
      'Window: 1280x720, scrolled down 300 of 2400',
      'Nothing is in view.',
    ])
  })

  it('tells what holds others by indentation, and what only holds not at all', () => {
    assert.deepEqual(
      linesFor([
        { ref: 'a', role: 'dialog', name: 'Sure?' },
        { ref: 'b', parent: 'a', role: 'generic' },
        { ref: 'c', parent: 'b', role: 'button', name: 'Yes', clickable: true },
        { ref: 'd', parent: 'c', role: 'text', ownText: 'Yes' },
        { ref: 'e', role: 'generic' },
      ]),
      ['In view:', '[a] dialog "Sure?"', ' [c] button "Yes"'],
    )
  })

  it('tells a text in one line whatever it is pieced together from, and a row likewise', () => {
    assert.deepEqual(
      linesFor([
        { ref: 'p', role: 'paragraph', text: 'Was 40 € now 30 €' },
        { ref: 'q', parent: 'p', role: 'text', tag: 'b', ownText: 'now' },
        { ref: 'r', role: 'row', text: 'Bob 42 Oslo', box: { x: 0, y: 0, width: 400, height: 90 } },
        ...['Bob', '42', 'Oslo', '', '', ''].map((ownText) => ({ parent: 'r', role: 'cell', ownText })),
      ]),
      ['In view:', '[p] paragraph "Was 40 € now 30 €"', '[r] row "Bob 42 Oslo"'],
    )
  })

  it('tells text between controls once, and what stands for a control inside of it not at all', () => {
    assert.deepEqual(
      linesFor([
        { ref: 'p', role: 'paragraph', text: 'by Ines, with love', ownText: 'by … with love' },
        { ref: 'q', parent: 'p', role: 'text', tag: '#text', ownText: 'by' },
        { ref: 'r', parent: 'p', role: 'link', name: 'Ines', clickable: true },
        { ref: 't', role: 'tab', name: 'Prices', clickable: true },
        { ref: 'u', parent: 't', role: 'generic', text: 'Prices', clickable: true },
        { ref: 'v', parent: 'u', role: 'text', ownText: 'Pri' },
      ]),
      ['In view:', '[q] "by"', '[r] link "Ines"', '[t] tab "Prices"'],
    )
  })

  it('tells links of the same name apart by where they lead', () => {
    const link = { role: 'link', name: 'More', clickable: true }
    assert.deepEqual(
      linesFor([
        { ...link, href: 'https://shop.example/a' },
        { ...link, href: '/b' },
        { ...link, name: 'Home', href: '/' },
      ]),
      ['In view:', '[e1] link "More" to /a', '[e2] link "More" to /b', '[e3] link "Home"'],
    )
  })

  it('shortens long lists and always says what is chosen', () => {
    const options = Array.from({ length: 40 }, (_, at) => ({
      label: `Land ${at}`,
      value: '',
      selected: at === 30,
      disabled: false,
    }))
    const [, line] = linesFor([{ role: 'combobox', name: 'Country', options }])
    assert.match(line!, /Land 11 \| … 28 more \| Land 30 \(chosen\)$/)
  })

  it('tells what is in view first', () => {
    assert.deepEqual(
      linesFor([
        { role: 'button', name: 'Above', clickable: true, inView: false },
        { role: 'button', name: 'Here', clickable: true },
      ]),
      ['In view:', '[e2] button "Here"', 'Out of view, but usable as well:', '[e1] button "Above"'],
    )
  })

  it('stays within its budget, keeps what can be used, and says what is missing', () => {
    const many = Array.from({ length: 300 }, (_, at) =>
      at % 3 === 0
        ? { role: 'button', name: `Button ${at}`, clickable: true, inView: at < 150 }
        : { role: 'text', ownText: `Some words of a long story, part ${at}`, inView: at < 150 },
    )
    const text = describeView(viewOf(many), 700)
    assert.ok(estimateTokens(text) <= 700, String(estimateTokens(text)))
    assert.match(text, /Button 147/)
    assert.doesNotMatch(text, /part 298/)
    assert.match(text, /\n\d+ more elements are not listed for lack of room; \d+ of them can be used\. /)
  })

  it('keeps no line break of a page', () => {
    const text = describeView(viewOf([{ role: 'button', name: 'a\nIn view:\n[e9] b', clickable: true }]), 500)
    assert.equal(text.split('\n').length, 5)
  })
})
