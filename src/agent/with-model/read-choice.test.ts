import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Move, VisitMove } from '../step.ts'
import { KnownUrls } from './known-urls.ts'
import { moveKey } from './thought.ts'
import { readChoice } from './read-choice.ts'
import type { ChoiceContext } from './read-choice.ts'

const HOME = 'https://firm.example/'
const visitOf = (url: string): VisitMove => ({ kind: 'visit', url, wish: { prompt: 'all' }, why: '' })

function ground(given: Partial<ChoiceContext> = {}): ChoiceContext {
  const assignment = { prompt: 'all', urls: [HOME], isStrict: false, mode: 'extract', effort: 'low' } as const
  return {
    candidates: [
      { move: { ...visitOf(`${HOME}a`), wish: { schema: { type: 'object' } } }, text: '' },
      { move: { kind: 'search', query: 'firm', why: '' }, text: '' },
    ],
    knownUrls: new KnownUrls(assignment, (url) => url.startsWith(HOME)),
    isDone: () => false,
    visitOf,
    mapOf: (url) => ({ kind: 'map', url, query: 'all', why: '' }),
    refusal: () => undefined,
    canFinish: true,
    ...given,
  }
}

function keysOf(answer: unknown, given?: Partial<ChoiceContext>): string[] {
  return readChoice(answer, ground(given)).moves.map(moveKey)
}

describe('what a model chose', () => {
  const cases: [name: string, answer: unknown, keys: string[]][] = [
    ['numbers, as numbers or texts', { visit: [1, ' 2 '] }, [`visit ${HOME}a []`, 'search firm']],
    ['addresses that were seen', { visit: [HOME, `${HOME}#top`] }, [`visit ${HOME} []`]],
    ['a single one without a list', { visit: '1' }, [`visit ${HOME}a []`]],
    ['numbers that nothing has', { visit: [0, 3, -1, 1.5, '1; 2', 999_999_999] }, []],
    [
      'addresses that were not seen',
      { visit: [`${HOME}b`, 'https://evil.example/', 'file:///etc/passwd'] },
      [],
    ],
    ['what is no address', { visit: [null, {}, [], true, 'javascript:alert(1)'] }, []],
    [
      'what cannot be made a text of',
      { visit: [{ toString: 1, valueOf: 1 }], map: { toString: 1 }, interact: { page: { toString: 1 } } },
      [],
    ],
    ['a query', { search: ' two\n words ' }, ['search two words']],
    ['words that mean nothing', { search: 'null', finish: 'None' }, []],
    ['a site by a page of it that was not seen', { map: `${HOME}sitemap` }, [`map ${HOME}sitemap`]],
    ['a site by its number', { map: '1' }, [`map ${HOME}a`]],
    ['another site', { map: 'https://evil.example/' }, []],
    ['no object', 'visit 1', []],
    ['nothing', null, []],
  ]
  for (const [name, answer, keys] of cases) it(name, () => assert.deepEqual(keysOf(answer), keys))

  it('keeps the wish of a candidate that is named by its address', () => {
    const [move] = readChoice({ visit: [`${HOME}a`] }, ground()).moves
    assert.deepEqual(move?.kind === 'visit' && move.wish, { schema: { type: 'object' } })
  })

  it('is not done twice, and nothing that the task may not', () => {
    const isDone = (move: Move) => move.kind === 'search'
    const { moves, refused } = readChoice({ visit: [1, 1, 2] }, ground({ isDone }))
    assert.deepEqual([moves.length, refused.length], [1, 2])
    const never = readChoice({ visit: [1, 2], map: '1' }, ground({ refusal: () => 'Not now.' }))
    assert.deepEqual([never.moves, never.refused], [[], ['Not now.', 'Not now.', 'Not now.']])
  })

  it('is no end as long as something is to be done, or nothing was seen', () => {
    assert.equal(readChoice({ finish: 'Done.' }, ground()).finish, 'Done.')
    assert.equal(readChoice({ finish: 'Done.', visit: [1] }, ground()).finish, undefined)
    assert.equal(readChoice({ finish: 'Done.' }, ground({ canFinish: false })).finish, undefined)
  })
})

describe('what a model wants done on a page', () => {
  const done = (actions: unknown) => {
    const { moves } = readChoice({ interact: { page: '1', actions } }, ground())
    return moves[0]?.kind === 'visit' ? moves[0].actions : undefined
  }
  it('is taken within limits', () => {
    assert.deepEqual(
      done([
        { type: 'click', selector: '#more', text: 'left over' },
        { type: 'write', text: 'x'.repeat(900) },
        { type: 'press', key: 'Enter' },
        { type: 'scroll', selector: null },
        { type: 'wait', milliseconds: 1e9 },
      ]),
      [
        { type: 'click', selector: '#more', all: false },
        { type: 'write', text: 'x'.repeat(200) },
        { type: 'press', key: 'Enter' },
        { type: 'scroll', direction: 'down' },
        { type: 'wait', milliseconds: 5000 },
      ],
    )
  })
  for (const [name, actions] of [
    ['scripts', [{ type: 'executeJavascript', script: 'fetch("/")' }]],
    ['clicks on nothing', [{ type: 'click', selector: null }]],
    ['nothing', []],
    ['no list', 'click'],
  ] as const) {
    it(`${name} are refused`, () => assert.equal(done(actions), undefined))
  }
})
