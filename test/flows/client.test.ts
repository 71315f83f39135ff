import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { z } from 'zod'
import { verifyWebhook, Winnow } from '../../packages/client/src/client.ts'
import type { JobEvent } from '../../packages/client/src/client.ts'
import { API_KEY, useSharedApp } from '../support/app.ts'
import { pageWith, startCrawlSite } from '../support/crawl-site.ts'
import type { CrawlSite } from '../support/crawl-site.ts'
import { DATA_PAGES } from '../support/data-pages.ts'
import { pdfOf } from '../support/pdf-file.ts'
import { waitUntil } from '../support/wait-until.ts'
import { startWebhookReceiver } from '../support/webhook-receiver.ts'

const app = useSharedApp()
let site: CrawlSite
before(async () => {
  site = await startCrawlSite((path) => {
    if (path === '/') return pageWith('home', ['/a', '/b', '/c'])
    if (path === '/article') return pageWith('An article')
    return /^\/[abc]$/.test(path) ? pageWith(`page ${path}`) : DATA_PAGES[path]
  })
})
after(() => site[Symbol.asyncDispose]())

function client(apiKey = API_KEY) {
  return new Winnow({ apiKey, apiUrl: `${app().url}/v2/` })
}

const Lamp = z.object({ name: z.string(), price: z.number() })
const PATIENT = { pollMs: 100 }

describe('our client', () => {
  it('scrapes, and reads the scrape again', async () => {
    const { markdown, metadata } = await client().scrape(`${site.url}/a`, { formats: ['markdown', 'links'] })
    assert.match(markdown!, /page \/a/)
    assert.equal((await client().getScrape(metadata!.scrapeId!)).markdown, markdown)
  })

  it('gets data by a schema of zod, with its type', async () => {
    const { json } = await client().scrape(`${site.url}/lamp`, { formats: [{ type: 'json', schema: Lamp }] })
    const price: number = json.price
    assert.equal(price, 49.9)
    const { data } = await client().agent(
      { prompt: 'The lamp', urls: [`${site.url}/lamp`], strictConstrainToURLs: true, schema: Lamp },
      PATIENT,
    )
    const name: string = data.name
    assert.equal(name, 'Harbour desk lamp')
    const extracted = await client().extract({ urls: [`${site.url}/lamp`], schema: Lamp }, PATIENT)
    assert.equal(extracted.data.price, 49.9)
  })

  it('crawls, waits, tells how far it is and gives every document once', async () => {
    const counts: number[] = []
    const crawl = await client().crawl(
      site.url,
      { limit: 10 },
      { ...PATIENT, onProgress: ({ completed }) => counts.push(completed) },
    )
    assert.deepEqual([crawl.status, crawl.data.length, counts.at(-1)], ['completed', 4, 4])
    assert.equal(new Set(crawl.data.map(({ metadata }) => metadata!.sourceURL)).size, 4)
    const all = await client().getCrawl(crawl.id)
    assert.deepEqual([all.data.length, all.next ?? null], [4, null])
    assert.equal((await client().getCrawl(crawl.id, { skip: 1, limit: 2 })).data.length, 2)
    assert.deepEqual((await client().crawlErrors(crawl.id)).errors, [])
  })

  it('stops watching when the time is up, as it stops waiting', async () => {
    const { id } = await client().startCrawl(site.url, { delay: 30 })
    const watching = async () => {
      for await (const event of client().watchCrawl(id, { timeoutMs: 200.5 })) void event
    }
    await assert.rejects(watching(), { code: 'JOB_TIMEOUT', jobId: id })
    await assert.rejects(client().waitForCrawl(id, { timeoutMs: 50.5 }), { code: 'JOB_TIMEOUT', jobId: id })
    await client().cancelCrawl(id)
  })

  it('goes through the pages of a batch, and watches it over a WebSocket', async () => {
    const urls = ['/a', '/b', '/c'].map((path) => site.url + path)
    const { id } = await client().startBatch(urls)
    const events: JobEvent[] = []
    for await (const event of client().watchBatch(id)) events.push(event)
    assert.equal(events.filter(({ type }) => type === 'document').length, 3)
    assert.deepEqual(events.at(-1)?.type, 'done')
    const pages: string[] = []
    for await (const { metadata } of client().batchPages(id)) pages.push(metadata!.sourceURL!)
    assert.deepEqual(pages.toSorted(), urls)
  })

  it('stops waiting with a signal, and cancels', async () => {
    const { id } = await client().startCrawl(site.url, { delay: 30 })
    assert.ok((await client().activeCrawls()).crawls.some((crawl) => crawl.id === id))
    const stop = new AbortController()
    const onProgress = () => stop.abort()
    await assert.rejects(client().waitForCrawl(id, { signal: stop.signal, onProgress }), {
      code: 'ABORTED',
      jobId: id,
    })
    assert.equal((await client().cancelCrawl(id)).status, 'cancelled')
    assert.equal((await client().waitForCrawl(id, PATIENT)).status, 'cancelled')
  })

  it('maps, and tells usage', async () => {
    const { links } = await client().map(site.url)
    assert.ok(links.some(({ url }) => url === `${site.url}/a`))
    assert.equal(typeof (await client().creditUsage()).remainingCredits, 'number')
    assert.equal((await client().queueStatus()).success, true)
    assert.equal((await client().concurrency()).success, true)
  })

  const failures: [string, () => Promise<unknown>, object][] = [
    [
      'an unknown key',
      () => client(`fc-${'9'.repeat(32)}`).creditUsage(),
      { status: 401, code: 'UNAUTHORIZED' },
    ],
    ['no key', () => client('').creditUsage(), { status: 401 }],
    ['a bad option', () => client().scrape(site.url, { timeout: 1 }), { status: 400, code: 'BAD_REQUEST' }],
    [
      'a host that does not resolve',
      () => client().scrape('http://no-such-host.invalid'),
      { status: 200, code: 'SCRAPE_DNS_RESOLUTION_ERROR' },
    ],
    [
      'a crawl that is not there',
      () => client().waitForCrawl('7e0b6f86-9d53-4f8e-9c0e-0d2f4a1c9b11'),
      { status: 404, jobId: '7e0b6f86-9d53-4f8e-9c0e-0d2f4a1c9b11' },
    ],
    [
      'a service that is not there',
      () => new Winnow({ apiUrl: 'http://127.0.0.1:1', maxRetries: 0 }).creditUsage(),
      { code: 'NETWORK', status: undefined },
    ],
  ]
  for (const [name, call, expected] of failures)
    it(`says what is wrong with ${name}`, () => assert.rejects(call(), { name: 'WinnowError', ...expected }))

  it('knows the deliveries of a webhook', async () => {
    const { id: teamId, key } = await app().team()
    const made = await app().admin(`/teams/${teamId}/webhook-secret`, { method: 'POST' })
    const { webhookSecret: secret } = made.body as { webhookSecret: string }
    await using receiver = await startWebhookReceiver()
    await client(key).batch([`${site.url}/a`], { webhook: `${receiver.url}/hook` }, PATIENT)
    await receiver.count(3)
    for (const { raw, headers } of receiver.deliveries) {
      const signature = headers['x-winnow-signature'] as string
      assert.equal(await verifyWebhook(raw, signature, secret), true)
      assert.equal(await verifyWebhook(`${raw.toString()} `, signature, secret), false)
    }
  })
})

