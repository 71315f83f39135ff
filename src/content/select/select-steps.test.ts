import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isTag, isText } from 'domhandler'
import type { ChildNode } from 'domhandler'
import { parseHtml } from '../parse/html.ts'
import { bodyOf } from './body.ts'
import { featuresOf } from './features.ts'
import { shippedModel } from './model.ts'
import type { Model } from './model.ts'
import { outlineOf } from './outline.ts'
import { PAGE_TYPES } from './page-type.ts'
import type { PageType } from './page-type.ts'
import { mainContentOf } from './select.ts'
import { survey } from './survey.ts'
import { compileForest } from '../../learned/forest.ts'

const NO_EVIDENCE = { names: new Map(), words: new Map() }
const SENTENCE = 'This is one of the sentences of the text, and it has seventeen words in it, all told.'
const TEXT = `<p>${SENTENCE}</p>`.repeat(12)

/** The steps around the model: here it gives the same odds to all blocks but one. */
describe('a selection', () => {
  it('includes everything when all is likely', () => {
    assert.deepEqual(taken('<p>a</p><div>b</div>', model('article')), ['a', 'b'])
  })

  it('includes no consent banner, however likely', () => {
    const html = `${TEXT}<div class="cookie-notice"><p>We use cookies.</p></div>`
    assert.ok(!taken(html, model('article')).includes('We use cookies.'))
  })

  it('includes text for readers without scripts only where there is little else', () => {
    const plea = '<noscript><p>Switch on scripts.</p></noscript>'
    assert.ok(!taken(TEXT + plea, model('article')).includes('Switch on scripts.'))
    assert.deepEqual(taken(plea, model('article')), ['Switch on scripts.'])
    assert.ok(taken(`<p>x</p><noscript>${TEXT}</noscript>`, model('article')).includes(SENTENCE))
  })

  it('includes the headings of the selection, however unlikely', () => {
    const html = `<p>${SENTENCE}</p><h2>Unlikely</h2>${TEXT}`
    assert.ok(taken(html, model('article', html, 'Unlikely')).includes('Unlikely'))
    const loose = `<p>${SENTENCE}</p><div><h2>Unlikely</h2></div>${TEXT}`
    assert.ok(!taken(loose, model('article', loose, 'Unlikely')).includes('Unlikely'))
  })

  const titles: [string, PageType, string, boolean][] = [
    ['has the title of a forum', 'forum', TEXT, true],
    ['has the title of documentation', 'documentation', TEXT, true],
    ['leaves the title of an article, which is said elsewhere', 'article', TEXT, false],
    ['has the title of a short article', 'article', `<p>${SENTENCE}</p>`, true],
  ]
  for (const [what, type, text, expected] of titles) {
    it(what, () => {
      const html = `<header><h1>Unlikely</h1></header>${text}`
      assert.equal(taken(html, model(type, html, 'Unlikely')).includes('Unlikely'), expected)
    })
  }

  it('includes a table as a whole, with an unlikely cell', () => {
    const cells = `<tr><td>likely</td><td>Unlikely</td></tr><tr><td>likely</td><td>likely</td></tr>`
    const html = `<table>${cells}</table>`
    assert.ok(taken(html, model('article', html, 'Unlikely')).includes('Unlikely'))
  })

  it('reports the likeliest page type of the model', () => {
    for (const type of PAGE_TYPES) {
      assert.equal(mainContentOf(parseHtml(TEXT, undefined, false), model(type)).type, type)
    }
  })

  it('expects as many characters as are likely', () => {
    const { expectedChars } = mainContentOf(
      parseHtml('<p>12345 67890</p>', undefined, false),
      model('article'),
    )
    assert.ok(expectedChars < 10 && expectedChars > 9, `${expectedChars}`)
  })
})

/** A model that returns one page type, and that finds one block unlikely, identified by its text. */
function model(type: PageType, html = '', unlikely = ''): Model {
  const { types, blocks } = shippedModel()
  const certain = (base: number, features: number) => compileForest({ base, features, trees: [] })
  return {
    ...NO_EVIDENCE,
    types: types.map(({ features }, at) => certain(PAGE_TYPES[at] === type ? 5 : -5, features)),
    blocks:
      unlikely === ''
        ? certain(5, blocks.features)
        : compileForest({ base: 0, features: blocks.features, trees: [treeAgainst(html, unlikely)] }),
  }
}

/** Separates one block from all others by the first feature that differs. */
function treeAgainst(html: string, unlikely: string): number[] {
  const outline = outlineOf(bodyOf(parseHtml(html, undefined, false)))
  const { values, rows, columns } = featuresOf(survey(outline, '', NO_EVIDENCE), [])
  const row = outline.blocks.findIndex(({ text }) => text === unlikely)
  for (let column = 0; column < columns; column++) {
    const numbers = values.subarray(column * rows, (column + 1) * rows)
    const own = numbers[row]!
    const others = numbers.filter((_, at) => at !== row)
    const above = Math.min(...others)
    const below = Math.max(...others)
    if (own < above) return [column, (own + above) / 2, -1, -5, -1, 5]
    if (own > below) return [column, (own + below) / 2, -1, 5, -1, -5]
  }
  throw new Error(`Nothing parts "${unlikely}" from the rest.`)
}

function taken(html: string, by: Model): string[] {
  const page = parseHtml(html, undefined, false)
  const { has } = mainContentOf(page, by)
  const texts = (nodes: readonly ChildNode[]): string[] =>
    nodes.flatMap((node) => {
      if (isText(node)) return has(node) ? [node.data] : []
      return isTag(node) ? texts(node.children) : []
    })
  return texts(page.root.children)
}
