import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isTag, isText } from 'domhandler'
import type { ChildNode } from 'domhandler'
import { parseHtml } from '../../../content/parse/html.ts'
import { cleanCopy } from './clean-copy.ts'
import type { CopySettings } from './clean-copy.ts'
import { renderHtml } from './html.ts'
import { renderMarkdown } from '../../../content/markdown/markdown.ts'

function copy(html: string, settings: Partial<CopySettings> = {}) {
  const { root, base } = parseHtml(html, 'https://site.test/a/b', false)
  return cleanCopy(root.children, { base, removeBase64Images: true, isDropped: () => false, ...settings })
}

type Case = readonly [what: string, html: string, expected: string]

function copiesAs(cases: readonly Case[], settings?: Partial<CopySettings>): void {
  for (const [what, html, expected] of cases) {
    it(what, () => assert.equal(renderHtml(copy(html, settings)), expected))
  }
}

function readsAs(cases: readonly Case[], settings?: Partial<CopySettings>): void {
  for (const [what, html, expected] of cases) {
    it(what, () => assert.equal(renderMarkdown(copy(html, settings)), expected))
  }
}

describe('form controls in a clean copy', () => {
  copiesAs([
    [
      'boxes of tasks stay',
      '<ul><li><label><input type="checkbox"> a</label></li></ul>',
      '<ul><li><label><input type="checkbox"> a</label></li></ul>',
    ],
    ['other boxes and fields go', '<p><input type="checkbox"><input name="q">a</p>', '<p>a</p>'],
  ])
})

describe('URLs in a clean copy', () => {
  copiesAs([
    [
      'complete ones stay as they are written',
      '<a href="https://e.org">a</a>',
      '<a href="https://e.org">a</a>',
    ],
    ['dots are resolved', '<a href="https://e.org/a/../b">a</a>', '<a href="https://e.org/b">a</a>'],
    [
      'of a file or the page itself lead nowhere',
      '<a href="file:///c:/x">a</a><a href="data:,x">b</a>',
      '<a>a</a><a>b</a>',
    ],
    ['attributes that load or run something', '<p srcdoc="<b>" onx="1" on="2">a</p>', '<p on="2">a</p>'],
    [
      'attributes that lead somewhere unseen',
      '<p background="javascript:x" longdesc="javascript:x" xlink:href="javascript:x">a</p><a ping="/x">b</a>',
      '<p>a</p><a>b</a>',
    ],
    [
      'only where a reader can go',
      '<a href="view-source:javascript:x">a</a><a href="intent:x">b</a><a href="java\nscript:x">c</a><a href="tel:1">d</a><a href="mailto:a@b">e</a><a href="ftp://e.org/">f</a><a href="sms:2">g</a>',
      '<a>a</a><a>b</a><a>c</a><a href="tel:1">d</a><a href="mailto:a@b">e</a><a href="ftp://e.org/">f</a><a href="sms:2">g</a>',
    ],
  ])
})

describe('images in a clean copy', () => {
  readsAs([
    [
      'behind a placeholder',
      '<img src="/img/placeholder.gif" data-src="/r.jpg">',
      '![](https://site.test/r.jpg)',
    ],
    ['loaded already', '<img src="/r.jpg" data-src="/small.jpg">', '![](https://site.test/r.jpg)'],
    [
      'the widest of a set',
      '<img srcset="/c,80.jpg 80w, /c,800.jpg 800w,/c,9.jpg 9000w">',
      '![](https://site.test/c,800.jpg)',
    ],
    ['only one, too wide', '<img srcset="/a.jpg 9000w">', '![](https://site.test/a.jpg)'],
    [
      'of a picture element',
      '<picture><source srcset="/a.webp"><img alt="x"></picture>',
      '![x](https://site.test/a.webp)',
    ],
    [
      'for readers without scripts',
      '<img src="/a.jpg"><noscript><img src="/a.jpg?w=9">text</noscript>',
      '![](https://site.test/a.jpg)',
    ],
    [
      'only for readers without scripts',
      '<noscript><p><img src="/b.jpg" alt="b">text</p></noscript>',
      '![b](https://site.test/b.jpg)',
    ],
    [
      'that are invisible',
      'a<img src="/x.png" width="1" height="1"><img src="/spacer.gif"><img src="https://www.facebook.com/tr?id=1"><img src="/y" style="height:1px;width:1px">',
      'a',
    ],
    [
      'of a character',
      'a <img class="emoji" src="/1f600.png" alt="😀"> <img src="/s.gif" alt=":)" class="wp-smiley">',
      'a 😀 :)',
    ],
    [
      'known to a script of the page only',
      '<img src="data:image/gif;base64,R0" data-loader="/r.png?x=1" data-id="7">',
      '![](https://site.test/r.png?x=1)',
    ],
    [
      'with a placeholder before it',
      '<img src="data:image/gif;base64,R0" alt="x"> <noscript><img src="/r.png" alt="x"></noscript>',
      '![x](https://site.test/r.png)',
    ],
    ['of a disk', 'a<img src="file:///c:/x.png" alt="x">', 'a'],
    ['of another scheme', 'a<img src="view-source:x" alt="x">', 'a'],
    ['of densities', '<img srcset="/a.jpg 1x, /b.jpg 2x">', '![](https://site.test/a.jpg)'],
    ['of a set without spaces', '<img srcset="/a.jpg,/b.jpg 9w">', '![](https://site.test/a.jpg,/b.jpg)'],
    [
      'of a set that begins with a picture itself',
      '<img srcset="data:image/gif;base64,R0 1w, /b.jpg 300w">',
      '![](https://site.test/b.jpg)',
    ],
    ['that a bracket describes', '<img src="/a.png" alt="a\\]b">', '![a\\\\\\]b](https://site.test/a.png)'],
  ])
  it('are removed on request', () => {
    const isDropped = (node: ChildNode) => isTag(node) && node.name === 'img'
    assert.equal(renderHtml(copy('a<img src="/b.png">', { isDropped })), 'a')
  })
})

