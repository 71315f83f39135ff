import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { VERSION } from '../../src/product.ts'
import { useApp } from '../support/app.ts'
import { startSite } from '../support/site.ts'
import type { Site } from '../support/site.ts'
import { waitUntil } from '../support/wait-until.ts'

const app = useApp()
let site: Site
before(async () => void (site = await startSite()))
after(() => site[Symbol.asyncDispose]())

async function ask(json: object) {
  const { status, body } = await app().call('/v2/support/ask', { json })
  assert.equal(status, 200, JSON.stringify(body))
  return body.answer as string
}

describe('a question about a job', () => {
  it('of a batch gets its state, its credits, and advice for each error', async () => {
    const urls = [`${site.url}/article`, `${site.url}/broken/reset`, `${site.url}/broken/reset?again`]
    const { body } = await app().call('/v2/batch/scrape', { json: { urls } })
    await waitUntil(
      async () => (await app().call(`/v2/batch/scrape/${body.id}`)).body.status === 'completed',
      30_000,
    )
    const answer = await ask({ question: 'Why are pages missing?', jobId: body.id })
    assert.match(
      answer,
      new RegExp(`^Batch ${body.id} is completed\\. 3 of 3 pages are done: 1 documents, 2 errors`),
    )
    assert.match(answer, /1 credits were used/)
    assert.match(answer, /SCRAPE_SITE_ERROR \(2 pages\): .*broken\/reset.*The site refused, reset or closed/s)
    assert.match(answer, /stored until 20\d\d-/)
  })

  it("of a scrape gets the site's status", async () => {
    const scraped = await app().call('/v2/scrape', { json: { url: `${site.url}/status/404` } })
    const { scrapeId } = scraped.body.data.metadata
    assert.match(await ask({ question: 'Why?', jobId: scrapeId }), /The site answered with status 404/)
  })

  it('of a task gets its result', async () => {
    const task = {
      prompt: 'The title',
      urls: [`${site.url}/article`],
      strictConstrainToURLs: true,
      maxCredits: 20,
    }
    const { body } = await app().call('/v2/agent', { json: task })
    await waitUntil(
      async () => (await app().call(`/v2/agent/${body.id}`)).body.status !== 'processing',
      30_000,
    )
    assert.match(
      await ask({ question: 'And?', jobId: body.id }),
      /^Task \S+ is completed after \d+ steps\. \d+ credits/,
    )
  })

  it('that is unknown is 404', async () => {
    const { status, body } = await app().call('/v2/support/ask', {
      json: { question: 'why?', jobId: randomUUID() },
    })
    assert.deepEqual([status, body.code], [404, 'NOT_FOUND'])
  })
})

describe('a question about the service', () => {
  it('is answered from the guides', async () => {
    assert.match(
      await ask({ question: 'How do I verify the signature of a webhook?' }),
      /\(docs\/guides\/webhooks\.md\)/,
    )
    assert.match(
      await ask({ question: 'What is SCRAPE_SSL_ERROR?' }),
      /^SCRAPE_SSL_ERROR: .*skipTlsVerification/,
    )
  })

  it('without a match in the guides gets a list of possible questions', async () => {
    assert.match(await ask({ question: 'xyzzy plugh' }), /The guides do not cover this/)
  })
})

describe('capabilities', () => {
  it('list the features of the installation, without URLs or keys', async () => {
    const { status, body } = await app().call('/v2/capabilities')
    assert.equal(status, 200)
    // Warnings are about the database server, which differs from run to run.
    const { ocr, warnings = [], ...rest } = body
    for (const warning of warnings) assert.doesNotMatch(warning, /postgres:|fc-|127\.0\.0\.1/)
    assert.ok(ocr.languages.includes('eng') && ocr.languages.includes('deu'))
    assert.deepEqual(rest, {
      success: true,
      version: VERSION,
      browser: 'ok',
      database: 'server',
      model: { name: null, pro: null },
      search: { providers: ['local'] },
      code: { languages: ['node', 'python', 'bash'] },
      urlRisk: { provider: null },
      keyless: true,
    })
  })

  it('require a key', async () => {
    assert.equal((await app().call('/v2/capabilities', { key: null })).status, 401)
  })
})
