import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { htmlToText, markdownToHtml, markdownToText } from '../../bench/content/markdown-text.ts'

describe('markdownToHtml', () => {
  const cases: [string, RegExp][] = [
    ['# One', /<h1>One<\/h1>/],
    ['| a |\n|---|\n| b |', /<td>b<\/td>/],
    ['```js\nx\n```', /<pre><code class="language-js">x/],
    ['a <sub>2</sub>', /a <sub>2<\/sub>/],
  ]
  for (const [markdown, expected] of cases) {
    it(`reads ${JSON.stringify(markdown)}`, () => assert.match(markdownToHtml(markdown), expected))
  }
})

describe('markdownToText', () => {
  const cases: [string, string][] = [
    ['', ''],
    ['# One\n\nTwo *three* **four**', 'One\n\nTwo three four'],
    ['[text](https://x.test/a_(b) "title")', 'text'],
    ['before ![a picture](https://x.test/p.png) after', 'before after'],
    ['![a](x_(1).png "the title")', ''],
    ['[![a](p.png) text](https://x.test/)', 'text'],
    ['`code *stays*`', 'code *stays*'],
    ['\\*not emphasis\\*', '*not emphasis*'],
    ['a &amp; b', 'a & b'],
  ]
  for (const [markdown, expected] of cases) {
    it(`reads ${JSON.stringify(markdown)}`, () => assert.equal(markdownToText(markdown), expected))
  }

  it('puts items and cells on separate lines', () => {
    assert.deepEqual(lines(markdownToText('- one\n- two\n  - three')), ['one', 'two', 'three'])
    assert.deepEqual(lines(markdownToText('| a | b |\n|---|---|\n| c | d |')), ['a', 'b', 'c', 'd'])
  })
})

describe('htmlToText', () => {
  const cases: [string, string][] = [
    ['<p>one</p><p>two</p>', 'one\n\ntwo'],
    ['one<br>two', 'one\n\ntwo'],
    ['<b>o</b>ne <i>two</i>', 'one two'],
    ['a&nbsp; \t b', 'a b'],
    ['<p>a</p>\n\n\n<div><div><p>b</p></div></div>', 'a\n\nb'],
    ['a<script>x</script><style>y</style><noscript>z</noscript><svg><text>w</text></svg>b', 'ab'],
    ['<head><title>t</title></head><body>b</body>', 'b'],
  ]
  for (const [html, expected] of cases) {
    it(`reads ${html}`, () => assert.equal(htmlToText(html), expected))
  }
})

function lines(text: string): string[] {
  return text.split('\n').filter(Boolean)
}
