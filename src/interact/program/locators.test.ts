import assert from 'node:assert/strict'
import { test } from 'node:test'
import { button, field, viewOf } from '../../../test/support/views.ts'
import type { TestElement } from '../../../test/support/views.ts'
import { locatorCode, chooseByView, locatorsFor } from './locators.ts'

/** The locator of the element `it` in a page. */
function located(...elements: TestElement[]): string {
  const view = viewOf(elements)
  const element = view.elements.find(({ ref }) => ref === 'it')!
  return locatorCode(chooseByView(element, view, locatorsFor(element, view)) ?? [])
}

const row = (ref: string, text: string): TestElement => ({ ref, role: 'row', tag: 'tr', text })
const cell = (parent: string, ownText: string): TestElement => ({ role: 'cell', tag: 'td', parent, ownText })
const frame = (ref: string, more: TestElement = {}): TestElement => ({
  ref,
  role: 'iframe',
  tag: 'iframe',
  ...more,
})

const CASES: [what: string, locator: string, ...elements: TestElement[]][] = [
  ['role and name', 'getByRole("button", { name: "Save", exact: true })', button('it', 'Save')],
  [
    'role and name beside a longer name',
    'getByRole("button", { name: "Save", exact: true })',
    button('it', 'Save'),
    button('b', 'Save as'),
  ],
  [
    'a name with quotes and backslashes',
    'getByRole("button", { name: "Say \\"a\\\\b\\"", exact: true })',
    button('it', 'Say "a\\b"'),
  ],
  [
    'the placeholder when names repeat',
    'getByPlaceholder("City of birth", { exact: true })',
    field('a', 'City', { placeholder: 'City' }),
    field('it', 'City', { placeholder: 'City of birth' }),
  ],
  [
    'the text of an element without a role',
    'getByText("Specifications", { exact: true })',
    { ref: 'it', ownText: 'Specifications', clickable: true },
  ],
  [
    'the picture that has no other name',
    'getByAltText("Basket", { exact: true })',
    { ref: 'it', role: 'image', tag: 'img', name: 'Basket', text: '' },
  ],
  [
    'the selector of a control without a name',
    'locator("#menu")',
    button('it', '', { text: '', selector: '#menu' }),
    button('b', '', { text: '' }),
  ],
  [
    'the row by a text that only it has',
    'getByRole("row").filter({ hasText: "Bob" }).getByRole("button", { name: "Delete", exact: true })',
    row('r1', 'Ann admin Delete'),
    cell('r1', 'Ann'),
    cell('r1', 'admin'),
    button('b', 'Delete', { parent: 'r1' }),
    row('r2', 'Bob admin Delete'),
    cell('r2', 'Bob'),
    cell('r2', 'admin'),
    button('it', 'Delete', { parent: 'r2' }),
  ],
  [
    'the dialog',
    'getByRole("dialog", { name: "Delete it?", exact: true }).getByRole("button", { name: "Delete", exact: true })',
    button('b', 'Delete'),
    { ref: 'd', role: 'dialog', name: 'Delete it?' },
    button('it', 'Delete', { parent: 'd' }),
  ],
  [
    'its number when nothing else tells it from others',
    'getByRole("button", { name: "Add", exact: true }).nth(1)',
    button('a', 'Add'),
    button('it', 'Add'),
  ],
  [
    'the title of its frame',
    'frameLocator("iframe[title=\\"Card\\"]").getByRole("textbox", { name: "Number", exact: true })',
    field('a', 'Number'),
    frame('f', { title: 'Card' }),
    field('it', 'Number', { parent: 'f' }),
  ],
  [
    'the number of its frame',
    'frameLocator("iframe:visible").nth(1).frameLocator("#inner").getByRole("button", { name: "Go", exact: true })',
    frame('f'),
    frame('g'),
    frame('h', { parent: 'g', selector: '#inner' }),
    button('it', 'Go', { parent: 'h' }),
  ],
]

for (const [what, locator, ...elements] of CASES) {
  test(`finds an element by ${what}`, () => assert.equal(located(...elements), locator))
}