describe('formulas in a clean copy', () => {
  readsAs([
    [
      'of KaTeX',
      '<span class="katex"><span class="katex-mathml"><math><semantics><mi>z</mi><annotation encoding="application/x-tex">z_1</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">z1</span></span>',
      '$z_1$',
    ],
    [
      'of KaTeX, displayed',
      'a<span class="katex-display"><span class="katex"><math><semantics><mi>z</mi><annotation encoding="application/x-tex">z</annotation></semantics></math></span></span>',
      'a\n\n$$\nz\n$$',
    ],
    [
      'of MathJax 2',
      '<span class="MathJax_Preview">p</span><span class="MathJax">x1</span><script type="math/tex">x_1</script> <div class="MathJax_Display"><span class="MathJax">y</span></div><script type="math/tex; mode=display">y</script>',
      '$x_1$\n\n$$\ny\n$$',
    ],
    [
      'of MathJax 2 without its script',
      '<span class="MathJax" data-mathml="<math><mi>x</mi></math>">x</span>',
      '$x$',
    ],
    [
      'of MathJax 3',
      '<mjx-container><mjx-math>.</mjx-math><mjx-assistive-mml><math><msup><mi>x</mi><mn>2</mn></msup></math></mjx-assistive-mml></mjx-container>',
      '$x^{2}$',
    ],
    [
      'of Wikipedia, although each of its shapes is hidden',
      '<span class="mwe-math-element"><span style="display: none"><math alttext="{\\displaystyle a}"><mi>a</mi></math></span><img src="/x.svg" alt="{\\displaystyle a}"></span>',
      '$a$',
    ],
    ['of Stack Exchange', '<span class="math-container">$a_b$</span>', '$a_b$'],
    [
      'that wait for a script',
      '<p>\\(a_b\\) and $c^2$ and $x$</p>\\[d\\] $$e$$',
      '$a_b$ and $c^2$ and $x$\n\n$$\nd\n$$\n\n$$\ne\n$$',
    ],
    [
      'that are money',
      '<p>$5 or $6, US$3/US$4, $ a_b $, $a_b*c$5</p><p>$5 and 6$</p>',
      '$5 or $6, US$3/US$4, $ a_b $, $a_b\\*c$5\n\n\\$5 and 6\\$',
    ],
    ['that are code', '<pre>\\(a\\) $b_1$</pre>', '```\n\\(a\\) $b_1$\n```'],
    ['inside what is only called so', '<div class="math"><math><mi>x</mi></math></div>', '$x$'],
    ['that are none', '<p class="mathematics">a <span class="katex">b</span></p>', 'a b'],
  ])
  it('have one notation', () => {
    assert.equal(
      renderHtml(copy('<math display="block"><mi>x</mi></math><script type="math/tex">y</script>')),
      '<span class="math display">\\[x\\]</span><span class="math inline">\\(y\\)</span>',
    )
  })
})

