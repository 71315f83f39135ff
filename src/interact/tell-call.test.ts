import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RemoteStep, RemoteValue } from '../browser/browser.ts'
import { describeCall } from './recording.ts'

const TYPES: Record<number, string> = { 1: 'Page', 2: 'ElementHandle', 3: 'Dialog' }
const button: RemoteStep = {
  method: 'getByRole',
  args: ['button', { $: 'plain', value: { name: { $: 'regexp', source: 'Save', flags: 'i' } } }],
}
const first: RemoteStep = { method: 'first', args: [] }
const quoted: RemoteStep = { method: 'getByText', args: ["it's"] }

function told(object: number, chain: RemoteStep[], method: string, ...args: RemoteValue[]) {
  const call = describeCall({ object, chain, method, args }, (number) => TYPES[number])
  return call && { ...call, typed: call.typedInto?.to }
}

describe('calls of programs', () => {
  const cases: [string, ReturnType<typeof told>, string, string?, string?, ('element' | 'focus')?][] = [
    ['goto', told(1, [], 'goto', 'https://a.example/'), 'goto', undefined, 'https://a.example/'],
    ['a selector', told(1, [], 'click', '#save'), 'click', '#save'],
    ['a selector with text', told(1, [], 'fill', '#name', 'Ann'), 'fill', '#name', 'Ann', 'element'],
    [
      'a locator',
      told(1, [button, first], 'click'),
      'click',
      "getByRole('button', { name: /Save/i }).first()",
    ],
    ['quotes', told(1, [quoted], 'hover'), 'hover', "getByText('it\\'s')"],
    ['an element', told(2, [], 'fill', 'Ann'), 'fill', undefined, 'Ann', 'element'],
    ['a named key', told(1, [], 'press', '#name', 'Enter'), 'press', '#name', 'Enter'],
    ['a letter', told(1, [], 'press', '#name', 'a'), 'press', '#name', 'a', 'element'],
    ['the keyboard', told(1, [], 'keyboard.type', 'Ann'), 'keyboard.type', undefined, 'Ann', 'focus'],
    ['the mouse', told(1, [], 'mouse.click', 3, 4), 'mouse.click', undefined, '3, 4'],
    ['options', told(1, [], 'selectOption', '#c', ['a', 'b']), 'selectOption', '#c', "['a', 'b']"],
    ['a dialog', told(3, [], 'accept', 'yes'), 'accept', undefined, 'yes'],
    [
      'drag and drop',
      told(1, [quoted], 'dragTo', { $: 'locator', object: 1, chain: [button] }),
      'dragTo',
      "getByText('it\\'s')",
      "getByRole('button', { name: /Save/i })",
    ],
  ]
  for (const [name, call, type, target, value, typed] of cases) {
    it(`tells ${name}`, () => assert.deepEqual(call, { type, target, value, typed }))
  }

  it('leaves out what changes nothing, and what is no call', () => {
    for (const method of [
      'title',
      'evaluate',
      'textContent',
      'waitForSelector',
      'screenshot',
      'constructor',
    ]) {
      assert.equal(told(1, [], method), undefined, method)
    }
    for (const question of [
      null,
      3,
      'click',
      {},
      { object: 1, method: 'click' },
      { object: {}, method: 'click', args: [], chain: [] },
    ]) {
      assert.equal(
        describeCall(question, () => 'Page'),
        undefined,
      )
    }
  })
})
