import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { useSharedApp } from '../support/app.ts'
import { startBrandingPages } from '../support/branding-pages.ts'
import type { BrowserPages } from '../support/browser-pages.ts'

const app = useSharedApp()
let site: BrowserPages
before(async () => void (site = await startBrandingPages()))
after(() => site[Symbol.asyncDispose]())

async function scrape(path: string, options: object = {}) {
  const { status, body } = await app().call('/v2/scrape', {
    json: { url: site.url + path, formats: ['branding'], ...options },
  })
  return { status, body, data: body.data }
}

describe('branding', () => {
  it('says how the page looks, from the browser', async () => {
    const { status, data } = await scrape('/light', { maxAge: 0 })
    assert.equal(status, 200)
    assert.equal(data.metadata.fetchedBy, 'browser')
    assert.equal(data.warning, undefined)
    assert.equal(data.markdown, undefined)
    const { colorScheme, brandName, colors, components, images, logo } = data.branding
    assert.deepEqual(
      [colorScheme, brandName, colors.primary, components.buttonPrimary.background, images.logo],
      ['light', 'Fernleaf', '#0B7A4B', '#0B7A4B', logo],
    )
  })

  it('comes beside other formats', async () => {
    const { data } = await scrape('/dark', { formats: ['branding', 'markdown', 'screenshot'] })
    assert.equal(data.branding.colorScheme, 'dark')
    assert.match(data.markdown, /Work at night/)
    assert.match(data.screenshot, /^http/)
  })

  it('comes under zero data retention', async () => {
    const { data } = await scrape('/gradient', { zeroDataRetention: true, maxAge: 0 })
    assert.equal(data.branding.colors.primary, '#FF512F')
  })

  it('is returned only on request', async () => {
    const { data } = await scrape('/light?unasked', { formats: ['markdown'], waitFor: 10 })
    assert.equal(data.branding, undefined)
  })

  it('of a file is a warning', async () => {
    const { data } = await scrape('/paper.pdf')
    assert.equal(data.branding, undefined)
    assert.match(data.warning, /branding had no effect/)
  })
})

describe('branding from the cache', () => {
  it('is the same', async () => {
    const first = await scrape('/shadow?again')
    const second = await scrape('/shadow?again')
    assert.deepEqual([first.data.metadata.cacheState, second.data.metadata.cacheState], ['miss', 'hit'])
    assert.deepEqual(second.data.branding, first.data.branding)
    assert.equal(second.data.branding.colors.primary, '#B3261E')
  })

  it('is not taken from an entry without it', async () => {
    await scrape('/shadow?plain', { formats: ['markdown'] })
    const { data } = await scrape('/shadow?plain')
    assert.equal(data.metadata.cacheState, 'miss')
    assert.equal(data.branding.colors.primary, '#B3261E')
  })
})
