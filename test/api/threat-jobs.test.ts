import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { useApp } from '../support/app.ts'
import { ended } from '../support/agent-call.ts'
import { pageWith, startCrawlSite } from '../support/crawl-site.ts'
import type { CrawlSite, SitePage } from '../support/crawl-site.ts'
import { crawl, finished } from '../support/crawling.ts'

const BATCH = '/v2/batch/scrape'
const app = useApp({ WINNOW_ALLOWED_TARGETS: '127.0.0.0/8' })

let site: CrawlSite
let other: CrawlSite
before(async () => {
  other = await startCrawlSite((path): SitePage => pageWith(`elsewhere ${path}`), { host: '127.0.0.2' })
  site = await startCrawlSite((path): SitePage => {
    if (path === '/robots.txt') return textOf(`Sitemap: ${other.url}/listed.xml`)
    if (path === '/') return pageWith('start', ['/a', '/away', `${other.url}/x`, `${other.url}/y`])
    if (path === '/away') return { status: 302, headers: { location: `${other.url}/target` } }
    return path === '/a' || path === '/b' ? pageWith(`page ${path}`) : undefined
  })
})
after(async () => {
  await site[Symbol.asyncDispose]()
  await other[Symbol.asyncDispose]()
})

function textOf(body: string): SitePage {
  return { headers: { 'content-type': 'text/plain' }, body }
}

/** A team of an organization that screens addresses. */
async function screenedTeam(policy: object, credits = 1000) {
  const { body: organization } = await app().admin('/organizations', {
    json: { name: 'Screened', threatProtection: { enabled: true, policy } },
  })
  return await app().team({ organizationId: organization.id, credits })
}

/** What was taken from a team. */
async function takenFrom(teamId: string): Promise<number> {
  const [row] = await app().database.db.rows<{ used: number }>(
    `select coalesce(sum(used), 0)::bigint as used from credit_entries where team_id = $1 and kind = 'settle'`,
    [teamId],
  )
  return row!.used
}

async function errorsOf(id: string, key: string, base = '/v2/crawl') {
  const { body } = await app().call(`${base}/${id}/errors`, { key })
  return body.errors.map(({ url, code }: { url: string; code: string }) => [url, code])
}

const BLOCKED = 'unsafe_domain_blocked'
const NO_OTHER = { mode: 'off', blacklist: ['127.0.0.2'] }

describe('a crawl under threat protection', () => {
  it('is 403 when its start is blocked, and asks for nothing', async () => {
    const { key, id } = await screenedTeam(NO_OTHER)
    const asked = other.paths.length
    const { status, body } = await app().call('/v2/crawl', { key, json: { url: `${other.url}/x` } })
    assert.deepEqual([status, body.code, body.details.reason], [403, BLOCKED, 'blacklist'])
    assert.equal(other.paths.length, asked)
    assert.equal(await takenFrom(id), 0)
  })

  it('skips discovered links and redirects that are blocked, and lists them', async () => {
    const { key, id: teamId } = await screenedTeam(NO_OTHER)
    const asked = other.paths.length
    const { id, body, paths } = await crawl(app(), { url: site.url, allowExternalLinks: true }, key)
    assert.deepEqual(paths, ['/', '/a'])
    assert.equal(other.paths.length, asked)
    assert.deepEqual((await errorsOf(id, key)).toSorted(), [
      [`${site.url}/away`, BLOCKED],
      [`${other.url}/listed.xml`, BLOCKED],
      [`${other.url}/x`, BLOCKED],
      [`${other.url}/y`, BLOCKED],
    ])
    assert.deepEqual([body.completed, body.total], [3, 3])
    assert.equal(body.creditsUsed, await takenFrom(teamId))
  })

  it('takes the override of its scrape options, and keeps to the policy it began with', async () => {
    const { key } = await screenedTeam({ mode: 'off' })
    const override = { threatProtection: { blacklist: ['127.0.0.1'] } }
    const refused = await app().call('/v2/crawl', { key, json: { url: site.url, scrapeOptions: override } })
    assert.equal(refused.status, 403)
    const whitelisted = { threatProtection: { ...override.threatProtection, whitelist: ['127.0.0.1'] } }
    const { status } = await crawl(app(), { url: `${site.url}/a`, scrapeOptions: whitelisted }, key)
    assert.equal(status, 'completed')
  })
})

describe('a batch under threat protection', () => {
  it('lists what is blocked among its invalid URLs, and does not visit it', async () => {
    const { key, id: teamId } = await screenedTeam(NO_OTHER)
    const asked = other.paths.length
    const json = { urls: [`${site.url}/a`, `${other.url}/x`, 'nope nope'] }
    const started = await app().call(BATCH, { key, json })
    assert.deepEqual(started.body.invalidURLs, ['nope nope', `${other.url}/x`])
    const { body } = await finished(app(), started.body.id, key, BATCH)
    assert.deepEqual([body.total, body.data.length, other.paths.length - asked], [1, 1, 0])
    assert.equal(body.creditsUsed, await takenFrom(teamId))
  })

  it('is 403 when all is blocked, or something is and nothing is to be left out', async () => {
    const { key } = await screenedTeam(NO_OTHER)
    const all = await app().call(BATCH, { key, json: { urls: [`${other.url}/x`, `${other.url}/y`] } })
    assert.deepEqual([all.status, all.body.code], [403, BLOCKED])
    const strict = { urls: [`${site.url}/a`, `${other.url}/x`], ignoreInvalidURLs: false }
    assert.equal((await app().call(BATCH, { key, json: strict })).status, 403)
  })
})

describe('an agent under threat protection', () => {
  it('is 403 at once when a start URL is blocked, and never asks for it', async () => {
    const { key } = await screenedTeam(NO_OTHER)
    const asked = other.paths.length
    for (const base of ['/v2/agent', '/v2/extract']) {
      const json = { prompt: 'The title', urls: [`${other.url}/x`] }
      const { status, body } = await app().call(base, { key, json })
      assert.deepEqual([status, body.code], [403, BLOCKED])
    }
    assert.equal(other.paths.length, asked)
  })
})

describe('an extraction under threat protection', () => {
  it('leaves blocked URLs out as long as there are others', async () => {
    const { key, id: teamId } = await screenedTeam(NO_OTHER)
    const asked = other.paths.length
    const json = { prompt: 'The title of the page', urls: [`${site.url}/a`, `${other.url}/x`] }
    const started = await app().call('/v2/extract', { key, json })
    assert.deepEqual(started.body.invalidURLs, [`${other.url}/x`])
    const task = await ended(app(), started.body.id, { key, base: '/v2/extract' })
    assert.equal(task.status, 'completed', JSON.stringify(task))
    assert.equal(other.paths.length, asked)
    assert.equal(task.creditsUsed, await takenFrom(teamId))
  })
})
