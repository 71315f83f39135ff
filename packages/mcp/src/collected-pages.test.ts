import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Winnow } from '../../client/src/client.ts'
import { collectedPages } from './collected-pages.ts'

/** A crawl with these pages, as the service tells it: parts of at most two pages, and a next part while it runs. */
function crawlOf(pages: string[], { status = 'completed', errors = [] as object[] } = {}) {
  const client = new Winnow({
    apiUrl: 'http://service.test',
    async fetch(address) {
      const { pathname, searchParams } = new URL(String(address))
      if (pathname.endsWith('/errors')) return Response.json({ errors, robotsBlocked: [] })
      const skip = Number(searchParams.get('skip'))
      const limit = Math.min(2, Number(searchParams.get('limit')))
      const data = pages.slice(skip, skip + limit).map((markdown) => ({ markdown }))
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
  return { client, signal: new AbortController().signal }
}

test('all pages of a finished crawl are given, with those that failed', async () => {
  const turn = crawlOf(['a', 'b', 'c'], { errors: [{ url: 'http://a.test/d', error: 'broken' }] })
  const { value, link } = await collectedPages('crawl', 'c1', { turn })
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
  const { value, link } = await collectedPages('crawl', 'c1', { range: { skip: 1, limit: 2 }, turn })
  assert.deepEqual([value['data'], value['nextSkip']], [[{ markdown: 'b' }, { markdown: 'c' }], 3])
  assert.match(String(value['notes']), /winnow_check_crawl_status with {"id":"c1","skip":3}/)
  assert.equal(link?.uri, 'winnow://crawl/c1')
})

test('what is there of a running crawl is given, and how to ask on', async () => {
  const turn = crawlOf(['a', 'b'], { status: 'scraping' })
  const { value } = await collectedPages('batch', 'b1', { turn })
  assert.deepEqual(value['data'], [{ markdown: 'a' }, { markdown: 'b' }])
  assert.match(String(value['notes']), /still runs.*winnow_check_batch_status with {"id":"b1","skip":2}/)
})

test('pages that do not fit into one answer are left for the next', async () => {
  const large = 'x'.repeat(1_000_000)
  const { value } = await collectedPages('crawl', 'c1', { turn: crawlOf([large, large, large, large]) })
  assert.equal((value['data'] as unknown[]).length, 2)
  assert.equal(value['nextSkip'], 2)
  assert.match(String(value['notes']), /more pages than fit/)
})
