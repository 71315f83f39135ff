import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../parse/html.ts'
import { cleanCopy } from '../../scrape/understand/formats/clean-copy.ts'
import { renderMarkdown } from './markdown.ts'

/** The whole page https://site.test/folder/page as Markdown. */
function markdown(html: string, removeBase64Images = true): string {
  const { root, base } = parseHtml(html, 'https://site.test/folder/page', false)
  return renderMarkdown(cleanCopy(root.children, { base, removeBase64Images, isDropped: () => false }))
}

/** Rows of: name, HTML, Markdown. */
function rendersAs(cases: readonly (readonly [what: string, html: string, expected: string])[]): void {
  for (const [what, html, expected] of cases) it(what, () => assert.equal(markdown(html), expected))
}

describe('headings and paragraphs', () => {
  rendersAs([
    ['levels', '<h1>A</h1><h2>B</h2><h6>C</h6>', '# A\n\n## B\n\n###### C'],
    ['a heading on one line', '<h2>Two\n <b>lines</b><br>here</h2>', '## Two **lines** here'],
    ['a heading that ends in a hash', '<h2>C #</h2><h2>C#</h2>', '## C \\#\n\n## C#'],
    ['an empty heading', '<h2> </h2><p>x</p>', 'x'],
    ['white space', '<p>  a\n\t b&nbsp; c  </p>', 'a b c'],
    ['text outside of any paragraph', 'a<div>b</div>c', 'a\n\nb\n\nc'],
    ['a line break', '<p>a<br>b</p>', 'a  \nb'],
    ['two line breaks part paragraphs', '<p>a<br><br> b</p>', 'a\n\nb'],
    ['a rule', '<p>a</p><hr><p>b</p>', 'a\n\n---\n\nb'],
    ['rules at the edges part nothing', '<hr><hr><p>a</p><hr>', 'a'],
    ['nothing but a rule', '<hr>', ''],
    [
      'words of neighbouring blocks apart',
      '<a href="/x"><div>a</div><div>b</div></a>',
      '[a](https://site.test/x)\n\nb',
    ],
    ['soft hyphens and zero-width spaces', '<p>Donau&shy;dampf&#8203;schiff</p>', 'Donaudampfschiff'],
    [
      'no scripts, styles, noscripts or templates',
      '<script>1</script><style>a{}</style><noscript>n</noscript><template>t</template>x',
      'x',
    ],
    ['a definition list', '<dl><dt>Term</dt><dd>Meaning</dd></dl>', 'Term\n: Meaning'],
    [
      'a definition list of several terms and meanings',
      '<dl><div><dt>A</dt><dt>B</dt><dd><p>1</p></dd><dd>2</dd></div><dt>- C</dt><dd>3</dd></dl>',
      'A\nB\n: 1\n: 2\n\n\\- C\n: 3',
    ],
    [
      'a definition list with more than a line',
      '<dl><dt>A</dt><dd><p>1</p><ul><li>2</li></ul></dd></dl>',
      '**A**\n\n1\n\n- 2',
    ],
    ['details', '<details><summary>More</summary><p>x</p></details>', '**More**\n\nx'],
    [
      'a figure',
      '<figure><img src="a.png" alt="A"><figcaption>Cap</figcaption></figure>',
      '![A](https://site.test/folder/a.png)\n\nCap',
    ],
  ])
})

