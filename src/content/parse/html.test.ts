import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { textContent } from 'domutils'
import { parseHtml } from './html.ts'

function textOf(html: string): string {
  return textContent(parseHtml(html, undefined, false).root.children)
}

describe('a parsed page', () => {
  const cases: [string, string, string][] = [
    ['goes on after the end of its body', '<body><p>a</p></body><p>b</p></html><p>c</p>', 'abc'],
    ['has comments that begin like sections of XML', '<p>a<![CDATA[ x > b</p><p>c', 'a bc'],
    [
      'shows no source of elements that are nested too deeply',
      `${'<div>'.repeat(600)}<script>source</script>a<style>more</style>b`,
      'ab',
    ],
  ]
  for (const [what, html, expected] of cases) it(what, () => assert.equal(textOf(html), expected))

  it('keeps content after the body inside it', () => {
    const { root } = parseHtml('<html><body><p>a</p></body><p>b</p>', undefined, false)
    const [html] = root.children
    assert.equal(root.children.length, 1)
    assert.equal(textContent(html!), 'ab')
  })

  it('finds landmarks anywhere, but no titles of drawings', () => {
    const { landmarks } = parseHtml(
      '<title>Page</title><body><svg><g><title>Logo</title></g></svg><meta name=a><h1>Head</h1>',
      undefined,
      false,
    )
    assert.deepEqual(
      landmarks.map(({ name }) => name),
      ['title', 'meta', 'h1'],
    )
  })
})
