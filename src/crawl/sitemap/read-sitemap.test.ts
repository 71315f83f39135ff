import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { isFault } from '../../../test/support/is-fault.ts'
import { Fault } from '../../fault.ts'
import { readSitemap } from './read-sitemap.ts'

const BASE = 'https://site.test/maps/main.xml'

/** Returns the same sizes in each run, and varied ones. */
function* randomSizes(max: number): Generator<number> {
  for (let state = 7; ; state = (state * 48_271) % 2_147_483_647) yield 1 + (state % max)
}

async function* cutUp(bytes: Uint8Array, maxPieceBytes: number): AsyncGenerator<Uint8Array> {
  const sizes = randomSizes(maxPieceBytes)
  for (let at = 0; at < bytes.length;) {
    const size = sizes.next().value as number
    yield bytes.subarray(at, at + size)
    at += size
  }
}

interface Sheet {
  contentType?: string
  maxPieceBytes?: number
  /** Thrown after the last byte. */
  failure?: Error
}

function opened(content: string | Uint8Array, { contentType = '', maxPieceBytes = 5, failure }: Sheet = {}) {
  async function* body() {
    yield* cutUp(typeof content === 'string' ? Buffer.from(content) : content, maxPieceBytes)
    if (failure) throw failure
  }
  return {
    url: BASE,
    status: 200,
    headers: { 'content-type': contentType },
    body: body(),
    async [Symbol.asyncDispose]() {},
  }
}

async function read(content: string | Uint8Array, sheet?: Sheet, signal = AbortSignal.timeout(60_000)) {
  const entries: string[] = []
  for await (const { kind, url } of readSitemap(opened(content, sheet), signal)) {
    entries.push(kind === 'page' ? url : `${kind} ${url}`)
  }
  return entries
}

const NS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const PLAIN = `<?xml version="1.0" encoding="UTF-8"?>
<urlset ${NS}>
  <url><loc>https://site.test/a</loc><lastmod>2024-01-01</lastmod></url>
  <url>
    <loc>
      https://site.test/flüsse/ツ?a=1&amp;b=2
    </loc>
  </url>
</urlset>`
const PLAIN_ENTRIES = ['https://site.test/a', 'https://site.test/fl%C3%BCsse/%E3%83%84?a=1&b=2']

function bigEndian(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16()
}

