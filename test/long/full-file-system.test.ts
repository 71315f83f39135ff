import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { Client } from 'pg'
import { connectToRunning } from '../../src/store/embedded/start-server.ts'
import { pageWith, startCrawlSite } from '../support/crawl-site.ts'
import { spawnService, temporaryFolder } from '../support/service.ts'
import { waitUntil } from '../support/wait-until.ts'

const API_KEY = `fc-${'fedcba9876543210'.repeat(2)}`
const PAGES = 12

describe('a service with a full file system', () => {
  it(
    'reports it, survives the end of its database, and recovers when there is space',
    { timeout: 300_000 },
    async (t) => {
      await using folder = await temporaryFolder()
      const mounted = join(folder.path, 'small')
      await mkdir(mounted)
      try {
        execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=200m,mode=755', 'tmpfs', mounted], {
          stdio: 'pipe',
        })
      } catch (failure) {
        return t.skip(`NOT TESTED: a file system of its own cannot be mounted here (${String(failure)})`)
      }
      await using _mount = { [Symbol.asyncDispose]: async () => void execFileSync('umount', ['-l', mounted]) }
      const held = Promise.withResolvers<void>()
      await using site = await startCrawlSite(async (path) => {
        if (path === '/')
          return pageWith(
            'home',
            Array.from({ length: PAGES - 1 }, (_, place) => `/page/${place}`),
          )
        if (path.startsWith('/page')) await held.promise
        return pageWith(`page ${path}`)
      })
      const dataDir = join(mounted, 'data')
      await using service = await spawnService({
        env: {
          WINNOW_DATA_DIR: dataDir,
          WINNOW_API_KEY: API_KEY,
          WINNOW_ALLOWED_TARGETS: '127.0.0.1/32',
          // There is no space to unpack Chromium.
          WINNOW_CHROMIUM: '/bin/false',
        },
      })
      const call = callerOf(service.url)
      const ready = () => call('/ready')
      const crawl = await call('/v2/crawl', { url: `${site.url}/`, sitemap: 'skip' })
      await waitUntil(() => site.paths.some((path) => path.startsWith('/page')), 60_000)

      const fill = join(mounted, 'fill')
      await writeFile(fill, Buffer.alloc(200 * 1024 * 1024)).catch((failure: { code: string }) =>
        assert.equal(failure.code, 'ENOSPC'),
      )
      held.resolve()
      await waitUntil(async () => (await ready()).status === 503, 60_000)
      assert.match((await ready()).body.disk, /^full/)
      const upload = new FormData()
      upload.append('file', new Blob([Buffer.alloc(5 * 1024 * 1024, 'text ')]), 'large.txt')
      const refused = await call('/v2/parse', upload)
      assert.deepEqual([refused.status, refused.body.code], [507, 'INSUFFICIENT_STORAGE'])
      assert.doesNotMatch(JSON.stringify(refused.body), new RegExp(mounted))

      await endDatabase(dataDir)
      await waitUntil(() => service.output().includes('too full to start the embedded database'), 60_000)
      const meanwhile = await call('/v2/scrape', { url: `${site.url}/other` })
      assert.deepEqual([meanwhile.status, meanwhile.body.code], [507, 'INSUFFICIENT_STORAGE'])
      assert.doesNotMatch(JSON.stringify([meanwhile.body, (await ready()).body]), new RegExp(mounted))

      await rm(fill)
      await waitUntil(async () => (await ready()).status === 200, 60_000)
      const path = `/v2/crawl/${crawl.body.id}`
      await waitUntil(async () => (await call(path)).body.status === 'completed', 60_000)
      const { body } = await call(path)
      assert.deepEqual([body.completed, body.data.length, body.creditsUsed], [PAGES, PAGES, PAGES])
      assert.deepEqual((await call(`${path}/errors`)).body.errors, [])
      assert.equal((await call('/v2/scrape', { url: `${site.url}/other` })).status, 200)
      assert.equal(await service.stop(), 0)
    },
  )
})

/** Writes to the server's log until there is no space for the next segment, which ends the server. */
async function endDatabase(dataDir: string): Promise<void> {
  const client = new Client(await connectToRunning(dataDir))
  client.on('error', () => {})
  await client.connect()
  const writing = async () => {
    for (;;) await client.query(`select pg_logical_emit_message(true, 'filler', repeat('x', 1000000))`)
  }
  await assert.rejects(writing)
  await client.end().catch(() => undefined)
}

function callerOf(url: string) {
  // oxlint-disable-next-line typescript/no-explicit-any -- the test is what checks the shape of answers.
  return async (path: string, body?: object): Promise<{ status: number; body: any }> => {
    const isForm = body instanceof FormData
    const response = await fetch(url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${API_KEY}`,
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json() }
  }
}
