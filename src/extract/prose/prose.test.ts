import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonSchema } from '../schema/json-schema.ts'
import { Naming } from '../schema/naming.ts'
import { wishOf } from '../schema/wish.ts'
import type { ScalarWish } from '../schema/wish.ts'
import { factsInProse } from './prose.ts'
import { sentenceAbout } from './sentences-about.ts'

function read(markdown: string, name: string, schema: JsonSchema = { type: 'string' }, isMany = false) {
  const wish = wishOf(schema) as ScalarWish
  const [found] = factsInProse(markdown, [{ name, naming: new Naming({ name }), wish, isMany }])
  return isMany ? found?.values : found?.values[0]
}

const integer = { type: 'integer' }
const number = { type: 'number' }
const AGENCY = `Seeblick wurde 1997 von Hinnerk Ahlers gegründet. Heute führt sein Sohn das Haus.

Seeblick GmbH, Elbstraße 2. Geschäftsführer: Dr. Sönke Ahlers. Handelsregister: HRB 64417.`
const SHOP = `Standard shipping costs $6.50 and takes 3 to 5 business days.

Express shipping costs $18.00. You can return unused items within 45 days.`

describe('factsInProse', () => {
  const cases: [string, string, JsonSchema | undefined, unknown][] = [
    [
      'The institute was founded in 1968 by [Gunnar Alder](/x) and is a foundation.',
      'foundedYear',
      integer,
      1968,
    ],
    ['The institute was founded in 1968 by [Gunnar Alder](/x).', 'founder', undefined, 'Gunnar Alder'],
    [
      'Its director is Prof. Dr. Celeste Okonjo, who also teaches.',
      'director',
      undefined,
      'Prof. Dr. Celeste Okonjo',
    ],
    [AGENCY, 'founder', undefined, 'Hinnerk Ahlers'],
    [AGENCY, 'managingDirector', undefined, 'Dr. Sönke Ahlers'],
    [SHOP, 'expressShipping', number, 18],
    [SHOP, 'returnDays', integer, 45],
    ['It is free software under the Apache License 2.0.', 'license', undefined, 'Apache License 2.0'],
    ['It needs 512 MB of memory and a processor.', 'requiredMemory', undefined, '512 MB'],
    [
      '# Contact\n\n## Press officer\n\nOdd-Arne Lien, Tel. 55 01 20 00',
      'pressOfficer',
      undefined,
      'Odd-Arne Lien',
    ],
    ['Adresse : 2 place Chavanelle\n\nCapacité : 1150 places', 'places', integer, 1150],
  ]
  for (const [text, name, schema, value] of cases) {
    it(`reads ${name} from ${JSON.stringify(text.slice(0, 50))}`, () => {
      assert.equal(read(text, name, schema), value)
    })
  }

  it('reads several people', () => {
    assert.deepEqual(
      read('It was founded in 2011 by Imogen Tarr and Luis Abade.', 'founders', undefined, true),
      ['Imogen Tarr', 'Luis Abade'],
    )
  })

  it('gives nothing that no sentence says', () => {
    assert.equal(read(AGENCY, 'faxNumber'), undefined)
    assert.equal(read(SHOP, 'foundedYear', integer), undefined)
    assert.equal(read('Tobias joins the council 2025-01-09', 'joinedYear', integer), undefined)
  })

  it('ends on long lines of brackets, stops and capitals', () => {
    for (const piece of ['[', '[a](', 'A. ', 'Label: ', '1.', 'By A B '])
      assert.doesNotThrow(() => read(piece.repeat(20_000), 'founder'))
  })
})

describe('sentenceAbout', () => {
  it('finds the sentence that says most about a question, and none where nothing does', () => {
    const text =
      '# Support\n\nSecurity reports go to sec@x.example. Version 3.x is supported until December 2027.'
    assert.equal(
      sentenceAbout(text, 'until when is version 3.x supported')?.text,
      'Version 3.x is supported until December 2027.',
    )
    assert.equal(sentenceAbout(text, 'which warranty covers a version abroad'), undefined)
  })
})
