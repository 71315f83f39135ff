import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, it } from 'node:test'
import { LAMPS, LAMP_SCHEMA } from '../support/agent-site.ts'
import { startOverStdio } from '../support/firecrawl-mcp.ts'
import type { PublishedMcp, ToolAnswer } from '../support/firecrawl-mcp.ts'
import { openLampShop } from '../support/lamp-shop.ts'
import type { LampShop } from '../support/lamp-shop.ts'
import { pdfOf } from '../support/pdf-file.ts'
import { waitUntil } from '../support/wait-until.ts'

/** The published MCP server, unchanged, over standard input and output. */
const open = new AsyncDisposableStack()
const called = new Set<string>()
let world: LampShop
let mcp: PublishedMcp
let folder: string
before(async () => {
  world = await openLampShop(open)
  mcp = open.use(await startOverStdio(world.env))
  folder = await mkdtemp(join(tmpdir(), 'winnow-wire-'))
  open.defer(() => rm(folder, { recursive: true }))
})
afterEach(() => world.app.checkNothingLeft())
// All its tools must be covered, in any order of the tests.
after(async () => {
  await using _open = open
  const { tools } = await mcp.client.listTools()
  assert.equal(tools.length, 29)
  const untried = tools.map(({ name }) => name).filter((name) => !called.has(name))
  assert.deepEqual(untried, [])
})

function call(tool: string, given: Record<string, unknown>): Promise<ToolAnswer> {
  called.add(tool)
  return mcp.call(tool, given)
}

/** The result of a successful tool call. */
async function good(tool: string, given: Record<string, unknown>) {
  const answer = await call(tool, given)
  assert.equal(answer.failed, false, answer.text)
  return answer
}

/** The message of a failed tool call. */
async function failure(tool: string, given: Record<string, unknown>): Promise<string> {
  const { failed, text } = await call(tool, given)
  assert.equal(failed, true, text)
  return text
}

const HARBOUR = LAMPS[0]!

