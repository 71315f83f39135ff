import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { startCrawlSite } from '../support/crawl-site.ts'
import type { CrawlSite } from '../support/crawl-site.ts'
import { DATA_PAGES } from '../support/data-pages.ts'
import { startModel } from '../support/model.ts'
import { waitUntil } from '../support/wait-until.ts'
import type { FakeModel } from '../support/model.ts'

const opened = new AsyncDisposableStack()
let site: CrawlSite
let model: FakeModel
let app: TestApp
/** What the model says next, whatever it is asked. */
let says: Parameters<typeof startModel>[0]

before(async () => {
  site = opened.use(await startCrawlSite((path) => DATA_PAGES[path.split('?')[0]!]))
  model = opened.use(await startModel((asked) => says(asked)))
  app = opened.use(
    await startTestApp({
      WINNOW_LLM_URL: model.url,
      WINNOW_LLM_MODEL: 'large-words',
      WINNOW_LLM_KEY: 'sk-none',
    }),
  )
})
after(() => opened.disposeAsync())

let pages = 0
async function scrape(path: string, options: object, isNew = true) {
  const url = `${site.url}${path}?${isNew ? ++pages : pages}`
  const { status, body } = await app.call('/v2/scrape', { json: { url, ...options } })
  assert.equal(status, 200, JSON.stringify(body))
  return body.data
}

const SCHEMA = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    weight: { type: 'string' },
    bulb: { type: 'string' },
    designer: { type: 'string' },
  },
  required: ['name'],
}
const JSON_FORMAT = { formats: [{ type: 'json', schema: SCHEMA }] }

const LAMP = JSON.stringify({ name: 'Harbour desk lamp' })

/** A request that asks about a copy; the model has heard the question and answers when it is told to. */
async function heldQuestion(options: object = JSON_FORMAT) {
  await scrape('/lamp', { formats: ['markdown'] })
  const before = model.requests.length
  const held = Promise.withResolvers<string>()
  says = () => held.promise
  const first = scrape('/lamp', options, false)
  await waitUntil(() => model.requests.length > before)
  return { first, answer: () => held.resolve(LAMP), timesAsked: () => model.requests.length - before }
}

/** Waits until at least this many statements wait for a lock on a table. */
function waitForBlocked(table: string, mode: string, count: number): Promise<void> {
  return waitUntil(async () => {
    const blocked = await app.database.db.rows(
      `select from pg_locks where not granted and relation = $1::regclass and mode = $2`,
      [table, mode],
    )
    return blocked.length >= count
  })
}

