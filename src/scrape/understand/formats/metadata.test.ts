import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DocumentMetadata } from '../../../contract/metadata.ts'
import { parseHtml } from '../../../content/parse/html.ts'
import { isReserved } from './metadata-names.ts'
import { metadataOf } from './metadata.ts'

function metadata(html: string, url: string | undefined = 'https://site.test/a/b') {
  return metadataOf(parseHtml(html, url, false))
}

const meta = (name: string, ...values: string[]) =>
  values
    .map((value) => `<meta ${name.includes(':') ? 'property' : 'name'}="${name}" content="${value}">`)
    .join('')

describe('metadata', () => {
  const cases: [string, string, Record<string, unknown>][] = [
    ['title, on one line', '<title> A\n &amp; B </title>', { title: 'A & B' }],
    ['title that is not of a drawing', '<body><svg><title>icon</title></svg>', {}],
    ['title from Open Graph', meta('og:title', 'O'), { title: 'O', ogTitle: 'O' }],
    ['title from Twitter', meta('twitter:title', 'T'), { title: 'T', 'twitter:title': 'T' }],
    ['title from the heading', '<h1>A <b>B</b></h1><h1>C</h1>', { title: 'A B' }],
    ['no title after too many empty headings', `${'<h1></h1>'.repeat(20)}<h1>A</h1>`, {}],
    ['title rather than a heading', '<title>T</title><h1>H</h1>', { title: 'T' }],
    ['language', '<html lang="de">', { language: 'de' }],
    ['language as it should be written', '<html lang="EN_us">', { language: 'en-US' }],
    ['language of XHTML', '<html xml:lang="pt-br">', { language: 'pt-BR' }],
    ['language from a header', '<meta http-equiv="Content-Language" content="fr, en">', { language: 'fr' }],
    ['language from Open Graph', meta('og:locale', 'de_AT'), { language: 'de-AT', ogLocale: 'de_AT' }],
    ['no language that is none', '<html lang="{{ lang }}">', {}],
    [
      'description, keywords, robots',
      '<meta name="Description" content="d"><meta name="keywords" content="k"><meta name="robots" content="noindex">',
      { description: 'd', keywords: 'k', robots: 'noindex' },
    ],
    ['description from Open Graph', meta('og:description', 'd'), { description: 'd', ogDescription: 'd' }],
    ['keywords in several elements', meta('keywords', 'a', 'b'), { keywords: ['a', 'b'] }],
    [
      'Open Graph',
      meta('og:site_name', 's') +
        meta('og:image', '/i.png') +
        meta('og:video', 'v.mp4') +
        meta('og:audio', 'https://cdn.test/a.mp3') +
        meta('og:url', '/a') +
        meta('og:determiner', 'the') +
        meta('og:type', 'article') +
        meta('og:locale:alternate', 'de_DE'),
      {
        ogSiteName: 's',
        ogImage: 'https://site.test/i.png',
        ogVideo: 'https://site.test/a/v.mp4',
        ogAudio: 'https://cdn.test/a.mp3',
        ogUrl: 'https://site.test/a',
        ogDeterminer: 'the',
        ogType: 'article',
        ogLocaleAlternate: ['de_DE'],
      },
    ],
    [
      'Dublin Core',
      meta('DC.Date.Created', '1') +
        meta('dc.date', '2') +
        meta('DC.type', '3') +
        meta('dc.subject', '4', '5') +
        meta('DC.description', '6') +
        meta('dcterms.created', '7') +
        meta('dcterms.type', '8') +
        meta('dcterms.audience', '9') +
        meta('dcterms.subject', '10') +
        meta('DCTERMS.keywords', '11'),
      {
        dcDateCreated: '1',
        dcDate: '2',
        dcType: '3',
        dcSubject: ['4', '5'],
        dcDescription: '6',
        dcTermsCreated: '7',
        dcTermsType: '8',
        dcTermsAudience: '9',
        dcTermsSubject: '10',
        dcTermsKeywords: '11',
      },
    ],
    [
      'article',
      meta('article:published_time', 'p') +
        meta('article:modified_time', 'm') +
        meta('article:section', 's') +
        meta('article:author', 'a') +
        meta('article:tag', 'x', 'y'),
      {
        publishedTime: 'p',
        modifiedTime: 'm',
        articleSection: 's',
        articleAuthor: 'a',
        articleTag: ['x', 'y'],
      },
    ],
    [
      'what else pages commonly say',
      meta('viewport', 'width=device-width') +
        meta('theme-color', '#fff') +
        meta('generator', 'g') +
        meta('author', 'A') +
        meta('twitter:card', 'summary') +
        '<meta http-equiv="X-UA-Compatible" content="IE=edge">',
      {
        viewport: 'width=device-width',
        'theme-color': '#fff',
        generator: 'g',
        author: 'A',
        'twitter:card': 'summary',
        'http-equiv:X-UA-Compatible': 'IE=edge',
      },
    ],
    ['the canonical address', '<link rel="canonical" href="/c">', { canonical: 'https://site.test/c' }],
    ['favicon', '<link rel="shortcut icon" href="/f.ico">', { favicon: 'https://site.test/f.ico' }],
    [
      'the sharpest favicon',
      '<link rel="icon" sizes="16x16" href="/16.png"><link rel="icon" sizes="96x96 32x32" href="/96.png"><link rel="apple-touch-icon" sizes="180x180" href="/180.png">',
      { favicon: 'https://site.test/96.png' },
    ],
    [
      'a drawing as favicon',
      '<link rel="icon" sizes="512x512" href="/512.png"><link rel="icon" type="image/svg+xml" href="/i.svg">',
      { favicon: 'https://site.test/i.svg' },
    ],
    [
      'what phones show, when there is no other icon',
      '<link rel="icon" href="data:image/png;base64,AA"><link rel="apple-touch-icon" href="/t.png">',
      { favicon: 'https://site.test/t.png' },
    ],
    ['no icon of a mask', '<link rel="mask-icon" href="/m.svg">', {}],
    [
      'further names, repeated ones as a list',
      meta('x', '1', '2', '1') + '<meta itemprop="y" content="3">',
      { x: ['1', '2'], y: '3' },
    ],
    ['several names of one element', '<meta property="x y" content="1">', { x: '1', y: '1' }],
    ['the first of what should be one', meta('description', '1', '2'), { description: '1' }],
    ['what stands in the body', '<body><p>x</p><meta name="x" content="1">', { x: '1' }],
    [
      'nothing that a page must not say',
      ['statusCode', 'scrapeId', '__proto__', 'constructor', 'creditsUsed', 'toString', 'cacheState', '']
        .map((name) => meta(name, '1'))
        .join('') + meta('e', ''),
      {},
    ],
    [
      'well-formed text',
      '<title>a\ud800b</title>' + meta('x', 'a\u0001\u007fb'),
      { title: 'a\ufffdb', x: 'ab' },
    ],
  ]
  for (const [what, html, expected] of cases) {
    it(what, () => assert.deepEqual(metadata(html), expected))
  }

  it('leaves URLs of an uploaded file relative', () => {
    const page = parseHtml('<link rel="icon" href="f.ico">', undefined, false)
    assert.deepEqual(metadataOf(page), { favicon: 'f.ico' })
  })

  it('is bounded', () => {
    const names = Array.from({ length: 500 }, (_, index) => meta(`n${index}`, 'x'.repeat(20_000))).join('')
    const values = Object.values(metadata(names))
    assert.equal(values.length, 200)
    assert.equal(String(values[0]).length, 10_000)
    const repeated = Array.from({ length: 500 }, (_, index) => meta('n', `${index}`)).join('')
    assert.equal((metadata(repeated)['n'] as string[]).length, 100)
  })

  it('does not pollute prototypes', () => {
    const result = metadata(meta('__proto__', 'x') + meta('og:__proto__', 'y') + meta('dc.constructor', 'z'))
    assert.equal(Object.getPrototypeOf(result), Object.prototype)
    assert.equal((result as { polluted?: unknown }).polluted, undefined)
    assert.equal(JSON.parse(JSON.stringify(result))['dcConstructor'], 'z')
  })

  it('does not let pages set reserved names', () => {
    const open = Object.keys(DocumentMetadata.shape).filter((name) => !isReserved(name))
    assert.deepEqual(open, [])
  })

  it('matches the response schema', () => {
    assert.ok(
      DocumentMetadata.safeParse(metadata(meta('keywords', 'a', 'b') + meta('og:title', 'x', 'y'))).success,
    )
  })
})
