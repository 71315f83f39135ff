import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createScope } from './scope.ts'
import type { UrlScope } from './scope.ts'

const NARROW = { crawlEntireDomain: false, allowSubdomains: false, allowExternalLinks: false }

type Case = [start: string, url: string, place: UrlScope]

function check(title: string, options: typeof NARROW, cases: readonly Case[]) {
  describe(title, () => {
    for (const [start, url, place] of cases) {
      it(`${start}: ${url} is ${place}`, () => assert.equal(createScope(start, options)(url), place))
    }
  })
}

check('a crawl below its start', NARROW, [
  ['https://example.com/', 'https://example.com/any/where', 'inside'],
  ['https://example.com', 'http://www.example.com./a', 'inside'],
  ['https://www.example.com', 'http://example.com/a', 'inside'],
  ['https://example.com/', 'https://blog.example.com/', 'outside'],
  ['https://blog.example.com/', 'https://example.com/', 'outside'],
  ['https://example.com/', 'https://example.com.evil.example/', 'outside'],
  ['https://example.com/', 'https://evilexample.com/', 'outside'],
  ['https://example.com/docs', 'https://example.com/docs', 'inside'],
  ['https://example.com/docs', 'https://example.com/docs/', 'inside'],
  ['https://example.com/docs', 'https://example.com/docs?a=1', 'inside'],
  ['https://example.com/docs', 'https://example.com//docs//x', 'inside'],
  ['https://example.com/docs', 'https://example.com/%64ocs/x', 'inside'],
  ['https://example.com/docs/', 'https://example.com/docs', 'inside'],
  ['https://example.com/docs', 'https://example.com/docs-old', 'outside'],
  ['https://example.com/docs', 'https://example.com/docs%2Fx', 'outside'],
  ['https://example.com/docs', 'https://example.com/Docs/x', 'outside'],
  ['https://example.com/docs', 'https://example.com/', 'outside'],
  ['https://example.com/docs', 'https://example.com/docs/../x', 'outside'],
  ['https://example.com/docs/index.html', 'https://example.com/docs/x', 'inside'],
  ['https://example.com/docs/intro.php', 'https://example.com/docs/x', 'inside'],
  ['https://example.com/docs/index.html', 'https://example.com/other', 'outside'],
  ['https://example.com/index.html', 'https://example.com/other', 'inside'],
  ['https://example.com/v1.2', 'https://example.com/v1.2/a', 'inside'],
  ['https://example.com/v1.2', 'https://example.com/v1.3', 'outside'],
  ['http://example.com:8080/', 'http://example.com:8080/a', 'inside'],
  ['http://example.com:8080/', 'http://www.example.com:8080/a', 'inside'],
  ['http://example.com:8080/', 'https://example.com:8080/a', 'outside'],
  ['http://example.com:8080/', 'http://example.com/a', 'outside'],
  ['http://example.com/', 'http://example.com:443/a', 'outside'],
  ['http://127.0.0.1:3000/', 'http://127.0.0.1:3000/a', 'inside'],
  ['http://bücher.example/', 'http://xn--bcher-kva.example/a', 'inside'],
  ['https://example.com/', 'ftp://example.com/', 'outside'],
  ['https://example.com/', 'mailto:a@example.com', 'outside'],
  ['https://example.com/', 'no address', 'outside'],
])

check('a crawl of a whole host', { ...NARROW, crawlEntireDomain: true }, [
  ['https://example.com/docs', 'https://example.com/other', 'inside'],
  ['https://example.com/docs', 'https://blog.example.com/docs', 'outside'],
])

check('a crawl with subdomains', { ...NARROW, allowSubdomains: true }, [
  ['https://example.co.uk/', 'https://blog.example.co.uk/', 'inside'],
  ['https://blog.example.co.uk/', 'https://shop.example.co.uk/', 'inside'],
  ['https://blog.example.co.uk/', 'https://example.co.uk/', 'inside'],
  ['https://example.co.uk/', 'https://other.co.uk/', 'outside'],
  ['https://alice.github.io/', 'https://bob.github.io/', 'outside'],
  ['https://alice.github.io/', 'https://x.alice.github.io/', 'inside'],
  ['https://example.com/docs', 'https://blog.example.com/any', 'inside'],
  ['https://example.com/docs', 'https://www.example.com/other', 'outside'],
  ['http://example.com:8080/', 'http://blog.example.com:8080/', 'inside'],
  ['http://example.com:8080/', 'http://blog.example.com/', 'outside'],
  ['http://127.0.0.1/', 'http://127.0.0.2/', 'outside'],
  ['http://1.0.0.1/', 'http://2.0.0.1/', 'outside'],
  ['http://[::1]/', 'http://[::2]/', 'outside'],
  ['http://localhost:3000/', 'http://localhost:3000/a', 'inside'],
  ['http://localhost:3000/', 'http://other:3000/a', 'outside'],
])

check('a crawl with external links', { ...NARROW, allowExternalLinks: true }, [
  ['https://example.com/docs', 'https://other.example/', 'external'],
  ['https://example.com/docs', 'https://blog.example.com/', 'external'],
  ['https://example.com/docs', 'https://example.com:8443/', 'external'],
  ['https://example.com/docs', 'https://example.com/other', 'outside'],
  ['https://example.com/docs', 'mailto:a@other.example', 'outside'],
])
