import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../parse/html.ts'
import { cleanCopy } from '../../scrape/understand/formats/clean-copy.ts'
import { renderMarkdown } from '../markdown/markdown.ts'

function markdown(html: string): string {
  const { root, base } = parseHtml(html, 'https://site.test/', false)
  return renderMarkdown(cleanCopy(root.children, { base, removeBase64Images: true, isDropped: () => false }))
}

/** Rows of: name, HTML, Markdown. */
function readsAs(cases: readonly (readonly [what: string, html: string, expected: string])[]): void {
  for (const [what, html, expected] of cases) it(what, () => assert.equal(markdown(html), expected))
}

describe('escaping of formulas for Markdown', () => {
  readsAs([
    ['a tag', '<p>\\(&lt;img src=x onerror=alert(1)&gt;\\)</p>', '$\\lt img src=x onerror=alert(1)\\gt$'],
    [
      'a script on lines of its own',
      '\\[&lt;script&gt;alert(1)&lt;/script&gt;\\]',
      '$$\n\\lt script\\gt alert(1)\\lt/script\\gt\n$$',
    ],
    ['a tag of an attribute', '<math alttext="&lt;script&gt;a"></math>', '$\\lt script\\gt a$'],
    ['a link', '<p>$[x](javascript:alert(1))\\a$</p>', '$[x] (javascript:alert(1))\\a$'],
    ['a quote', '<math display="block" alttext="a\n&gt; b"></math>', '$$\na\n\\gt b\n$$'],
    [
      'the definition of a link',
      '\\[a\n---\n[x]: javascript:alert(1)\\]',
      '$$\na\n---\n[x] : javascript:alert(1)\n$$',
    ],
    [
      'the beginning of code',
      '<p>\\(`\\) <code>&lt;img src=x onerror=alert(1)&gt;</code></p>',
      '$‘$ `<img src=x onerror=alert(1)>`',
    ],
    [
      'the beginning of a block of code',
      '\\[a\n ~~~\n~~~ b\\]<pre>~~~\n&lt;img&gt;</pre>',
      '$$\na\n {}~~~\n{}~~~ b\n$$\n\n```\n~~~\n<img>\n```',
    ],
    ['a comment', '<p>\\(&lt;!--\\) b \\(--&gt;\\)</p>', '$\\lt!--$ b $-->$'],
  ])
})

describe('the TeX of a formula', () => {
  readsAs([
    ['comparisons', '<p>\\(a &lt; b&gt;1\\)</p>', '$a \\lt b\\gt1$'],
    ['arrows', '<p>\\(\\ce{A -&gt; B &lt;=&gt; C}\\)</p>', '$\\ce{A -> B <=> C}$'],
    ['words that every object knows', '<math><mi>constructor</mi></math>', '$\\mathrm{constructor}$'],
    ['another one', '<math><mo>__proto__</mo></math>', '$__proto__$'],
    [
      'an accent that every object knows',
      '<math><mover><mi>x</mi><mo>toString</mo></mover></math>',
      '$\\overset{toString}{x}$',
    ],
    ['how large it is set', '<math alttext="{\\displaystyle  x }"></math>', '$x$'],
    [
      'a space that closes itself',
      '<span class="MathJax" data-mathml="<math><mi>a</mi><mspace/><mi>b</mi></math>"></span>',
      '$a b$',
    ],
    [
      'once, also after what looked like one',
      '<p><span class=katex><b>n</b></span> then <span class=katex><math><msup><mi>x</mi><mn>2</mn></msup></math><span aria-hidden=true>x2</span></span>',
      '**n** then $x^{2}$',
    ],
  ])
})
