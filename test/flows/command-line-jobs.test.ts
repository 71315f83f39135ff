import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { useSharedApp } from '../support/app.ts'
import { openCommandLine } from '../support/command-line.ts'
import type { CommandLine } from '../support/command-line.ts'
import { pageWith, startCrawlSite } from '../support/crawl-site.ts'
import type { CrawlSite } from '../support/crawl-site.ts'
import { waitUntil } from '../support/wait-until.ts'

const POLL = ['--poll-interval', '0.05']

describe('a job under zero data retention, which can be read once', () => {
  const app = useSharedApp()
  let site: CrawlSite
  let line: CommandLine
  let environment: Record<string, string>
  before(async () => {
    site = await startCrawlSite((path) =>
      path === '/only' ? pageWith('Only') : path === '/one' ? pageWith('One', ['/one/missing']) : undefined,
    )
    line = await openCommandLine(() => app().url)
    const { key } = await app().team({ zeroDataRetention: true })
    environment = { SERVICE_API_KEY: key }
  })
  after(async () => {
    await using _site = site
    await using _line = line
  })
  const winnow = (...args: string[]) => line.winnow(args, { environment })
  const hasEnded = async (noun: string, id: string) => {
    const { code, out, err } = await winnow(noun, id, '--status', '--json')
    assert.equal(code, 0, err)
    return JSON.parse(out).status === 'completed'
  }

  it('is not consumed by status requests, and returns its errors', async () => {
    const id = (await winnow('crawl', `${site.url}/one`, '--no-wait')).out.trim()
    await waitUntil(() => hasEnded('crawl', id))
    assert.ok(await hasEnded('crawl', id), 'asking twice')
    const read = await winnow('crawl', id, '--json', ...POLL)
    const { data, errors } = JSON.parse(read.out)
    assert.deepEqual([read.code, data.length, errors[0].url], [3, 1, `${site.url}/one/missing`], read.err)
    await waitUntil(async () => (await winnow('crawl', id, '--status')).code === 1)
    assert.match((await winnow('crawl', id)).err, /were read and then deleted/)
  })

  it('fills its folder', async () => {
    const args = ['crawl', `${site.url}/only`, '-o', 'only/']
    const started = await winnow(...args, '--no-wait')
    const id = started.out.trim()
    assert.match(started.err, new RegExp(`resume: winnow crawl ${id} -o "only/"`))
    await waitUntil(() => hasEnded('crawl', id))
    const filled = await winnow(...args, ...POLL)
    assert.equal(filled.code, 0, filled.err)
    assert.match(filled.err, new RegExp(`Resuming crawl ${id}`))
    assert.match(await readFile(join(line.folder, 'only', 'only.md'), 'utf8'), /# Only/)
  })
})

describe('a job of a failing service', () => {
  const ID = '01890a5d-ac96-774b-bcce-b302099a8057'
  const STATE = { success: true, status: 'completed', completed: 1, total: 1 }
  const PAGE = { markdown: '# Page', metadata: { sourceURL: 'https://a.test/' } }
  /** The service's response to a request about the job, in each test. */
  let answer: (path: string, query: URLSearchParams, response: ServerResponse) => object
  const service = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://service.test')
    const body = answer(pathname, searchParams, response)
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  })
  let line: CommandLine
  before(async () => {
    service.listen(0, '127.0.0.1')
    await once(service, 'listening')
    line = await openCommandLine(() => `http://127.0.0.1:${(service.address() as AddressInfo).port}`)
  })
  after(async () => {
    service.closeAllConnections()
    service.close()
    await line[Symbol.asyncDispose]()
  })

  it('returns its pages even if its errors are not available', async () => {
    answer = (path, _, response) => {
      if (!path.endsWith('/errors')) return { ...STATE, data: [PAGE] }
      response.statusCode = 404
      return { success: false, error: 'It was read.' }
    }
    for (const args of [['--json'], ['-o', 'pages/']]) {
      const { code, out, err } = await line.winnow(['crawl', ID, ...args, ...POLL])
      assert.equal(code, 0, err)
      assert.match(err, /The list of failed pages is not available: It was read\./)
      const written = args.includes('--json')
        ? JSON.parse(out).data
        : JSON.parse(await readFile(join(line.folder, 'pages', 'winnow-index.json'), 'utf8')).pages
      assert.equal(written.length, 1)
    }
  })

  it('is waited for as long as the service asks', async () => {
    answer = (_path, _query, response) => {
      response.statusCode = 429
      response.setHeader('retry-after', '3600')
      return { success: false, error: 'Rate limit exceeded.' }
    }
    for (const noun of ['crawl', 'agent']) {
      const { code, err } = await line.winnow([noun, ID, '--timeout', '0.3', ...POLL])
      assert.equal(code, 1, err)
      assert.match(err, new RegExp(`not ended within 0\\.3 s.*resume: winnow ${noun} ${ID}`, 's'))
    }
  })

  it('is left at the time limit, also while pages arrive', { timeout: 60_000 }, async () => {
    answer = (_path, query) => ({
      ...STATE,
      status: 'scraping',
      next: 'more',
      data: Number(query.get('skip')) < 1e9 ? Array.from({ length: 100 }, () => PAGE) : [],
    })
    const { code, err } = await line.winnow(['crawl', ID, '--jsonl', '--timeout', '0.3'])
    assert.equal(code, 1, err)
    assert.match(err, /not ended within 0\.3 s.*\(\d+00 pages received so far\)/s)
  })

  it('can be resumed after the service failed', async () => {
    let asked = 0
    answer = (_path, _query, response) => {
      if (asked++ < 2) return { ...STATE, status: 'scraping', data: [] }
      response.statusCode = 400
      return { success: false, error: 'The database is away.' }
    }
    const { code, err } = await line.winnow(['crawl', ID, '-o', 'gone/', ...POLL])
    assert.equal(code, 1)
    assert.match(
      err,
      new RegExp(`^winnow: The database is away.*resume: winnow crawl ${ID} -o "gone/"`, 'ms'),
    )
  })

  it('can be waited for longer than the maximum timer delay', async () => {
    answer = () => ({ ...STATE, data: [PAGE], errors: [] })
    const { code, err } = await line.winnow(['crawl', ID, '--timeout', '9999999', ...POLL])
    assert.equal(code, 0, err)
  })
})
