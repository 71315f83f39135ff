import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, it } from 'node:test'
import { referencePages } from '../../bin/docs/reference.ts'
import { replaceSection, tableOf } from '../../bin/docs/marked-section.ts'
import { FAULT_HELP } from '../../src/fault-help.ts'
import { inCheckout } from '../support/run-node.ts'

describe('the reference', async () => {
  for (const { file, found, wanted } of await referencePages())
    it(`${basename(file.pathname)} is what the code says`, () => {
      assert.ok(
        found === wanted,
        'The code has changed: run `npm run generate:docs` and commit what it wrote.',
      )
    })
})

describe('the help of an error', () => {
  for (const [code, { meaning, remedy, page }] of Object.entries(FAULT_HELP)) {
    it(`of ${code} is whole sentences, and names a page that exists`, () => {
      assert.match(meaning, /^[A-Z].*\.$/)
      assert.match(remedy, /^[A-Z].*\.$/)
      if (page) assert.ok(existsSync(inCheckout(`docs/${page.path}`)), page.path)
    })
  }
})

describe('replaceSection', () => {
  const text =
    'a\n<!-- figures: one -->\nold\n<!-- end figures -->\n<!-- figures: two -->\n<!-- end figures -->\nb'
  it('replaces one section and leaves the rest', () =>
    assert.equal(
      replaceSection(text, { kind: 'figures', name: 'two' }, 'new\n'),
      'a\n<!-- figures: one -->\nold\n<!-- end figures -->\n<!-- figures: two -->\nnew\n<!-- end figures -->\nb',
    ))
  it('fails where there is no such section', () =>
    assert.throws(
      () => replaceSection(text, { kind: 'figures', name: 'three' }, ''),
      /no section from <!-- figures: three/,
    ))
})

describe('tableOf', () => {
  it('keeps a cell on its line', () =>
    assert.equal(tableOf(['a'], [['x | y\nz']]), '| a |\n|---|\n| x \\| y z |'))
})
