import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { chromium } from 'playwright-core'
import type { ThreatPolicy } from '../../src/contract/threat-protection.ts'
import { startTestApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { startProvider } from '../support/search-provider.ts'
import type { FakeProvider } from '../support/search-provider.ts'
import { startSite } from '../support/site.ts'
import type { Site } from '../support/site.ts'

const stack = new AsyncDisposableStack()
let app: TestApp
let site: Site
let other: Site
let checker: FakeProvider
let hits: string[] = []

before(async () => {
  site = stack.use(await startSite())
  other = stack.use(await startSite({ host: '127.0.0.2' }))
  // What an address says about itself is what the checker says about it.
  checker = stack.use(
    await startProvider(({ body }) => {
      const { url } = JSON.parse(body) as { url: string }
      if (url.includes('unrated')) return { status: 500, body: '' }
      const score = Number(/risk=(\d+)/.exec(url)?.[1] ?? 0)
      return { score, categories: score > 0 ? ['malware'] : [] }
    }),
  )
  const searx = stack.use(
    await startProvider(() => ({
      results: hits.map((url) => ({ url, title: 'A result', content: 'What the engine says.' })),
      unresponsive_engines: [],
    })),
  )
  app = stack.use(
    await startTestApp({
      WINNOW_ALLOWED_TARGETS: '127.0.0.0/8',
      WINNOW_URL_RISK_PROVIDER: 'http',
      WINNOW_URL_RISK_URL: checker.url,
      WINNOW_SEARCH_PROVIDER: 'searxng',
      WINNOW_SEARCH_URL: searx.url,
    }),
  )
})
after(() => stack.disposeAsync())

/** A team of an organization that screens by this policy. */
async function screenedTeam(policy: Partial<ThreatPolicy> = {}, more: object = {}, credits = 1000) {
  const { body } = await app.admin('/organizations', {
    json: { name: 'Screened', threatProtection: { enabled: true, policy, ...more } },
  })
  const { id, key } = await app.team({ organizationId: body.id, credits })
  const call = async (path: string, json: object) => {
    const answer = await app.call(path, { key, json })
    await app.checkNothingLeft()
    return answer
  }
  return {
    key,
    call,
    scrape: (url: string, options: object = {}) => call('/v2/scrape', { url, ...options }),
    change: (threatProtection: object) =>
      app.admin(`/organizations/${body.id}`, { method: 'PATCH', json: { threatProtection } }),
    async spent() {
      return credits - (await app.admin(`/teams/${id}`)).body.credits
    },
  }
}

/** What the checker and the sites were asked for meanwhile. */
async function during<Result>(work: () => Promise<Result>) {
  const [checked, own, others] = [checker.requests.length, site.requests.length, other.requests.length]
  const result = await work()
  return {
    result,
    checked: checker.requests.slice(checked).map(({ body }) => (JSON.parse(body) as { url: string }).url),
    site: site.requests.slice(own).map(({ path }) => path),
    other: other.requests.slice(others).map(({ path }) => path),
  }
}

const away = (target: string) => `/redirect/to?url=${encodeURIComponent(target)}`
const pageOf = (html: string) => `/page?html=${encodeURIComponent(html)}`

describe('own lists decide first, for free', () => {
  it('a blacklisted domain is blocked before it is visited, and says why', async () => {
    const team = await screenedTeam({ blacklist: ['127.0.0.2'] })
    const { result, ...asked } = await during(() => team.scrape(`${other.url}/article?risk=90`))
    assert.deepEqual([result.status, result.body.code], [403, 'unsafe_domain_blocked'])
    assert.match(result.body.error, /blacklist/)
    assert.equal(result.body.details.reason, 'blacklist')
    assert.deepEqual([asked, await team.spent()], [{ checked: [], site: [], other: [] }, 0])
  })

  it('a plain domain blocks its subdomains too, and no name that only ends alike', async () => {
    const team = await screenedTeam({ mode: 'off', blacklist: ['bad.example'] })
    for (const host of ['bad.example', 'www.bad.example', 'A.B.Bad.Example.']) {
      const { status, body } = await team.scrape(`http://${host}/`)
      assert.deepEqual([host, status, body.details?.reason], [host, 403, 'blacklist'])
    }
    const alike = await team.scrape('http://evil-bad.example/')
    assert.equal(alike.body.code, 'SCRAPE_DNS_RESOLUTION_ERROR')
  })

  it('a blocked top-level domain is blocked', async () => {
    const team = await screenedTeam({ blockedTlds: ['zip'], blacklist: ['*.example.com'] })
    const named = await team.scrape('http://archive.zip/')
    assert.deepEqual([named.status, named.body.details.reason], [403, 'blocked_tld'])
    const below = await team.scrape('http://www.example.com/')
    assert.deepEqual([below.status, below.body.details.reason], [403, 'blacklist'])
  })

  it('the whitelist comes before every other rule, and nobody else is asked', async () => {
    const team = await screenedTeam({ blacklist: ['127.0.0.2'], whitelist: ['127.0.0.2'] })
    const { result, checked } = await during(() => team.scrape(`${other.url}/article?risk=99`))
    assert.deepEqual([result.status, checked, await team.spent()], [200, [], 1])
  })
})

describe('in normal mode a checker is asked', () => {
  it('about each address, for two credits', async () => {
    const team = await screenedTeam()
    const url = `${site.url}/article?risk=74`
    const { result, checked } = await during(() => team.scrape(url))
    assert.deepEqual([result.status, result.body.data.metadata.creditsUsed], [200, 3])
    assert.deepEqual([checked, await team.spent()], [[url], 3])
  })

  it('a score at the threshold blocks, and costs the two credits', async () => {
    const team = await screenedTeam()
    const { result, site: visited } = await during(() => team.scrape(`${site.url}/article?risk=75`))
    assert.deepEqual([result.status, result.body.code], [403, 'unsafe_domain_blocked'])
    const { url: _, ...details } = result.body.details
    assert.deepEqual(details, {
      reason: 'risk_score',
      riskScore: 75,
      threshold: 75,
      categories: ['malware'],
    })
    assert.deepEqual([visited, await team.spent()], [[], 2])
  })

  it('an override replaces fields of the policy for one request', async () => {
    const team = await screenedTeam({ riskScoreThreshold: 20 })
    const url = `${site.url}/article?risk=30`
    const statusWith = async (threatProtection?: object) =>
      (await team.scrape(url, { threatProtection })).status
    assert.equal(await statusWith({ riskScoreThreshold: 31 }), 200)
    assert.equal(await statusWith(), 403)
    assert.equal(await statusWith({ mode: 'off' }), 200)
    assert.equal(await team.spent(), 3 + 2 + 1)
  })

  it('when it cannot be asked, the failure policy decides, for free', async () => {
    const team = await screenedTeam()
    const url = `${site.url}/article?unrated`
    const closed = await team.scrape(url)
    assert.deepEqual([closed.status, closed.body.details.reason], [403, 'checker_unavailable'])
    assert.equal(await team.spent(), 0)
    const open = await team.scrape(url, { threatProtection: { failurePolicy: 'open' } })
    assert.deepEqual([open.status, open.body.data.metadata.creditsUsed], [200, 1])
    assert.equal(await team.spent(), 1)
  })
})

describe('what asking costs', () => {
  it('is held with the price: who has less is refused', async () => {
    const team = await screenedTeam({}, {}, 2)
    const { result, checked } = await during(() => team.scrape(`${site.url}/article?poor`))
    assert.deepEqual([result.status, result.body.details.neededCredits, checked], [402, 3, []])
  })

  it('is paid also when the scrape fails', async () => {
    const team = await screenedTeam()
    assert.equal((await team.scrape('http://127.0.0.1:1/')).status, 500)
    assert.equal(await team.spent(), 2)
  })

  it('never takes more than the team has when a scrape fails', async () => {
    const team = await screenedTeam({}, {}, 4)
    const path = away(`${site.url}${away(`${other.url}/article?risk=90`)}`)
    assert.equal((await team.scrape(site.url + path)).status, 403)
    assert.equal(await team.spent(), 3)
  })
})

describe('overrides that are not allowed are refused with 403', () => {
  const scrape = (key: string, mode: string) =>
    app.call('/v2/scrape', { key, json: { url: `${site.url}/article`, threatProtection: { mode } } })
  const parse = (key: string, mode: string) => {
    const form = new FormData()
    form.append('file', new Blob(['<p>A file.</p>'], { type: 'text/html' }), 'a.html')
    form.append('options', JSON.stringify({ threatProtection: { mode } }))
    return app.call('/v2/parse', { key, body: form })
  }

  /** Where an override may stand, in every request that takes one. */
  const requests: [path: string, place: 'top' | 'scrapeOptions', more: object][] = [
    ['/v2/batch/scrape', 'top', { urls: ['http://127.0.0.1:1/'] }],
    ['/v2/crawl', 'scrapeOptions', { url: 'http://127.0.0.1:1/' }],
    ['/v2/map', 'top', { url: 'http://127.0.0.1:1/' }],
    ['/v2/search', 'top', { query: 'rivers' }],
    ['/v2/search', 'scrapeOptions', { query: 'rivers' }],
    ['/v2/search', 'scrapeOptions', { query: 'rivers', threatProtection: { riskScoreThreshold: 50 } }],
    ['/v2/extract', 'top', { prompt: 'x', urls: ['http://127.0.0.1:1/'] }],
    ['/v2/extract', 'scrapeOptions', { prompt: 'x', urls: ['http://127.0.0.1:1/'] }],
    ['/v2/agent', 'top', { prompt: 'x' }],
  ]
  for (const [path, place, more] of requests) {
    it(`${path} (${place}${'threatProtection' in more ? ' beside another' : ''}) as well`, async () => {
      const ask = async (key: string, mode: string) => {
        const override = { threatProtection: { mode } }
        const json = { ...more, ...(place === 'top' ? override : { scrapeOptions: override }) }
        const { status, body } = await app.call(path, { key, json })
        return [status, body.code]
      }
      const refused = [403, 'FORBIDDEN']
      assert.deepEqual(await ask((await app.team()).key, 'normal'), refused)
      assert.deepEqual(await ask((await screenedTeam({}, { allowOverrides: false })).key, 'normal'), refused)
      assert.deepEqual(await ask((await screenedTeam({}, { enforced: true })).key, 'off'), refused)
    })
  }

  for (const [name, ask] of Object.entries({ scrape, parse })) {
    it(`${name}: of a team without threat protection, where it is forbidden, and off where it is enforced`, async () => {
      const without = await app.team()
      assert.equal((await ask(without.key, 'normal')).status, 403)
      const forbidden = await screenedTeam({}, { allowOverrides: false })
      assert.equal((await ask(forbidden.key, 'normal')).status, 403)
      const enforced = await screenedTeam({}, { enforced: true })
      assert.equal((await ask(enforced.key, 'off')).status, 403)
      assert.equal((await ask(enforced.key, 'normal')).status, 200)
    })
  }
})

describe('where a page leads is asked about as well', () => {
  it('a redirect is followed only to what is admitted, each hop for two credits', async () => {
    const team = await screenedTeam()
    const start = site.url + away(`${other.url}/article?risk=80`)
    const { result, ...asked } = await during(() => team.scrape(start))
    assert.deepEqual([result.status, asked.other], [403, []])
    assert.equal(result.body.details.url, `${other.url}/article?risk=80`)
    assert.deepEqual(asked.checked, [start, `${other.url}/article?risk=80`])
    assert.equal(await team.spent(), 4)
    const fine = await team.scrape(site.url + away(`${other.url}/article?risk=8`))
    assert.deepEqual([fine.status, fine.body.data.metadata.creditsUsed], [200, 5])
  })

  it('a copy is given only to who may visit where it came from', async () => {
    const team = await screenedTeam({ mode: 'off' })
    const url = site.url + away(`${other.url}/article?cached`)
    assert.equal((await team.scrape(url)).status, 200)
    assert.equal((await team.scrape(url)).body.data.metadata.cacheState, 'hit')
    await team.change({ policy: { blacklist: ['127.0.0.2'] } })
    const { result, other: visited } = await during(() => team.scrape(url))
    assert.deepEqual([result.status, visited], [403, []])
    const copyOnly = await team.scrape(url, { lockdown: true })
    assert.deepEqual([copyOnly.status, copyOnly.body.details.reason], [403, 'blacklist'])
    await team.change({ policy: { blacklist: [site.url.slice(7).split(':')[0]] } })
    assert.equal((await team.scrape(url)).status, 403)
  })

  it('who waits for the same page under another policy gets its own verdict', async () => {
    const team = await screenedTeam({ mode: 'off' })
    const url = `${site.url}/slow/headers?ms=300&together`
    const strict = { threatProtection: { blacklist: ['127.0.0.2'] } }
    const path = away(`${other.url}/slow/headers?ms=300&together`)
    const [one, two, three] = await Promise.all([
      team.scrape(site.url + path),
      team.scrape(site.url + path, strict),
      team.scrape(url, strict),
    ])
    assert.deepEqual([one.status, two.status, three.status], [200, 403, 200])
  })
})

describe('in a browser', () => {
  const browse = { waitFor: 1, maxAge: 0 }

  it('a page is not led to a blocked one by a script, or by a click', async () => {
    const team = await screenedTeam({ mode: 'off', blacklist: ['127.0.0.2'] })
    const script = pageOf(`<p>x</p><script>location.href = '${other.url}/article'</script>`)
    const link = pageOf(`<a id=link href="${other.url}/article">Go</a>`)
    const actions = [{ type: 'click', selector: '#link' }]
    const { result, other: visited } = await during(async () => [
      await team.scrape(site.url + script, { ...browse, waitFor: 500 }),
      await team.scrape(site.url + link, { ...browse, actions }),
      await team.scrape(site.url + away(`${other.url}/article`), browse),
    ])
    const codes = result.map(({ body }) => body.code)
    assert.deepEqual([codes, visited], [Array(3).fill('unsafe_domain_blocked'), []])
  })

  it('a blocked frame is left out, told, and kept from nobody else', async () => {
    const team = await screenedTeam({ mode: 'off', blacklist: ['127.0.0.2'] })
    const url = site.url + pageOf(`<p>The page itself.</p><iframe src="${other.url}/article"></iframe>`)
    const { result, other: visited } = await during(() => team.scrape(url, { waitFor: 1 }))
    assert.deepEqual([result.status, visited], [200, []])
    assert.match(result.body.data.markdown, /The page itself/)
    assert.match(result.body.data.warning, /frame.*left out.*blacklist/)
    await team.change({ policy: { blacklist: [] } })
    const again = await team.scrape(url, { waitFor: 1 })
    assert.equal(again.body.data.metadata.cacheState, 'miss')
    assert.equal(again.body.data.warning, undefined)
  })
})

describe('map', () => {
  it('refuses a start that is blocked', async () => {
    const team = await screenedTeam()
    const { result, site: visited } = await during(() =>
      team.call('/v2/map', { url: `${site.url}/article?risk=99` }),
    )
    assert.deepEqual([result.status, result.body.code, visited], [403, 'unsafe_domain_blocked', []])
    assert.equal(await team.spent(), 2)
  })

  it('lists nothing that own lists block, says so, and asks only about what it visits', async () => {
    const team = await screenedTeam({ blacklist: ['127.0.0.2'] })
    const links = [
      `${other.url}/a`,
      'http://127.0.0.3:1/listed-only',
      '/article?mapped',
      '/article/bad?risk=99',
    ]
    const url = site.url + pageOf(links.map((link) => `<a href="${link}">x</a>`).join(''))
    const wish = {
      url,
      sitemap: 'skip',
      filterByPath: false,
      allowExternalLinks: true,
      ignoreQueryParameters: false,
    }
    const { result, ...asked } = await during(() => team.call('/v2/map', wish))
    assert.equal(result.status, 200, JSON.stringify(result.body))
    const listed = result.body.links.map((link: { url: string }) => link.url)
    assert.deepEqual(asked.other, [])
    assert.ok(listed.includes(`${site.url}/article?mapped`))
    assert.ok(listed.includes('http://127.0.0.3:1/listed-only'))
    assert.ok(!listed.some((link: string) => link.startsWith(other.url) || link.includes('/bad')), listed)
    assert.match(result.body.warning, /Threat protection left out 2 addresses/)
    assert.ok(asked.checked.every((address) => address.startsWith(site.url)))
    assert.equal(await team.spent(), 1 + 2 * asked.checked.length)
  })
})

describe('search', () => {
  it('leaves out blocked results, says how many, and charges for asking', async () => {
    const team = await screenedTeam({ blacklist: ['127.0.0.2'] })
    hits = [`${other.url}/article`, `${site.url}/article?hit&risk=80`, `${site.url}/article?hit&risk=8`]
    const { status, body } = await team.call('/v2/search', { query: 'rivers' })
    assert.equal(status, 200)
    assert.deepEqual(
      body.data.web.map(({ url }: { url: string }) => url),
      [`${site.url}/article?hit&risk=8`],
    )
    assert.match(body.warning, /Threat protection left out 2 results of 3/)
    assert.deepEqual([body.creditsUsed, await team.spent()], [2 + 4, 6])
  })

  it('asks about an address once, also when it is scraped', async () => {
    const team = await screenedTeam()
    const target = `${other.url}/article?shared`
    hits = [site.url + away(target), `${site.url}/redirect/to?x&url=${encodeURIComponent(target)}`, target]
    const scrapeOptions = { formats: ['markdown'] }
    const { body } = await team.call('/v2/search', { query: 'rivers', scrapeOptions })
    const credits = body.data.web.map(
      (page: { metadata: { creditsUsed: number } }) => page.metadata.creditsUsed,
    )
    assert.deepEqual(credits, [1, 1, 1])
    assert.deepEqual([body.creditsUsed, await team.spent()], [2 + 3 * 2 + 3, 11])
  })

  it('tells of a result that leads to a blocked page, and says when nothing is left', async () => {
    const team = await screenedTeam()
    hits = [site.url + away(`${other.url}/article?hop&risk=80`)]
    const scrapeOptions = { formats: ['markdown'] }
    const { body } = await team.call('/v2/search', { query: 'rivers', scrapeOptions })
    assert.match(body.data.web[0].metadata.error, /Threat protection blocked/)
    assert.deepEqual([body.creditsUsed, await team.spent()], [2 + 2 + 2, 6])
    hits = [`${site.url}/article?last&risk=80`]
    const nothing = await team.call('/v2/search', { query: 'rivers', scrapeOptions })
    assert.deepEqual([nothing.status, nothing.body.data.web], [200, []])
    assert.match(nothing.body.warning, /Threat protection left out everything that was found/)
    assert.deepEqual([nothing.body.creditsUsed, await team.spent()], [2, 8])
  })
})

describe('a browser session', () => {
  async function openSession(team: Awaited<ReturnType<typeof screenedTeam>>) {
    const { status, body } = await app.call('/v2/browser', { key: team.key, json: {} })
    assert.equal(status, 200, JSON.stringify(body))
    const at = `/v2/browser/${body.id}`
    return {
      cdpUrl: body.cdpUrl as string,
      run: async (code: string) => (await app.call(`${at}/execute`, { key: team.key, json: { code } })).body,
      async end() {
        const ended = await app.call(at, { method: 'DELETE', key: team.key })
        await app.checkNothingLeft()
        return ended.body.creditsBilled as number
      },
    }
  }

  it('opens nothing that is blocked, in no tab, tells a program why, and pays for asking', async () => {
    const team = await screenedTeam()
    const session = await openSession(team)
    const bad = `${other.url}/article?session&risk=90`
    const { result: runs, ...asked } = await during(async () => [
      await session.run(`await page.goto('${site.url}/article?session')`),
      await session.run(`await page.goto('${bad}')`),
      await session.run(
        `const [popup] = await Promise.all([page.waitForEvent('popup'), page.evaluate((url) => void window.open(url), '${bad}')])
        await popup.waitForTimeout(300)
        popup.url()`,
      ),
    ])
    assert.deepEqual(
      runs.map(({ success }) => success),
      [true, false, true],
      JSON.stringify(runs),
    )
    assert.match(runs[1].stderr, /Threat protection blocked .*risk score of 90/)
    assert.match(runs[2].stderr, /Threat protection blocked/)
    assert.deepEqual([asked.other, asked.checked], [[], [`${site.url}/article?session`, bad]])
    assert.deepEqual([await session.end(), await team.spent()], [2 + 2 * 2, 6])
  })

  it('is screened for programs that drive it from outside', async () => {
    const team = await screenedTeam({ mode: 'off', blacklist: ['127.0.0.2'] })
    const session = await openSession(team)
    const { other: visited } = await during(async () => {
      const browser = await chromium.connectOverCDP(session.cdpUrl)
      try {
        const context = browser.contexts()[0]!
        const blocked = /ERR_BLOCKED_BY_CLIENT/
        await assert.rejects(context.pages()[0]!.goto(`${other.url}/article`), blocked)
        const fresh = await context.newPage()
        await assert.rejects(fresh.goto(site.url + away(`${other.url}/article`)), blocked)
        // A page of its own: the other one may still be on its way to saying that it was blocked.
        const open = await context.newPage()
        await open.goto(`${site.url}/article`)
        await open.evaluate((url) => fetch(url, { mode: 'no-cors' }).catch(() => {}), `${other.url}/part`)
      } finally {
        await browser.close()
      }
    })
    assert.deepEqual([visited, await session.end()], [[], 2])
  })

  it('is not opened on the page of a scrape that is blocked meanwhile', async () => {
    const team = await screenedTeam({ mode: 'off' })
    const url = site.url + away(`${other.url}/article?replayed`)
    const { body } = await team.scrape(url)
    const interact = () =>
      app.call(`/v2/scrape/${body.data.metadata.scrapeId}/interact`, { key: team.key, json: { code: '1' } })
    for (const host of ['127.0.0.2', '127.0.0.1']) {
      await team.change({ policy: { blacklist: [host] } })
      const { result, other: visited } = await during(interact)
      assert.deepEqual([result.status, result.body.code, visited], [403, 'unsafe_domain_blocked', []])
    }
    await app.checkNothingLeft()
    assert.equal(await team.spent(), 1)
  })

  it('goes on from a scrape by the policy alone once overrides are no longer allowed', async () => {
    const team = await screenedTeam({ mode: 'off' })
    const threatProtection = { blacklist: ['127.0.0.2'] }
    const { body } = await team.scrape(`${site.url}/article?overridden`, { threatProtection })
    await team.change({ allowOverrides: false })
    const path = `/v2/scrape/${body.data.metadata.scrapeId}/interact`
    const { status } = await app.call(path, { key: team.key, json: { code: '1' } })
    assert.equal(status, 200)
    await app.call(path, { method: 'DELETE', key: team.key })
    await app.checkNothingLeft()
  })

  it('sends no request to another address than was asked about', async () => {
    const team = await screenedTeam()
    const session = await openSession(team)
    const bad = `${other.url}/article?rerouted&risk=90`
    const { result, other: visited } = await during(async () => {
      const run = await session.run(
        `await page.route('**/article?from*', (route) => route.continue({ url: '${bad}' }).catch(() => route.abort()))
        await page.goto('${site.url}/article?from').catch(() => 0)`,
      )
      const browser = await chromium.connectOverCDP(session.cdpUrl)
      try {
        const page = await browser.contexts()[0]!.newPage()
        await page.route('**/article?from*', (route) =>
          route.continue({ url: bad }).catch(() => route.abort()),
        )
        await page.goto(`${site.url}/article?from`).catch(() => {})
      } finally {
        await browser.close()
      }
      return run
    })
    assert.deepEqual(visited, [], JSON.stringify(result))
    await session.end()
  })

  it('opens no page that its team cannot pay the question about', async () => {
    const team = await screenedTeam({}, {}, 4)
    const session = await openSession(team)
    const {
      result: runs,
      site: visited,
      checked,
    } = await during(async () => [
      await session.run(`await page.goto('${site.url}/article?paid')`),
      await session.run(`await page.goto('${site.url}/article?unpaid')`),
      await session.run(`await page.goto('${site.url}/article?not-asked')`),
    ])
    assert.deepEqual(
      runs.map(({ success }) => success),
      [true, false, false],
    )
    assert.ok(!visited.some((path) => path.includes('unpaid') || path.includes('not-asked')))
    assert.match(runs[1].stderr, /Insufficient credits/)
    assert.equal(checked.length, 2)
    assert.deepEqual([await session.end(), await team.spent()], [4, 4])
  })
})