const FILES: [what: string, content: string | Uint8Array, entries: string[], contentType?: string][] = [
  ['urls', PLAIN, PLAIN_ENTRIES],
  ['a byte order mark', `\ufeff${PLAIN}`, PLAIN_ENTRIES],
  ['white space before the prolog', `\n\n  ${PLAIN}`, PLAIN_ENTRIES],
  ['a gzip file', gzipSync(PLAIN), PLAIN_ENTRIES],
  [
    'two gzip files in one',
    Buffer.concat([gzipSync(PLAIN.slice(0, 150)), gzipSync(PLAIN.slice(150))]),
    PLAIN_ENTRIES,
  ],
  ['UTF-16 with a mark', Buffer.from(`\ufeff${PLAIN}`, 'utf16le'), PLAIN_ENTRIES],
  ['UTF-16 without a mark', Buffer.from(PLAIN, 'utf16le'), PLAIN_ENTRIES],
  ['big-endian UTF-16 with a mark', bigEndian(`\ufeff${PLAIN}`), PLAIN_ENTRIES],
  ['big-endian UTF-16 without a mark', bigEndian(PLAIN), PLAIN_ENTRIES],
  ['a prolog that wrongly says UTF-16', PLAIN.replace('UTF-8', 'UTF-16'), PLAIN_ENTRIES],
  ['a prolog that names nothing', PLAIN.replace('UTF-8', 'klingon'), PLAIN_ENTRIES],
  ['a header that wrongly says Latin-1', PLAIN, PLAIN_ENTRIES, 'text/xml; charset=iso-8859-1'],
  [
    'Latin-1 by its prolog',
    Buffer.from(
      '<?xml version="1.0" encoding="ISO-8859-1"?><urlset><url><loc>/flüsse</loc></url></urlset>',
      'latin1',
    ),
    ['https://site.test/fl%C3%BCsse'],
  ],
  [
    'Latin-1 by the header',
    Buffer.from('<urlset><url><loc>/flüsse</loc></url></urlset>', 'latin1'),
    ['https://site.test/fl%C3%BCsse'],
    'application/xml; charset="latin1"',
  ],
  [
    'an index',
    `<sitemapindex ${NS}><sitemap><loc>one.xml</loc><lastmod>x</lastmod></sitemap><sitemap><loc>https://b.test/two.xml.gz</loc></sitemap></sitemapindex>`,
    ['sitemap https://site.test/maps/one.xml', 'sitemap https://b.test/two.xml.gz'],
  ],
  [
    'relative addresses',
    '<urlset><url><loc>/x</loc></url><url><loc>y?z</loc></url><url><loc>//c.test/</loc></url></urlset>',
    ['https://site.test/x', 'https://site.test/maps/y?z', 'https://c.test/'],
  ],
  [
    'CDATA, entities and bare ampersands',
    '<urlset><url><loc><![CDATA[ https://a.test/?a=1&b=2 ]]></loc></url><url><loc>https://a.test/?&#x61;&#98;&amp;c&d=&copy=1</loc></url></urlset>',
    ['https://a.test/?a=1&b=2', 'https://a.test/?ab&c&d=&copy=1'],
  ],
  [
    'prefixes and capitals',
    '<sm:urlset xmlns:sm="x"><sm:url><sm:loc>/a</sm:loc></sm:url><sm:URL><sm:Loc>/b</sm:Loc></sm:URL></sm:urlset>',
    ['https://site.test/a', 'https://site.test/b'],
  ],
  [
    'images and videos, which are no pages',
    `<urlset><url><loc>/a</loc>
      <image:image><image:loc>/a.jpg</image:loc></image:image><image:loc>/b.jpg</image:loc>
      <video:video><video:thumbnail_loc>/t.jpg</video:thumbnail_loc><video:player_loc>/p</video:player_loc><video:loc>/v</video:loc></video:video>
      <news:news><news:title>/n</news:title></news:news></url></urlset>`,
    ['https://site.test/a'],
  ],
  [
    'pages in other languages',
    `<urlset xmlns:xhtml="http://www.w3.org/1999/xhtml"><url><loc>/en</loc>
      <xhtml:link rel="alternate" hreflang="de" href="/de?a=1&amp;b"/><xhtml:link rel='alternate' hreflang='fr' href='/fr'></xhtml:link>
      <xhtml:link rel="stylesheet" href="/style.css"/></url></urlset>`,
    ['https://site.test/en', 'https://site.test/de?a=1&b', 'https://site.test/fr'],
  ],
  [
    'RSS',
    `<rss><channel><link>/channel</link><atom:link rel="self" href="/feed"/><item><title>A</title><link>/a</link><media:link>/m</media:link>
      <description><![CDATA[<item><link>/inside</link></item>]]></description></item><item><link>/b</link></item></channel></rss>`,
    ['https://site.test/a', 'https://site.test/b'],
  ],
  [
    'RSS 1.0',
    '<rdf:RDF><channel rdf:about="/c"><link>/c</link></channel><item rdf:about="/a"><link>/a</link></item></rdf:RDF>',
    ['https://site.test/a'],
  ],
  [
    'Atom',
    `<feed xmlns="http://www.w3.org/2005/Atom"><link href="/feed" rel="self"/><link href="/"/><entry><link href="/a"/><link rel="edit" href="/edit"/></entry>
      <entry><link rel="alternate" href="/b"/><link rel="enclosure" href="/b.mp3"/></entry></feed>`,
    ['https://site.test/a', 'https://site.test/b'],
  ],
  [
    'lines',
    '\ufeffhttps://site.test/a\r\n  http://b.test/flüsse  \n\nsome words\n/relative\nftp://c.test/\rHTTPS://site.test/last',
    ['https://site.test/a', 'http://b.test/fl%C3%BCsse', 'https://site.test/last'],
    'text/plain',
  ],
  [
    'zipped lines',
    gzipSync('https://site.test/a\nhttps://site.test/b\n'),
    ['https://site.test/a', 'https://site.test/b'],
  ],
  [
    'addresses that are none',
    `<urlset><url><loc></loc></url><url><loc>javascript:alert(1)</loc></url><url><loc>http://[</loc></url><url><loc>file:///etc/passwd</loc></url>
      <url><loc>/${'x'.repeat(9000)}</loc></url><url><loc>/a</loc></url></urlset>`,
    ['https://site.test/a'],
  ],
  ['a page instead', '<!doctype html><html><body><url><loc>/a</loc></url></body></html>', []],
  ['a sentence instead', 'Not found', []],
  ['nothing', '', []],
  ['white space', ' \n ', []],
  [
    'unclosed elements',
    '<urlset><url><loc>/a</url><url><loc>/b</loc><url></url></urlset>',
    ['https://site.test/a', 'https://site.test/b'],
  ],
  ['stray ends', '</x><urlset></y><url></z><loc>/a</loc></url></urlset>', ['https://site.test/a']],
  [
    'XML that is cut off in an address',
    '<urlset><url><loc>/a</loc></url><url><loc>/half',
    ['https://site.test/a'],
  ],
  ['a gzip file that is cut off', gzipSync(PLAIN).subarray(0, -6), PLAIN_ENTRIES],
  [
    'entities of its own',
    `<!DOCTYPE x [<!ENTITY a "lol"><!ENTITY b "&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]><urlset><url><loc>/q?&b;</loc></url><url><loc>/q?&f;</loc></url></urlset>`,
    ['https://site.test/q?&b;', 'https://site.test/q?&f;'],
  ],
]

/** The head is read in one piece; only later text is read in the given chunks. */
const PAST_THE_HEAD = ' '.repeat(600)

