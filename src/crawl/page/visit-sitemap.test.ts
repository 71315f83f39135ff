import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sitemapUrls } from './visit-sitemap.ts'

const START = 'https://site.test:8443/shop/?a=1#top'

describe('sitemapAddresses', () => {
  it('takes each URL of robots.txt once, on any host', () => {
    const sitemaps = [
      'https://site.test:8443/a.xml',
      'http://cdn.test/b.xml',
      'https://SITE.test:8443/a.xml',
      '/c.xml',
    ]
    assert.deepEqual(sitemapUrls(START, { sitemaps }), [
      'https://site.test:8443/a.xml',
      'http://cdn.test/b.xml',
      'https://site.test:8443/c.xml',
    ])
  })

  for (const sitemaps of [[], ['ftp://site.test/a.xml', 'file:///etc/passwd', 'http://[']]) {
    it(`looks in the usual places when robots.txt names ${sitemaps.length === 0 ? 'none' : 'no HTTP URL'}`, () => {
      assert.deepEqual(sitemapUrls(START, { sitemaps }), [
        'https://site.test:8443/sitemap.xml',
        'https://site.test:8443/sitemap_index.xml',
        'https://site.test:8443/sitemap-index.xml',
        'https://site.test:8443/sitemap.xml.gz',
        'https://site.test:8443/sitemap.txt',
      ])
    })
  }
})
