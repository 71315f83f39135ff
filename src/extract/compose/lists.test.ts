import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../../content/parse/html.ts'
import { extractJson } from '../extract-json.ts'

type Fields = Record<string, 'string' | 'number'>

function listed(markup: string, name: string, fields: Fields): unknown {
  const { root, landmarks, base } = parseHtml(markup, 'https://site.example/a', false)
  const page = { root, landmarks, base, url: base, content: () => root.children }
  const properties = Object.fromEntries(Object.entries(fields).map(([field, type]) => [field, { type }]))
  const items = { type: 'object', properties }
  const schema = { type: 'object', properties: { [name]: { type: 'array', items } } }
  return (extractJson(page, { schema }).value as Record<string, unknown>)[name]
}

const FOOTER =
  '<footer><div><h4>Company</h4><a href="/about">About</a><a href="/jobs">Careers</a></div><div><h4>Support</h4><a href="/help">Help</a><a href="/faq">Questions</a></div><div><h4>Follow</h4><a href="/x">Newsletter</a><a href="/y">Feed</a></div></footer>'
const NAV =
  '<nav><ul><li><a href="/">Home</a></li><li><a href="/shop">Shop</a></li><li><a href="/news">News</a></li></ul></nav>'

function page(main: string): string {
  return `<body>${NAV}<main>${main}</main>${FOOTER}</body>`
}

interface Good {
  title: string
  price: number
}

const GOODS: Good[] = [
  { title: 'Oak stool', price: 89 },
  { title: 'Ash bench', price: 240 },
  { title: 'Elm table', price: 612 },
  { title: 'Lime spoon', price: 14 },
]
const FIELDS: Fields = { title: 'string', price: 'number' }

function good({ title, price }: Good, attributes = '', tag = 'div'): string {
  return `<${tag} ${attributes}><a href="/p/${price}"><h3>${title}</h3></a><p>Made by hand in our workshop.</p><span class="price">€${price}.00</span></${tag}>`
}

describe('items with different markup', () => {
  const [stool, bench, table, spoon] = GOODS as [Good, Good, Good, Good]
  const made: Record<string, string> = {
    'of which one is of another class': `<div class="grid">${good(stool, 'class="tile tile--featured"')}${good(bench, 'class="tile"')}${good(table, 'class="tile is-sold"')}${good(spoon, 'class="tile"')}</div>`,
    'with different classes': `<div class="grid">${good(stool, 'class="first"')}${good(bench, 'class="odd"')}${good(table, 'class="even"')}${good(spoon, 'class="last"')}</div>`,
    'of two kinds': `<div class="grid">${good(stool, 'class="unread"')}${good(bench, 'class="read"')}${good(table, 'class="unread"')}${good(spoon, 'class="unread"')}</div>`,
    'of which one is called otherwise': `<div class="grid">${good(stool, 'class="pinned"')}${good(bench, 'class="tile"')}${good(table, 'class="tile"')}${good(spoon, 'class="tile"')}</div>`,
    'in stripes': `<div class="grid">${good(stool, 'class="bg1"')}${good(bench, 'class="bg2"')}${good(table, 'class="bg1"')}${good(spoon, 'class="bg2"')}</div>`,
    'of which one has a group of its own': `<div class="lists"><div class="part part--pinned">${good(stool, 'class="row"')}</div><div class="part">${good(bench, 'class="row"')}${good(table, 'class="row"')}${good(spoon, 'class="row"')}</div></div>`,
    'with something to sell between them': `<div class="grid">${good(stool, 'class="tile"')}${good(bench, 'class="tile"')}<div class="tile ad"><p>Subscribe to our letter</p></div>${good(table, 'class="tile"')}${good(spoon, 'class="tile"')}</div>`,
    'with a separate first item': `<div class="top">${good(stool, 'class="tile"', 'article')}</div><div class="grid">${good(bench, 'class="tile"', 'article')}${good(table, 'class="tile"', 'article')}${good(spoon, 'class="tile"', 'article')}</div>`,
    'under headings': `<h2>Seats</h2><div class="grid">${good(stool, 'class="tile"')}${good(bench, 'class="tile"')}</div><h2>Tables</h2><div class="grid">${good(table, 'class="tile"')}</div><h2>Kitchen</h2><div class="grid">${good(spoon, 'class="tile"')}</div>`,
    'in sections of their own': `<section><h2>Seats</h2><ul>${good(stool, '', 'li')}${good(bench, '', 'li')}</ul></section><section><h2>Kitchen</h2><ul>${good(table, '', 'li')}${good(spoon, '', 'li')}</ul></section>`,
    'in one row with their headings': `<div class="list"><h2>Seats</h2>${good(stool, 'class="tile"')}${good(bench, 'class="tile"')}<h2>Kitchen</h2>${good(table, 'class="tile"')}${good(spoon, 'class="tile"')}</div>`,
  }
  for (const [how, markup] of Object.entries(made))
    it(how, () => assert.deepEqual(listed(page(`<h1>Our work</h1>${markup}`), 'products', FIELDS), GOODS))
})

