import { strict as assert } from 'node:assert'
import { describe, it } from 'node:test'
import type { Stage } from '../../../browser/browser.ts'
import type { MadeElement } from '../../../../test/support/views.ts'
import { field, viewOf } from '../../../../test/support/views.ts'
import { Scene } from '../scene.ts'
import { readClauseWords } from './clause-words.ts'
import { sameDeed } from './deeds.ts'
import { ground } from './ground.ts'

/** Reads a clause against a page that a click may bring up more on, and an entry draw anew; says what was done. */
async function onPage(
  said: string,
  page: readonly MadeElement[],
  opens: Record<string, MadeElement[]> = {},
  draws: Record<string, MadeElement[]> = {},
): Promise<{ state: string; deeds: string[] }> {
  const deeds: string[] = []
  let shown = [...page]
  const stage = {
    url: () => 'https://app.example/people',
    look: () => Promise.resolve(viewOf(shown, { title: 'People', url: 'https://app.example/people' })),
    act: (deed) => {
      if (deed.do === 'click') deeds.push(deed.ref)
      if (deed.do === 'fill') deeds.push(`${deed.ref}=${deed.value}`)
      if (deed.do === 'fill')
        shown = (draws[deed.ref] ?? shown).map((one) =>
          one.ref === deed.ref ? { ...one, value: deed.value } : one,
        )
      if (deed.do === 'click') shown = [...shown, ...(opens[deed.ref] ?? [])]
      return Promise.resolve()
    },
    dialogs: () => [],
    answerDialogs: () => {},
    downloads: () => [],
    html: () => Promise.resolve(''),
    picture: () => Promise.resolve(Buffer.alloc(0)),
  } satisfies Stage
  const scene = new Scene(stage, () => Promise.resolve(undefined), new AbortController().signal)
  const outcome = await ground({ said }, undefined, scene)
  return { state: outcome?.state ?? 'nothing', deeds }
}

const button = (ref: string, name: string, more: MadeElement = {}): MadeElement => ({
  ref,
  role: 'button',
  tag: 'button',
  name,
  text: name,
  clickable: true,
  ...more,
})

const row = (at: number, name: string, ...inside: MadeElement[]): MadeElement[] => [
  { ref: `row${at}`, role: 'row', tag: 'tr', parent: 'table', text: name },
  { ref: `name${at}`, role: 'cell', tag: 'td', parent: `row${at}`, ownText: name, text: name },
  ...inside.map((one) => ({ ...one, ref: `${one.ref}${at}`, parent: `row${at}` })),
]

const TABLE: MadeElement = { ref: 'table', role: 'table', tag: 'table' }
const PEOPLE = ['Tom Hale', 'Lia Brandt', 'Ines Roth'].flatMap((name, at) =>
  row(at, name, button('del', 'Delete'), button('more', '⋯', { title: 'More actions' })),
)
const MENU = [button('move', 'Move to group…'), button('ship', 'Mark as shipped')]

describe('a clause read against the page', () => {
  const cases: [said: string, page: MadeElement[], opens: Record<string, MadeElement[]>, deeds: string[]][] =
    [
      ['Delete Lia Brandt', [TABLE, ...PEOPLE], {}, ['del1']],
      ['remove Lia Brandt', [TABLE, ...PEOPLE], {}, ['del1']],
      ['Lösche Lia Brandt', [TABLE, ...PEOPLE], {}, ['del1']],
      ['Delete Tom Brandt', [TABLE, ...PEOPLE], {}, []],
      ['delete the cheese', [TABLE, ...PEOPLE], {}, []],
      ['Delete Tom Hale and Ines Roth', [TABLE, ...PEOPLE], {}, ['del0', 'del2']],
      ['Mark the row of Ines Roth as shipped', [TABLE, ...PEOPLE], { more2: MENU }, ['more2', 'ship']],
      [
        'Move Ines Roth to Friends',
        [TABLE, ...PEOPLE],
        { more2: MENU, move: [button('family', 'Family'), button('friends', 'Friends')] },
        ['more2', 'move', 'friends'],
      ],
      [
        'Invite zed@orbit.example',
        [button('invite', 'Invite people')],
        {
          invite: [
            { ref: 'box', role: 'dialog' },
            {
              ref: 'mail',
              role: 'textbox',
              tag: 'input',
              type: 'email',
              name: 'Email',
              value: '',
              editable: true,
              clickable: true,
              parent: 'box',
            },
            button('cancel', 'Cancel', { parent: 'box' }),
            button('send', 'Send invitation', { parent: 'box' }),
          ],
        },
        ['invite', 'mail=zed@orbit.example', 'send'],
      ],
      ['Archive the report', [button('all', 'Archive all')], {}, []],
    ]
  for (const [said, page, opens, deeds] of cases)
    it(said, async () => {
      assert.deepEqual((await onPage(said, page, opens)).deeds, deeds)
    })
})

describe('a page that draws its rows anew while a clause is carried out', () => {
  const row = (name: string, at: number, drawn: number): MadeElement[] => {
    const ref = `row${at}-${drawn}`
    const box = { x: 0, y: 40 * at, width: 60, height: 20 }
    return [
      { ref, role: 'row', tag: 'tr', parent: 'table', text: name, box: { ...box, width: 300 } },
      { ref: `name${at}-${drawn}`, role: 'cell', tag: 'td', parent: ref, ownText: name, box },
      button(`del${at}-${drawn}`, 'Delete', { parent: ref, box: { ...box, x: 200 } }),
    ]
  }
  const drawn = (times: number): MadeElement[] => [
    TABLE,
    ...['Tom Hale', 'Lia Brandt', 'Ines Roth'].flatMap((name, at) => row(name, at, times)),
    field('why', 'Reason', { value: times > 0 ? 'moved' : '', box: { x: 0, y: 300, width: 60, height: 20 } }),
  ]

  it('presses the control of the same row', async () => {
    const { deeds } = await onPage('Delete Lia Brandt with reason "moved"', drawn(0), {}, { why: drawn(1) })
    assert.deepEqual(deeds, ['why=moved', 'del1-1'])
  })
})

describe('the words of a clause', () => {
  const cases: [said: string, verb: string, telling: string[]][] = [
    ['Take the bread off the list', 'remove', ['bread', 'list']],
    ['Füge der Liste Milch hinzu', 'Füge', ['Liste', 'Milch']],
    ['Add a new item "Rye flour"', 'Add', ['item', 'Rye flour']],
    ['archive it', 'archive', []],
  ]
  for (const [said, verb, telling] of cases)
    it(said, () => {
      const read = readClauseWords(said)
      assert.equal(read.verb?.text, verb)
      assert.deepEqual(
        read.words.filter((word) => !word.small && word !== read.verb).map(({ text }) => text),
        telling,
      )
    })
})

describe('what a control is called', () => {
  const cases: [verb: string, name: string, isSame: boolean][] = [
    ['delete', 'Remove', true],
    ['delete', '×', true],
    ['Responde', 'Responder', true],
    ['assign', 'Assign to…', true],
    ['enrol', 'Enrol', true],
    ['delete', 'Archive', false],
    ['save', 'Send', false],
    ['archive', 'Save', false],
  ]
  for (const [verb, name, isSame] of cases)
    it(`${verb} is ${isSame ? '' : 'not '}${name}`, () => {
      assert.equal(sameDeed(verb, name) > 0, isSame)
    })
})
