import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bodyHtml } from './body-html.ts'

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

  it('does not nest without end', () => {
    const html = bodyHtml(`${'<div>'.repeat(1000)}a`, () => undefined)
    assert.equal(html, `${'<div>'.repeat(200)}a${'</div>'.repeat(200)}`)
    assert.throws(() => bodyHtml('<div>'.repeat(50_000), () => undefined), { reason: 'too large' })
  })
})
