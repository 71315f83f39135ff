import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../../content/parse/html.ts'
import { headingsOf, linkCandidatesOf } from './link-candidates.ts'
import type { LinkCandidate } from './link-text.ts'

const URL_OF_PAGE = 'https://shop.test/lamps/'

function readable(markup: string, url: string | undefined = URL_OF_PAGE) {
  const { root, landmarks, base } = parseHtml(markup, url, false)
  return { root, landmarks, base, url, content: () => root.children }
}

function leads(markup: string, url?: string): LinkCandidate[] {
  return linkCandidatesOf(readable(markup, url))
}

/** The lead to a path of the site. */
function lead(markup: string, path: string, url?: string): LinkCandidate {
  const all = leads(markup, url)
  return all.find((each) => each.url === `https://shop.test${path}`) ?? assert.fail(JSON.stringify(all))
}

const paths = (markup: string, url?: string) =>
  leads(markup, url).map((each) => each.url.replace('https://shop.test', ''))

describe('leadsOf', () => {
  it('gives every address once, in the order of the page, without what leads nowhere else', () => {
    const markup = `<base href="/x/"><a href="/b#one">B</a><a href="a">A</a><a href="/b#two">B again</a>
      <a href="#top">Top</a><a href="/lamps/#here">Here</a><a href="mailto:a@b.c">Mail</a><a href="javascript:go()">Go</a>
      <a href="tel:1">Call</a><a>Nothing</a><a href="">Empty</a><a href="http://[">Broken</a>
      <map><area href="/map" alt="The map"></map><a href="ftp://shop.test/">Files</a><a href="https://other.test/p">Other</a>`
    assert.deepEqual(paths(markup), ['/b', '/x/a', '/map', 'https://other.test/p'])
    assert.equal(lead(markup, '/map').text, 'The map')
  })

  it('has nothing to give for a file without links, or for relative ones without a base', () => {
    assert.deepEqual(leads('just text'), [])
    assert.deepEqual(leads('<a href="/a">A</a>', ''), [])
  })

  const texts: Record<string, [markup: string, text: string]> = {
    'the longest useful one': [
      '<a href=/a>Read more</a><a href=/a>Brass lamp</a><a href=/a>Lamp</a>',
      'Brass lamp',
    ],
    'rather than a phrase that all have': ['<a href=/a>Oak</a><a href=/a>Continue reading…</a>', 'Oak'],
    'a phrase where there is nothing else': ['<a href=/a>Read more »</a>', 'Read more »'],
    'its label when it only has a phrase': [
      '<a href=/a aria-label="Read more about oak">More</a>',
      'Read more about oak',
    ],
    'its label when it is empty': ['<a href=/a aria-label="Search"><svg></svg></a>', 'Search'],
    'its title when it is empty': ['<a href=/a title="Brass lamp"><i></i></a>', 'Brass lamp'],
    'the name of its picture': [
      '<a href=/a><span><img src=x alt=" A  brass lamp "></span></a>',
      'A brass lamp',
    ],
    'the heading in it': [
      '<a href=/a><div><h3>Brass lamp</h3><p>Turned by hand</p><b>40 €</b></div></a>',
      'Brass lamp',
    ],
    'nothing when there is nothing': ['<a href=/a><img src=x></a>', ''],
  }
  for (const [what, [markup, text]] of Object.entries(texts)) {
    it(`calls it by ${what}`, () => assert.equal(lead(markup, '/a').text, text))
  }

  it('cuts what is endless', () => {
    const { text, context } = lead(
      `<p><a href=/a>${'word '.repeat(500)}</a> ${'more '.repeat(500)}</p>`,
      '/a',
    )
    assert.ok(text.length <= 200 && text.endsWith('word'))
    assert.ok(context.length <= 200 && context.endsWith('more'))
  })

  const card = (n: number) =>
    `<div class=card><a href="/p${n}"><img src=x></a><div><h3><a href="/p${n}">Lamp ${n}</a></h3><p>Brass, ${n}0 cm</p></div><b>${n} €</b></div>`
  const contexts: Record<string, [markup: string, path: string, context: string]> = {
    'the rest of a card, and the heading above': [
      `<main><h1>Shop</h1><h2>All lamps</h2><div>${[1, 2, 3, 4].map(card).join('')}</div></main>`,
      '/p2',
      'Brass, 20 cm 2 € | All lamps',
    ],
    'the rest of a row': [
      '<h2>People</h2><table><tr><td><p><a href=/ann>Ann</a></p></td><td>Berlin</td></tr><tr><td><p><a href=/bo>Bo</a></p></td><td>Oslo</td></tr></table>',
      '/bo',
      'Oslo | People',
    ],
    'the rest of a row, other links included': [
      '<table><tr><td><a href=/ann>Ann</a><td><a href=/berlin>Berlin</a><td>12</tr><tr><td><a href=/bo>Bo</a><td><a href=/oslo>Oslo</a><td>7</tr></table>',
      '/bo',
      'Oslo 7',
    ],
    'the rest of a list item': [
      '<ul><li><p><a href=/a>A</a></p><p>first</p></li><li><p><a href=/b>B</a></p><p>second</p></li></ul>',
      '/b',
      'second',
    ],
    'what follows a term': [
      '<dl><dt><a href=/a>A</a><dd>first<dt><a href=/b>B</a><dd>second</dl>',
      '/a',
      'first',
    ],
    'what follows a heading': [
      '<h1>News</h1><h2><a href=/a>A</a></h2><p>first</p><p>more</p><h2><a href=/b>B</a></h2><p>second</p><h2><a href=/c>C</a></h2>',
      '/a',
      'first more | News',
    ],
    'the sentence': [
      `<p>${'A long text. '.repeat(30)}The crane is <a href=/c>a bird</a> that dances. ${'And so on. '.repeat(30)}</p>`,
      '/c',
      'The crane is that dances.',
    ],
    'the rest of the link itself': [
      '<section><a href=/a><h3>A</h3><p>first</p></a><a href=/b><h3>B</h3><p>second</p></a></section>',
      '/b',
      'second',
    ],
    'nothing of its neighbours': [
      '<ul><li><a href=/a>A</a><li><a href=/b>B</a><li><a href=/c>C</a></ul>',
      '/b',
      '',
    ],
    'nothing of scripts': [
      '<p><a href=/a>A</a> text<script>code()</script><style>p{}</style></p>',
      '/a',
      'text',
    ],
  }
  for (const [what, [markup, path, context]] of Object.entries(contexts)) {
    it(`tells ${what}`, () => assert.equal(lead(markup, path).context, context))
  }

  const long = `<p>${'Some words of an article that go on for a while. '.repeat(20)}</p>`
  const areas: Record<string, [markup: string, area: LinkCandidate['area']]> = {
    'in a nav': [`<nav><a href=/a>A</a></nav>${long}`, 'navigation'],
    'in the header of the page': [`<header><a href=/a>A</a></header>${long}`, 'navigation'],
    'in the header of an article': [`<article><header><a href=/a>A</a></header>${long}</article>`, 'content'],
    'in the footer of the page': [`${long}<footer><a href=/a>A</a></footer>`, 'footer'],
    'in the footer of an article': [
      `<main><article>${long}<footer><a href=/a>A</a></footer></article></main>`,
      'content',
    ],
    'in an aside': [`<main>${long}</main><aside><a href=/a>A</a></aside>`, 'aside'],
    'in a role': [`<div role=contentinfo><ul><li><a href=/a>A</a></ul></div>${long}`, 'footer'],
    'in a nav of the footer': [`${long}<footer><nav><a href=/a>A</a></nav></footer>`, 'footer'],
    'in what is called so': [`<div id="site-footer"><a href=/a>A</a></div>${long}`, 'footer'],
    'in what is called a menu': [`<div class="main-menu"><a href=/a>A</a></div>${long}`, 'navigation'],
    'in what is called a sidebar': [`${long}<div class="sidebar"><a href=/a>A</a></div>`, 'aside'],
    'in all of the page, whatever it is called': [
      `<div class="with sidebar">${long}<a href=/a>A</a></div>`,
      'content',
    ],
    'in a menu that is the content': [
      `<main><div class=menu><a href=/a>Soup of the day</a><p>Leek, 5 €</p></div>${long}</main>`,
      'content',
    ],
    'in a list of links before the first heading': [
      `<ul><li><a href=/a>A</a><li><a href=/b>B</a><li><a href=/c>C</a><li><a href=/d>D</a></ul><h1>Title</h1>${long}`,
      'navigation',
    ],
    'in a list of links below it': [
      `<h1>Title</h1><ul><li><a href=/a>A</a><li><a href=/b>B</a><li><a href=/c>C</a><li><a href=/d>D</a></ul>${long}`,
      'content',
    ],
    'in the text': [`${long}<p>See <a href=/a>A</a>.</p>`, 'content'],
    'in the text as well as in the menu': [
      `<nav><a href=/a>A</a></nav><p>See <a href=/a>A</a>.</p>${long}`,
      'content',
    ],
  }
  for (const [what, [markup, area]] of Object.entries(areas)) {
    it(`takes a link ${what} for ${area}`, () => assert.equal(lead(markup, '/a').area, area))
  }

  const item = '<li><a href=/p1>One</a><li><a href=/p2>Two</a>'
  const nexts: Record<string, [markup: string, next: string[], url?: string]> = {
    'a link that says so': [
      '<a rel="nofollow next" href="?page=2">2</a><a href="?page=3">Next</a>',
      ['/lamps/?page=2'],
    ],
    'what the head says': ['<head><link rel=next href="?page=2"></head><p>x</p>', ['/lamps/?page=2']],
    'a word': ['<a href="?page=1">Previous</a><a href="?page=3">Next</a>', ['/lamps/?page=3']],
    'a word with an arrow': ['<a href="?page=3">Next page »</a>', ['/lamps/?page=3']],
    German: ['<a href="?seite=3">Weiter ›</a>', ['/lamps/?seite=3']],
    French: ['<a href="?p=3">Suivant</a>', ['/lamps/?p=3']],
    Japanese: ['<a href="?p=3">次へ</a>', ['/lamps/?p=3']],
    'an arrow in a pager': [
      '<div class=pagination><a href="?p=1">«</a> 2 <a href="?p=3">»</a></div>',
      ['/lamps/?p=3'],
    ],
    'a label': [
      '<ul class=pager><li><a href="?p=3" aria-label="Next page"><svg></svg></a></ul>',
      ['/lamps/?p=3'],
    ],
    'the number after the one that is no link': [
      '<p><a href="?p=1">1</a> <b>2</b> <a href="?p=3">3</a> <a href="?p=4">4</a></p>',
      ['/lamps/?p=3'],
    ],
    'the number after the one that is marked': [
      '<ul><li><a href="?p=1">1</a><li class=active><a href="?p=2">2</a><li><a href="?p=3">3</a></ul>',
      ['/lamps/?p=3'],
    ],
    'the number after the page that it is': [
      '<div><a href="/lamps/">1</a><a href="/lamps/page/2">2</a><a href="/lamps/page/3">3</a></div>',
      ['/lamps/page/2'],
    ],
    'the number after the one that leads back to it': [
      '<div><a href="?b=0">1</a> <a href="?b=20">2</a> <a href="?b=40">3</a></div>',
      ['/lamps/?b=40'],
      `${URL_OF_PAGE}?b=20`,
    ],
    'more of the same list': ['<a href="/lamps/?offset=20" class=btn>Load more</a>', ['/lamps/?offset=20']],
    'older ones with what they are': [
      '<a href="?before=2026-04">Older updates →</a>',
      ['/lamps/?before=2026-04'],
    ],
    'older ones further down': ['<a href="/lamps/archive-2">Ältere Meldungen</a>', ['/lamps/archive-2']],
    'older ones in French': ['<a href="?debut=10">Articles plus anciens</a>', ['/lamps/?debut=10']],
    'older ones in Spanish': ['<a href="?p=2">Entradas anteriores</a>', ['/lamps/?p=2']],
    'others in Italian': ['<a href="?da=20">Altri vini »</a>', ['/lamps/?da=20']],
    'the rest of a list': ['<a href="/lamps/page/2">Suite de la liste</a>', ['/lamps/page/2']],
    'not the next thing': ['<a href="/lamps/lamp-12">Next lamp: Aurora</a>', [], `${URL_OF_PAGE}lamp-11`],
    'not older things elsewhere': ['<a href="/archive">Older lamps</a>', []],
    'not more of something else': ['<a href="/about">Show more</a>', []],
    'not an arrow elsewhere': ['<div><a href="/home">Home</a> <a href="/shop">›</a></div>', []],
    'not another site': ['<a href="https://other.test/?page=2">Next</a>', []],
    'not numbers that count no pages': ['<p><a href="/2023">2023</a> <a href="/2024">2024</a></p>', []],
    'not a sentence': ['<a href="/x">Next we look at how rivers bend in the plain</a>', []],
  }
  for (const [what, [markup, next, url]] of Object.entries(nexts)) {
    it(`finds the next page by ${what}`, () => {
      const found = leads(`<main><ul>${item}</ul></main>${markup}`, url).filter(({ isNext }) => isNext)
      assert.deepEqual(
        found.map((each) => each.url.replace('https://shop.test', '')),
        next,
      )
    })
  }

  it('says what the page asks robots not to follow', () => {
    const markup = '<a rel="nofollow" href=/a>A</a><a rel=nofollow href=/b>B</a><a href=/b>B</a>'
    assert.deepEqual([lead(markup, '/a').isUnfollowed, lead(markup, '/b').isUnfollowed], [true, false])
    assert.equal(lead(`<meta name=robots content="noindex, nofollow">${markup}`, '/b').isUnfollowed, true)
  })

  it('keeps 500 at most, content before navigation before the footer, and the next page always', () => {
    const links = (from: string) =>
      Array.from({ length: 300 }, (_, n) => `<a href="/${from}${n}">${from} ${n}</a>`).join(' ')
    const found = leads(
      `<nav>${links('n')}</nav><main><p>${links('c')}</p></main><footer>${links('f')}<a rel=next href="/next">2</a></footer>`,
    )
    const count = (area: LinkCandidate['area']) => found.filter((each) => each.area === area).length
    assert.deepEqual(
      [found.length, count('navigation'), count('content'), count('footer')],
      [500, 199, 300, 1],
    )
    assert.equal(found[0]!.text, 'n 0')
    assert.equal(found.at(-1)!.isNext, true)
  })

  it('comes to an end on hostile pages', () => {
    for (const markup of [
      `<p>${Array.from({ length: 100_000 }, (_, n) => `<a href="/${n}">link ${n}</a> text `).join('')}</p>`,
      '<div><a href=/a>'.repeat(50_000),
      `<a href=/a>${'<b>'.repeat(400)}x</a>`.repeat(500),
    ]) {
      assert.ok(leads(markup).length <= 500)
    }
  })
})

describe('headingsOf', () => {
  it('gives the first two levels in the order of the page', () => {
    const { root } = readable(
      '<h2> One\n <b>two</b></h2><h3>No</h3><section><h1>Three</h1></section><h2></h2>',
    )
    assert.deepEqual(headingsOf(root), ['One two', 'Three'])
  })

  it('has an end', () => assert.equal(headingsOf(readable('<h2>x</h2>'.repeat(10_000)).root).length, 100))
})