describe('emphasis', () => {
  rendersAs([
    ['strong, emphasis, deletion', '<b>a</b> <em>b</em> <del>c</del>', '**a** *b* ~~c~~'],
    ['both', '<b><i>a</i></b>', '***a***'],
    ['nested twice', '<b>a <strong>b</strong></b>', '**a b**'],
    ['white space moves outside', 'x<b> a </b>y', 'x **a** y'],
    ['nothing in it', 'x<b></b><i> </i>y', 'x y'],
    ['side by side', '<b>a</b><b>b</b>', '**ab**'],
    ['over a line break', '<b>a<br>b</b>', '**a  \nb**'],
    ['over paragraphs', '<b>a<br><br>b</b>', '**a**\n\n**b**'],
    ['around a paragraph', '<b><p>a</p></b>', '**a**'],
    ['around a whole page', `<b><p>${'a '.repeat(300)}</p><p>b</p></b>`, `${'a '.repeat(300).trim()}\n\nb`],
    ['within a word', 'x<b>y</b>z', 'x**y**z'],
    ['punctuation within a word', 'x<b>(y)</b>z', 'x<strong>(y)</strong>z'],
    ['punctuation where there are no spaces', '<b>注意：</b>本文', '<strong>注意：</strong>本文'],
    ['side by side of two kinds', '<i>a</i><b>b</b>', '*a*<strong>b</strong>'],
    ['that could be read as its own end', '<i>a<b>b</b>c</i>', '*a<strong>b</strong>c*'],
    ['nested from the same place', '<b><i>a</i> b</b> c', '***a* b** c'],
    ['that goes on in the next element', '<b><i>a</i></b><b>b</b>', '***a*b**'],
    ['quotation', '<q>a</q>', '"a"'],
  ])
})

describe('links and images', () => {
  rendersAs([
    ['relative to the page', '<a href="x?y#z">a</a>', '[a](https://site.test/folder/x?y#z)'],
    ['relative to <base>', '<base href="/other/"><a href="x">a</a>', '[a](https://site.test/other/x)'],
    ['to another host', '<a href="//example.com/x">a</a>', '[a](https://example.com/x)'],
    ['without text', 'x <a href="/a"></a> <a href="/b"> </a>y', 'x y'],
    ['without address', '<a>a</a>', 'a'],
    ['after an exclamation mark', 'a!<a href="/a">b</a>', 'a\\![b](https://site.test/a)'],
    [
      'side by side',
      '<a href="/a">a</a><a href="/b">b</a>',
      '[a](https://site.test/a) [b](https://site.test/b)',
    ],
    [
      'around blocks and a picture',
      '<a href="/a"><img src="/i.png"><div>b</div><div>c</div></a>',
      '![](https://site.test/i.png)\n\n[b](https://site.test/a)\n\nc',
    ],
    [
      'that was never closed',
      '<a href="/a">x<div>y <a href="/b">b</a></div>',
      'x\n\ny [b](https://site.test/b)',
    ],
    ['over a line break', '<a href="/a">a<br>b</a>', '[a b](https://site.test/a)'],
    ['a script', '<a href="javascript:alert(1)">a</a>', 'a'],
    ['a script in disguise', '<a href=" java\nscript:alert(1)">a</a>', 'a'],
    ['text with spaces at its edges', 'x<a href="/a"> a </a>y', 'x [a](https://site.test/a) y'],
    [
      'parentheses in the address',
      '<a href="/a_(b)">a</a> <a href="/a)">b</a>',
      '[a](https://site.test/a_(b)) [b](https://site.test/a%29)',
    ],
    [
      'brackets in the text',
      '<a href="/a">[1]</a> <a href="/b">b]</a>',
      '[[1]](https://site.test/a) [b\\]](https://site.test/b)',
    ],
    ['bold inside', '<a href="/a"><b>a</b></a>', '[**a**](https://site.test/a)'],
    ['around a heading', '<a href="/a"><h3>T</h3><p>d</p></a>', '### [T](https://site.test/a)\n\nd'],
    [
      'around an image',
      '<a href="/a"><img src="b.png" alt="B"></a>',
      '[![B](https://site.test/folder/b.png)](https://site.test/a)',
    ],
    [
      'an image that loads late',
      '<img src="data:image/gif;base64,R0" data-src="/a.png" alt="A">',
      '![A](https://site.test/a.png)',
    ],
    ['an image from a set', '<img srcset="/a.png 1x, /b.png 2x">', '![](https://site.test/a.png)'],
    [
      'an embedded image leaves its description',
      'x <img src="data:image/png;base64,AA" alt="formula"> y',
      'x ![formula](<Base64-Image-Removed>) y',
    ],
    ['an embedded image without description', 'x <img src="data:image/png;base64,AA"> y', 'x y'],
  ])
  it('keeps an embedded image on request', () => {
    assert.equal(
      markdown('<img src="data:image/png;base64,AA" alt="a">', false),
      '![a](data:image/png;base64,AA)',
    )
  })
})

