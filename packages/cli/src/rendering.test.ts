import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hitsText } from './commands/search.ts'
import { withFrontMatter } from './front-matter.ts'
import { toUrl, isUrl, isJobId } from './job-id.ts'
import { nearest } from './nearest.ts'
import { pageText } from './page-text.ts'
import { progressLine } from './progress-line.ts'

describe('a page as a file', () => {
  it('says where it comes from, whatever its title has in it', () => {
    const metadata = {
      url: 'https://a.test/',
      title: 'A: "b"\n---\nkey: x',
      statusCode: 200,
      description: '',
    }
    assert.equal(
      withFrontMatter({ markdown: '# Hello\n\n[a link](https://a.test/b)\n\n', metadata }),
      '---\nurl: "https://a.test/"\ntitle: "A: \\"b\\"\\n---\\nkey: x"\nstatusCode: 200\n---\n\n# Hello\n\n[a link](https://a.test/b)\n',
    )
  })
})

describe('a page for people', () => {
  const metadata = { title: 'x' }
  it('is its only format as it is', () => {
    assert.equal(pageText({ markdown: '# A', metadata }), '# A')
    assert.equal(pageText({ links: ['a', 'b'], metadata }), 'a\nb')
    assert.equal(pageText({ answer: 'Yes.', metadata, warning: 'w' }), 'Yes.')
    assert.equal(pageText({ json: { a: 1 }, metadata }), '{\n  "a": 1\n}')
    assert.equal(pageText({ metadata }), '')
  })
  it('is JSON when it has several', () => {
    assert.deepEqual(JSON.parse(pageText({ markdown: 'a', html: 'b' })), { markdown: 'a', html: 'b' })
  })
})

describe('results of a search', () => {
  it('are a list, under their source when there are several', () => {
    const web = [{ title: 'A', url: 'https://a.test', description: 'one\ntwo' }]
    assert.equal(hitsText({ web }), '1. A\n   https://a.test\n   one\n   two')
    const both = hitsText({ web, news: [{ url: 'https://n.test', snippet: 's', date: 'today' }] })
    assert.match(
      both,
      /^# web\n\n1\. A[^#]*# news\n\n1\. https:\/\/n\.test\n {3}https:\/\/n\.test\n {3}today\n {3}s$/,
    )
    assert.equal(hitsText({ web: [] }), '')
  })
})

describe('progress', () => {
  it('is a line no wider than the terminal', () => {
    assert.equal(
      progressLine({ done: 6, total: 12, latest: 'https://a.test' }, 80),
      '[############------------] 6/12 https://a.test',
    )
    assert.equal(progressLine({ done: 0, total: 0 }, 80), '[------------------------] 0/0')
    assert.equal(progressLine({ done: 1, total: 2, latest: 'x'.repeat(200) }, 60).length, 59)
    assert.ok(!progressLine({ done: 1, total: 2, latest: 'a\x1b[2Jb' }, 80).includes('\x1b'))
  })
})

describe('the first word', () => {
  it('is an address, an id or something else', () => {
    for (const word of [
      'https://a.test/x',
      'HTTP://a',
      'a.test',
      'a.test/x?y',
      'localhost:3000',
      '127.0.0.1:80/',
    ])
      assert.ok(isUrl(word), word)
    for (const word of ['scrape', 'a b.c', '', '-x', './file', 'x:y']) assert.ok(!isUrl(word), word)
    assert.ok(isJobId('01890a5d-ac96-774b-bcce-b302099a8057'))
    assert.ok(!isJobId('01890a5d') && !isJobId(undefined))
    assert.equal(toUrl('a.test'), 'https://a.test')
    assert.equal(toUrl('http://a.test'), 'http://a.test')
  })
})

describe('the nearest word', () => {
  it('is told where one is near', () => {
    const known = ['scrape', 'search', 'crawl', 'map']
    assert.deepEqual(
      ['scarpe', 'scrap', 'CRAWL', 'mpa', 'xyz', 'serach'].map((word) => nearest(word, known)),
      ['scrape', 'scrape', 'crawl', 'map', undefined, 'search'],
    )
  })
})
