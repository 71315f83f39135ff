import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bodyHtml, textHtml } from './message.ts'

const CASES: [name: string, html: string, expected: string][] = [
  [
    'leaves out what is not read',
    '<html><head><title>t</title><style>p{}</style></head><body><script>x()</script><p>a</p><svg><text>b</text></svg></body></html>',
    '<p>a</p>',
  ],
  [
    'leaves out hidden lines with all that is in them',
    '<div style="display: none">a<br><p>b</p></div><span style="font-size:0px;">c</span>d<p hidden>e</p>',
    'd',
  ],
  [
    'leaves out pictures of one pixel',
    '<img src="https://e.com/a.gif" width="1" height="1"><img src="https://e.com/b.gif" style="height:1px;"><img src="https://e.com/c.gif" width="600" height="10" alt="c">',
    '<img src="https://e.com/c.gif" alt="c">',
  ],
  [
    'keeps the alternative text of a picture that did not come along',
    '<img src="cid:none" alt="Logo & more">',
    'Logo &amp; more',
  ],
  [
    'keeps only attributes that matter',
    '<table width="600"><tr><td colspan="2" onclick="x()" style="color:red">a</td></tr></table>',
    '<table><tr><td colspan="2">a</td></tr></table>',
  ],
  [
    'keeps only addresses that lead somewhere',
    '<a href="https://e.com/?a=1&amp;b=2">a</a><a href="javascript:x()">b</a><a href=" mailto:a@e.com">c</a>',
    '<a href="https://e.com/?a=1&amp;b=2">a</a><a>b</a><a href="mailto:a@e.com">c</a>',
  ],
  ['keeps what unknown elements hold', '<o:p>a</o:p><font color="red">b</font>', 'ab'],
  ['closes what stays open', '<div><b>a', '<div><b>a</b></div>'],
  ['escapes what looks like markup', '<p>1 &lt; 2 &amp; &quot;</p>', '<p>1 &lt; 2 &amp; "</p>'],
]

describe('the body of a message', () => {
  for (const [name, html, expected] of CASES) {
    it(name, () => {
      assert.equal(
        bodyHtml(html, (address) => (address.startsWith('cid:') ? undefined : address)),
        expected,
      )
    })
  }

  it('has a bounded depth', () => {
    const html = bodyHtml(`${'<div>'.repeat(1000)}a`, () => undefined)
    assert.equal(html, `${'<div>'.repeat(200)}a${'</div>'.repeat(200)}`)
    assert.throws(() => bodyHtml('<div>'.repeat(50_000), () => undefined), { reason: 'too large' })
  })
})

const LONG = 'This line is so long that whoever wrote it had it broken by a program'

const TEXTS: [name: string, text: string, expected: string][] = [
  ['parts paragraphs at empty lines', 'a\n\nb\r\n\r\n\r\nc', '<p>a</p>\n<p>b</p>\n<p>c</p>'],
  ['keeps the ends of short lines', 'Ann Example\nStreet 1', '<p>Ann Example<br>Street 1</p>'],
  ['joins lines that were full', `${LONG}\n${LONG}\nend`, `<p>${LONG} ${LONG} end</p>`],
  [
    'nests what is quoted',
    'x\n> a\n> > b\n>> c\n> d\ny',
    '<p>x</p>\n<blockquote>\n<p>a</p>\n<blockquote>\n<p>b<br>c</p>\n</blockquote>\n<p>d</p>\n</blockquote>\n<p>y</p>',
  ],
  ['makes lists of bullets', '- a\n- b', '<ul><li>a</li><li>b</li></ul>'],
  [
    'makes links of addresses, without what ends the sentence',
    'see https://e.com/a?b=1&c=2.',
    '<p>see <a href="https://e.com/a?b=1&amp;c=2">https://e.com/a?b=1&amp;c=2</a>.</p>',
  ],
  ['escapes markup', '<b>', '<p>&lt;b&gt;</p>'],
  ['is nothing for nothing', ' \n', ''],
]

describe('plain text', () => {
  for (const [name, text, expected] of TEXTS) it(name, () => assert.equal(textHtml(text), expected))

  it('quotes up to a maximum depth', () => {
    assert.equal(textHtml(`${'>'.repeat(5000)}a`).match(/<blockquote>/g)?.length, 10)
  })
})

it('handles a text of very many lines', () => {
  assert.equal(
    textHtml('a\n'.repeat(300_000)).length,
    300_000 * 'a<br>'.length - '<br>'.length + '<p></p>'.length,
  )
})
