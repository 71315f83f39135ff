import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../../content/parse/html.ts'
import { bodyOf } from '../findings/element-profile.ts'
import { recordGroupsOf } from './record-groups.ts'
import { textOf } from '../findings/element-profile.ts'

function groups(markup: string): string[][] {
  return recordGroupsOf(bodyOf(parseHtml(markup, undefined, false).root)).map(({ records }) =>
    records.map((record) => textOf(record)),
  )
}

describe('recordGroupsOf', () => {
  const card = (name: string) => `<div class="card"><h3>${name}</h3><p>text of ${name}</p></div>`
  it('puts records together that are spread over rows', () => {
    const found = groups(
      `<div class="row">${card('a')}${card('b')}</div><div class="row">${card('c')}${card('d')}</div>`,
    )
    assert.ok(found.some((records) => records.length === 4))
  })

  it('takes a heading and what follows it as one record', () => {
    const found = groups(
      '<main>' + ['a', 'b', 'c'].map((name) => `<h2>${name}</h2><p>one</p><p>two</p>`).join('') + '</main>',
    )
    assert.ok(found.some((records) => records[0] === 'a one two' && records.length === 3))
  })

  it('comes to an end on a million siblings and deep nesting', () => {
    assert.equal(groups(`<ul>${'<li>a b'.repeat(300_000)}</ul>`)[0]?.length, 300_000)
    assert.ok(groups('<div><p>x</p><p>z</p>'.repeat(400)).length > 0)
  })
})