describe('with a model', () => {
  it('its answer is given, and said to be its own', async () => {
    says = () => JSON.stringify({ name: 'Harbour desk lamp', weight: '1.8 kg', bulb: 'E14, 6 W' })
    const { json, extraction, metadata } = await scrape('/lamp', JSON_FORMAT)
    assert.deepEqual(json, { name: 'Harbour desk lamp', weight: '1.8 kg', bulb: 'E14, 6 W' })
    assert.deepEqual([extraction.engine, metadata.engine], ['large-words', 'large-words'])
    assert.ok(metadata.tokensUsed > 0)
  })

  it('is shown the page and what was found without it, and the page as data', async () => {
    says = () => LAMP
    await scrape('/lamp', JSON_FORMAT)
    const { messages } = model.requests.at(-1)!.body
    assert.match(JSON.stringify(messages), /Cable length/)
    assert.doesNotMatch(
      messages.find(({ role }: { role: string }) => role === 'system').content,
      /Cable length/,
    )
  })

  it('what it made up is flagged, or replaced by what the page says', async () => {
    says = () =>
      JSON.stringify({ name: 'Harbour desk lamp', bulb: 'Halogen R7s', designer: 'Wilma Arbuckle' })
    const { json, extraction, warning } = await scrape('/lamp', JSON_FORMAT)
    assert.equal(json.bulb, 'E14, 6 W')
    assert.deepEqual(extraction.unsupported, ['/designer'])
    assert.match(warning, /designer/)
  })

  it('is asked once for the same page, and its answer is remembered', async () => {
    says = () => LAMP
    const before = model.requests.length
    const first = await scrape('/lamp', JSON_FORMAT)
    const asked = model.requests.length - before
    const again = await scrape('/lamp', JSON_FORMAT, false)
    assert.deepEqual([asked, model.requests.length - before], [1, 1])
    assert.deepEqual([again.json, again.metadata.cacheState], [first.json, 'hit'])
  })

  it('is asked once for the same question about a copy, however many ask at once', async () => {
    const { first, answer, timesAsked } = await heldQuestion()
    const second = scrape('/lamp', JSON_FORMAT, false)
    answer()
    const answers = await Promise.all([first, second])
    assert.deepEqual(
      answers.map(({ metadata }) => metadata.engine),
      ['large-words', 'large-words'],
    )
    assert.equal(timesAsked(), 1)
  })

  it('is not asked again while its answer is being remembered', async () => {
    const { first, answer, timesAsked } = await heldQuestion()
    const { second } = await app.database.db.transaction(async (tx) => {
      await tx.rows(`lock table page_memos in share mode`)
      answer()
      await waitForBlocked('page_memos', 'RowExclusiveLock', 1)
      const second = scrape('/lamp', JSON_FORMAT, false)
      await waitForBlocked('page_memos', 'RowExclusiveLock', 2)
      return { second }
    })
    const answers = await Promise.all([first, second])
    assert.deepEqual(answers[1].json, answers[0].json)
    assert.equal(timesAsked(), 1)
  })

  it('is not asked again by a request that looked for its answer before it was remembered', async () => {
    const { first, answer, timesAsked } = await heldQuestion()
    const { second } = await app.database.db.transaction(async (tx) => {
      // What other pages of the site say is read after looking for an answer and before asking for one.
      await tx.rows(`lock table page_traces in access exclusive mode`)
      const second = scrape('/lamp', JSON_FORMAT, false)
      await waitForBlocked('page_traces', 'AccessShareLock', 1)
      answer()
      await first
      return { second }
    })
    assert.deepEqual((await second).json, (await first).json)
    assert.equal(timesAsked(), 1)
  })

  for (const [what, firstMs, secondMs] of [
    ['first', 3_000, 60_000],
    ['second', 60_000, 3_000],
  ] as const) {
    it(`leaves each who asks its own time, also when the ${what} has little`, async () => {
      const { first, answer, timesAsked } = await heldQuestion({ ...JSON_FORMAT, timeout: firstMs })
      const second = scrape('/lamp', { ...JSON_FORMAT, timeout: secondMs }, false)
      const [short, long] = what === 'first' ? [first, second] : [second, first]
      assert.equal((await short).metadata.engine, 'embedded')
      answer()
      assert.equal((await long).metadata.engine, 'large-words')
      assert.equal(timesAsked(), 1)
    })
  }

  it('says what is required and was not found', async () => {
    says = () => JSON.stringify({ weight: '1.8 kg' })
    const schema = { ...SCHEMA, required: ['designer'] }
    const { json, warning } = await scrape('/lamp', { formats: [{ type: 'json', schema }] })
    assert.equal(json.designer, undefined)
    assert.match(warning, /Required.*designer/)
  })

  it('is not asked about pages without a text', async () => {
    const before = model.requests.length
    const { warning } = await scrape('/empty', JSON_FORMAT)
    assert.equal(model.requests.length, before)
    assert.ok(warning.length > 10)
  })

  it('is not asked by a crawl about pages that lead nowhere', async () => {
    says = () => LAMP
    const before = model.requests.length
    const started = await app.call('/v2/crawl', {
      json: { url: `${site.url}/lamp`, limit: 3, sitemap: 'skip', scrapeOptions: JSON_FORMAT },
    })
    await waitUntil(async () => (await app.call(`/v2/crawl/${started.body.id}`)).body.status === 'completed')
    assert.equal(model.requests.length - before, 1)
  })

  it('answers questions, and says when the page does not', async () => {
    says = () => JSON.stringify({ answer: 'It was made in 1874.' })
    const question = { formats: [{ type: 'question', question: 'When was the survey made?' }] }
    const { answer, metadata } = await scrape('/rivers', question)
    assert.equal(answer, 'It was made in 1874.')
    assert.equal(metadata.engine, 'large-words')
  })

  it('never sees personal data that is to be taken out', async () => {
    says = () => JSON.stringify({ answer: 'Somebody.' })
    await scrape('/team', {
      formats: [{ type: 'question', question: 'Who looks after the account?' }],
      redactPII: true,
    })
    assert.doesNotMatch(JSON.stringify(model.requests.at(-1)), /maria\.gonzalez|John Smith|DE89/)
  })
})

describe('a model that fails', () => {
  const failures: [string, Parameters<typeof startModel>[0]][] = [
    ['turns the key away', () => ({ status: 401, body: '{"error":{"message":"no such key sk-none"}}' })],
    ['answers with nonsense', () => 'I would rather not.'],
  ]
  for (const [what, saying] of failures) {
    it(`and ${what} leaves the answer to the embedded engine, which says so`, async () => {
      says = saying
      const { json, warning, metadata } = await scrape('/lamp', JSON_FORMAT)
      assert.equal(json.name, 'Harbour desk lamp')
      assert.equal(metadata.engine, 'embedded')
      assert.match(warning, /The model did not answer, so the embedded engine did\./)
      assert.doesNotMatch(warning, /sk-none/)
    })
  }

  it('and takes too long leaves time for the answer of the embedded engine', async () => {
    says = () => new Promise(() => {})
    const { json, warning } = await scrape('/lamp', { ...JSON_FORMAT, timeout: 4_000 })
    assert.equal(json.name, 'Harbour desk lamp')
    assert.match(warning, /The model did not answer/)
  })

  it('for one format leaves the data whose changes are tracked to those it answered', async () => {
    const formats = [
      'markdown',
      { type: 'summary' },
      { type: 'changeTracking', modes: ['json'], schema: SCHEMA },
    ]
    says = ({ body }) =>
      /summar/i.test(JSON.stringify(body.messages[0]))
        ? { status: 401 }
        : JSON.stringify({ name: 'Harbour desk lamp' })
    const { changeTracking, warning } = await scrape('/lamp', { formats })
    assert.match(warning, /The model did not answer/)
    assert.doesNotMatch(warning, /no data could be extracted/)
    assert.deepEqual(changeTracking.json.name, { previous: null, current: 'Harbour desk lamp' })
  })

  it('is asked again the next time', async () => {
    says = () => ({ status: 401 })
    await scrape('/lamp', JSON_FORMAT)
    says = () => JSON.stringify({ name: 'Harbour desk lamp', bulb: 'E14, 6 W' })
    const { metadata } = await scrape('/lamp', JSON_FORMAT, false)
    assert.deepEqual([metadata.engine, metadata.cacheState], ['large-words', 'hit'])
  })
})
