import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FactPool } from '../../facts/facts.ts'
import { certaintyOf, choosePages } from './list-pages.ts'
import type { ListPage } from './list-pages.ts'

function listPage(path: string, said: Partial<ListPage> & { count?: number; title?: string }): ListPage {
  const { count = 5, title = '', ...rest } = said
  const url = `https://x.example${path}`
  const records = Array.from({ length: count }, () => ({
    link: undefined,
    facts: new FactPool(),
    context: '',
  }))
  return {
    page: { url, key: url, title, headings: [], aboutWords: title.split(' ') },
    kind: 'names',
    pattern: path,
    records,
    fillRate: 0.1,
    nameScore: 0,
    isGiven: false,
    ...rest,
  }
}

const pathsOf = (pages: readonly ListPage[]) => pages.map(({ page }) => new URL(page.url).pathname)

describe('chosenPages', () => {
  it('prefers the page that is called so, once the pages of its records have what is wanted', () => {
    const clinics = listPage('/clinics', { nameScore: 1, fillRate: 0.8, count: 7 })
    const board = listPage('/board', { kind: 'records', fillRate: 0.4 })
    assert.deepEqual(pathsOf(choosePages([board, clinics])), ['/clinics'])
  })

  it('keeps to the page that the caller named where others list the same kind of records', () => {
    const silicates = listPage('/c/silicates', { pattern: 'w', isGiven: true, fillRate: 0.9, count: 4 })
    const all = listPage('/all', { pattern: 'w', count: 16 })
    assert.deepEqual(pathsOf(choosePages([silicates, all])), ['/c/silicates'])
  })

  it('prefers a page that is called just so to the one that the caller began with', () => {
    const events = listPage('/events', { pattern: 'e', isGiven: true, fillRate: 0.6, kind: 'records' })
    const workshops = listPage('/events/workshops', {
      pattern: 'e',
      nameScore: 1,
      fillRate: 0.6,
      kind: 'records',
    })
    assert.deepEqual(pathsOf(choosePages([events, workshops])), ['/events/workshops'])
  })

  it('takes all parts of a list that the caller named, also those whose records were not looked at yet', () => {
    const oregon = listPage('/oregon', { pattern: 'l', isGiven: true, fillRate: 0.9 })
    const idaho = listPage('/idaho', { pattern: 'l', isGiven: true, count: 1 })
    assert.equal(choosePages([oregon, idaho]).length, 2)
  })
})

describe('certaintyOf', () => {
  const cases: [string, ListPage, string][] = [
    [
      'a filled list that the caller named',
      listPage('/a', { kind: 'records', fillRate: 0.5, isGiven: true }),
      'sure',
    ],
    ['names on a page that is called so', listPage('/a', { nameScore: 0.7 }), 'likely'],
    ['a filled list that nothing speaks for', listPage('/a', { kind: 'records', fillRate: 0.9 }), 'open'],
    [
      'a first page that is called a little so',
      listPage('/', { kind: 'records', fillRate: 0.9, nameScore: 0.7 }),
      'open',
    ],
  ]
  for (const [what, page, expected] of cases)
    it(`is ${expected} of ${what}`, () => assert.equal(certaintyOf([page]), expected))
})
