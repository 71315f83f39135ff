import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../../scrape/parse/html.ts'
import { extractJson } from '../extract-json.ts'

interface Topic {
  title: string
  author: string
  last: string
  day: string
}

const TOPICS: Topic[] = [
  { title: 'Rust on a garden spade', author: 'mossy_bank', last: 'Ferrule', day: '2026-06-22' },
  { title: 'Which file for an axe?', author: 'HildaK', last: 'mossy_bank', day: '2026-06-13' },
  { title: 'Linseed or tung oil', author: 'Ferrule', last: 'HildaK', day: '2026-06-05' },
  { title: 'Handles of ash', author: 'tenonbert', last: 'tenonbert', day: '2026-05-30' },
]

function topicsOf(markup: string): unknown {
  const { root, landmarks, base } = parseHtml(
    `<body><h1>Tools</h1>${markup}</body>`,
    'https://forum.example/f',
    false,
  )
  const page = { root, landmarks, base, url: base, content: () => root.children }
  const text = { type: 'string' }
  const properties = {
    title: text,
    author: text,
    lastPostBy: text,
    lastPostDate: { type: 'string', format: 'date' },
  }
  const items = { type: 'object', properties }
  const schema = { type: 'object', properties: { topics: { type: 'array', items } } }
  return (extractJson(page, { schema }).value as { topics: unknown }).topics
}

const user = (name: string): string => `<a class="username" href="/u/${name}">${name}</a>`
const rows = (row: (topic: Topic, nth: number) => string): string => TOPICS.map(row).join('')

const FORUMS: Record<string, string> = {
  'terms in a list': `<ul class="topics">${rows(({ title, author, last, day }, nth) => `<li class="row"><dl><dt><div class="list-inner"><a href="/t/${nth}" class="topictitle">${title}</a><br><div class="topic-poster">by ${user(author)} &raquo; <time datetime="2026-05-0${nth + 1}">May ${nth + 1}, 2026</time></div></div></dt><dd class="posts">${nth + 2} <dfn>Replies</dfn></dd><dd class="lastpost"><span><dfn>Last post </dfn>by ${user(last)}<br><time datetime="${day}T21:07:00+00:00">${day}</time></span></dd></dl></li>`)}</ul>`,
  cards: `<div class="threads">${rows(({ title, author, last, day }, nth) => `<div class="thread"><h3><a href="/t/${nth}">${title}</a></h3><div class="meta">${user(author)}</div><div class="latest"><time datetime="${day}">${day}</time><div>${user(last)}</div></div></div>`)}</div>`,
}

describe('what says the same of all records before something else', () => {
  it('is no place of theirs, and marks are no part of names', () => {
    const posts = rows(
      ({ title, author, last }, nth) =>
        `<li><a href="/t/${nth}">${title}</a><p class="author">${author} »</p><div>Last post by ${last.toLowerCase()}</div></li>`,
    )
    const { root, landmarks, base } = parseHtml(
      `<body><h1>Tools</h1><ul>${posts}</ul></body>`,
      'https://forum.example/f',
      false,
    )
    const page = { root, landmarks, base, url: base, content: () => root.children }
    const text = { type: 'string' }
    const items = { type: 'object', properties: { title: text, author: text, location: text } }
    const schema = { type: 'object', properties: { topics: { type: 'array', items } } }
    assert.deepEqual(extractJson(page, { schema }).value, {
      topics: TOPICS.map(({ title, author }) => ({ title, author })),
    })
  })
})

describe('who wrote last, and when', () => {
  for (const [how, markup] of Object.entries(FORUMS))
    it(`is told apart from who began, in ${how}`, () =>
      assert.deepEqual(
        topicsOf(markup),
        TOPICS.map(({ title, author, last, day }) => ({
          title,
          author,
          lastPostBy: last,
          lastPostDate: day,
        })),
      ))
})
