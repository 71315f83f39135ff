import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { viewOf } from '../../../test/support/views.ts'
import { createSeenPages } from './check-finish.ts'

const VIEW = viewOf([
  { role: 'link', name: 'Partner', href: 'https://partner.example/a?b=1', clickable: true },
  { role: 'text', ownText: 'Only 1.299,00 € until Friday' },
])

function seenBy(prompt: string) {
  const seen = createSeenPages(prompt)
  seen.addView(VIEW)
  return seen
}

describe('what a model says at the end', () => {
  const cases: [output: string, strange: string | undefined][] = [
    ['It costs 1299 EUR.', undefined],
    ['The offer is "until Friday".', undefined],
    ['Everything was done.', undefined],
    ['It costs 1399 EUR.', '1399'],
    ['The offer is "until Sunday".', '"until Sunday"'],
    ['The code "X99" of the task was used.', undefined],
  ]
  for (const [output, strange] of cases) {
    it(`is ${strange === undefined ? 'on a page' : 'on no page'}: ${output}`, () => {
      const { numbers, quotes } = seenBy('Use the code X99').findUnsupported(output)
      assert.deepEqual([...numbers, ...quotes], strange === undefined ? [] : [strange])
    })
  }
})
