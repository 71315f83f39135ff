import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compareTexts } from './compare-texts.ts'
import { assertCheap } from '../../../../test/support/assert-cheap.ts'

const MINUTE = 60_000

function compare(previous: string, current: string) {
  return compareTexts({ previous, current, elapsedMs: MINUTE, isDiffWanted: true })
}

const SAME: [what: string, previous: string, current: string][] = [
  ['blank lines', 'a\n\nb', 'a\n\n\n\nb\n'],
  ['white space at the end of lines', 'a  \nb\t', 'a\nb'],
  ['white space within lines', 'a  b\u00a0c', 'a b c'],
  ['line ends', 'a\r\nb\r\n', 'a\nb\n'],
  ['letters written in parts', 'e\u0301tude', '\u00e9tude'],
  ['soft hyphens and invisible blanks', 'Do\u00adnau\u200bdampf', 'Donaudampf'],
  ['tracking in links', '[a](https://a.test/?utm_source=x)', '[a](https://a.test/?utm_source=y)'],
  [
    'tracking in links of a table',
    '<a href="https://a.test/?gclid=x">',
    '<a href="https://a.test/?gclid=y">',
  ],
  ['reloaded pictures', '![a](https://a.test/a.png?v=1)', '![a](https://a.test/a.png?v=2)'],
  ['times that passed', '# News\n\nA storm\n3 minutes ago', '# News\n\nA storm\n4 minutes ago'],
]

const CHANGED: [what: string, previous: string, current: string][] = [
  ['a word', 'a b', 'a c'],
  ['letter case', 'a', 'A'],
  ['the order of lines', 'a\nb', 'b\na'],
  ['how far a line is indented', '- a\n  - b', '- a\n- b'],
  ['a number', 'costs 3 €', 'costs 4 €'],
  ['where a link leads', '[a](https://a.test/1)', '[a](https://a.test/2)'],
  ['another picture', '![a](https://a.test/a.png)', '![a](https://a.test/b.png)'],
  ['everything', '', 'a'],
]

describe('Markdown of a page', () => {
  for (const [what, previous, current] of SAME) {
    it(`is the same despite ${what}`, () => assert.deepEqual(compare(previous, current), { state: 'same' }))
  }
  for (const [what, previous, current] of CHANGED) {
    it(`has changed after a change of ${what}`, () =>
      assert.equal(compare(previous, current).state, 'changed'))
  }

  it('has a diff without the ignored differences', () => {
    const comparison = compare(
      'Title  \n\n[a](https://a.test/?utm_source=x)\nold\nend',
      'Title\n\n[a](https://a.test/?utm_source=y)\nnew\nend',
    )
    assert.deepEqual(comparison, {
      state: 'changed',
      description: {
        kind: 'fine',
        diff: [
          '--- previous\n+++ current\n@@ -1,5 +1,5 @@\n Title\n \n [a](https://a.test/?utm_source=y)\n',
          '-old\n+new\n end\n',
        ].join(''),
      },
    })
  })

  it('has no diff unless requested', () => {
    const comparison = compareTexts({ previous: 'a', current: 'b', elapsedMs: 0, isDiffWanted: false })
    assert.deepEqual(comparison, { state: 'changed', description: { kind: 'none' } })
  })

  it('has no diff when it has too many lines', () => {
    assert.deepEqual(compare('a\n'.repeat(400_000), 'b'), {
      state: 'changed',
      description: { kind: 'too-much' },
    })
  })

  const size = 4 * 1024 * 1024
  const hostile: [what: string, text: string][] = [
    ['links that never end', ']('.repeat(size / 2)],
    ['endless parameters', `](https://a.test/?${'&a=1'.repeat(size / 4)})`],
    ['many links with many parameters', `](https://a.test/?${'&a=1'.repeat(20_000)})\n`.repeat(10)],
    ['endless sessions', `](${';jsessionid='.repeat(7_000)})\n`.repeat(40)],
    ['endless path segments', `](${'/(S(aaaaaaaaaa'.repeat(6_000)})\n`.repeat(40)],
    ['blanks', ' '.repeat(size)],
    ['blanks between words', 'é  '.repeat(size / 4)],
    ['blanks within lines', `a${' '.repeat(90_000)}é\n`.repeat(40)],
    ['one word', 'a'.repeat(size)],
    ['numbers', '1 '.repeat(size / 2)],
    ['lines of numbers', `${'1 '.repeat(900)}\n`.repeat(2_000)],
    ['marks upon marks', `e${'\u0301\u0316'.repeat(size / 8)}`],
    ['lines of marks', `e${'\u0301\u0316'.repeat(40_000)}\n`.repeat(10)],
  ]
  for (const [what, text] of hostile) {
    it(`is compared quickly with ${what}`, () => {
      const states = assertCheap(
        () => [`${text} and more`, text.replaceAll('\n', '2\n')].map((other) => compare(text, other).state),
        10_000,
      )
      assert.deepEqual(states, ['changed', text.includes('\n') ? 'changed' : 'same'])
    })
  }
})
