import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../parse/html.ts'
import { cleanCopy } from '../../scrape/understand/formats/clean-copy.ts'
import { renderMarkdown } from './markdown.ts'

function markdown(html: string): string {
  const { root } = parseHtml(html, undefined, false)
  return renderMarkdown(
    cleanCopy(root.children, { base: undefined, removeBase64Images: true, isDropped: () => false }),
  )
}

/** Rows of: name, HTML, Markdown. */
function rendersAs(cases: readonly (readonly [what: string, html: string, expected: string])[]): void {
  for (const [what, html, expected] of cases) it(what, () => assert.equal(markdown(html), expected))
}

describe('words that are displayed apart', () => {
  rendersAs([
    ['a capital after a small letter', '<span>Credit</span><span>Chang</span>', 'Credit Chang'],
    ['a capital after a number', '<b>2019</b><time>August</time>', '**2019** August'],
    ['what is styled within a word', '<span>W</span><span>ord</span> Mc<b>Donald</b>', 'Word Mc**Donald**'],
    ['the parts of a price', '<span>$</span><span>19</span><span>.99</span>', '$19.99'],
    [
      'a name in code and an exponent',
      '<b>x</b><code>Y</code> <i>x</i><sup>T</sup>',
      '**x**`Y` *x*<sup>T</sup>',
    ],
    ['buttons', '<button>Buy</button><button>sell</button>x', 'Buy sell x'],
    ['labels', '<label>XS</label><label>S</label><label>M</label>', 'XS S M'],
    ['keys', '<kbd>Ctrl</kbd><kbd>C</kbd> <kbd>A</kbd>+<kbd>B</kbd>', '`Ctrl` `C` `A`+`B`'],
    ['pictures', '<img src="a.png"><img src="b.png">', '![](a.png) ![](b.png)'],
    [
      'linked pictures',
      '<a href="/a"><img src="a.png"></a><a href="/b"><img src="b.png"></a>',
      '[![](a.png)](/a) [![](b.png)](/b)',
    ],
    ['short cells of a layout', '<table><tr><td>1.<td><div></div><td>Title</table>', '1\\. Title'],
    ['a place to break a word', 'long<wbr>word', 'longword'],
    [
      'what an empty element parts',
      '<span>NBC</span><span></span><span>2018</span> <b>日</b><span></span><b>本</b>',
      'NBC 2018 **日本**',
    ],
  ])
})

describe('scripts and signs', () => {
  rendersAs([
    ['no spaces where the source breaks a line', '<p>日本\n  語と\nEnglish</p>', '日本語と English'],
    ['spaces of Korean', '<p>한국\n어</p>', '한국 어'],
    ['right to left', '<p dir="rtl">مرحبا <b>عالم</b></p>', 'مرحبا **عالم**'],
    ['emoji beside letters', '<b>😀</b>x', '<strong>😀</strong>x'],
    ['joined emoji and the marks of Persian', '👨‍👩‍👧 می‌خواهم', '👨‍👩‍👧 می‌خواهم'],
    ['wide and narrow spaces', 'a\u3000b\u202fc\u2003d\0e', 'a b c de'],
    [
      'readings',
      '<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby> <ruby>字<rt>ji</rt></ruby>',
      '漢(kan) 字(ji)',
    ],
    [
      'raised and lowered',
      '10<sup>2</sup> H<sub>2</sub>O x<sup>n</sup>',
      '10<sup>2</sup> H<sub>2</sub>O x<sup>n</sup>',
    ],
    [
      'raised without meaning',
      '1<sup>st</sup> XIX<sup>e</sup> X<sup>™</sup> a<sup>[1]</sup>',
      '1st XIXe X™ a[1]',
    ],
    ['raised links', 'a<sup><a href="/x">1</a></sup><a href="/y"><sup>2</sup></a>', 'a[1](/x)[2](/y)'],
  ])
})

describe('inline code', () => {
  rendersAs([
    ['side by side', '<code>a</code><code>b</code>', '`ab`'],
    ['in a link', '<a href="/c"><code>c</code></a>', '[`c`](/c)'],
    [
      'with links',
      '<code><a href="/v">Vec</a>&lt;<a href="/t">T</a>&gt;</code>',
      '[`Vec`](/v)`<`[`T`](/t)`>`',
    ],
    ['of several lines', '<p>a <code>b<br>c</code></p>', 'a\n\n```\nb\nc\n```'],
  ])
})

