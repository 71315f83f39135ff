import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { textContent } from 'domutils'
import { parseHtml } from '../parse/html.ts'
import { bodyOf } from './body.ts'

describe('bodyOf', () => {
  const cases: [string, string, string][] = [
    ['is the body', '<html><head><title>t</title></head><body><p>text</p></body></html>', 'text'],
    ['is all there is without a body', '<p>one</p><p>two</p>', 'onetwo'],
    ['is all there is when the body is empty', '<body></body><p>after</p>', 'after'],
    [
      'is all there is when the body has only a script',
      '<body><script>x</script></body><p>after</p>',
      'xafter',
    ],
    ['holds what follows its end, and a second one', '<body>one</body><body>two</body>three', 'onetwothree'],
    ['is empty on an empty page', '', ''],
  ]
  for (const [what, html, expected] of cases) {
    it(what, () => {
      const body = bodyOf(parseHtml(html, undefined, false))
      assert.equal(body.name, 'body')
      assert.equal(textContent(body.children), expected)
    })
  }

  it('returns a body that has only an image', () => {
    const { attribs } = bodyOf(parseHtml('<body id=b><img src=x></body>', undefined, false))
    assert.equal(attribs['id'], 'b')
  })

  it('does not modify the tree', () => {
    const page = parseHtml('<p>before</p><body></body>', undefined, false)
    const [after] = page.root.children
    bodyOf(page)
    assert.equal(after!.parent, page.root)
  })
})