describe('MathML', () => {
  const cases: [mathml: string, tex: string][] = [
    [
      '<mfrac><mi>α</mi><msqrt><mi>b</mi><mo>+</mo><mn>1</mn></msqrt></mfrac>',
      '\\frac{\\alpha}{\\sqrt{b+1}}',
    ],
    ['<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>', 'x_{i}^{2}'],
    [
      '<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>i</mi>',
      '\\sum_{i=1}^{n}i',
    ],
    ['<munder><mo>lim</mo><mi>n</mi></munder>', '\\lim_{n}'],
    ['<mover><mi>x</mi><mo>¯</mo></mover>', '\\bar{x}'],
    ['<mroot><mi>x</mi><mn>3</mn></mroot>', '\\sqrt[3]{x}'],
    ['<mi>sin</mi><mo>\u2061</mo><mi>x</mi>', '\\sin x'],
    ['<mfenced><mi>a</mi><mi>b</mi></mfenced>', '(a,b)'],
    [
      '<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd></mtr></mtable>',
      '\\begin{matrix} 1 & 2 \\\\ 3 \\end{matrix}',
    ],
    [
      '<mtable><mlabeledtr><mtd><mtext>(1)</mtext></mtd><mtd><mi>a</mi></mtd></mlabeledtr></mtable>',
      'a \\tag{1}',
    ],
    ['<mtext>if </mtext><mi>abc</mi>', '\\text{if}\\mathrm{abc}'],
  ]
  for (const [mathml, tex] of cases) {
    it(`becomes ${tex}`, () => assert.equal(renderMarkdown(copy(`<math>${mathml}</math>`)), `$${tex}$`))
  }
})

describe('code in a clean copy', () => {
  readsAs([
    [
      'line numbers of Pygments',
      '<pre><span class="linenos">1</span>a\n<span class="linenos">2</span>b</pre>',
      '```\na\nb\n```',
    ],
    [
      'line numbers after a block in the block',
      '<pre><div><b>1</b><pre>x</pre></div><div><b>2</b>y</div></pre>',
      '```\nx\ny\n```',
    ],
    [
      'line numbers of Hugo',
      '<pre><span style="user-select:none">1\n</span><span>a</span></pre>',
      '```\na\n```',
    ],
    [
      'line numbers of Prism',
      '<pre>a<span aria-hidden="true" class="line-numbers-rows"><span></span></span></pre>',
      '```\na\n```',
    ],
    [
      'numbers that are code',
      '<pre><span class="num">x1</span> <span class="m">2</span></pre>',
      '```\nx1 2\n```',
    ],
    [
      'a gutter',
      '<table><tr><td class="gutter"><pre>1\n2</pre></td><td class="code"><pre>a\nb</pre></td></tr></table>',
      '```\na\nb\n```',
    ],
    [
      'a gutter without names',
      '<table class="lntable"><tr><td class="lntd"><pre>1\n</pre></td><td class="lntd"><pre><code data-lang="go">a</code></pre></td></tr></table>',
      '```go\na\n```',
    ],
    [
      'a row for each line',
      '<table class="highlight"><tr><td class="blob-num" data-line-number="1"></td><td class="blob-code">a</td></tr><tr><td class="blob-num" data-line-number="2"></td><td class="blob-code">\n</td></tr><tr><td class="blob-num"></td><td class="blob-code">  b|c</td></tr></table>',
      '```\na\n\n  b|c\n```',
    ],
    [
      'a line for each element in a cell',
      '<table><tr><td class="gutter"><div>1</div><div>2</div></td><td class="code"><div><div><code>a</code> <code>b</code></div><div><code>&nbsp;&nbsp;c</code></div></div></td></tr></table>',
      '```\na b\n  c\n```',
    ],
    [
      'a table that is none of this',
      '<table><tr><td>1<td>a<tr><td>2<td><code>b</code></table>',
      '|  |  |\n| --- | --- |\n| 1 | a |\n| 2 | `b` |',
    ],
    [
      'a table that explains code',
      '<table><tr><td class="name">f<td class="code"><code>a</code><tr><td>g<td class="code"><code>b</code></table>',
      '|  |  |\n| --- | --- |\n| f | `a` |\n| g | `b` |',
    ],
    [
      'numbers before each line, whatever they are called',
      '<pre><div><i>9</i><b>a</b></div>\n<div><i>10</i><b>b</b></div></pre>',
      '```\na\nb\n```',
    ],
    [
      'numbers that count nothing',
      '<pre><div><i>9</i><b>a</b></div><div><i>9</i><b>b</b></div></pre>',
      '```\n9a\n9b\n```',
    ],
    [
      'a bar with a title inside',
      '<pre><div><b>bash</b><button></button></div><div>a</div></pre>',
      '```\na\n```',
    ],
    ['a button inside', '<pre>a<button>Copy</button></pre>', '```\na\n```'],
  ])
})