describe('readSitemap', () => {
  for (const [what, content, entries, contentType] of FILES) {
    it(`reads ${what}`, async () => {
      for (const maxPieceBytes of [1, 5, 100, 1_000_000]) {
        const sheet = { contentType: contentType ?? '', maxPieceBytes }
        assert.deepEqual(await read(content, sheet), entries)
        if (typeof content === 'string' && !sheet.contentType.includes('charset'))
          assert.deepEqual(await read(PAST_THE_HEAD + content, sheet), entries)
      }
    })
  }

  it('returns the entries before a body broke off, but no partial line', async () => {
    const failure = new Fault('SCRAPE_SITE_ERROR', 'It broke off.')
    const both = ['https://site.test/a', 'https://site.test/b']
    assert.deepEqual(
      await read('https://site.test/a\nhttps://site.test/b\nhttps://site.test/ha', { failure }),
      both,
    )
    assert.deepEqual(
      await read('<urlset><url><loc>/a</loc></url><url><loc>/b</loc><lastm', { failure }),
      both,
    )
    assert.deepEqual(await read(gzipSync(PLAIN).subarray(0, -6), { failure }), PLAIN_ENTRIES)
  })

  it('fails like the body when nothing was read before', async () => {
    const failure = new Fault('SCRAPE_SITE_ERROR', 'It broke off.')
    for (const content of ['', '<urlset>', gzipSync('<urlset>')])
      await assert.rejects(read(content, { failure }), failure)
  })

  it('stops when the signal aborts', async () => {
    const leaving = new AbortController()
    const seen: string[] = []
    const reading = async () => {
      for await (const { url } of readSitemap(opened(PLAIN), leaving.signal)) {
        seen.push(url)
        leaving.abort(new Error('enough'))
      }
    }
    await assert.rejects(reading(), /enough/)
    assert.deepEqual(seen, PLAIN_ENTRIES.slice(0, 1))
  })
})

const MIB = 1024 * 1024

/** An endless file that counts how much of it was read. */
function endless(start: string, again: string) {
  const taken = { bytes: 0 }
  async function* body() {
    const part = Buffer.from(again.repeat(Math.ceil(65_536 / again.length)))
    yield Buffer.from(start)
    for (;;) {
      taken.bytes += part.length
      yield part
    }
  }
  return { taken, opened: { ...opened(''), body: body() } }
}

describe('an endless sitemap', () => {
  it('ends after 500,000 entries', async () => {
    let count = 0
    const { opened, taken } = endless('<urlset>', '<url><loc>/a</loc></url>')
    for await (const _ of readSitemap(opened, new AbortController().signal)) count++
    assert.equal(count, 500_000)
    assert.ok(taken.bytes < 20 * MIB)
  })

  const shapes: [what: string, start: string, again: string, maxMib: number][] = [
    ['one address', '<urlset><url><loc>', 'river', 5],
    ['escaped signs', '<urlset>', '&amp;', 5],
    ['one line', 'https://site.test/', 'river', 101],
    ['one comment', '<urlset><!--', 'river', 5],
    ['one tag', '<urlset><url ', 'a="b" ', 5],
    ['one attribute', '<urlset><url a="', 'river', 5],
    ['one CDATA section', '<urlset><url><loc><![CDATA[', 'river', 5],
    ['depth', '<urlset>', '<url>', 1],
  ]
  for (const [what, start, again, maxMib] of shapes) {
    it(`reads ${what} up to its limit`, async () => {
      const { opened, taken } = endless(start, again)
      const reading = readSitemap(opened, AbortSignal.timeout(60_000)).next()
      if (maxMib > 100) await assert.rejects(reading, isFault('SCRAPE_UNSUPPORTED_FILE_ERROR', /100 MB/))
      else assert.deepEqual(await reading, { done: true, value: undefined })
      assert.ok(taken.bytes <= maxMib * MIB, `${taken.bytes} bytes`)
    })
  }

  it('lets other tasks run in between', async () => {
    const { opened } = endless('<urlset>', '<url><loc>/a</loc></url>')
    let count = 0
    let others = 0
    const counting = setInterval(() => others++, 0)
    using _stop = { [Symbol.dispose]: () => clearInterval(counting) }
    for await (const _ of readSitemap(opened, AbortSignal.timeout(60_000))) if (++count === 50_000) break
    assert.ok(others > 5, `${others} turns`)
  })
})

describe('a gzip bomb', () => {
  it('ends at 100 MB', async () => {
    const bomb = gzipSync(Buffer.alloc(120 * MIB, ' '))
    await assert.rejects(read(bomb, { maxPieceBytes: 100_000 }), { code: 'SCRAPE_UNSUPPORTED_FILE_ERROR' })
  })
  it('returns the entries before the limit', async () => {
    const bomb = gzipSync(
      Buffer.concat([Buffer.from('<urlset><url><loc>/a</loc></url>'), Buffer.alloc(120 * MIB, ' ')]),
    )
    assert.deepEqual(await read(bomb, { maxPieceBytes: 100_000 }), ['https://site.test/a'])
  })
})
