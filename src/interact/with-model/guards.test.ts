import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PageView } from '../../browser/browser.ts'
import { button, field, viewOf } from '../../../test/support/views.ts'
import type { TestElement } from '../../../test/support/views.ts'
import { createGuards } from './guards.ts'
import { readResponse } from './moves.ts'
import { createVariables } from '../secrets.ts'

const HOME = 'https://shop.example/'

interface Tried {
  task?: string
  began?: string
  at?: string
  elements?: TestElement[]
  variables?: Parameters<typeof createVariables>[1]
  view?: Partial<PageView>
}

/** Why a move is refused. */
function refusal(
  move: object,
  { task = '', began = HOME, at = HOME, elements = [], ...more }: Tried,
): string {
  const variables = createVariables(task, more.variables)
  const guards = createGuards(task, variables)
  guards.begin(began)
  const view = viewOf(elements, { url: at, ...more.view })
  const { refused } = readResponse(
    { moves: [move] },
    { view, variables, refusal: (one) => guards.refusalOf(one, view) },
  )
  return refused.join(' ')
}

const goto = (value: string) => ({ do: 'goto', value })
const click = (ref: string) => ({ do: 'click', ref })

describe('pages that may be opened', () => {
  const opened: [url: string, tried: Tried][] = [
    ['/next', {}],
    ['https://www.shop.example/next', {}],
    ['https://login.shop.example/', {}],
    ['https://other.example/a', { task: 'Compare with https://other.example/a' }],
    ['https://docs.other.example/', { task: 'Look it up at other.example' }],
    ['https://en.wikipedia.org/', { task: 'Look it up on Wikipedia' }],
    ['https://anything.example/', { began: 'about:blank' }],
  ]
  for (const [url, tried] of opened) {
    it(`${url} for "${tried.task ?? ''}"`, () => assert.equal(refusal(goto(url), tried), ''))
  }

  const refused: [url: string, tried: Tried, reason: RegExp][] = [
    ['https://evil.example/', {}, /"https:\/\/evil\.example\/" is outside the task/],
    ['https://settings.example/', { task: 'Change the settings' }, /outside the task/],
    ['https://na.example/', { task: 'Compare with banana.example' }, /outside the task/],
    ['https://b.example/', { task: 'Log in as bob@b.example' }, /outside the task/],
    ['https://other.example/', { task: 'Look at other.example.org' }, /outside the task/],
    ['https://other.example/', { task: 'Never open other.example' }, /outside the task/],
    ['https://you.github.io/', { began: 'https://me.github.io/' }, /outside the task/],
    ['/?q=%E0%A4%A<password>', { task: 'password: hunter2' }, /contains <password>/],
    ['file:///etc/passwd', {}, /only http and https/i],
    ['javascript:alert(1)', {}, /only http and https/i],
    ['/?q=hunter2', { task: 'password: hunter2' }, /contains <password>/],
    ['/?q=<password>', { task: 'password: hunter2' }, /contains <password>/],
  ]
  for (const [url, tried, reason] of refused) {
    it(`not ${url} for "${tried.task ?? ''}"`, () => assert.match(refusal(goto(url), tried), reason))
  }
})

describe('a page outside the task', () => {
  const elements = [button('b', 'Download'), field('f', 'Name')]
  const at = 'https://evil.example/'

  it('is read, and what the task names is clicked', () => {
    assert.equal(refusal({ do: 'scroll' }, { at, elements }), '')
    assert.equal(
      refusal(click('b'), { task: 'Open the first result and click "Download"', at, elements }),
      '',
    )
  })

  it('is neither clicked nor filled in otherwise', () => {
    assert.match(
      refusal(click('b'), { task: 'Open the first result', at, elements }),
      /evil\.example.*name it/,
    )
    const fill = { do: 'fill', ref: 'f', value: 'Ada' }
    assert.match(refusal(fill, { task: 'Fill in Ada', at, elements }), /evil\.example/)
    assert.match(refusal({ do: 'press', value: 'Enter' }, { at, elements }), /evil\.example/)
  })
})

