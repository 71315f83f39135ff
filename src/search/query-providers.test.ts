import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { collect, pageKey } from './query-providers.ts'
import type { ResultsPage } from './query-providers.ts'

const everywhere = { sites: [], excludedSites: [], fileType: undefined }
const hits = (...paths: string[]) => paths.map((path) => ({ url: `https://example.com/${path}` }))

/** Serves pages one by one, and counts how many were asked for. */
function pages(...answers: ResultsPage[]) {
  const asked: number[] = []
  const askPage = async (page: number) => {
    asked.push(page)
    return answers[page] ?? { state: 'page' as const, hits: [] }
  }
  return { asked, askPage }
}

describe('results are collected', () => {
  it('over as many pages as it takes, each once', async () => {
    const { asked, askPage } = pages(
      { state: 'page', hits: hits('a', 'b') },
      { state: 'page', hits: [...hits('b/', 'c'), undefined] },
      { state: 'page', hits: hits('d', 'e') },
    )
    const answer = await collect({ limit: 4, scope: everywhere, source: 'web' }, 10, askPage)
    assert.ok(answer.state === 'found')
    assert.deepEqual(answer.hits, hits('a', 'b', 'c', 'd'))
    assert.deepEqual(asked, [0, 1, 2])
  })

  for (const [when, second] of [
    ['nothing new comes', { state: 'page', hits: hits('a') }],
    ['the last page was there', { state: 'page', hits: hits('b'), isLast: true }],
  ] as const) {
    it(`until ${when}`, async () => {
      const { asked, askPage } = pages(
        { state: 'page', hits: hits('a') },
        { ...second, hits: [...second.hits] },
      )
      await collect({ limit: 9, scope: everywhere, source: 'web' }, 10, askPage)
      assert.deepEqual(asked, [0, 1])
    })
  }

  it('only from where they may be from', async () => {
    const { askPage } = pages({ state: 'page', hits: [{ url: 'https://other.test/' }, ...hits('a')] })
    const answer = await collect(
      { limit: 9, scope: { ...everywhere, sites: ['example.com'] }, source: 'web' },
      1,
      askPage,
    )
    assert.ok(answer.state === 'found')
    assert.deepEqual(answer.hits, hits('a'))
  })

  it('and kept when a later page fails, which is told', async () => {
    const { askPage } = pages(
      { state: 'page', hits: hits('a') },
      { state: 'failed', reason: 'It had enough.' },
    )
    const answer = await collect({ limit: 9, scope: everywhere, source: 'web' }, 9, askPage)
    assert.deepEqual(answer, {
      state: 'found',
      hits: hits('a'),
      notes: ['Fewer results than there may be: It had enough.'],
    })
  })

  it('not at all when the first page fails', async () => {
    const failure = { state: 'failed', reason: 'No.' } as const
    assert.deepEqual(
      await collect({ limit: 9, scope: everywhere, source: 'web' }, 9, pages(failure).askPage),
      failure,
    )
  })

  it('by their pictures when those were asked for', async () => {
    const image = (name: string) => ({
      url: 'https://example.com/',
      image: { url: `https://example.com/${name}.png` },
    })
    const { askPage } = pages({
      state: 'page',
      hits: [image('a'), image('b'), image('a'), ...hits('no picture')],
    })
    const answer = await collect({ limit: 9, scope: everywhere, source: 'images' }, 1, askPage)
    assert.ok(answer.state === 'found')
    assert.deepEqual(answer.hits, [image('a'), image('b')])
  })

  it('and it is a failure when none of them can be read', async () => {
    const { askPage } = pages({ state: 'page', hits: [undefined, undefined] })
    assert.deepEqual(await collect({ limit: 9, scope: everywhere, source: 'web' }, 3, askPage), {
      state: 'failed',
      reason: 'Its answer could not be read.',
    })
  })
})

describe('the same page', () => {
  for (const [one, other, same] of [
    ['http://www.example.com/a/', 'https://example.com/a#b', true],
    ['https://example.com/a?x=1&utm_source=y', 'https://example.com/a?x=1', true],
    ['https://example.com/a?x=1&y=2', 'https://example.com/a?y=2&x=1', true],
    ['https://example.com/a?x=1', 'https://example.com/a?x=2', false],
    ['https://example.com/A', 'https://example.com/a', false],
    ['https://example.com./a', 'https://example.com/a', true],
    ['https://example.com/#/a', 'https://example.com/#/b', false],
    ['https://example.com/#!a', 'https://example.com/#!b', false],
  ] as const) {
    it(`${one} ${same ? 'is' : 'is not'} ${other}`, () => assert.equal(pageKey(one) === pageKey(other), same))
  }

  it('is told in time that grows with its address', () => {
    const paths = Array.from({ length: 2_000 }, (_, index) => `https://a.test/${'/'.repeat(8_000)}${index}`)
    assert.equal(new Set(paths.map(pageKey)).size, paths.length)
  })
})
