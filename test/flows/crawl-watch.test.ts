import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { API_KEY, useSharedApp } from '../support/app.ts'
import { pageWith, startCrawlSite } from '../support/crawl-site.ts'
import type { CrawlSite } from '../support/crawl-site.ts'
import { runCrawl, waitForCrawl } from '../support/run-crawl.ts'

const app = useSharedApp()

let site: CrawlSite
let letGo = Promise.withResolvers<void>()
before(async () => {
  site = await startCrawlSite(async (path) => {
    if (path === '/') return pageWith('home', ['/a', '/held'])
    if (path === '/held') await letGo.promise
    if (path === '/many')
      return pageWith(
        'many',
        Array.from({ length: 110 }, (_, place) => `/many/${place}`),
      )
    return pageWith(`page ${path}`)
  })
})
after(async () => await site[Symbol.asyncDispose]())

interface Frame {
  type: string
  // oxlint-disable-next-line typescript/no-explicit-any -- the tests are what checks the shape of frames.
  data: any
}

/** Watches to the end; `onFrame` hears every frame as it comes. */
function watch(path: string, onFrame: (frame: Frame) => void = () => {}) {
  const socket = new WebSocket(app().url.replace('http', 'ws') + path, API_KEY)
  const frames: Frame[] = []
  socket.addEventListener('message', ({ data }) => {
    const frame = JSON.parse(String(data)) as Frame
    frames.push(frame)
    onFrame(frame)
  })
  return new Promise<{ frames: Frame[]; code: number }>((resolve) =>
    socket.addEventListener('close', ({ code }) => resolve({ frames, code })),
  )
}

const STARTED = { sitemap: 'skip', ignoreRobotsTxt: true, scrapeOptions: { maxAge: 0 } }

describe('watching a crawl', () => {
  it('tells the state, each document as it comes, and the end', async () => {
    letGo = Promise.withResolvers()
    const { id } = (await app().call('/v2/crawl', { json: { url: site.url, ...STARTED } })).body
    const { frames, code } = await watch(
      `/v2/crawl/${id}`,
      ({ type }) => type === 'document' && letGo.resolve(),
    )
    assert.equal(code, 1000)
    assert.deepEqual([frames[0]!.type, frames[0]!.data.status], ['catchup', 'scraping'])
    assert.equal(frames.at(-1)!.type, 'done')
    assert.deepEqual(
      [frames.at(-1)!.data.total, frames.at(-1)!.data.completed, frames.at(-1)!.data.creditsUsed],
      [3, 3, 3],
    )
    const told = [
      ...frames[0]!.data.data,
      ...frames.filter(({ type }) => type === 'document').map(({ data }) => data),
    ]
    const { body } = await waitForCrawl(app(), id)
    assert.deepEqual(
      told.map((one) => JSON.stringify(one)),
      body.data.map((one: object) => JSON.stringify(one)),
    )
  })

  it('tells a cancelled one by its state, not as done', async () => {
    letGo = Promise.withResolvers()
    const { id } = (await app().call('/v2/crawl', { json: { url: site.url, ...STARTED } })).body
    const { frames } = await watch(`/v2/crawl/${id}`, ({ type }) => {
      if (type === 'catchup') void app().call(`/v2/crawl/${id}`, { method: 'DELETE' })
    })
    letGo.resolve()
    assert.deepEqual([frames.at(-1)!.type, frames.at(-1)!.data.status], ['catchup', 'cancelled'])
    assert.ok(!frames.some(({ type }) => type === 'done'))
  })

  it('tells an ended one at once, and leaves one with many documents to be read in pages', async () => {
    letGo.resolve()
    const { id } = await runCrawl(app(), { url: site.url, limit: 2 })
    const { frames, code } = await watch(`/v2/crawl/${id}`)
    assert.deepEqual(
      [frames.length, frames[0]!.type, frames[0]!.data.status, code],
      [1, 'catchup', 'completed', 1000],
    )
    const many = await runCrawl(app(), { url: `${site.url}/many`, sitemap: 'skip' })
    assert.equal(many.body.data.length, 111)
    assert.deepEqual(await watch(`/v2/crawl/${many.id}`), { frames: [], code: 1000 })
  })

  it('works for a batch, and another team sees nothing', async () => {
    const urls = [`${site.url}/a`]
    const { id } = (await app().call('/v2/batch/scrape', { json: { urls } })).body
    const { frames } = await watch(`/v2/batch/scrape/${id}`)
    assert.equal(frames.at(-1)!.data.status, 'completed')
    assert.equal((await watch(`/v2/crawl/${id}`)).code, 1008)
  })
})
