import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../../../content/parse/html.ts'
import { selectContent } from './content.ts'
import type { Selection } from './content.ts'
import { renderHtml } from './html.ts'

const EVERYTHING: Selection = {
  onlyMainContent: false,
  includeTags: [],
  excludeTags: [],
  removeBase64Images: true,
}

function html(source: string, selection: Partial<Selection> = {}): string {
  const page = parseHtml(source, 'https://site.test/a/b', false)
  return renderHtml(selectContent(page, { ...EVERYTHING, ...selection }))
}

const LONG = 'Enough text to be what the page is about. '.repeat(5).trim()

describe('the main content', () => {
  const cases: { what: string; source: string; kept: string[]; dropped: string[] }[] = [
    {
      what: 'is a substantial main',
      source: `<nav>menu</nav><div>teaser</div><main><p>${LONG}</p><aside>beside</aside></main><footer>foot</footer>`,
      kept: [LONG],
      dropped: ['menu', 'teaser', 'beside', 'foot'],
    },
    {
      what: 'is the only substantial article',
      source: `<div>teaser</div><article><h1>T</h1><p>${LONG}</p></article>`,
      kept: ['<h1>T</h1>', LONG],
      dropped: ['teaser'],
    },
    {
      what: 'is not a main that hardly holds anything',
      source: `<main>a</main><div><p>${LONG}</p></div><footer>foot</footer>`,
      kept: [LONG],
      dropped: ['foot'],
    },
    {
      what: 'is every article of a list',
      source: `<header>top</header><article>one ${LONG}</article><article>two ${LONG}</article>`,
      kept: ['one', 'two'],
      dropped: ['top'],
    },
    {
      what: 'leaves out banners, small forms and navigation by role',
      source: `<p>${LONG}</p><div class="cookie-banner">We use cookies to improve your experience. <button>Accept</button></div><form class="newsletter">Subscribe to our newsletter<input></form><div role="navigation"><a href="/a">Home</a> <a href="/b">Shop</a></div>`,
      kept: [LONG],
      dropped: ['cookies', 'newsletter', 'Shop'],
    },
    {
      what: 'leaves out what is hidden within a sentence',
      source: `<p>${LONG} <a href="/x">More<span class="sr-only">opens elsewhere</span></a> <span style="display: none">unseen</span></p>`,
      kept: [LONG, 'More'],
      dropped: ['opens elsewhere', 'unseen'],
    },
    {
      what: 'keeps a form around a whole page',
      source: `<form id="aspnetForm"><h1>T</h1><p>${LONG}</p></form>`,
      kept: ['<h1>T</h1>', LONG],
      dropped: [],
    },
    {
      what: 'may stand in a head that was never closed',
      source: `<head><title>t</title><style>s</style><div><p>${LONG}</p></div>`,
      kept: [LONG],
      dropped: ['title', 'style'],
    },
    {
      what: 'may stand outside of an empty body',
      source: `</body><p>${LONG}</p>`,
      kept: [LONG],
      dropped: [],
    },
    {
      what: 'is the whole page when nothing else would be left',
      source: '<nav>only a menu</nav>',
      kept: ['only a menu'],
      dropped: [],
    },
  ]
  for (const { what, source, kept, dropped } of cases) {
    it(what, () => {
      const content = html(source.startsWith('<head>') ? source : `<html><body>${source}</body></html>`, {
        onlyMainContent: true,
      })
      for (const text of kept) assert.ok(content.includes(text), `${text} is missing in ${content}`)
      for (const text of dropped) assert.ok(!content.includes(text), `${text} is left in ${content}`)
    })
  }

  it('has no body, and keeps the space between words', () => {
    const source = `<html><body>\n<nav>menu</nav> <b>${LONG}</b> <i>${LONG}</i>\n</body></html>`
    assert.equal(html(source, { onlyMainContent: true }), `<b>${LONG}</b> <i>${LONG}</i>`)
  })

  it('is the whole page unless requested', () => {
    assert.match(html('<body><nav>menu</nav><main>x</main></body>'), /menu.*x/)
  })
})

