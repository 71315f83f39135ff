import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { useSharedApp } from '../support/app.ts'
import { pageWith, startCrawlSite } from '../support/crawl-site.ts'
import type { CrawlSite } from '../support/crawl-site.ts'
import { runCrawl } from '../support/run-crawl.ts'
import { replaceDns } from '../support/hostile/replace-dns.ts'
import type { ReplacedDns } from '../support/hostile/replace-dns.ts'

const app = useSharedApp()

let names: ReplacedDns
let site: CrawlSite
before(async () => {
  const here = () => ['127.0.0.1']
  names = replaceDns({
    'site.example': here,
    'www.site.example': here,
    'blog.site.example': here,
    'notsite.example': here,
    'xn--bcher-kva.example': here,
  })
  site = await startCrawlSite((path, { host, port, hostname }) => {
    if (path === '/robots.txt' || path.startsWith('/sitemap')) return undefined
    const at = (name: string, to: string) => `http://${name}:${port}${to}`
    if (hostname === 'xn--bcher-kva.example') {
      return pageWith(`Bücher ${path}`, [
        at('bücher.example', '/über'),
        at('BÜCHER.example', '/%C3%BCber'),
        '/zwei',
      ])
    }
    if (path !== '/') return pageWith(`${host.replace('www.', '')} ${path}`)
    return pageWith(host.replace('www.', ''), [
      '/a',
      at('www.site.example', '/a'),
      at('www.site.example', '/'),
      at('SITE.example', '/b'),
      at('blog.site.example', '/'),
      at('notsite.example', '/'),
    ])
  })
})
after(async () => {
  names[Symbol.dispose]()
  await site[Symbol.asyncDispose]()
})

function found(body: { data: { metadata: { url: string } }[] }): string[] {
  return body.data.map(({ metadata }) => metadata.url.replace(/^http:\/\/|:\d+/g, '')).toSorted()
}

describe('a crawl by name', () => {
  it('takes a site with and without www for one, and no other host for it', async () => {
    const { body } = await runCrawl(app(), { url: `http://site.example:${site.port}` })
    assert.deepEqual(found(body), ['site.example/', 'site.example/a', 'site.example/b'])
  })

  it('goes to subdomains when it may', async () => {
    const { body } = await runCrawl(app(), { url: `http://site.example:${site.port}`, allowSubdomains: true })
    assert.deepEqual(found(body), [
      'blog.site.example/',
      'blog.site.example/a',
      'site.example/',
      'site.example/a',
      'site.example/b',
    ])
  })

  it('knows a name in any letters, however it is written', async () => {
    const { body } = await runCrawl(app(), { url: `http://bücher.example:${site.port}` })
    assert.deepEqual(found(body), [
      'xn--bcher-kva.example/',
      'xn--bcher-kva.example/%C3%BCber',
      'xn--bcher-kva.example/zwei',
    ])
  })
})
