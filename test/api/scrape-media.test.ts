import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { useSharedApp } from '../support/app.ts'
import { startSite } from '../support/site.ts'
import type { Site } from '../support/site.ts'

const app = useSharedApp()
let site: Site
before(async () => void (site = await startSite()))
after(() => site[Symbol.asyncDispose]())

async function scrape(html: string, formats: string[], options: object = {}) {
  const url = `${site.url}/page?html=${encodeURIComponent(`<!doctype html><title>Page</title>${html}`)}`
  const { status, body } = await app().call('/v2/scrape', { json: { url, formats, ...options } })
  return { status, body, data: body.data }
}

describe('audio and video', () => {
  it("are the URLs of the page's media", async () => {
    const html = '<main><p>Listen and see.</p><audio src="/a.mp3"></audio><video src="/v.mp4"></video></main>'
    const { status, data } = await scrape(html, ['audio', 'video', 'markdown'])
    assert.equal(status, 200)
    assert.deepEqual([data.audio, data.video], [`${site.url}/a.mp3`, `${site.url}/v.mp4`])
    assert.equal(data.warning, undefined)
    assert.match(data.markdown, /Listen and see/)
  })

  it('cost credits of their own', async () => {
    const { data } = await scrape('<p>Listen.</p><audio src="/a.mp3"></audio>', ['audio'])
    assert.equal(data.metadata.creditsUsed, 5)
  })

  it("of another site's player are a warning", async () => {
    const html = '<p>See.</p><iframe src="https://www.youtube.com/embed/abc123xyz"></iframe>'
    const { data } = await scrape(html, ['video'])
    assert.equal(data.video, 'https://www.youtube.com/embed/abc123xyz')
    assert.match(data.warning, /player/)
  })

  for (const [format, code] of [
    ['audio', 'SCRAPE_AUDIO_UNSUPPORTED_URL'],
    ['video', 'SCRAPE_VIDEO_UNSUPPORTED_URL'],
  ] as const) {
    it(`that are not there are an error: ${format}`, async () => {
      const { status, body } = await scrape('<p>Only text stands here, and nothing to play.</p>', [format])
      assert.deepEqual([status, body.success, body.code], [500, false, code])
      assert.match(body.error, new RegExp(format))
    })
  }
})

describe('audio and video under lockdown', () => {
  const media = (name: string) =>
    `<p>Page ${name}.</p><audio src="/${name}.mp3"></audio><video src="/${name}.mp4"></video>`

  for (const first of [['markdown'], ['audio'], ['video', 'audio']]) {
    it(`come from the copy that a scrape for ${first.join(', ')} left`, async () => {
      const html = media(first.join('-'))
      assert.equal((await scrape(html, first)).status, 200)
      const before = site.requests.length
      const { status, data } = await scrape(html, ['audio', 'video'], { lockdown: true })
      assert.deepEqual([status, data?.metadata.cacheState], [200, 'hit'])
      assert.deepEqual(
        [data.audio, data.video],
        ['mp3', 'mp4'].map((kind) => `${site.url}/${first.join('-')}.${kind}`),
      )
      assert.equal(site.requests.length, before)
    })
  }

  it('missing from the entry leave a warning', async () => {
    const html = '<main><h1>A page</h1><p>Only text stands here, and nothing to play.</p></main>'
    assert.equal((await scrape(html, ['markdown'])).status, 200)
    const before = site.requests.length
    for (const format of ['audio', 'video']) {
      const { status, body, data } = await scrape(html, ['markdown', format], { lockdown: true })
      assert.deepEqual([status, body.success, data?.metadata.cacheState], [200, true, 'hit'])
      assert.deepEqual([format in data, /Only text/.test(data.markdown)], [false, true])
      assert.match(data.warning, new RegExp(`has no ${format} file`))
    }
    assert.equal(site.requests.length, before)
  })

  it('are a miss without a copy, and nothing is requested', async () => {
    const before = site.requests.length
    for (const format of ['audio', 'video']) {
      const { status, body } = await scrape(media('unknown'), [format], { lockdown: true })
      assert.deepEqual([status, body.code], [404, 'SCRAPE_LOCKDOWN_CACHE_MISS'])
    }
    assert.equal(site.requests.length, before)
  })
})
