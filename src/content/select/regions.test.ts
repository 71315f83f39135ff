import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Element } from 'domhandler'
import { CONSENT_REGION, REGIONS, regionsOf, isNotShown } from './regions.ts'
import { ElementKinds } from './kind.ts'

const NAMES = new Map<number, string>([
  ...Object.entries(REGIONS).map(([name, bit]): [number, string] => [bit, name]),
  [CONSENT_REGION, 'consent'],
])

describe('INSIDE', () => {
  it('has a bit of its own for everything, consent included', () => {
    const bits = [...Object.values(REGIONS), CONSENT_REGION]
    assert.equal(NAMES.size, bits.length)
    for (const bit of bits) assert.equal(bit & (bit - 1), 0, `${bit}`)
  })
})

describe('insideOf', () => {
  const cases: [string, Record<string, string>, string[]][] = [
    ['div', {}, []],
    ['span', { class: 'navigation footer' }, []],
    ['nav', {}, ['navigation']],
    ['menu', {}, ['navigation']],
    ['header', {}, ['header']],
    ['footer', {}, ['footer']],
    ['aside', {}, ['aside']],
    ['main', {}, ['main']],
    ['article', {}, ['article']],
    ['section', {}, ['section']],
    ['label', {}, ['form']],
    ['ol', {}, ['list']],
    ['table', {}, ['table']],
    ['a', {}, ['link']],
    ['button', {}, ['button']],
    ['h1', {}, ['heading']],
    ['h6', {}, ['heading']],
    ['pre', {}, ['code']],
    ['blockquote', {}, ['quote']],
    ['figure', {}, ['figure']],
    ['p', {}, ['paragraph']],
    ['noscript', {}, ['noscript']],
    ['dl', {}, ['definition']],
    // A dialog that no script has opened is not shown.
    ['dialog', {}, ['dialog', 'hidden']],
    ['div', { role: 'navigation' }, ['navigation']],
    ['div', { role: 'banner' }, ['header']],
    ['div', { role: 'contentinfo' }, ['footer']],
    ['div', { role: 'complementary' }, ['aside']],
    ['div', { role: 'main' }, ['main']],
    ['div', { role: 'heading' }, ['heading']],
    ['div', { role: 'tooltip' }, ['hidden']],
    ['div', { role: 'presentation' }, []],
    ['ul', { role: 'menu' }, ['navigation', 'list']],
    ['div', { 'aria-hidden': 'true' }, ['hidden']],
    ['div', { 'aria-hidden': 'false' }, []],
    ['div', { 'aria-modal': 'true' }, ['dialog']],
    ['div', { hidden: '' }, ['hidden']],
    ['div', { style: 'display:none' }, ['hidden']],
    ['div', { class: 'sr-only' }, ['unseen']],
    ['div', { class: 'cookie-banner' }, ['consent']],
    ['div', { id: 'onetrust-banner-sdk' }, ['consent']],
    ['article', { id: 'cookies', class: 'post' }, ['article']],
  ]
  for (const [name, attributes, expected] of cases) {
    it(`finds ${expected.join(' and ') || 'nothing'} in <${name} ${JSON.stringify(attributes)}>`, () => {
      const bits = regionsOf(
        new Element(name, attributes),
        new ElementKinds().of(name, attributes['class'] ?? ''),
      )
      const found = [...NAMES].filter(([bit]) => (bits & bit) !== 0).map(([, of]) => of)
      assert.deepEqual(found.sort(), expected.sort())
    })
  }
})

describe('isNotShown', () => {
  const cases: [Record<string, string>, boolean][] = [
    [{}, false],
    [{ hidden: '' }, true],
    [{ hidden: 'until-found' }, true],
    [{ style: 'color: red; DISPLAY : NONE' }, true],
    [{ style: 'visibility:hidden' }, true],
    [{ style: 'display:block' }, false],
    [{ style: 'visibility: visible; overflow: hidden' }, false],
    [{ class: 'hidden' }, false],
  ]
  for (const [attributes, expected] of cases) {
    it(`is ${expected} for ${JSON.stringify(attributes)}`, () =>
      assert.equal(isNotShown(attributes), expected))
  }
})
