import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Naming } from '../../extract/extract.ts'
import { coverage, similarity, subjectOf } from './subject.ts'
import { wordsOf } from '../../language/words.ts'

function terms(prompt: string, ...names: string[]) {
  const namings = names.map((name) => new Naming({ name }))
  const { terms: found } = subjectOf(prompt, namings, names)
  return Object.fromEntries([...found].filter(([, weight]) => weight >= 1))
}

describe('subjectOf', () => {
  const cases: [string, string[], Record<string, number>][] = [
    ['phone number of Tobias Winther', ['phone'], { tobia: 2, winther: 2 }],
    [
      'What are rating and price of the "Oribe Server 600"?',
      ['rating', 'price'],
      { oribe: 3, server: 3, 600: 3 },
    ],
    ['Objektnummer aller Angebote in der HafenCity', ['objektnummer', 'angebote'], { hafencity: 2 }],
    ['Tarif et durée du Bal des capucins ?', ['tarif', 'duree'], { bal: 2, capucin: 2 }],
    ['default of heartbeat_interval', ['default'], { heartbeat: 2, interval: 2 }],
    ['Who founded the company and when?', ['founder', 'foundedYear'], {}],
    ['List all products with name and price', ['products', 'name', 'price'], {}],
  ]
  for (const [prompt, names, expected] of cases) {
    it(`reads ${JSON.stringify(prompt)}`, () => {
      assert.deepEqual(terms(prompt, ...names), expected)
    })
  }

  it('takes no longer for a long request', () => {
    assert.ok(subjectOf('Aaa bbb, "ccc" '.repeat(5000), []).terms.size <= 60)
  })
})

describe('sameness', () => {
  const { terms: wanted } = subjectOf('price of the Aurora 300', [new Naming({ name: 'price' })])
  it('is highest for the very name', () => {
    const of = (name: string) => similarity(wanted, wordsOf(name))
    assert.equal(of('Aurora 300'), 1)
    assert.ok(of('Aurora 300') > of('Aurora 300 Pro') && of('Aurora 300 Pro') > of('Aurora 200'))
  })
  it('covers nothing of what is not named', () => {
    assert.equal(coverage(wanted, wordsOf('Contact us')), 0)
  })
})
