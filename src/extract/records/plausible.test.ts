import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fieldsOf } from '../schema/wished-field.ts'
import { wishOf } from '../schema/wish.ts'
import { plausibleText } from './plausible.ts'

function field(name: string, schema: object = { type: 'string' }) {
  const wish = wishOf({ type: 'object', properties: { [name]: schema } })
  assert.equal(wish.kind, 'object')
  return fieldsOf(wish as Extract<typeof wish, { kind: 'object' }>)[0]!
}

describe('plausibleText', () => {
  const cases: [string, string, string | undefined][] = [
    ['telephone', '+47 55 01 42 02', '+47 55 01 42 02'],
    ['telephone', '2025-09-06', undefined],
    ['telephone', 'Workshop: yes', undefined],
    [
      'telephone',
      'You can book by telephone at 04 72 00 30 00 or by letter to the office in the old mill.',
      '04 72 00 30 00',
    ],
    ['author', 'April 28, 2025', undefined],
    ['author', 'kastle99', 'kastle99'],
    ['author', 'Ana Roth', 'Ana Roth'],
    ['pressContact', 'Ana Roth, press@a.example, (503) 555-0108.', 'Ana Roth'],
    ['contact', 'Dana, 503-555-0177', 'Dana, 503-555-0177'],
    ['editorInChief', 'Ana Roth. Publisher: Roth Press', 'Ana Roth'],
    ['model', '> Touring', undefined],
    ['salaryMax', '€78,000 – €96,000', '€96,000'],
    ['salaryMin', '€78,000 – €96,000', '€78,000 – €96,000'],
  ]
  for (const [name, text, expected] of cases) {
    it(`reads ${JSON.stringify(expected)} for ${name} from "${text}"`, () => {
      assert.equal(plausibleText(text, field(name)), expected)
    })
  }

  it('reads the last day of a range for an end', () => {
    const end = field('endDate', { type: 'string', format: 'date' })
    assert.equal(plausibleText('1 May 2025 – 3 May 2025', end), '3 May 2025')
  })
})