describe('under zero data retention our client', () => {
  const KEPT_ONCE = { zeroDataRetention: true }
  const urls = () => ['/a', '/b', '/c'].map((path) => site.url + path)
  const isGone = (id: string) =>
    waitUntil(
      async () =>
        (await client()
          .batchState(id)
          .catch(({ status }) => status as number)) === 404,
    )
  const ended = async (id: string) =>
    await waitUntil(async () => (await client().batchState(id)).status === 'completed')

  it('gets all of a crawl and of a batch', async () => {
    const crawl = await client().crawl(site.url, { limit: 10, ...KEPT_ONCE }, PATIENT)
    assert.equal(crawl.data.length, 4)
    const one = await client().crawl(site.url, { limit: 1, ...KEPT_ONCE }, PATIENT)
    assert.equal(one.data.length, 1)
    const batch = await client().batch(urls(), KEPT_ONCE, PATIENT)
    assert.equal(batch.data.length, 3)
  })

  it('asks how far a job is as often as it likes, and for its errors, before it is read', async () => {
    for (const wanted of [[`${site.url}/a`], [`${site.url}/a`, `${site.url}/missing`]]) {
      const { id } = await client().startBatch(wanted, KEPT_ONCE)
      await ended(id)
      const state = await client().batchState(id)
      assert.deepEqual([state.status, state.total, 'data' in state], ['completed', wanted.length, false])
      await client().batchErrors(id)
      assert.equal((await client().waitForBatch(id)).data.length > 0, true)
      await isGone(id)
    }
  })

  it('still has a job that was waited for in vain', async () => {
    const { id } = await client().startBatch(urls(), KEPT_ONCE)
    await assert.rejects(client().waitForBatch(id, { timeoutMs: 0 }), { code: 'JOB_TIMEOUT', jobId: id })
    await ended(id)
    assert.equal((await client().getBatch(id, { skip: 0, limit: 1 })).data.length, 1)
    assert.equal((await client().getBatch(id)).data.length, 3)
    await isGone(id)
  })

  it('goes through the pages, and watches', async () => {
    const { id } = await client().startBatch(urls(), KEPT_ONCE)
    const pages: string[] = []
    for await (const { metadata } of client().batchPages(id, PATIENT)) pages.push(metadata!.sourceURL!)
    assert.deepEqual(pages.toSorted(), urls())
    const { id: watched } = await client().startBatch(urls(), KEPT_ONCE)
    const events: JobEvent[] = []
    for await (const event of client().watchBatch(watched)) events.push(event)
    assert.equal(events.filter(({ type }) => type === 'document').length, 3)
    assert.equal(events.at(-1)?.type, 'done')
    await isGone(watched)
  })
})