describe('selectors', () => {
  const source = '<body><div class="a">1<span id="s">2</span></div><p class="b">3</p><p>4</p></body>'
  const cases: [string, Partial<Selection>, string][] = [
    ['keep what matches', { includeTags: ['.b'] }, '<p class="b">3</p>'],
    [
      'keep in the order of the page',
      { includeTags: ['.b', '.a'] },
      '<div class="a">1<span id="s">2</span></div><p class="b">3</p>',
    ],
    [
      'keep nested matches once',
      { includeTags: ['.a', 'span'] },
      '<div class="a">1<span id="s">2</span></div>',
    ],
    ['leave out what matches', { excludeTags: ['p', '#s'] }, '<body><div class="a">1</div></body>'],
    ['do both', { includeTags: ['.a'], excludeTags: ['span'] }, '<div class="a">1</div>'],
    ['keep noise that was asked for', { includeTags: ['.b'], onlyMainContent: true }, '<p class="b">3</p>'],
    ['may leave nothing', { includeTags: ['.none'] }, ''],
    [
      'leave out what stands inside',
      { includeTags: ['span', '.b'], excludeTags: ['.a'] },
      '<p class="b">3</p>',
    ],
  ]
  for (const [what, selection, expected] of cases)
    it(what, () => assert.equal(html(source, selection), expected))
})

describe('elements excluded by a selector', () => {
  const cases: [what: string, source: string, excludeTags: string[], expected: string][] = [
    ['formulas', '<p>a<math><mi>x</mi></math></p>', ['math'], '<p>a</p>'],
    ['typeset formulas', '<p>a<b class="katex"><math><mi>x</mi></math></b></p>', ['.katex'], '<p>a</p>'],
    ['pictures for readers without scripts', 'a<noscript><img src="/x.png"></noscript>', ['noscript'], 'a'],
    [
      'what stands around such pictures',
      'a<noscript><p class="b"><img src="/x.png"></p></noscript>',
      ['.b'],
      'a',
    ],
    ['pictures', 'a<img src="/x.png">', ['img'], 'a'],
    [
      'lines of code in a table',
      '<table><tr><td class="gutter">1</td><td class="code">a</td></tr><tr class="b"><td class="gutter">2</td><td class="code">b</td></tr></table>',
      ['.b'],
      '<pre><div>a</div></pre>',
    ],
    [
      'scripts, but no formula that one holds',
      '<p>a<script>b</script><script type="math/tex">x</script></p>',
      ['script'],
      '<p>a<span class="math inline">\\(x\\)</span></p>',
    ],
  ]
  for (const [what, source, excludeTags, expected] of cases) {
    it(what, () => assert.equal(html(source, { excludeTags }), expected))
  }
  it('formulas of the main content', () => {
    const source = `<main><p>${LONG} <span class="katex"><math><mi>x</mi></math></span></p></main>`
    assert.doesNotMatch(html(source, { onlyMainContent: true, excludeTags: ['.katex'] }), /math/)
  })
})

describe('the cleaned HTML', () => {
  const cases: [string, string, string][] = [
    [
      'has no scripts, styles or comments',
      '<p>a<script>1</script><style>b</style><!-- c --></p>',
      '<p>a</p>',
    ],
    [
      'has no event handlers or styles',
      '<p onclick="x()" style="color:red" class="k">a</p>',
      '<p class="k">a</p>',
    ],
    [
      'has complete addresses',
      '<a href="../x">a</a><img src="y.png">',
      '<a href="https://site.test/x">a</a><img src="https://site.test/a/y.png">',
    ],
    ['has no script addresses', '<a href="javascript:x()">a</a>', '<a>a</a>'],
    ['keeps entities right', '<p>a &lt; b &amp; c ü</p>', '<p>a &lt; b &amp; c ü</p>'],
    ['has no embedded images', '<p>a<img src="data:image/png;base64,AA"></p>', '<p>a</p>'],
  ]
  for (const [what, source, expected] of cases) it(what, () => assert.equal(html(source), expected))

  it('keeps relative URLs of an uploaded file', () => {
    const page = parseHtml('<a href="x/y.html">a</a>', undefined, false)
    assert.equal(renderHtml(selectContent(page, EVERYTHING)), '<a href="x/y.html">a</a>')
  })
  it('does not modify the page', () => {
    const page = parseHtml('<body><nav>n</nav><main>m</main></body>', 'https://site.test/', false)
    selectContent(page, { ...EVERYTHING, onlyMainContent: true, excludeTags: ['main'] })
    assert.match(renderHtml(selectContent(page, EVERYTHING)), /<nav>n<\/nav><main>m<\/main>/)
  })
})
