import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { useApp } from '../support/app.ts'
import { waitForTask } from '../support/wait-for-task.ts'
import { bodyOf } from '../support/body-of.ts'
import { pageWith, startCrawlSite } from '../support/crawl-site.ts'
import type { CrawlSite, SitePage } from '../support/crawl-site.ts'
import { runCrawl, waitForCrawl } from '../support/run-crawl.ts'
import { replaceDns } from '../support/hostile/replace-dns.ts'

const BATCH = '/v2/batch/scrape'
/** Finds risky what is called so, and answers nothing sensible about what is called odd. */
const checker = await startCrawlSite(async (_path, _url, request): Promise<SitePage> => {
  const { url } = JSON.parse(String(await bodyOf(request))) as { url: string }
  if (url.includes('odd')) return { status: 500 }
  const body = JSON.stringify({ score: url.includes('risky') ? 95 : 5, categories: ['malware'] })
  return { headers: { 'content-type': 'application/json' }, body }
})
const app = useApp({
  WINNOW_ALLOWED_TARGETS: '127.0.0.0/8',
  WINNOW_URL_RISK_PROVIDER: 'http',
  WINNOW_URL_RISK_URL: checker.url,
})

let site: CrawlSite
let other: CrawlSite
let letGo = Promise.withResolvers<void>()
before(async () => {
  other = await startCrawlSite((path): SitePage => pageWith(`elsewhere ${path}`), { host: '127.0.0.2' })
  site = await startCrawlSite(async (path): Promise<SitePage> => {
    if (path === '/robots.txt') return textOf(`Sitemap: ${other.url}/listed.xml`)
    if (path === '/') return pageWith('start', ['/a', '/away', `${other.url}/x`, `${other.url}/y`])
    if (path === '/away') return { status: 302, headers: { location: `${other.url}/target` } }
    if (path === '/moved') return { status: 302, headers: { location: '/risky' } }
    if (path === '/held') await letGo.promise
    const links = LINKS[path]
    return links && pageWith(`page ${path}`, links)
  })
})
const LINKS: Record<string, string[]> = {
  '/a': [],
  '/b': [],
  '/held': ['/held/a'],
  '/held/a': [],
  '/risky': [],
  '/odd': [],
  '/hub': ['/hub/a', '/hub/risky', '/hub/missing'],
  '/hub/a': [],
  '/hub/risky': [],
}
after(async () => {
  await checker[Symbol.asyncDispose]()
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
  return {
    ...(await app().team({ organizationId: organization.id, credits })),
    organizationId: organization.id,
  }
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

/** Which of its paths a site is asked for while something is done. */
async function askedFor<Result>(of: CrawlSite, work: () => Promise<Result>) {
  const before = of.paths.length
  const result = await work()
  return { result, paths: of.paths.slice(before) }
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
    const { id, body, paths } = await runCrawl(app(), { url: site.url, allowExternalLinks: true }, key)
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

  it('takes the override of its scrape options', async () => {
    const { key } = await screenedTeam({ mode: 'off' })
    const override = { threatProtection: { blacklist: ['127.0.0.1'] } }
    const refused = await app().call('/v2/crawl', { key, json: { url: site.url, scrapeOptions: override } })
    assert.equal(refused.status, 403)
    const whitelisted = { threatProtection: { ...override.threatProtection, whitelist: ['127.0.0.1'] } }
    const { status } = await runCrawl(app(), { url: `${site.url}/a`, scrapeOptions: whitelisted }, key)
    assert.equal(status, 'completed')
  })

  it('keeps to the policy it began with', async () => {
    letGo = Promise.withResolvers()
    const { key, organizationId } = await screenedTeam({ mode: 'off' })
    const json = { url: `${site.url}/held`, sitemap: 'skip' }
    const { body } = await app().call('/v2/crawl', { key, json })
    const threatProtection = { policy: { blacklist: ['127.0.0.1'] } }
    await app().admin(`/organizations/${organizationId}`, { method: 'PATCH', json: { threatProtection } })
    letGo.resolve()
    assert.deepEqual((await waitForCrawl(app(), body.id, key)).paths, ['/held', '/held/a'])
    assert.equal((await app().call('/v2/crawl', { key, json })).status, 403)
  })

  it('is 403 when the checker blocks its start, and that check is paid for', async () => {
    const { key, id } = await screenedTeam({})
    const { result, paths } = await askedFor(site, () =>
      app().call('/v2/crawl', { key, json: { url: `${site.url}/risky` } }),
    )
    const { code, details } = result.body
    assert.deepEqual([result.status, code, details.reason], [403, BLOCKED, 'risk_score'])
    assert.deepEqual([paths, await takenFrom(id)], [[], 2])
  })

  it('pays for the check of each page once, also of those that are blocked or fail', async () => {
    const { key, id: teamId } = await screenedTeam({})
    const asked = await askedFor(site, () =>
      runCrawl(app(), { url: `${site.url}/hub`, sitemap: 'skip' }, key),
    )
    const { id, body } = asked.result
    const pages = asked.paths.filter((path) => path !== '/robots.txt')
    assert.deepEqual(pages.toSorted(), ['/hub', '/hub/a', '/hub/missing'])
    assert.deepEqual(await errorsOf(id, key), [
      [`${site.url}/hub/risky`, BLOCKED],
      [`${site.url}/hub/missing`, 'SCRAPE_SITE_ERROR'],
    ])
    assert.deepEqual([body.creditsUsed, await takenFrom(teamId)], [3 + 3 + 2 + 2, 10])
    assert.deepEqual(
      body.data.map(({ metadata }: { metadata: { creditsUsed: number } }) => metadata.creditsUsed),
      [3, 3],
    )
  })

  it('does not even ask for the robots.txt of a page that the checker blocks', async () => {
    LINKS['/leaving'] = [`${other.url}/risky`]
    const { key, id: teamId } = await screenedTeam({})
    const json = { url: `${site.url}/leaving`, sitemap: 'skip', allowExternalLinks: true }
    const { result, paths } = await askedFor(other, () => runCrawl(app(), json, key))
    assert.deepEqual(await errorsOf(result.id, key), [[`${other.url}/risky`, BLOCKED]])
    assert.deepEqual([paths, result.body.creditsUsed, await takenFrom(teamId)], [[], 5, 5])
  })

  it('pays for the check of a page also when robots.txt then asks not to visit it', async () => {
    await using shy = await startCrawlSite((path): SitePage => {
      if (path === '/robots.txt') return textOf('User-agent: *\nDisallow: /private')
      return path === '/' ? pageWith('shy', ['/private/a']) : undefined
    })
    const { key, id: teamId } = await screenedTeam({})
    const { body } = await runCrawl(app(), { url: shy.url, sitemap: 'skip' }, key)
    assert.ok(!shy.paths.includes('/private/a'))
    assert.deepEqual([body.data.length, body.creditsUsed, await takenFrom(teamId)], [1, 3 + 2, 5])
  })

  it('pays for the check of a sitemap elsewhere once, however often it is asked for', async () => {
    let tries = 0
    await using lists = await startCrawlSite((): SitePage => (tries++ === 0 ? { status: 429 } : textOf('')), {
      host: '127.0.0.2',
    })
    await using named = await startCrawlSite((path): SitePage => {
      if (path === '/robots.txt') return textOf(`Sitemap: ${lists.url}/list.txt`)
      return path === '/' ? pageWith('named') : undefined
    })
    const { key, id: teamId } = await screenedTeam({})
    const { body } = await runCrawl(app(), { url: named.url }, key)
    assert.deepEqual([tries, body.creditsUsed, await takenFrom(teamId)], [2, 3 + 2, 5])
  })

  it('follows no robots.txt to a name that its lists forbid', async () => {
    using _names = replaceDns({
      'rules.example': () => ['127.0.0.1'],
      'bad.rules.example': () => ['127.0.0.1'],
    })
    const hosts: string[] = []
    await using ruled = await startCrawlSite((path, { hostname, port }): SitePage => {
      hosts.push(hostname)
      if (path !== '/robots.txt') return pageWith('ruled')
      return { status: 302, headers: { location: `http://bad.rules.example:${port}/robots.txt` } }
    })
    const { key } = await screenedTeam({ mode: 'off', blacklist: ['bad.rules.example'] })
    const url = `http://rules.example:${ruled.port}/`
    const { paths } = await runCrawl(app(), { url, sitemap: 'skip' }, key)
    assert.deepEqual([paths, [...new Set(hosts)]], [['/'], ['rules.example']])
  })

  it('needs the credits of a page and its check', async () => {
    const { key, id } = await screenedTeam({}, 2)
    const { status } = await app().call('/v2/crawl', { key, json: { url: `${site.url}/a` } })
    assert.deepEqual([status, await takenFrom(id)], [402, 0])
  })
})

describe('a batch under threat protection', () => {
  it('lists what is blocked among its invalid URLs, and does not visit it', async () => {
    const { key, id: teamId } = await screenedTeam(NO_OTHER)
    const asked = other.paths.length
    const json = { urls: [`${site.url}/a`, `${other.url}/x`, 'nope nope'] }
    const started = await app().call(BATCH, { key, json })
    assert.deepEqual(started.body.invalidURLs, ['nope nope', `${other.url}/x`])
    const { body } = await waitForCrawl(app(), started.body.id, key, BATCH)
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

  it('lists what the checker blocks among its invalid URLs, and its job pays for that', async () => {
    const { key, id: teamId } = await screenedTeam({})
    const json = { urls: [`${site.url}/a`, `${site.url}/risky`, `${site.url}/moved`] }
    const { result, paths } = await askedFor(site, async () => {
      const started = await app().call(BATCH, { key, json })
      assert.deepEqual(started.body.invalidURLs, [`${site.url}/risky`])
      return await waitForCrawl(app(), started.body.id, key, BATCH)
    })
    assert.deepEqual(paths.toSorted(), ['/a', '/moved'])
    assert.deepEqual(await errorsOf(result.id, key, BATCH), [[`${site.url}/moved`, BLOCKED]])
    // A page with its check, one that is left out, and one whose redirect was checked as well.
    assert.deepEqual([result.body.creditsUsed, await takenFrom(teamId)], [3 + 2 + 4, 9])
  })

  it('asks about no more than a hundred at once, and about the rest when they are visited', async () => {
    const { key, id: teamId } = await screenedTeam({})
    const risky = Array.from({ length: 101 }, (_, nr) => `${site.url}/risky/${nr}`)
    const started = await app().call(BATCH, { key, json: { urls: [...risky, `${site.url}/a`] } })
    assert.deepEqual(started.body.invalidURLs, risky.slice(0, 100))
    const { body, id } = await waitForCrawl(app(), started.body.id, key, BATCH)
    assert.deepEqual(await errorsOf(id, key, BATCH), [[risky[100], BLOCKED]])
    assert.deepEqual([body.creditsUsed, await takenFrom(teamId)], [205, 205])
  })

  it('screens what is added to it', async () => {
    letGo = Promise.withResolvers()
    const { key, id: teamId } = await screenedTeam({})
    const { body } = await app().call(BATCH, { key, json: { urls: [`${site.url}/held`] } })
    const more = { urls: [`${site.url}/a`, `${site.url}/risky`], appendToId: body.id }
    const added = await app().call(BATCH, { key, json: more })
    assert.deepEqual(added.body.invalidURLs, [`${site.url}/risky`])
    letGo.resolve()
    const job = await waitForCrawl(app(), body.id, key, BATCH)
    assert.deepEqual([job.body.total, job.body.creditsUsed, await takenFrom(teamId)], [2, 8, 8])
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

  it('is 403 at once when the checker blocks a start URL, and every check is paid for', async () => {
    const { key, id } = await screenedTeam({})
    const json = { prompt: 'The title', urls: [`${site.url}/a`, `${site.url}/risky`] }
    const { result, paths } = await askedFor(site, () => app().call('/v2/agent', { key, json }))
    assert.deepEqual([result.status, result.body.code], [403, BLOCKED])
    assert.deepEqual([paths, await takenFrom(id)], [[], 4])
  })

  it('is charged with the checks of what it visits', async () => {
    const { key, id } = await screenedTeam({})
    const json = { prompt: 'The title of the page', urls: [`${site.url}/a`], strictConstrainToURLs: true }
    const started = await app().call('/v2/agent', { key, json })
    const task = await waitForTask(app(), started.body.id, { key })
    assert.deepEqual([task.status, task.creditsUsed, await takenFrom(id)], ['completed', 4, 4])
  })
})

describe('an extraction under threat protection', () => {
  it('leaves blocked URLs out as long as there are others', async () => {
    const { key, id: teamId } = await screenedTeam(NO_OTHER)
    const asked = other.paths.length
    const json = { prompt: 'The title of the page', urls: [`${site.url}/a`, `${other.url}/x`] }
    const started = await app().call('/v2/extract', { key, json })
    assert.deepEqual(started.body.invalidURLs, [`${other.url}/x`])
    const task = await waitForTask(app(), started.body.id, { key, base: '/v2/extract' })
    assert.equal(task.status, 'completed', JSON.stringify(task))
    assert.equal(other.paths.length, asked)
    assert.equal(task.creditsUsed, await takenFrom(teamId))
  })

  it('is charged with the check of what it leaves out', async () => {
    const { key, id } = await screenedTeam({})
    const json = {
      prompt: 'The title of the page',
      urls: [`${site.url}/a`, `${site.url}/risky`],
      ignoreSitemap: true,
      limit: 1,
    }
    const started = await app().call('/v2/extract', { key, json })
    assert.deepEqual(started.body.invalidURLs, [`${site.url}/risky`])
    const task = await waitForTask(app(), started.body.id, { key, base: '/v2/extract' })
    assert.deepEqual([task.status, task.creditsUsed, await takenFrom(id)], ['completed', 6, 6])
  })
})

// Last, because a checker that fails again and again is left alone for a while.
describe('a job whose addresses nobody can be asked about', () => {
  it('does what the failure policy says while nothing can be asked', async () => {
    const { key, id } = await screenedTeam({})
    const json = { url: `${site.url}/odd`, sitemap: 'skip' }
    const closed = await app().call('/v2/crawl', { key, json })
    assert.deepEqual([closed.status, closed.body.details.reason], [403, 'checker_unavailable'])
    const scrapeOptions = { threatProtection: { failurePolicy: 'open' } }
    const { body } = await runCrawl(app(), { ...json, scrapeOptions }, key)
    assert.deepEqual([body.completed, body.creditsUsed, await takenFrom(id)], [1, 1, 1])
  })
})
