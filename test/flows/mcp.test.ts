import assert from 'node:assert/strict'
import { once } from 'node:events'
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, it } from 'node:test'
import { LAMPS, LAMP_SCHEMA, startShop } from '../support/agent-site.ts'
import { API_KEY, startTestApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { pageWith, startCrawlSite } from '../support/crawl-site.ts'
import type { CrawlSite } from '../support/crawl-site.ts'
import { connectStdio, WINNOW_MCP } from '../support/tool-client.ts'
import type { ToolClient } from '../support/tool-client.ts'
import { startProvider } from '../support/search-provider.ts'
import type { FakeProvider } from '../support/search-provider.ts'
import { waitUntil } from '../support/wait-until.ts'

/** The real program on its standard streams, against the service and a site on loopback. */
let site: CrawlSite
let shop: CrawlSite
let provider: FakeProvider
let app: TestApp
let folder: string
let user: ToolClient

const SHOP = `<title>Shop</title><h1>Shop</h1><button onclick="cart.textContent = '1 item in the cart'">Add to cart</button>
  <p id=cart>The cart is empty</p>`

before(async () => {
  site = await startCrawlSite((path) => {
    if (path === '/') return pageWith('home', ['/a', '/b', '/gone'])
    if (path === '/shop') return SHOP
    return /^\/[ab]$/.test(path) ? pageWith(`page ${path}`) : undefined
  })
  shop = await startShop()
  provider = await startProvider(() => ({
    results: [{ url: `${site.url}/a`, title: 'Page a', content: 'About grain.' }],
    unresponsive_engines: [],
  }))
  app = await startTestApp({ WINNOW_SEARCH_PROVIDER: 'searxng', WINNOW_SEARCH_URL: provider.url })
  folder = await mkdtemp(join(tmpdir(), 'winnow-mcp-'))
  user = await connectStdio({ SERVICE_API_URL: `${app.url}/v2`, SERVICE_API_KEY: API_KEY })
})
afterEach(() => app.checkNothingLeft())
after(async () => {
  await user[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
  await shop[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

describe('the local MCP server', () => {
  it('lists tools with schemas and what may be assumed of them', async () => {
    const { tools } = await user.client.listTools()
    assert.ok(tools.length >= 30)
    // A model has the whole list before it in every conversation.
    const bytes = Buffer.byteLength(JSON.stringify(tools))
    assert.ok(bytes < 50_000, `${bytes}`)
    for (const { name, title, description, inputSchema, outputSchema, annotations } of tools) {
      assert.match(name, /^winnow_[a-z_]+$/)
      assert.ok(description && inputSchema.type === 'object' && outputSchema?.type === 'object', name)
      assert.equal(typeof annotations?.readOnlyHint, 'boolean', name)
      assert.ok(title, name)
    }
  })

  it('scrapes, under both names of the tool, and reads the page again as a resource', async () => {
    const document = await user.call('winnow_scrape', {
      url: `${site.url}/a`,
      formats: ['markdown', 'links'],
    })
    assert.match(document.markdown, /page \/a/)
    assert.ok(Array.isArray(document.links))
    const again = await user.call('firecrawl_scrape', { url: `${site.url}/a`, toolDetail: 'compact' })
    assert.equal(again.markdown, document.markdown)
    const { contents } = await user.client.readResource({
      uri: `winnow://scrape/${document.metadata.scrapeId}`,
    })
    assert.equal((contents[0] as { text: string }).text, document.markdown)
  })

  it('reads data in the form of a schema, asked for as other servers have it', async () => {
    const { json } = await user.call('firecrawl_scrape', {
      url: `${shop.url}/lamps/0`,
      formats: ['json'],
      jsonOptions: { schema: LAMP_SCHEMA },
    })
    assert.deepEqual(json, LAMPS[0])
  })

  it('searches, rates the search, and searches developer documentation', async () => {
    const { id, data, creditsUsed } = await user.call('winnow_search', {
      query: 'grain',
      sources: ['web', 'alexandria'],
    })
    assert.equal(data.web[0].url, `${site.url}/a`)
    assert.equal(creditsUsed, 2)
    assert.ok((await user.call('winnow_search_feedback', { searchId: id, rating: 'good' })).feedbackId)
    const about = { endpoint: 'search', jobId: id, rating: 'good', note: 'fine' }
    assert.ok((await user.call('winnow_feedback', about)).feedbackId)
    const { results } = await user.call('winnow_developer_search', { query: 'grain' })
    assert.deepEqual(results, [], 'the provider knows no site of developers')
  })

  it('has no index of papers, and says so', async () => {
    const { results, note } = await user.call('winnow_research_search_papers', { query: 'grain' })
    assert.deepEqual(results, [])
    assert.match(note, /no index of papers/)
    const related = { seed_ids: ['arxiv:1'], intent: 'grain' }
    assert.deepEqual((await user.call('winnow_research_related_papers', related)).results, [])
    assert.equal(
      (await user.callFailing('winnow_research_inspect_paper', { paperId: 'arxiv:1' })).code,
      'NOT_FOUND',
    )
    const read = { paperId: 'arxiv:1', question: 'why' }
    assert.equal((await user.callFailing('winnow_research_read_paper', read)).code, 'NOT_FOUND')
  })

  it('maps a site', async () => {
    const { links } = await user.call('winnow_map', { url: site.url })
    assert.ok(links.some(({ url }: { url: string }) => url === `${site.url}/a`))
  })

  it('crawls to the end with progress, and gives the pages again when asked', async () => {
    const steps: number[] = []
    const crawl = await user.call(
      'winnow_crawl',
      { url: site.url, limit: 10, excludePaths: ['/shop'] },
      { onprogress: ({ progress }) => void steps.push(progress) },
    )
    assert.equal(crawl.status, 'completed')
    assert.ok(crawl.data.some(({ markdown }: { markdown: string }) => /page \/b/.test(markdown)))
    assert.ok(steps.length > 0 && steps.every((step, at) => at === 0 || step > steps[at - 1]!), String(steps))
    const { data } = await user.call('winnow_check_crawl_status', { id: crawl.id, skip: 1, limit: 1 })
    assert.deepEqual(data, [crawl.data[1]])
    const { contents } = await user.client.readResource({ uri: `winnow://crawl/${crawl.id}` })
    assert.equal(JSON.parse((contents[0] as { text: string }).text).status, 'completed')
  })

  it('answers before a crawl is over when told to, and cancels it', async () => {
    const { id, status, notes } = await user.call('winnow_crawl', {
      url: site.url,
      delay: 30,
      waitSeconds: 0,
    })
    assert.equal(status, 'scraping')
    assert.match(notes[0], /winnow_check_crawl_status/)
    await user.call('winnow_cancel_job', { kind: 'crawl', id })
    assert.equal((await user.call('winnow_check_crawl_status', { id })).status, 'cancelled')
  })

  it('cancels the crawl of a call that is cancelled', async () => {
    const gone = new AbortController()
    const calling = user.call(
      'winnow_crawl',
      { url: site.url, delay: 30 },
      { signal: gone.signal, onprogress: () => gone.abort() },
    )
    await assert.rejects(calling)
    await waitUntil(async () => (await app.call('/v2/crawl/active')).body.crawls.length === 0)
  })

  it('scrapes many pages', async () => {
    const batch = await user.call('winnow_batch_scrape', { urls: [`${site.url}/a`, 'no address'] })
    assert.deepEqual([batch.status, batch.data.length, batch.invalidURLs], ['completed', 1, ['no address']])
    assert.equal((await user.call('winnow_check_batch_status', { id: batch.id })).data.length, 1)
  })

  it('lets the agent find data, and extracts it', async () => {
    const task = { prompt: 'The lamp', urls: [`${shop.url}/lamps/0`], schema: LAMP_SCHEMA }
    const found = await user.call('winnow_agent', { ...task, strictConstrainToURLs: true })
    assert.deepEqual([found.status, found.data], ['completed', LAMPS[0]])
    assert.deepEqual((await user.call('firecrawl_agent_status', { id: found.id })).data, LAMPS[0])
    const { resources } = await user.client.listResources()
    assert.ok(resources.some(({ uri }) => uri === `winnow://agent/${found.id}`))
    const read = await user.call('winnow_extract', task)
    assert.deepEqual([read.status, read.data], ['completed', LAMPS[0]])
    assert.deepEqual((await user.call('winnow_extract_status', { id: read.id })).data, LAMPS[0])
  })

  it('acts on a live page', async () => {
    const acted = await user.call('winnow_interact', {
      url: `${site.url}/shop`,
      prompt: 'Click "Add to cart"',
      timeout: 120,
    })
    assert.equal(acted.success, true, JSON.stringify(acted))
    const { scrapeId } = acted
    const read = await user.call('winnow_interact', { scrapeId, code: "await page.textContent('#cart')" })
    assert.equal(read.result, '1 item in the cart')
    const failed = await user.call('winnow_interact', { scrapeId, code: 'nothing.at.all' })
    assert.deepEqual([failed.success, failed.exitCode], [false, 1])
    assert.equal((await user.call('winnow_interact_stop', { scrapeId })).success, true)
  })

  it('opens a browser, runs a program in it and closes it', async () => {
    const { id } = await user.call('winnow_browser_open', { ttl: 60 })
    assert.equal((await user.call('winnow_browser_execute', { id, code: 'return 6 * 7' })).result, '42')
    const { sessions } = await user.call('winnow_browser_list', { status: 'active' })
    assert.deepEqual(
      sessions.map((session: { id: string }) => session.id),
      [id],
    )
    assert.equal((await user.call('winnow_browser_close', { id })).success, true)
  })

  it('parses a file of this machine', async () => {
    const filePath = join(folder, 'grain.html')
    await writeFile(filePath, '<title>Grain</title><h1>Grain</h1>')
    const { markdown } = await user.call('winnow_parse', { filePath, formats: ['markdown'] })
    assert.match(markdown, /# Grain/)
    const missing = await user.callFailing('winnow_parse', { filePath: join(folder, 'nowhere.pdf') })
    assert.equal(missing.code, 'FILE_NOT_FOUND')
  })

  it('tells the credits', async () => {
    const { data } = await user.call('winnow_credit_usage')
    assert.equal(typeof data.remainingCredits, 'number')
    assert.ok(Array.isArray((await user.call('winnow_credit_usage', { view: 'historical' })).periods))
  })

  it('says what is wrong with a call, and what to do', async () => {
    const wrong = await user.callFailing('winnow_scrape', { uri: 'x' })
    assert.equal(wrong.code, 'BAD_REQUEST')
    assert.match(wrong.message, /url/)
    const unknown = await user.callFailing('winnow_scrape', { url: `${site.url}/a`, uri: 'x' })
    assert.deepEqual([unknown.code, unknown.status], ['BAD_REQUEST', 400])
    assert.match(unknown.message, /uri/)
    const refused = await user.callFailing('winnow_scrape', { url: `${site.url}/a`, waitFor: 60_001 })
    assert.deepEqual([refused.code, refused.status], ['BAD_REQUEST', 400])
    assert.ok(refused.request_id && refused.next_actions.length > 0)
    const gone = '00000000-0000-4000-8000-000000000000'
    assert.equal((await user.callFailing('winnow_agent_status', { id: gone })).code, 'NOT_FOUND')
    await assert.rejects(user.client.callTool({ name: 'winnow_nothing' }), /Unknown tool/)
    await assert.rejects(user.client.readResource({ uri: `winnow://agent/${gone}` }))
  })
})

describe('monitors', () => {
  const id = '00000000-0000-4000-8000-000000000000'
  const calls: [tool: string, given: object, code: string][] = [
    [
      'create',
      { page: 'https://example.com', goal: 'price', scheduleText: 'every 30 minutes' },
      'NOT_IMPLEMENTED',
    ],
    ['list', { limit: 5 }, 'NOT_IMPLEMENTED'],
    ['get', { id }, 'NOT_FOUND'],
    ['update', { id, status: 'paused' }, 'NOT_FOUND'],
    ['delete', { id }, 'NOT_FOUND'],
    ['run', { id }, 'NOT_FOUND'],
    ['checks', { id }, 'NOT_FOUND'],
    ['check', { id, checkId: id }, 'NOT_FOUND'],
  ]
  it('are refused as long as the service has none', async () => {
    for (const [name, given, expected] of calls) {
      const { code, message } = await user.callFailing(`winnow_monitor_${name}`, { ...given })
      assert.equal(code, expected, `${name}: ${message}`)
    }
  })
})

describe('without a key', () => {
  it('has exactly the tools that need none', async () => {
    await using stranger = await connectStdio({ SERVICE_API_URL: app.url })
    const { tools } = await stranger.client.listTools()
    assert.deepEqual(tools.map(({ name }) => name).sort(), ['winnow_parse', 'winnow_scrape', 'winnow_search'])
    assert.match((await stranger.call('winnow_scrape', { url: `${site.url}/a` })).markdown, /page \/a/)
    const refused = await stranger.callFailing('firecrawl_crawl', { url: site.url })
    assert.equal(refused.code, 'KEYLESS_TOOL_NOT_AVAILABLE')
    assert.match(refused.next_actions[0], /API key/)
  })
})

describe('the program', () => {
  it('refuses wrong settings with exit code 2, and nothing on standard output', async () => {
    const { code, printed, complained } = await runProgram({ SERVICE_API_URL: 'nonsense' })
    assert.deepEqual([code, printed], [2, ''])
    assert.match(complained, /^winnow-mcp: SERVICE_API_URL must be/)
  })

  it('ends with its input', async () => {
    const { code, printed } = await runProgram({})
    assert.deepEqual([code, printed], [0, ''])
  })
})

async function runProgram(environment: Record<string, string>) {
  const { PATH } = process.env
  const child = spawn(WINNOW_MCP, { env: { PATH, ...environment }, stdio: ['pipe', 'pipe', 'pipe'] })
  let printed = ''
  let complained = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complained += text))
  child.stdin.end()
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, printed, complained }
}
