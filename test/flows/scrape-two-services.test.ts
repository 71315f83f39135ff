import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startTestApp } from '../support/app.ts'
import { startSite } from '../support/site.ts'

describe('two services on one database', () => {
  it('fetch a page that both are asked for once, and charge everyone', async () => {
    await using site = await startSite()
    await using one = await startTestApp()
    await using two = await startTestApp({ DATABASE_URL: one.database.url })
    const team = await one.team({ credits: 1000 })
    const path = '/slow/headers?ms=300&together'
    const ask = (service: typeof one) =>
      service.call('/v2/scrape', { key: team.key, json: { url: site.url + path } })
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, place) => ask(place % 2 === 0 ? one : two)),
    )
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
    assert.equal(new Set(answers.map(({ body }) => body.data.markdown)).size, 1)
    assert.equal(site.requests.filter((request) => request.path === path).length, 1)
    assert.equal((await one.admin(`/teams/${team.id}`)).body.credits, 900)
    await one.checkNothingLeft()
  })

  it('show each other’s pictures and finished scrapes', async () => {
    await using site = await startSite()
    await using one = await startTestApp()
    await using two = await startTestApp({ DATABASE_URL: one.database.url })
    const { body } = await one.call('/v2/scrape', {
      json: { url: `${site.url}/article`, formats: ['screenshot'] },
    })
    const { pathname, search } = new URL(body.data.screenshot)
    const picture = await fetch(two.url + pathname + search)
    assert.deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/png'])
    const again = await two.call(`/v2/scrape/${body.data.metadata.scrapeId}`)
    assert.deepEqual(again.body.data.metadata, body.data.metadata)
  })
})
