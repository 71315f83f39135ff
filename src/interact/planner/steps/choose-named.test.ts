import assert from 'node:assert/strict'
import { test } from 'node:test'
import { viewOf } from '../../../../test/support/views.ts'
import { PageTree } from '../page/page-tree.ts'
import { namedPlace } from './choose-named.ts'

const radio = (ref: string, name: string, parent: string) => ({
  ref,
  parent,
  name,
  role: 'radio',
  tag: 'input',
  clickable: true,
  checked: false,
})

const page = new PageTree(
  viewOf([
    { ref: 'sizes', role: 'group', name: 'Size' },
    radio('s', 'S', 'sizes'),
    radio('m', 'M', 'sizes'),
    { ref: 'colours', role: 'group', name: 'Color' },
    radio('red', 'Red', 'colours'),
    radio('blue', 'Blue', 'colours'),
    { ref: 'teams', role: 'combobox', tag: 'input', name: 'Teams', clickable: true, editable: true },
    { ref: 'plan', role: 'button', tag: 'button', name: 'Size guide', clickable: true },
  ]),
)

test('reads the name of a place before what is chosen there', () => {
  const told = (...texts: string[]) => {
    const named = namedPlace(texts, page)
    if (!named) return 'nothing'
    return 'choices' in named
      ? named.choices.map(({ ref }) => ref).join(' ')
      : `${named.control.ref}: ${named.values.join(', ')}`
  }
  assert.equal(told('size M'), 'm')
  assert.equal(told('the colours Red', 'Blue'), 'red blue')
  assert.equal(told('teams Design', 'Sales'), 'teams: Design, Sales')
  assert.equal(told('Size guide'), 'nothing', 'what is called so as a whole')
  assert.equal(told('M'), 'nothing')
})