describe('a list in the content', () => {
  const related = `<aside class="related"><h2>You may also like</h2><ul>${GOODS.map((one) => good(one, '', 'li')).join('')}</ul></aside>`
  const box = `<section><h3>More of this series</h3><div>${GOODS.slice(0, 3)
    .map((one) => `<a class="card" href="/p/${one.price}"><b>${one.title}</b><i>€${one.price}</i></a>`)
    .join('')}</div></section>`
  const post = (author: string, date: string, text: string) =>
    `<article class="message"><div class="user"><h4><a class="username" href="/u/${author}">${author}</a></h4><dl><dt>Joined</dt><dd>7 Mar 2021</dd></dl></div><div class="cell"><time datetime="${date}T10:00:00">${date}</time><div class="body">${text}</div></div></article>`
  const posts = [
    ['Mira', '2026-02-01', 'The roof of my shed leaks at the ridge, whatever I do with the felt.'],
    ['Tobi', '2026-02-02', 'Take the felt off and look at the boards first, they are often rotten there.'],
  ] as const

  it('is preferred to a list of related items', () => {
    const found = listed(
      page(
        `<h1>Leaking roof</h1><div class="posts">${posts.map(([author, date, text]) => post(author, date, text)).join('')}</div>${related}${box}`,
      ),
      'posts',
      { author: 'string', date: 'string' },
    )
    assert.deepEqual(
      found,
      posts.map(([author, date]) => ({ author, date })),
    )
  })

  it('is in the content, in a container of any class, next to the heading of the page', () => {
    const named = `<div class="wy-nav-content"><h1>Our work</h1><ul>${GOODS.map((one) => good(one, '', 'li')).join('')}</ul></div><ul class="others">${GOODS.slice(
      0,
      2,
    )
      .map((one) => good({ ...one, title: `Other ${one.title}` }, '', 'li'))
      .join('')}</ul>`
    assert.deepEqual(listed(page(named), 'products', FIELDS), GOODS)
  })

  it('of one item has one record', () => {
    const one = `<h1>Oak</h1><ul class="products">${good(GOODS[0]!, 'class="product"', 'li')}</ul>`
    assert.deepEqual(listed(page(one), 'products', FIELDS), GOODS.slice(0, 1))
  })

  it('does not come from navigation, pagination or footers', () => {
    const pages = '<ul class="pagination"><li><a href="?p=1">1</a></li><li><a href="?p=2">2</a></li></ul>'
    const found = listed(page(`<h1>Imprint</h1><p>We are a workshop.</p>${pages}`), 'products', FIELDS)
    assert.deepEqual(found, undefined)
  })
})

describe('items without an element each', () => {
  const people = [
    { name: 'Ana Kovač', phone: '+385 1 555 0101' },
    { name: 'Luka Horvat', phone: '+385 1 555 0102' },
    { name: 'Petra Babić', phone: '+385 1 555 0103' },
  ]
  const fields: Fields = { name: 'string', phone: 'string' }
  const made: Record<string, string> = {
    'as terms and descriptions': `<dl>${people.map(({ name, phone }) => `<dt>${name}</dt><dd>Phone: ${phone}</dd>`).join('')}</dl>`,
    'as paragraphs that begin in bold': people
      .map(({ name, phone }) => `<p><strong>${name}</strong><br>Phone: ${phone}</p>`)
      .join(''),
    'as headings with paragraphs': people
      .map(({ name, phone }) => `<h3>${name}</h3><p>Looks after our members.</p><p>Phone: ${phone}</p>`)
      .join(''),
    'as rows in pairs': `<table>${people.map(({ name, phone }) => `<tr class="a"><td>${name}</td></tr><tr class="b"><td>Phone: ${phone}</td></tr>`).join('')}</table>`,
  }
  for (const [how, markup] of Object.entries(made))
    it(how, () => assert.deepEqual(listed(page(`<h1>Contacts</h1>${markup}`), 'contacts', fields), people))
})
