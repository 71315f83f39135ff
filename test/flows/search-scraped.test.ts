import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { ScrapeRequest } from '../../src/contract/scrape.ts'
import { pageIdentity } from '../../src/crawl/crawl.ts'
import { createLog } from '../../src/log.ts'
import { parseQuery } from '../../src/search/search.ts'
import { createSearchIndex } from '../../src/store/store.ts'
import { testDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { testLine } from '../support/line.ts'
import { pdfOf } from '../support/pdf-file.ts'
import { makeTeam } from '../support/team.ts'

const shared = new AsyncDisposableStack()
let database: TestDatabase
let root: string
before(async () => {
  database = shared.use(await testDatabase())
  root = await startPages(shared)
})
after(() => shared.disposeAsync())

/** Every page is about the word that is its path. */
async function startPages(stack: AsyncDisposableStack): Promise<string> {
  const server = createServer((request, response) => {
    const name = request.url!.slice(1)
    const text = `All that is known about ${name} stands on this page, and on no other page of this site.`
    if (name.endsWith('.pdf')) {
      response.setHeader('content-type', 'application/pdf')
      return response.end(pdfOf([['# Report', 'All that is known about walruses stands in this report.']]))
    }
    response.statusCode = name === 'missing' ? 404 : 200
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(
      `<html lang="en"><head><title>About ${name}</title></head><body><main><p>${text}</p></main></body></html>`,
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stack.defer(async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** The scrape pipeline with an index behind it, for any team. */
async function openLine(isShared = false) {
  await using opening = new AsyncDisposableStack()
  const { db } = database
  const log = createLog('silent', false)
  const index = opening.use(createSearchIndex(db, { identityOf: pageIdentity, isShared, maxBytes: 1e9, log }))
  const { scrapePage, visitPage } = await testLine(database, { isShared, pageIndex: index }, opening)
  const contextOf = (teamId: string) => ({
    teamId,
    takeTurn: async () => AbortSignal.timeout(20_000),
    linkTo: (blobId: string) => blobId,
  })
  const requestOf = (name: string, options: Record<string, unknown>) =>
    ScrapeRequest.parse({ url: `${root}/${name}`, ...options })
  const open = opening.move()
  return {
    scrape: (teamId: string, name: string, options: Record<string, unknown> = {}) =>
      scrapePage(requestOf(name, options), contextOf(teamId)),
    visit: (teamId: string, name: string) => visitPage(requestOf(name, {}), contextOf(teamId)),
    async found(teamId: string, text: string): Promise<string[]> {
      const rest = { from: undefined, to: undefined, byDate: false, language: undefined }
      const request = { teamId, query: parseQuery(text), source: 'web' as const, limit: 10, ...rest }
      const hits = await index.find(request, new AbortController().signal)
      return hits.map(({ url }) => new URL(url).pathname.slice(1))
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

const newTeam = async () => (await makeTeam(database.db)).id

describe('a page that a team received', () => {
  it('is found at once, with any requested formats', async () => {
    await using line = await openLine()
    const teamId = await newTeam()
    await line.scrape(teamId, 'herrings')
    assert.deepEqual(await line.found(teamId, 'herring'), ['herrings'])
    await line.scrape(teamId, 'salmon', { formats: ['links'], includeTags: ['nav'] })
    assert.deepEqual(await line.found(teamId, 'salmon'), ['salmon'])
    await line.visit(teamId, 'trouts')
    assert.deepEqual(await line.found(teamId, 'trout'), ['trouts'])
    await line.scrape(teamId, 'pikes', { maxAge: 0 })
    assert.deepEqual(await line.found(teamId, 'pike'), ['pikes'])
  })

  it('is found when it is a document', async () => {
    await using line = await openLine()
    const teamId = await newTeam()
    await line.scrape(teamId, 'report.pdf')
    assert.deepEqual(await line.found(teamId, 'walrus filetype:pdf'), ['report.pdf'])
  })

  it('is not stored in the memos of the cache entry', async () => {
    await using line = await openLine()
    const teamId = await newTeam()
    await line.scrape(teamId, 'sharks')
    const rows = await database.db.rows(`select from page_memos where value like '%forIndex%'`)
    assert.equal(rows.length, 0)
  })

  const forbidden: [what: string, options: Record<string, unknown>][] = [
    ['under zero data retention', { zeroDataRetention: true }],
    ['when nothing may be kept', { storeInCache: false }],
    ['without its personal data', { redactPII: true }],
    ['with headers of the caller', { headers: { 'x-mine': '1' } }],
  ]
  for (const [what, options] of forbidden) {
    it(`is not found when it was scraped ${what}`, async () => {
      await using line = await openLine()
      const teamId = await newTeam()
      await line.scrape(teamId, 'otters', options)
      assert.deepEqual(await line.found(teamId, 'otters'), [])
    })
  }

  it('is not found when it is an error', async () => {
    await using line = await openLine()
    const teamId = await newTeam()
    await line.scrape(teamId, 'missing')
    assert.deepEqual(await line.found(teamId, 'missing'), [])
  })

  it('is found by a team that got it from the cache entry of another, if the cache is shared', async () => {
    await using line = await openLine(true)
    const [one, other] = [await newTeam(), await newTeam()]
    await line.scrape(one, 'whales')
    assert.deepEqual(await line.found(other, 'whales'), [])
    const { metadata } = await line.scrape(other, 'whales')
    assert.equal(metadata!.cacheState, 'hit')
    assert.deepEqual(await line.found(other, 'whales'), ['whales'])
  })

  it('is not found by a team that may not store it, even if the cache is shared', async () => {
    await using line = await openLine(true)
    const [one, other] = [await newTeam(), await newTeam()]
    await line.scrape(one, 'dolphins')
    await line.scrape(other, 'dolphins', { zeroDataRetention: true })
    assert.deepEqual(await line.found(other, 'dolphins'), [])
  })
})