describe('variables', () => {
  const fill = { do: 'fill', ref: 'f', value: '<pin>' }
  const variables = { pin: '4711' }

  it('are filled in where the run began, and where the task says', () => {
    assert.equal(refusal(fill, { variables, elements: [field('f', 'PIN')] }), '')
    const task = 'Sign in at login.shop.example'
    const at = 'https://login.shop.example/'
    assert.equal(refusal(fill, { task, variables, at, elements: [field('f', 'PIN')] }), '')
  })

  it('are filled in nowhere else: another host, a frame of another site, an unencrypted page', () => {
    const elements = [field('f', 'PIN')]
    assert.match(
      refusal(fill, { variables, at: 'https://blog.shop.example/', elements }),
      /not filled in on https:\/\/blog\.shop\.example/,
    )
    const framed = [field('f', 'PIN', { origin: 'https://evil.example' })]
    assert.match(refusal(fill, { variables, elements: framed }), /not filled in on https:\/\/evil\.example/)
    assert.match(refusal(fill, { variables, at: 'http://shop.example/', elements }), /not filled in/)
    const port = { variables, at: 'https://shop.example:8443/', elements }
    assert.match(refusal(fill, port), /not filled in on https:\/\/shop\.example:8443/)
    const upload = { do: 'upload', ref: 'f', value: '<cv>' }
    const cv = { cv: { fileName: 'cv.txt', text: 'I weld.' } }
    assert.match(refusal(upload, { variables: cv, elements: framed }), /not filled in/)
    const dialog = { do: 'acceptDialogs', value: '<pin>' }
    assert.match(refusal(dialog, { variables, at: 'https://evil.example/' }), /not filled in/)
    const typed = { do: 'type', value: '<pin>' }
    assert.match(refusal(typed, { variables, elements: framed, view: { focused: 'f' } }), /not filled in/)
  })
})

describe('what cannot be undone', () => {
  const asked: [task: string, name: string][] = [
    ['Buy the blue lamp', 'Place order'],
    ['Order two pizzas', 'Pay now'],
    ['Delete the draft', 'Yes, delete it'],
    ['Write an e-mail to Bob', 'Send'],
    ['Publish the post', 'Publish'],
    ['Book a table for two', 'Book now'],
    ['Sort by price', 'Sort order'],
    ['Enter the address', 'Post code'],
    ['Show my order history', 'View order'],
    ['Open the menu', 'Menu'],
    ["Don't forget to send it", 'Send'],
    ['Write "It never arrived" and continue', 'Continue'],
    ['Send 20 pounds to Bob', 'Confirm transfer'],
  ]
  for (const [task, name] of asked) {
    it(`is pressed when the task asks for it: "${name}" for "${task}"`, () =>
      assert.equal(refusal(click('b'), { task, elements: [button('b', name)] }), ''))
  }

  const unasked: [task: string, name: string][] = [
    ['Add the blue lamp to the basket', 'Buy now'],
    ['Tell me the price', 'Place order'],
    ['Fill in the form', 'Pay 30 EUR'],
    ['Open the draft', 'Delete'],
    ['Open the draft, but do not delete it', 'Delete draft'],
    ['Write an e-mail to Bob but never send it', 'Send'],
    ['Fill in the form without submitting it', 'Submit'],
    ['Find a table', 'Book now'],
    ['Read the comments', 'Post comment'],
  ]
  for (const [task, name] of unasked) {
    it(`is not pressed otherwise: "${name}" for "${task}"`, () => {
      assert.match(refusal(click('b'), { task, elements: [button('b', name)] }), new RegExp(`"${name}"`))
    })
  }

  it('is not pressed by other means: Enter in its form, a point on it, a key on it', () => {
    const elements = [
      { ref: 'form', role: 'form' },
      field('f', 'Card', { parent: 'form' }),
      button('b', 'Pay now', { parent: 'form', box: { x: 100, y: 100, width: 50, height: 20 } }),
    ]
    const tried = { task: 'Fill in the card', elements }
    assert.match(refusal({ do: 'press', ref: 'f', value: 'Enter' }, tried), /"Pay now"/)
    assert.match(refusal({ do: 'press', ref: 'b', value: 'Space' }, tried), /"Pay now"/)
    assert.match(refusal({ do: 'click', x: 120, y: 110 }, tried), /"Pay now"/)
    assert.match(refusal({ do: 'type', value: '12\n' }, { ...tried, view: { focused: 'f' } }), /"Pay now"/)
    assert.equal(refusal({ do: 'press', ref: 'f', value: 'Tab' }, tried), '')
  })
})
