import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { RecordPool } from '../../facts/facts.ts'
import { matchingRecords } from './conditions.ts'
import { planOf } from '../plan.ts'

interface Listed {
  name: string
  context?: string
  fields?: Record<string, string | number>
}

function within(prompt: string, list: string, told: readonly string[] = [], properties: object = {}) {
  const items = { type: 'object', properties: { name: { type: 'string' }, ...properties } }
  const plan = planOf({
    prompt,
    schema: { type: 'object', properties: { [list]: { type: 'array', items } } },
  })!
  return { plan, list: plan.lists[0]!, isListTopic: (term: string) => told.includes(term) }
}

function records(listed: readonly Listed[]) {
  const pool = new RecordPool(['["name"]'])
  const evidence = { field: '', text: '', source: 'text', confidence: 0.9 }
  return listed.map(({ name, context = '', fields = {} }) => {
    const facts = Object.entries({ name, ...fields }).map(([key, value]) => ({
      path: [key],
      value,
      evidence,
    }))
    const { record } = pool.add(facts, { link: `x.example/${name}`, context })
    return record
  })
}

const namesOf = (some: ReturnType<typeof records>) =>
  some.map(({ facts }) => facts.best('["name"]')!.facts[0]!.value)

describe('matchingRecords', () => {
  const listed: [string, string, Listed[], string[]][] = [
    [
      'List every entry that is tagged "New" with its name',
      'entries',
      [
        { name: 'a', context: 'New 18 June' },
        { name: 'b', context: 'Fixed 3 June' },
      ],
      ['a'],
    ],
    [
      'Which open roles are in the Engineering team?',
      'roles',
      [
        { name: 'a', context: 'Engineering · Lisbon' },
        { name: 'b', context: 'Design · Berlin' },
      ],
      ['a'],
    ],
    [
      'Quels événements sont gratuits ? Titre, date.',
      'evenements',
      [
        { name: 'a', context: 'ven 18 Gratuit' },
        { name: 'b', context: 'sam 26 12 €' },
      ],
      ['a'],
    ],
    [
      'Return all people whose position is exactly "Partner" (not managing partner), with name.',
      'partners',
      [
        { name: 'a', context: 'Partner London' },
        { name: 'b', context: 'Associate London' },
        { name: 'c', context: 'Managing Partner Leeds' },
      ],
      ['a'],
    ],
    [
      'Take the four most recent updates from the changelog',
      'updates',
      [
        { name: 'a', context: 'charts take the colours of slides' },
        { name: 'b', context: 'faster joins' },
      ],
      ['a', 'b'],
    ],
  ]
  for (const [prompt, list, some, expected] of listed)
    it(`narrows down by what the list says: ${prompt}`, () =>
      assert.deepEqual(namesOf(matchingRecords(records(some), within(prompt, list))), expected))

  it('compares prices as the languages of requests say it', () => {
    const some = records([
      { name: 'a', fields: { prezzo: 12.5 } },
      { name: 'b', fields: { prezzo: 29 } },
    ])
    const wish = within('Quali vini costano meno di 17 euro?', 'vini', [], { prezzo: { type: 'number' } })
    assert.deepEqual(namesOf(matchingRecords(some, wish)), ['a'])
  })

  it('compares months with dates as pages write them', () => {
    const some = records([
      { name: 'a', fields: { date: '3 October 2026' } },
      { name: 'b', fields: { date: '12.11.2026' } },
      { name: 'c', fields: { date: '2026-05-01' } },
    ])
    const dates = { date: { type: 'string' } }
    assert.deepEqual(
      namesOf(matchingRecords(some, within('all events from October to December 2026', 'events', [], dates))),
      ['a', 'b'],
    )
  })

  it('leaves a comparison aside that no value can be compared with', () => {
    const some = records([
      { name: 'a', fields: { date: 'Sat3' } },
      { name: 'b', fields: { date: 'Thu8' } },
    ])
    const dates = { date: { type: 'string' } }
    const wish = within('all events in October 2026', 'events', ['october', '2026'], dates)
    assert.equal(matchingRecords(some, wish).length, 2)
  })
})
