import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Winnow } from '../../client/src/client.ts'
import { collectPages } from './collect-pages.ts'
import { MAX_RESPONSE_BYTES } from './fit.ts'

interface Told {
  status?: string
  errors?: object[]
  robotsBlocked?: string[]
  /** Under zero data retention: nothing is there any more once all pages of an ended job were read. */
  isReadOnce?: boolean
}

/** A crawl with these pages, as the service tells it: parts of at most 30 pages, and a next part while it runs. */
function crawlOf(
  pages: string[],
  { status = 'completed', errors = [], robotsBlocked = [], isReadOnce }: Told = {},
) {
  let readTo = 0
  const client = new Winnow({
    apiUrl: 'http://service.test',
    async fetch(address) {
      const { pathname, searchParams } = new URL(String(address))
      if (isReadOnce && readTo >= pages.length)
        return Response.json({ success: false, code: 'NOT_FOUND', error: 'It was read.' }, { status: 404 })
      if (pathname.endsWith('/errors')) return Response.json({ errors, robotsBlocked })
      const skip = Number(searchParams.get('skip'))
      const limit = Math.min(30, Number(searchParams.get('limit')))
      const data = pages.slice(skip, skip + limit).map((markdown) => ({ markdown }))
      if (skip <= readTo && status !== 'scraping') readTo = Math.max(readTo, skip + data.length)
      const hasNext = status === 'scraping' || skip + data.length < pages.length
      return Response.json({
        success: true,
        status,
        completed: pages.length,
        total: pages.length,
        data,
        ...(hasNext && { next: 'http://service.test/more' }),
      })
    },
  })
  return { client, signal: undefined }
}

test('all pages of a finished crawl are given, with those that failed', async () => {
  const turn = crawlOf(['a', 'b', 'c'], { errors: [{ url: 'http://a.test/d', error: 'broken' }] })
  const { value, link } = await collectPages('crawl', 'c1', { context: turn })
  assert.deepEqual(value, {
    id: 'c1',
    success: true,
    status: 'completed',
    completed: 3,
    total: 3,
    data: [{ markdown: 'a' }, { markdown: 'b' }, { markdown: 'c' }],
    errors: [{ url: 'http://a.test/d', error: 'broken' }],
  })
  assert.equal(link, undefined)
})

test('a part of the pages says where the next one begins', async () => {
  const turn = crawlOf(['a', 'b', 'c', 'd'])
  const { value, link } = await collectPages('crawl', 'c1', { range: { skip: 1, limit: 2 }, context: turn })
  assert.deepEqual([value['data'], value['nextSkip']], [[{ markdown: 'b' }, { markdown: 'c' }], 3])
  assert.match(String(value['notes']), /winnow_check_crawl_status with {"id":"c1","skip":3}/)
  assert.equal(link?.uri, 'winnow://crawl/c1')
})

test('what is there of a running crawl is given, and how to ask on', async () => {
  const turn = crawlOf(['a', 'b'], { status: 'scraping' })
  const { value } = await collectPages('batch', 'b1', { context: turn })
  assert.deepEqual(value['data'], [{ markdown: 'a' }, { markdown: 'b' }])
  assert.match(String(value['notes']), /still runs.*winnow_check_batch_status with {"id":"b1","skip":2}/)
})

test('of many pages that failed the first are told', async () => {
  const errors = Array.from({ length: 10_000 }, (_, at) => ({ url: `http://a.test/${at}`, error: 'broken' }))
  const robotsBlocked = errors.map(({ url }) => url)
  const { value } = await collectPages('crawl', 'c1', { context: crawlOf(['a'], { errors, robotsBlocked }) })
  assert.deepEqual(
    [value['errors'], value['robotsBlocked']],
    [errors.slice(0, 100), robotsBlocked.slice(0, 100)],
  )
  assert.match(
    String(value['notes']),
    /errors has the first 100 of 10000.*robotsBlocked has the first 100 of 10000/,
  )
})

const words = (length: number) => 'word '.repeat(length / 5)

/** Sizes of pages, as different as they may be. */
const SITES: Record<string, string[]> = {
  'a short page': [words(1000)],
  'a page that is longer than an answer': [words(4_000_000)],
  'many short pages': Array.from({ length: 300 }, () => words(1000)),
  'many pages of some length': Array.from({ length: 150 }, () => words(50_000)),
  'few long pages': Array.from({ length: 5 }, () => words(1_000_000)),
  'a short page before a long one': [words(1000), words(4_000_000)],
  'a short page before many long ones': [words(1000), ...Array.from({ length: 20 }, () => words(500_000))],
  'pages that become longer': Array.from({ length: 40 }, (_, at) => words(1000 * 1.2 ** at)),
}

for (const [name, pages] of Object.entries(SITES)) {
  test(`${name}: every page is given although each can be read only once`, async () => {
    const turn = crawlOf(pages, { isReadOnce: true })
    const given: { markdown: string }[] = []
    for (let skip: number | undefined = 0; skip !== undefined;) {
      const { value } = await collectPages('crawl', 'c1', { range: { skip }, context: turn })
      assert.ok(Buffer.byteLength(JSON.stringify(value)) <= MAX_RESPONSE_BYTES)
      given.push(...(value['data'] as { markdown: string }[]))
      skip = value['nextSkip'] as number | undefined
    }
    assert.equal(given.length, pages.length)
    for (const [at, { markdown }] of given.entries())
      assert.ok(pages[at]!.startsWith(markdown.replace(/…$/, '')), `page ${at}`)
    const isWhole = pages.every((page) => page.length < MAX_RESPONSE_BYTES / 5)
    if (isWhole)
      assert.deepEqual(
        given.map(({ markdown }) => markdown),
        pages,
      )
  })
}