const run = promisify(execFile)
const PACKAGE = join(import.meta.dirname, '../../packages/client')
const MODULES = join(import.meta.dirname, '../../node_modules')

describe('the published client', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'winnow-client-'))
    const installed = join(folder, 'node_modules/@winnow/client')
    await mkdir(installed, { recursive: true })
    await run(process.execPath, [join(PACKAGE, 'build.mjs'), join(installed, 'dist'), '--code'])
    await writeFile(join(installed, 'package.json'), await readFile(join(PACKAGE, 'package.json')))
    await symlink(join(MODULES, 'zod'), join(folder, 'node_modules/zod'))
    await writeFile(join(folder, 'report.pdf'), pdfOf([['# Grain', 'It is stored dry.']]))
  })
  after(() => rm(folder, { recursive: true }))

  it('is imported and required, also by an older Node', async () => {
    const { stdout } = await run('node', ['--version'], {
      env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
    }).catch(() => ({
      stdout: '',
    }))
    const older =
      Number(/^v(\d+)/.exec(stdout)?.[1] ?? 0) >= 20 ? ['/usr/bin/env', 'node'] : [process.execPath]
    await writeFile(join(folder, 'a.mjs'), `import { Winnow } from '@winnow/client'\n${USE}`)
    await writeFile(join(folder, 'b.cjs'), `const { Winnow } = require('@winnow/client')\n${USE}`)
    for (const file of ['a.mjs', 'b.cjs']) {
      const { stdout: said } = await run(older[0]!, [...older.slice(1), join(folder, file)], {
        env: environment(),
      })
      assert.equal(said.trim(), 'number')
    }
  })

  it('runs in a page of a browser, of another origin than the service', async () => {
    const code = await readFile(join(folder, 'node_modules/@winnow/client/dist/esm/client.js'), 'utf8')
    await using pages = await startCrawlSite((path) =>
      path === '/client.js'
        ? { headers: { 'content-type': 'text/javascript' }, body: code }
        : pageWith('Here'),
    )
    const { id } = await client().openBrowser({})
    const use = `async ([apiUrl, apiKey, url]) => {
      const { Winnow, WinnowError } = await import('/client.js')
      const winnow = new Winnow({ apiUrl, apiKey })
      const { markdown } = await winnow.scrape(url + '/a')
      const { id } = await winnow.startBatch([url + '/b'])
      const events = []
      for await (const event of winnow.watchBatch(id)) events.push(event.type)
      const failure = await winnow.parse('report.pdf').catch((failure) => failure)
      const parsed = await winnow.parse(new File(['<h1>Grain</h1>'], 'grain.html'))
      const isKnown = failure instanceof WinnowError
      return [location.origin, typeof process, markdown, events.at(-1), isKnown && failure.code, parsed.markdown]
    }`
    const given = JSON.stringify([app().url, API_KEY, site.url])
    const ran = await client().runInBrowser(id, {
      language: 'node',
      code: `await page.goto(${JSON.stringify(pages.url)}); JSON.stringify(await page.evaluate(${use}, ${given}))`,
    })
    await client().closeBrowser(id)
    assert.equal(ran.success, true, JSON.stringify(ran))
    const [origin, node, markdown, last, refused, parsed] = JSON.parse(ran.result!) as string[]
    assert.deepEqual([origin, node, last, refused], [pages.url, 'undefined', 'done', 'BAD_OPTION'])
    assert.match(markdown!, /page \/a/)
    assert.match(parsed!, /# Grain/)
  })

  it('does what its README shows', async () => {
    const blocks = [...(await readFile(join(PACKAGE, 'README.md'), 'utf8')).matchAll(/^```ts\n(.*?)^```/gms)]
    assert.ok(blocks.length > 5)
    const files = await Promise.all(
      blocks.map(async ([, code], at) => {
        const here = code!
          .replaceAll('https://example.com', site.url)
          .replace('http://localhost:3002', app().url)
          .replace('fc-…', API_KEY)
        await writeFile(join(folder, `block-${at}.ts`), here)
        return `./block-${at}.ts`
      }),
    )
    await writeFile(join(folder, 'all.mjs'), files.map((file) => `await import('${file}')\n`).join(''))
    const { stdout } = await run(process.execPath, ['all.mjs'], { cwd: folder, env: environment() })
    for (const said of [
      /An article/,
      /Harbour desk lamp 99\.8/,
      /^completed$/m,
      /# Grain/,
      /SCRAPE_DNS_RESOLUTION_ERROR 200/,
    ])
      assert.match(stdout, said)
  })

  function environment() {
    return {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      SERVICE_API_URL: app().url,
      SERVICE_API_KEY: API_KEY,
      NODE_NO_WARNINGS: '1',
    }
  }
})

const USE =
  'new Winnow().creditUsage().then(({ remainingCredits }) => console.log(typeof remainingCredits))\n'