describe('lists', () => {
  rendersAs([
    ['unordered', '<ul><li>a</li> <li>b</li></ul>', '- a\n- b'],
    ['ordered from a start', '<ol start="9"><li>a<li>b</ol>', '9. a\n10. b'],
    ['nested', '<ul><li>a<ul><li>b<ol><li>c</ol></ul><li>d</ul>', '- a\n  - b\n    1. c\n- d'],
    ['nested without an item', '<ul><li>a</li><ul><li>b</li></ul></ul>', '- a\n  - b'],
    ['with paragraphs', '<ul><li><p>a</p><p>b</p></li><li>c</li></ul>', '- a\n\n  b\n\n- c'],
    ['with code', '<ol><li>a<pre>x\n\ny</pre></li></ol>', '1. a\n\n   ```\n   x\n\n   y\n   ```'],
    [
      'with tasks',
      '<ul><li><input type="checkbox" checked> a<li><input type="checkbox"> b</ul>',
      '- [x] a\n- [ ] b',
    ],
    ['with empty items', '<ul><li></li><li>a</li></ul>', '- a'],
    [
      'one after the other',
      '<ul><li>a</ul><ul><li>b</ul><ol><li>c</ol><ol><li>d</ol>',
      '- a\n\n* b\n\n1. c\n\n1) d',
    ],
    ['with numbers of their own', '<ol><li>a<li value="7">b<li>c</ol>', '1. a\n7. b\n8. c'],
    [
      'whose numbers would not begin a list in a text',
      '<ul><li>a<ol start=3><li>b</ol></ul>',
      '- a\n\n  3. b',
    ],
    ['without items', '<ul>a<p>b</p></ul>', 'a\n\nb'],
    ['with text beside the items', '<ul>x <b>y</b><li>a</li></ul>', '- x **y**\n- a'],
    ['with something around the items', '<ul><div><li>a</li><li>b</li></div></ul>', '- a\n- b'],
    [
      'in a quote',
      '<blockquote><ul><li>a<p>b</p></li><li>c</li></ul></blockquote>',
      '> - a\n>\n>   b\n>\n> - c',
    ],
    [
      'with a table',
      '<ul><li>a<table><tr><th>A<th>B</table></li></ul>',
      '- a\n\n  | A | B |\n  | --- | --- |',
    ],
    ['that begin with a list', '<ul><li><ol><li>a</ol></ul>', '- 1. a'],
  ])
})

describe('code and quotes', () => {
  rendersAs([
    ['inline', 'a <code>b  c</code> d', 'a `b c` d'],
    ['inline with backticks', '<code>a`b</code> <code>`</code>', '``a`b`` `` ` ``'],
    ['inline is not escaped', '<code>a*b_c</code>', '`a*b_c`'],
    ['a block', '<pre>\n  a\n\tb &lt;c&gt;\n</pre>', '```\n  a\n\tb <c>\n```'],
    ['a block with a language', '<pre><code class="hljs language-ts">x</code></pre>', '```ts\nx\n```'],
    ['a block with a language on itself', '<pre class="brush: php">x</pre>', '```php\nx\n```'],
    ['a block with a fence in it', '<pre>```\nx\n```</pre>', '````\n```\nx\n```\n````'],
    ['a block of spans and breaks', '<pre><span>a</span><br><span>b</span></pre>', '```\na\nb\n```'],
    ['a quote', '<blockquote><p>a</p><p>b</p></blockquote>', '> a\n>\n> b'],
    ['a quote in a quote', '<blockquote>a<blockquote>b</blockquote></blockquote>', '> a\n>\n> > b'],
  ])
})

