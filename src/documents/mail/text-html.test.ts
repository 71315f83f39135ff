import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { textHtml } from './text-html.ts'

const LONG = 'This line is so long that whoever wrote it had it broken by a program'

const CASES: [name: string, text: string, expected: string][] = [
  ['parts paragraphs at empty lines', 'a\n\nb\r\n\r\n\r\nc', '<p>a</p>\n<p>b</p>\n<p>c</p>'],
  ['keeps the ends of short lines', 'Ann Example\nStreet 1', '<p>Ann Example<br>Street 1</p>'],
  ['joins lines that were full', `${LONG}\n${LONG}\nend`, `<p>${LONG} ${LONG} end</p>`],
  [
    'nests what is quoted',
    'x\n> a\n> > b\n>> c\n> d\ny',
    '<p>x</p>\n<blockquote>\n<p>a</p>\n<blockquote>\n<p>b<br>c</p>\n</blockquote>\n<p>d</p>\n</blockquote>\n<p>y</p>',
  ],
  ['makes lists of bullets', '- a\n- b', '<ul><li>a</li><li>b</li></ul>'],
  [
    'makes links of addresses, without what ends the sentence',
    'see https://e.com/a?b=1&c=2.',
    '<p>see <a href="https://e.com/a?b=1&amp;c=2">https://e.com/a?b=1&amp;c=2</a>.</p>',
  ],
  ['escapes markup', '<b>', '<p>&lt;b&gt;</p>'],
  ['is nothing for nothing', ' \n', ''],
]

describe('plain text', () => {
  for (const [name, text, expected] of CASES) it(name, () => assert.equal(textHtml(text), expected))

  it('quotes only so deep', () => {
    assert.equal(textHtml(`${'>'.repeat(5000)}a`).match(/<blockquote>/g)?.length, 10)
  })
})

it('takes a text of very many lines', () => {
  assert.equal(
    textHtml('a\n'.repeat(300_000)).length,
    300_000 * 'a<br>'.length - '<br>'.length + '<p></p>'.length,
  )
})
