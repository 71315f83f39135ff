import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parsePart } from './package.ts'

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const A = 'http://purl.oclc.org/ooxml/drawingml/main'

/** The names of a part's elements from the outside in, with those of their attributes. */
function namesIn(xml: string): string {
  const names: string[] = []
  for (let node = parsePart(xml); ;) {
    const { name, attributes, children } = node
    names.push([name, ...Object.keys(attributes).filter((key) => !key.startsWith('xmlns'))].join(' '))
    const child = children.find((inner) => typeof inner !== 'string')
    if (!child) return names.join(', ')
    node = child
  }
}

describe('a part of an Office file', () => {
  const cases = [
    ['is read as it is without declarations', '<w:p w:x="1"><a:b/></w:p>', 'w:p w:x, a:b'],
    ['is read as it is with the usual prefixes', `<w:p xmlns:w="${W}" w:x="1"/>`, 'w:p w:x'],
    ['may choose its prefixes', `<q:p xmlns:q='${W}' q:x="1" y="2"/>`, 'w:p w:x y'],
    ['may do without a prefix', `<p xmlns="${W}" x="1"><r/></p>`, 'w:p x, w:r'],
    ['may say elsewhere what a prefix means', `<q:p xmlns:q="${W}"><q:r xmlns:q="${A}"/></q:p>`, 'w:p, a:r'],
    ['may mean something else by a prefix', `<p xmlns="${W}"><r xmlns="urn:x"/></p>`, 'w:p, r'],
    ['may be about nothing that is known', '<q:p xmlns:q="urn:x"/>', 'q:p'],
    [
      'leaves a meaning with the element that declares it',
      `<q:p xmlns:q="${W}"><q:r><t/></q:r></q:p>`,
      'w:p, w:r, t',
    ],
    ['has no prefixes for workbooks', '<x:c xmlns:x="http://purl.oclc.org/ooxml/spreadsheetml/main"/>', 'c'],
    [
      'is not confused by the names of objects',
      `<constructor:p xmlns:q="${W}" __proto__="1"/>`,
      'constructor:p',
    ],
  ] as const
  for (const [what, xml, names] of cases) it(what, () => assert.equal(namesIn(xml), names))

  it('forgets a prefix after the element that declared it', () => {
    const { children } = parsePart(`<w:p xmlns:w="${W}"><q:r xmlns:q="${W}"/><q:r/></w:p>`)
    assert.deepEqual(
      children.map((child) => typeof child !== 'string' && child.name),
      ['w:r', 'q:r'],
    )
  })
})