describe('blocks of code', () => {
  rendersAs([
    ['with an element for each line', '<pre><div>a</div><div></div><div>b</div></pre>', '```\na\n\nb\n```'],
    ['with a list of lines', '<pre><ol><li>a</li><li> b</li></ol></pre>', '```\na\n b\n```'],
    [
      'with lines that touch',
      '<pre><span class="line">a</span><span class="line">b</span></pre>',
      '```\na\nb\n```',
    ],
    [
      'with lines and line feeds',
      '<pre><span class="line">a</span>\n<span class="line">b</span></pre>',
      '```\na\nb\n```',
    ],
    ['with spaces that do not break', '<pre>\u00a0 a</pre>', '```\n  a\n```'],
    ['of old', '<xmp><b>x</b></xmp>', '```\n<b>x</b>\n```'],
    [
      'in a cell',
      '<table><tr><th>A<th>B<tr><td><pre>a\nb|c</pre><td>1</table>',
      '| A | B |\n| --- | --- |\n| `a`<br>`b\\|c` | 1 |',
    ],
  ])
  const languages: [html: string, language: string][] = [
    ['<pre class="lang-py s-code-block"><code class="hljs">x</code></pre>', 'py'],
    ['<pre class="brush: css notranslate">x</pre>', 'css'],
    ['<pre class="sourceCode haskell"><code>x</code></pre>', 'haskell'],
    ['<pre><code class="hljs javascript">x</code></pre>', 'javascript'],
    ['<pre><code data-language="ts">x</code></pre>', 'ts'],
    ['<pre class="EnlighterJSRAW" data-enlighter-language="php">x</pre>', 'php'],
    ['<div class="highlight highlight-source-js"><pre>x</pre></div>', 'js'],
    ['<div class="highlight-python3 notranslate"><div class="highlight"><pre>x</pre></div></div>', 'python3'],
    ['<div class="language-ruby highlighter-rouge"><div><pre>x</pre></div></div>', 'ruby'],
    ['<div class="mw-highlight mw-highlight-lang-lua mw-content-ltr"><pre>x</pre></div>', 'lua'],
    ['<figure class="highlight yaml"><pre>x</pre></figure>', 'yaml'],
    ['<pre class="rust rust-example-rendered">x</pre>', 'rust'],
    ['<pre lang="ruby">x</pre>', 'ruby'],
    ['<pre lang="en">x</pre>', ''],
    ['<div class="highlight-default notranslate"><pre>x</pre></div>', ''],
    ['<pre><code class="language-plaintext">x</code></pre>', ''],
    ['<pre class="code wide">x</pre>', ''],
    ['<div class="go"><pre>x</pre></div>', ''],
  ]
  for (const [html, language] of languages) {
    it(`name their language: ${html}`, () => assert.equal(markdown(html), `\`\`\`${language}\nx\n\`\`\``))
  }
})

describe('tables', () => {
  rendersAs([
    [
      'a foot before the body',
      '<table><thead><tr><th>A<th>B</tr></thead><tfoot><tr><td>3<td>4</tr></tfoot><tbody><tr><td>1<td>2</table>',
      '| A | B |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |',
    ],
    [
      'lists and white space in cells',
      '<table><tr><th>A<th>B<tr><td>x <ul><li>a</li><li><b>b</b></li></ul><td><p>c</p> <p>d</p></table>',
      '| A | B |\n| --- | --- |\n| x <ul><li>a</li><li>**b**</li></ul> | c <br>d |',
    ],
    [
      'what stands beside the cells',
      '<table>x<tr>y<td>1<td>2</tr><form><tr><td>3<td>4</tr></form></table>',
      'x\n\n|  |  |  |\n| --- | --- | --- |\n| y | 1 | 2 |\n| 3 | 4 |  |',
    ],
    [
      'a column of short entries',
      '<table><tr><td>a<tr><td>b<tr><td>c</table>',
      '|  |\n| --- |\n| a |\n| b |\n| c |',
    ],
    [
      'a column of text',
      `<table>${'<tr><td>lorem ipsum '.repeat(3)}${'dolor '.repeat(90)}</table>`,
      `${'lorem ipsum\n\n'.repeat(2)}lorem ipsum ${'dolor '.repeat(90).trim()}`,
    ],
    [
      'lists in rows of data',
      '<table><tr><td>a<td><ul><li>1</ul><tr><td>b<td>2<tr><td>c<td>3</table>',
      '|  |  |\n| --- | --- |\n| a | <ul><li>1</li></ul> |\n| b | 2 |\n| c | 3 |',
    ],
  ])
})

