import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Element, isTag } from 'domhandler'
import type { ChildNode } from 'domhandler'
import { parseHtml } from '../../../content/parse/html.ts'
import { cleanCopy } from './clean-copy.ts'
import { selectContent } from './content.ts'
import type { Selection } from './content.ts'
import { mediaLink } from './embedded-media.ts'
import { imagesOf } from './images.ts'
import { renderMarkdown } from '../../../content/markdown/markdown.ts'
import { metadataOf } from './metadata.ts'

const EVERYTHING: Selection = {
  onlyMainContent: false,
  includeTags: [],
  excludeTags: [],
  removeBase64Images: true,
}

function markdown(html: string, selection: Partial<Selection> = {}): string {
  const page = parseHtml(html, 'https://site.test/a/b', false)
  return renderMarkdown(selectContent(page, { ...EVERYTHING, ...selection }))
}

describe('Markdown of a table with huge spans', () => {
  const wide = '<td colspan=100 rowspan=100>'.repeat(10)
  const tables: [what: string, html: string][] = [
    [
      'rows below each other',
      `<table><tr><th>h</th></tr>${`<tr>${wide}${'<tr>'.repeat(99)}`.repeat(100)}</table>`,
    ],
    ['short rows to fill', `<table><tr>${'<th colspan=100>a'.repeat(10)}${'<tr><td>b'.repeat(199)}</table>`],
  ]
  for (const [what, html] of tables) {
    it(`takes linear time: ${what}`, () => {
      const { length } = markdown(html)
      assert.ok(length < 20 * html.length, `${length} characters of ${html.length}`)
    })
  }
})

/** Each of these once took minutes or overflowed the stack. The tests pass when they end. */
describe('pages that are made to be slow', () => {
  const long = 'a'.repeat(1_000_000)
  const cases: [what: string, html: string, expected: RegExp][] = [
    [
      'a set of sources without an end',
      `<p>x<img srcset="${long} b">`,
      /^x!\[\]\(https:\/\/site\.test\/a\/a/,
    ],
    ['placeholders without an end', `<p>x<img src="/${'-lazy'.repeat(200_000)}">`, /^x!\[\]/],
    ['a file name without an end', `<p>x<img data-x="/${'.png?'.repeat(200_000)} ">`, /^x$/],
    ['spaces in a formula', `<p>x<math alttext="{\\displaystyle${' '.repeat(200_000)}x"></math>`, /^x/],
    ['a formula without an end', `<p>x<math>${'<mi>y</mi>'.repeat(300_000)}</math>`, /^x/],
    [
      'text deep down in a formula',
      `<p>x<math><mi>${'<b>'.repeat(400)}${' y'.repeat(1_500_000)}</mi></math>`,
      /^x/,
    ],
    [
      'a formula nested in an attribute',
      `<p>x<span class=MathJax data-mathml="${'<mrow>'.repeat(5000)}<mi>y</mi>"></span>`,
      /^x/,
    ],
    [
      'a caption of many nodes',
      `<table><caption>${'<b>a</b>'.repeat(200_000)}</caption><tr><th>h<tr><td>d</table>`,
      /\| h \|/,
    ],
    ['code after many lines', `<pre>${'\n'.repeat(5_000_000)}a</pre>`, /^```\na\n```$/],
  ]
  for (const [what, html, expected] of cases) {
    it(what, () => assert.match(markdown(html, { onlyMainContent: false }), expected))
  }

  it('many requested elements', () => {
    const html = '<p>a</p>'.repeat(150_000)
    assert.equal(markdown(html, { includeTags: ['p'] }).length, 150_000 * 3 - 2)
  })
  it('an icon with an endless size', () => {
    const page = parseHtml(
      `<link rel=icon href=/i sizes="${'1x1 '.repeat(300_000)}">`,
      'https://site.test/',
      false,
    )
    assert.equal(metadataOf(page).favicon, 'https://site.test/i')
  })
  it('footnotes whose numbers are taken', () => {
    const note = (sign: string, at: number) => `<a class=fnref href="#n${at}">${sign}</a><p id="n${at}">b</p>`
    const ahead = Array.from({ length: 40_000 }, (_, at) => note(String(at + 40_001), at))
    const unnamed = Array.from({ length: 40_000 }, (_, at) => note('*', at + 40_000))
    assert.match(markdown([...ahead, ...unnamed].join('')), /\[\^120000\]/)
  })
  it('players without video', () => {
    const src = '//player.bilibili.com/player.html?'.repeat(60_000)
    assert.equal(mediaLink(new Element('iframe', { src })), undefined)
  })
  it('many images of one image', () => {
    const html = `<picture>${'<img data-x="/a.png">'.repeat(100_000)}</picture>`
    assert.equal(imagesOf(parseHtml(html, 'https://site.test/', false), true).length, 1)
  })
  it('images of the whole page', () => {
    const html = `<img srcset="${long} b">`.repeat(3)
    assert.equal(imagesOf(parseHtml(html, 'https://site.test/', false), true).length, 1)
  })
})

describe('deeply nested elements', () => {
  const cases: [what: string, around: string, before: string][] = [
    ['numbers in numbers', '<span class=num>', '<pre>'],
    ['cells in cells', '<table><tr><td>', ''],
    ['cells of code in cells', '<table><tr><td class=gutter>', ''],
    ['raised signs in raised signs', '<sup>', '<p>x'],
  ]
  for (const [what, around, before] of cases) {
    it(`are read only a few times: ${what}`, () => {
      const { root } = parseHtml(`${before}${around.repeat(150)}${'<i></i>'.repeat(600)}x`, undefined, false)
      const reads = countReads(deepestOf(root.children))
      renderMarkdown(
        cleanCopy(root.children, {
          base: undefined,
          removeBase64Images: true,
          isDropped: () => false,
          withoutFurniture: true,
        }),
      )
      assert.ok(reads.count > 0 && reads.count < 20, `read ${reads.count} times`)
    })
  }
})

/** The last of the most deeply nested elements. */
function deepestOf(nodes: readonly ChildNode[]): Element {
  const last = nodes.findLast(isTag)!
  return last.children.length === 0 ? last : deepestOf(last.children)
}

/** Counts how often the children of an element are read. */
function countReads(element: Element): { count: number } {
  const reads = { count: 0 }
  const { children } = element
  Object.defineProperty(element, 'children', {
    get: () => {
      reads.count++
      return children
    },
  })
  return reads
}
