import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../../content/parse/html.ts'
import { extractJson } from '../extract-json.ts'

interface Topic {
  title: string
  author: string
  last: string
}

const TOPICS: Topic[] = [
  { title: 'Rust on a garden spade', author: 'mossy_bank', last: 'Ferrule' },
  { title: 'Which file for an axe?', author: 'HildaK', last: 'mossy_bank' },
  { title: 'Linseed or tung oil', author: 'Ferrule', last: 'HildaK' },
  { title: 'Handles of ash', author: 'tenonbert', last: 'tenonbert' },
]

const rows = (row: (topic: Topic, nth: number) => string): string => TOPICS.map(row).join('')

describe('a text that is the same in all records before another text', () => {
  it('is not their location, and separators are not parts of names', () => {
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