describe('footnotes', () => {
  rendersAs([
    [
      'of a generator',
      '<p>a<a href="#fn1" class="footnote-ref" id="fnref1" role="doc-noteref"><sup>1</sup></a></p><ol><li id="fn1"><p>b <a href="#fnref1" class="footnote-back">↩︎</a></p><p>c</p></li></ol>',
      'a[^1]\n\n[^1]: b\n\n    c',
    ],
    [
      'with the sign marked',
      '<p>a<sup data-fn="x" class="fn"><a href="#x" id="x-link">2</a></sup></p><ol><li id="x">b <a href="#x-link">↩︎</a></li></ol>',
      'a[^2]\n\n[^2]: b',
    ],
    [
      'with the number before the note',
      '<p>a!<a id="r1" href="#n1" class="footnote-anchor">1</a></p><div><a id="n1" href="#r1">1</a><div><p>b</p></div></div>',
      'a\\![^1]\n\n[^1]: b',
    ],
    ['that are not there', '<p>a<a href="#fn1" role="doc-noteref">1</a></p>', 'a[1](#fn1)'],
    [
      'that are only links',
      '<p>a<sup><a href="#fn1">1</a></sup></p><ol><li id="fn1">b</li></ol>',
      'a[1](#fn1)\n\n1. b',
    ],
    [
      'that a sentence leads to',
      '<p>a<a class=fnref href=#f1>a whole sentence that is no sign of a note</a></p><p id=f1>b</p>',
      'a[a whole sentence that is no sign of a note](#f1)\n\nb',
    ],
    ['around what leads to them', '<div id=f1><p>a<a class=fnref href=#f1>1</a></p></div>', 'a[1](#f1)'],
    [
      'with the same sign',
      '<p>a<a class=fnref href=#f1>*</a><a class=fnref href=#f2>*</a></p><p id=f1>b</p><p id=f2>c</p>',
      'a[^1][^2]\n\n[^1]: b\n\n[^2]: c',
    ],
  ])
})

describe('special characters in a link', () => {
  rendersAs([
    ['after a backslash', '<a href="/x">a\\]b</a>', '[a\\\\\\]b](/x)'],
    ['in pairs', '<a href="/x">a[b]</a>', '[a[b]](/x)'],
    ['beside a backtick in the address', '<a href="/x?`">a</a> <code>b</code>', '[a](/x?%60) `b`'],
  ])
})

describe('numbers of list items', () => {
  rendersAs([
    ['given', '<ol><li value=7>a<li>b</ol>', '7. a\n8. b'],
    [
      'beyond what Markdown reads',
      '<ol><li value=99999999999999999999999999>a<li value=1e9>b</ol>',
      '1. a\n1. b',
    ],
  ])
})

describe('formulas', () => {
  rendersAs([
    ['in a text', '<p>a <span class="math inline">\\(x_1 *\n y\\)</span>b</p>', 'a $x_1 * y$b'],
    ['displayed', '<p>a <span class="math display">\\[x\\]</span> b</p>', 'a\n\n$$\nx\n$$\n\nb'],
    [
      'in a list',
      '<ul><li>a<span class="math display">\\[x\n\ny\\]</span></li></ul>',
      '- a\n\n  $$\n  x\n  y\n  $$',
    ],
  ])
})

describe('hostile markup', () => {
  it('takes linear time', () => {
    const parts = [
      '<code>a</code>',
      '<b>(a)</b>b',
      '[a](',
      '*a',
      '$a ',
      '\\[',
      '<a href="/x">]</a>',
      '語 ',
      '&amp;a',
    ]
    for (const part of parts) assert.ok(markdown(`<p>${part.repeat(40_000)}</p>`).length > 40_000)
    const spans = `<table><tr>${'<th colspan=100>a'.repeat(5000)}${'<tr><td>b'.repeat(5000)}</table>`
    assert.ok(markdown(spans).length < 1_000_000)
    const emphasis = `${'<b><div>'.repeat(250)}${'<i></i>'.repeat(40_000)}x`
    assert.equal(markdown(emphasis), 'x')
  })
})