describe('a copy for reading', () => {
  readsAs(
    [
      [
        'has no links of headings to themselves',
        '<h2>A<a class="headerlink" href="#a" title="Link">¶</a></h2><h2><a href="#b">#</a> B</h2>',
        '## A\n\n## B',
      ],
      [
        'has no phrases for it either',
        '<h2>A <a class="anchor-link" href="#a">Link to this heading</a></h2>',
        '## A',
      ],
      [
        'keeps the links of headings',
        '<h2><a class="anchor" href="#a">Title 1</a> <a href="/x#y">x</a></h2>',
        '## [Title 1](https://site.test/a/b#a) [x](https://site.test/x#y)',
      ],
      [
        'has no offer to edit',
        '<h2>A<span class="mw-editsection">[<a href="/e">edit</a>]</span></h2>',
        '## A',
      ],
      [
        'has no labels beside code',
        '<div class="language-js"><button class="copy">Copy</button><span class="lang">js</span><pre>a</pre></div>',
        '```js\na\n```',
      ],
      [
        'keeps what is only called so',
        '<p class="lang">English</p><p class="copyright">Copy right</p>',
        'English\n\nCopy right',
      ],
      ['has no ways back', '<p>a <a href="#r">↩︎</a> <a href="/x">↩</a></p>', 'a [↩](https://site.test/x)'],
      ['has no buttons that copy', '<p>a <button>Copy</button><button>Buy</button></p>', 'a Buy'],
      [
        'leads to videos',
        '<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0" title="T"></iframe><video><source src="/v.mp4">old</video><audio src="/s.mp3"></audio><iframe src="https://ads.test/"></iframe>',
        '[T](https://www.youtube.com/watch?v=dQw4w9WgXcQ)\n\n[Video](https://site.test/v.mp4)\n\n[Audio](https://site.test/s.mp3)',
      ],
    ],
    { withoutFurniture: true },
  )
  it('is made only on request', () => {
    assert.equal(renderMarkdown(copy('<h2>A<a href="#a">¶</a></h2>')), '## A[¶](https://site.test/a/b#a)')
  })
})

describe('parts of a page', () => {
  it('may be texts that are removed', () => {
    const isDropped = (node: ChildNode) => isText(node) && node.data === 'b'
    assert.equal(renderHtml(copy('<p>a<i>b</i></p>b', { isDropped })), '<p>a<i></i></p>')
  })
  it('may be for readers without scripts', () => {
    const html = '<noscript><p>a</p><script>b</script></noscript>'
    assert.equal(renderHtml(copy(html, { isRead: () => true })), '<p>a</p>')
    assert.equal(renderHtml(copy(html)), '')
    const text = copy('<noscript>&lt;img onerror=x&gt;</noscript>', { isRead: () => true })
    assert.equal(renderHtml(text), '&lt;img onerror=x&gt;')
  })
  it('are shared with the page where they are unchanged', () => {
    const { root } = parseHtml('<p>a<b>b</b></p><p style="x">c<b>d</b></p>', undefined, false)
    const settings = { base: undefined, removeBase64Images: true, isDropped: () => false }
    const [same, other] = cleanCopy(root.children, settings)
    assert.equal(same, root.children[0])
    assert.notEqual(other, root.children[1])
    assert.match(renderHtml(root.children), /style/)
  })
  copiesAs([
    [
      'may be called like what every object knows',
      '<constructor><p>a</p></constructor><__proto__>b</__proto__>',
      '<constructor><p>a</p></constructor>&lt;__proto__&gt;b',
    ],
  ])
  readsAs([
    ['may be called like what marks know', '<constructor>a</constructor><tostring>b</tostring>', 'ab'],
    [
      'in the shadow',
      '<x-y><template shadowrootmode="open"><p>a</p></template></x-y><template>b</template>',
      'a',
    ],
    [
      'with more children than a call has arguments',
      '<i>a</i>'.repeat(3) + '<b></b>'.repeat(200_000),
      '*aaa*',
    ],
  ])
  it('take linear time', () => {
    const siblings = '<span class="MathJax">x</span>'.repeat(40_000)
    const nested = `${'<span class="katex">'.repeat(400)}${'<i>x</i>'.repeat(20_000)}`
    const under = `<math>${'<munder>'.repeat(200)}<mi>x</mi>${'<mo>y</mo></munder>'.repeat(200)}</math>`
    for (const html of [siblings, nested, under]) assert.ok(renderMarkdown(copy(html)).length > 1000)
    assert.ok(renderMarkdown(copy(`<p>${'\\[ a'.repeat(40_000)}</p>`)).length > 40_000)
    assert.ok(renderMarkdown(copy(`<img srcset="${'a b '.repeat(40_000)}">`)).length > 0)
  })
})