describe('images that were left out of a document', () => {
  for (const [what, html, expected] of [
    [
      'a described one',
      '<p><img src="data:image/png;base64..." alt="A mill"></p>',
      '![A mill](data:image/png;base64...)',
    ],
    ['another', '<p>a</p><p><img src="data:image/png;base64..." alt=""></p>', 'a\n\n<!-- image -->'],
  ] as const) {
    it(what, () => assert.equal(markdown(html, false), expected))
  }
})

describe('tables', () => {
  rendersAs([
    ['with a header', '<table><tr><th>A<th>B<tr><td>1<td>2</table>', '| A | B |\n| --- | --- |\n| 1 | 2 |'],
    [
      'with a head',
      '<table><thead><tr><td>A<td>B</tr></thead><tbody><tr><td>1<td>2</table>',
      '| A | B |\n| --- | --- |\n| 1 | 2 |',
    ],
    [
      'without a header',
      '<table><tr><td>1<td>2<tr><td>3<td>4</table>',
      '|  |  |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |',
    ],
    [
      'pipes and lines in cells',
      '<table><tr><th>A<th>B<tr><td>a|b<td><p>c</p><p>d</p></table>',
      '| A | B |\n| --- | --- |\n| a\\|b | c<br>d |',
    ],
    [
      'spans',
      '<table><tr><th>A<th>B<th>C<tr><td rowspan=2>1<td colspan=2>2<tr><td>3<td>4</table>',
      '| A | B | C |\n| --- | --- | --- |\n| 1 | 2 |  |\n|  | 3 | 4 |',
    ],
    [
      'spans that repeat',
      '<table data-merged=repeat><tr><th>A<th>B<th>C<tr><td rowspan=2>1<td colspan=2>2<tr><td>3<td>4</table>',
      '| A | B | C |\n| --- | --- | --- |\n| 1 | 2 | 2 |\n| 1 | 3 | 4 |',
    ],
    [
      'bars in data',
      '<table data-merged=repeat><tr><th>A<th>B<tr><td>a|b<td>c</table>',
      '| A | B |\n| --- | --- |\n| a&#124;b | c |',
    ],
    [
      'spans as they are',
      '<table data-merged=markup><tr><th>A<th colspan=2>B &amp; C<tr><td rowspan=2>1<br>2<td>&lt;b&gt;<td><p>x</p><p>y</p><tr><td>3<td></table>',
      '<table>\n<tr><th>A</th><th colspan="2">B &amp; C</th></tr>\n<tr><td rowspan="2">1<br>2</td><td>&lt;b&gt;</td><td>x<br>y</td></tr>\n<tr><td>3</td><td></td></tr>\n</table>',
    ],
    [
      'no spans to keep as they are',
      '<table data-merged=markup><tr><th>A<th>B<tr><td>1<td>2</table>',
      '| A | B |\n| --- | --- |\n| 1 | 2 |',
    ],
    [
      'one row that says it is a table',
      '<table role=table><tr><td>a<td>b</table>',
      '|  |  |\n| --- | --- |\n| a | b |',
    ],
    [
      'rows of different length',
      '<table><tr><th>A<th>B<tr><td>1</table>',
      '| A | B |\n| --- | --- |\n| 1 |  |',
    ],
    [
      'bold in a header',
      '<table><tr><th><b>A</b><th>B<tr><td><b>1</b><td>2</table>',
      '| **A** | B |\n| --- | --- |\n| **1** | 2 |',
    ],
    [
      'a caption',
      '<table><caption>Cap</caption><tr><th>A<th>B<tr><td>1<td>2</table>',
      'Cap\n\n| A | B |\n| --- | --- |\n| 1 | 2 |',
    ],
    [
      'layout of blocks',
      '<table><tr><td><h2>T</h2><p>a</p></td><td><ul><li>b</ul></td></tr></table>',
      '## T\n\na\n\n- b',
    ],
    [
      'layout of tables',
      '<table><tr><td>x<td><table><tr><th>A<th>B<tr><td>1<td>2</table></table>',
      'x\n\n| A | B |\n| --- | --- |\n| 1 | 2 |',
    ],
    [
      'a monstrous span',
      '<table><tr><th colspan=1000000>A<tr><td>1</table>',
      /* a hundred columns */ `| A |${'  |'.repeat(99)}\n|${' --- |'.repeat(100)}\n| 1 |${'  |'.repeat(99)}`,
    ],
  ])
})

