import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isTag, isText } from 'domhandler'
import type { ChildNode } from 'domhandler'
import { parseHtml } from '../parse/html.ts'
import { bodyOf } from './body.ts'
import { nodesOf } from './nodes.ts'
import { outlineOf } from './outline.ts'

describe('nodesOf', () => {
  const texts: [string, string, string, string][] = [
    ['the blocks taken', '<p>a</p><p>b</p><p>c</p>', '101', '<p>a</p><p>c</p>'],
    [
      'what is around them',
      '<div><ul><li>a</li><li>b</li></ul></div>',
      '01',
      '<div><ul><li>b</li></ul></div>',
    ],
    ['nothing', '<p>a</p><p>b</p>', '00', ''],
    ['inline elements', '<p>a <b>b</b><br>c</p>', '1', '<p>a <b>b</b><br>c</p>'],
    ['a run without the block in it', '<div>a<p>b</p>c</div>', '101', '<div>ac</div>'],
    ['no hidden part of a sentence', '<p>a<span hidden>b</span>c</p>', '1', '<p>ac</p>'],
    [
      'code to the last space',
      '<pre><code> a\n<i></i> </code>\n</pre>',
      '1',
      '<pre><code> a\n<i> </code>\n</pre>',
    ],
    ['code in parts as one', '<pre>a<p>b</p> </pre>', '10', '<pre>a<p>b</p> </pre>'],
    ['nothing around code that is not taken', '<div>x<pre>a</pre></div>', '01', '<div><pre>a</pre></div>'],
    ['nothing of code that is not taken', '<p>x</p><pre>a </pre>', '10', '<p>x</p>'],
  ]
  for (const [what, html, taken, expected] of texts) {
    it(`contains ${what}`, () => assert.equal(shown(html, taken), expected))
  }

  const pictures: [string, string, string, boolean][] = [
    ['in a run that is taken', '<p>a<img></p><p>b</p>', '10', true],
    ['in a run that is not', '<p>a<img></p><p>b</p>', '01', false],
    ['beside what is taken', '<div><img><p>text</p></div><p>b</p>', '10', true],
    ['where most of the text around is taken', '<div><img><p>text</p><p>b</p></div>', '10', true],
    ['where little of it is', '<div><img><p>text</p><p>b</p></div>', '01', false],
    [
      'in wrappers without text',
      '<div><figure><a href=x><img></a></figure><p>text</p></div><p>b</p>',
      '10',
      true,
    ],
    ['on a page where nothing is taken', '<img><p>a</p>', '0', false],
    ['on a page without text', '<div><img></div>', '', false],
  ]
  for (const [what, html, taken, expected] of pictures) {
    it(`${expected ? 'contains' : 'does not contain'} an image ${what}`, () => {
      assert.equal(shown(html, taken).includes('<img>'), expected)
    })
  }

  it('contains all ancestors of its nodes', () => {
    const { nodes } = found('<main><div><img><p>text <b>b</b></p></div></main>', '1')
    for (const node of nodes) assert.ok(node.parent === null || nodes.has(node.parent as ChildNode))
  })
})

function found(html: string, taken: string): { root: ChildNode[]; nodes: Set<ChildNode> } {
  const page = parseHtml(html, undefined, false)
  const outline = outlineOf(bodyOf(page))
  return { root: page.root.children, nodes: nodesOf(outline, Uint8Array.from(taken, Number)) }
}

/** The HTML of the selected nodes, without attributes. */
function shown(html: string, taken: string): string {
  const { root, nodes } = found(html, taken)
  const write = (children: readonly ChildNode[]): string =>
    children
      .filter((node) => nodes.has(node))
      .map((node) => {
        if (isText(node)) return node.data
        if (!isTag(node)) return ''
        const end = node.children.length > 0 ? `</${node.name}>` : ''
        return `<${node.name}>${write(node.children)}${end}`
      })
      .join('')
  return write(root)
}