describe('the published MCP server', () => {
  it('scrapes: text, links, data with a schema, and answers to questions', async () => {
    const url = `${world.shop.url}/lamps/0`
    const { data } = await good('firecrawl_scrape', {
      url,
      formats: ['markdown', 'links', 'json'],
      jsonOptions: { prompt: 'The lamp', schema: LAMP_SCHEMA },
      onlyMainContent: true,
    })
    assert.match(data.markdown, /^# Harbour desk lamp\n[^]*warm and even light/)
    assert.doesNotMatch(data.markdown, /Home/)
    assert.ok(data.links.includes(`${world.shop.url}/lamps`))
    assert.deepEqual(data.json, HARBOUR)
    assert.deepEqual([data.metadata.title, data.metadata.statusCode], [HARBOUR.name, 200])
    const asked = await good('firecrawl_scrape', {
      url,
      formats: ['query'],
      queryOptions: { prompt: 'What does it weigh?' },
    })
    assert.match(asked.data.answer, /1\.8 kg/)
  })

  it('performs actions on a page in a browser before scraping', async () => {
    const { data } = await good('firecrawl_scrape', {
      url: world.shop.url,
      formats: ['markdown'],
      maxAge: 0,
      actions: [
        { type: 'click', selector: 'nav a[href="/lamps"]' },
        { type: 'wait', selector: '.card' },
        { type: 'scrape' },
      ],
    })
    assert.match(data.markdown, /Quay floor lamp/)
    assert.match(data.actions.scrapes[0].html, /Quay floor lamp/)
  })

  it('maps a site', async () => {
    const { data } = await good('firecrawl_map', { url: world.shop.url })
    const found = data.links.map(({ url }: { url: string }) => url.replace(/\/$/, ''))
    assert.deepEqual(found.toSorted(), world.pages.toSorted())
    const { data: searched } = await good('firecrawl_map', {
      url: `${world.shop.url}/lamps`,
      search: 'quay',
      limit: 1,
    })
    assert.deepEqual(
      searched.links.map(({ url }: { url: string }) => url),
      [`${world.shop.url}/lamps/1`],
    )
  })

  it('crawls a whole site, and reads it again by its id', async () => {
    const { data } = await good('firecrawl_crawl', {
      url: world.shop.url,
      limit: 20,
      scrapeOptions: { formats: ['markdown'] },
    })
    assert.deepEqual([data.status, data.completed, data.total], ['completed', 6, 6])
    const seen = data.data.map((page: Page) => page.metadata.sourceURL.replace(/\/$/, ''))
    assert.deepEqual(seen.toSorted(), world.pages.toSorted())
    for (const { name } of LAMPS)
      assert.ok(data.data.some(({ markdown }: Page) => markdown.startsWith(`# ${name}`)))
    const again = await good('firecrawl_check_crawl_status', { id: data.id })
    assert.deepEqual([again.data.status, again.data.data.length], ['completed', 6])
  })

  it('searches, scrapes the results, and sends feedback', async () => {
    const { data } = await good('firecrawl_search', { query: 'lamps', limit: 2 })
    assert.deepEqual(
      data.data.web.map(({ title, url }: { title: string; url: string }) => [title, url]),
      [0, 1].map((place) => [LAMPS[place]!.name, `${world.shop.url}/lamps/${place}`]),
    )
    const scraped = await good('firecrawl_search', {
      query: 'lamps',
      limit: 1,
      sources: [{ type: 'web' }],
      scrapeOptions: { formats: ['markdown'], onlyMainContent: true },
    })
    assert.match(scraped.data.data.web[0].markdown, /# Harbour desk lamp/)

    const said = await good('firecrawl_search_feedback', {
      searchId: data.id,
      rating: 'good',
      valuableSources: [{ url: `${world.shop.url}/lamps/0`, reason: 'It has the price.' }],
    })
    assert.deepEqual([said.data.success, said.data.creditsRefunded], [true, 0])
    const again = await good('firecrawl_feedback', { endpoint: 'search', jobId: data.id, rating: 'bad' })
    assert.deepEqual([again.data.feedbackId, again.data.alreadySubmitted], [said.data.feedbackId, true])
    const unknown = await good('firecrawl_feedback', {
      endpoint: 'scrape',
      jobId: randomUUID(),
      rating: 'bad',
    })
    assert.deepEqual([unknown.data.success, unknown.data.status], [false, 404])
  })

  it('reads local files', async () => {
    const page = join(folder, 'grain.html')
    const report = join(folder, 'report.pdf')
    await writeFile(page, '<h1>Grain</h1><p>It is stored dry.</p>')
    await writeFile(report, pdfOf([['# Chaff', 'It is blown away.'], ['The second page.']]))
    const parsed = await good('firecrawl_parse', { filePath: page, formats: ['markdown', 'html'] })
    assert.match(parsed.data.data.markdown, /^# Grain\n\nIt is stored dry\.$/)
    const pdf = await good('firecrawl_parse', {
      filePath: report,
      parsers: ['pdf'],
      pdfOptions: { maxPages: 1 },
    })
    assert.match(pdf.data.data.markdown, /^# Chaff\n\nIt is blown away\.$/)
    assert.equal(pdf.data.data.metadata.numPages, 1)
    await writeFile(join(folder, 'grain.xyz'), 'x')
    const refused = await failure('firecrawl_parse', { filePath: join(folder, 'grain.xyz') })
    assert.match(refused, /UNSUPPORTED_FILE_TYPE/)
  })

  it('has an agent find data', async () => {
    const { data: started } = await good('firecrawl_agent', {
      prompt: 'The lamp',
      urls: [`${world.shop.url}/lamps/0`],
      schema: LAMP_SCHEMA,
      effort: 'low',
      maxCredits: 100,
      strictConstrainToURLs: true,
    })
    let task: ToolAnswer['data']
    await waitUntil(async () => {
      task = (await good('firecrawl_agent_status', { id: started.id })).data
      return task.status !== 'processing'
    })
    assert.deepEqual([task.status, task.data], ['completed', HARBOUR])
  })

  it('runs code in the browser that holds a page, and stops it', async () => {
    const opened = await good('firecrawl_interact', {
      url: world.shop.url,
      code: "await page.click('text=Lamps'); await page.textContent('h1')",
      language: 'node',
    })
    assert.deepEqual([opened.data.success, opened.data.result], [true, 'All lamps'])
    const { scrapeId } = opened.data
    const { data } = await good('firecrawl_interact', {
      scrapeId,
      code: "await page.locator('.card').count()",
    })
    assert.deepEqual([data.success, data.result, data.exitCode], [true, '4', 0])
    const stopped = await good('firecrawl_interact_stop', { scrapeId })
    assert.equal(stopped.data.success, true)
    assert.match(await failure('firecrawl_interact', { scrapeId, code: '1' }), /ended|closed|stopped/)
  })

  it('shows remaining and used credits', async () => {
    const { data } = await good('firecrawl_credit_usage', {})
    assert.ok(data.remainingCredits > 0)
    const { data: past } = await good('firecrawl_credit_usage', { byApiKey: true })
    assert.ok(past.periods.every(({ apiKey, creditsUsed }: Period) => apiKey && creditsUsed >= 0))
  })
})

describe('the published MCP server gets the error', () => {
  const MONITORING = /Monitoring is not part of this version of the service/
  const id = randomUUID()
  const monitors: [string, object][] = [
    ['create', { page: 'https://example.com', goal: 'The price changed' }],
    ['list', {}],
  ]
  for (const [name, given] of monitors) {
    it(`that monitoring is not supported, from ${name}`, async () => {
      assert.match(await failure(`firecrawl_monitor_${name}`, { ...given }), MONITORING)
    })
  }
  const single: [string, object][] = [
    ['get', { id }],
    ['update', { id, body: { name: 'n' } }],
    ['run', { id }],
    ['delete', { id }],
    ['checks', { id }],
    ['check', { id, checkId: id }],
  ]
  for (const [name, given] of single) {
    it(`that the monitor does not exist, from ${name}`, async () => {
      assert.match(
        await failure(`firecrawl_monitor_${name}`, { ...given }),
        /There is no (monitor|check) with this id/,
      )
    })
  }

  it('that paper search is not supported, with an alternative', async () => {
    const NO_INDEX = /no index of papers[^]*categories/
    const found = await good('firecrawl_research_search_papers', { query: 'grain' })
    assert.deepEqual(found.data.results, [])
    assert.match(found.text, NO_INDEX)
    const related = { seed_ids: ['arxiv:1706.03762'], intent: 'grain' }
    assert.match((await good('firecrawl_research_related_papers', related)).text, NO_INDEX)
    const paperId = 'arxiv:1706.03762'
    assert.match(await failure('firecrawl_research_inspect_paper', { paperId }), NO_INDEX)
    assert.match(await failure('firecrawl_research_read_paper', { paperId, question: 'x' }), NO_INDEX)
  })

  it('developer content from the sites that the search covers', async () => {
    const { data, text } = await good('firecrawl_developer_search', { query: 'lamp driver', k: 2 })
    assert.deepEqual(
      data.results.map(({ url }: { url: string }) => url),
      ['https://github.com/lamps/driver/issues/7'],
    )
    assert.match(text, /flickers at low brightness/)
  })

  it('that third-party tools are not supported', async () => {
    const { data } = await good('firecrawl_find_tools', {})
    assert.deepEqual(data.data.alexandria[0].data.items, [])
    const NOT_ENABLED = /This endpoint is not enabled for this team/
    assert.match(await failure('firecrawl_find_tools', { query: 'prices of grain' }), NOT_ENABLED)
    const alexandria = { provider: 'grain', capability: 'prices', options: {} }
    assert.match(await failure('firecrawl_scrape', { alexandria }), NOT_ENABLED)
  })

  it('of its own that some tools are deprecated', async () => {
    for (const [tool, given] of [
      ['firecrawl_extract', { urls: ['https://example.com'] }],
      ['firecrawl_research_search_github', { query: 'grain' }],
    ] as const) {
      const { failed, data } = await call(tool, { ...given })
      assert.deepEqual([failed, data.code], [true, 'DEPRECATED_TOOL'])
    }
  })

  const refusals: [string, string, object, RegExp][] = [
    ['a host does not resolve', 'scrape', { url: 'http://no-such-host.invalid' }, /could not be resolved/],
    ['nothing listens', 'scrape', { url: 'http://127.0.0.1:1/' }, /connection/],
    [
      'an address is not allowed',
      'scrape',
      { url: 'http://169.254.169.254/' },
      /may not be reached[^]*not public/,
    ],
    ['a crawl is unknown', 'check_crawl_status', { id: randomUUID() }, /There is no crawl|not found/i],
    ['an agent task is unknown', 'agent_status', { id: randomUUID() }, /There is no|not found/i],
    ['a crawl asks for nothing that is', 'crawl', { url: 'http://127.0.0.1:1', limit: -1 }, /limit/],
  ]
  for (const [name, tool, given, expected] of refusals) {
    it(`when ${name}`, async () => {
      assert.match(await failure(`firecrawl_${tool}`, { ...given }), expected)
    })
  }
})

interface Page {
  markdown: string
  metadata: { sourceURL: string }
}

interface Period {
  apiKey: string
  creditsUsed: number
}