describe('text that looks like Markdown', () => {
  rendersAs([
    [
      'stars and underscores',
      '<p>*a* _b_ snake_case 2 * 3 a*b</p>',
      '\\*a\\* \\_b\\_ snake_case 2 * 3 a\\*b',
    ],
    ['backticks and backslashes', '<p>`a` \\* C:\\dir</p>', '\\`a\\` \\\\\\* C:\\dir'],
    ['links', '<p>[a](b) [c] ![d](e)</p>', '\\[a\\](b) [c] !\\[d\\](e)'],
    ['tags and entities', '<p>&lt;b&gt; 1 &lt; 2 &amp;lt; A&amp;B</p>', '\\<b> 1 < 2 \\&lt; A&B'],
    ['a heading', '<p># a</p><p>#a</p>', '\\# a\n\n#a'],
    ['a list', '<p>- a</p><p>1. b</p><p>-c</p>', '\\- a\n\n1\\. b\n\n-c'],
    ['an odd list', '<p>* a</p><p>a<br>+ b</p><p>_ _ _</p>', '\\* a\n\na  \n\\+ b\n\n\\_ _ \\_'],
    ['a table', '<p>a | b<br>--- | ---</p>', 'a | b  \n\\--- | ---'],
    ['a link over elements', '<p><i>[a]</i>(b) [<i>c</i>](d)</p>', '*[a]*\\(b) [*c*\\](d)'],
    ['a tag over elements', '<p>&lt;<span>b</span>&gt;</p>', '\\<b>'],
    ['a footnote', '<p>[^1]</p>', '\\[^1]'],
    [
      'a formula',
      '<p>$HOME and PATH$ but $5 to $6</p><p>$5</p>',
      '\\$HOME and PATH\\$ but \\$5 to \\$6\n\n$5',
    ],
    ['a quote, a rule', '<p>> a</p><p>---</p><p>a<br>===</p>', '\\> a\n\n\\---\n\na  \n\\==='],
    ['deletion', '<p>~~a~~ ~5 a~b~</p><del>~a</del>', '\\~\\~a\\~\\~ ~5 a\\~b\\~\n\n~~\\~a~~'],
  ])
})

describe('hostile markup', () => {
  it('does not overflow on deep nesting', () => {
    const deep = `${'<div>'.repeat(9000)}deep${'</div>'.repeat(9000)}`
    assert.equal(markdown(deep), 'deep')
    assert.match(markdown('<ul><li>x'.repeat(50_000)), /^- x\n {2}- x/)
  })
  it('does not overflow on wide markup', () => {
    assert.equal(markdown('<i>a</i> '.repeat(60_000)).length, 60_000 * 4 - 1)
    assert.equal(markdown('a<br><br>'.repeat(40_000)).split('\n\n').length, 40_000)
    assert.match(markdown(`<table><tr><th>A<th>B${'<tr><td>1<td>2'.repeat(40_000)}</table>`), /^\| A \| B \|/)
    assert.match(markdown(`<pre>${'` '.repeat(60_000)}</pre>`), /^```\n/)
  })
})
