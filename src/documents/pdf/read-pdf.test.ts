import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formWords } from './read-pdf.ts'
import type { FormField } from './read-pdf.ts'

const BOX = [100, 100, 112, 112] as const

describe('formWords', () => {
  for (const [name, field, expected] of [
    ['shows what is ticked', { kind: 'tick', isTicked: true, box: BOX }, ['☒']],
    ['shows what is not ticked', { kind: 'tick', isTicked: false, box: BOX }, ['☐']],
    ['leaves out pictures', { kind: 'tick', isTicked: true, box: [0, 0, 90, 90] }, []],
    ['writes a text word by word', { kind: 'text', text: 'Ann of\rRome', box: BOX }, ['Ann', 'of', 'Rome']],
  ] as const satisfies readonly (readonly [string, FormField, readonly string[]])[]) {
    it(name, () =>
      assert.deepEqual(
        formWords([field], []).map(({ text }) => text),
        expected,
      ),
    )
  }

  it('puts each line of a text at its own height', () => {
    const [upper, lower] = formWords([{ kind: 'text', text: 'Ann\nRome', box: [0, 100, 90, 130] }], [])
    assert.ok(upper!.box[3] <= lower!.box[1])
  })

  it('ignores values that the page already shows', () => {
    const field: FormField = { kind: 'text', text: 'Ann', box: [0, 100, 90, 130] }
    const shown = formWords([field], [])
    assert.deepEqual(formWords([field], shown), [])
  })

  it('shows nothing on a page that has more words than any form', () => {
    const field: FormField = { kind: 'tick', isTicked: true, box: BOX }
    const [other] = formWords([{ ...field, box: [0, 0, 12, 12] }], [])
    const words = Array.from({ length: 10_001 }, () => other!)
    assert.equal(formWords([field], words.slice(1)).length, 1)
    assert.deepEqual(formWords([field], words), [])
  })
})
