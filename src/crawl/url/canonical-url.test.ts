import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { canonicalUrl } from './canonical-url.ts'
import type { CanonicalUrlRules } from './canonical-url.ts'

const EXACT: CanonicalUrlRules = {
  ignoreQueryParameters: false,
  deduplicateSimilarURLs: false,
  noiseParameters: new Set(),
}
const SIMILAR: CanonicalUrlRules = { ...EXACT, deduplicateSimilarURLs: true }
const WITHOUT_QUERY: CanonicalUrlRules = { ...SIMILAR, ignoreQueryParameters: true }

const SESSION = 'f3a9c1d27b604e85'

describe('the URL that is visited', () => {
  const cases: [given: string, url: string][] = [
    ['https://example.com', 'https://example.com/'],
    ['https://example.com/a#part', 'https://example.com/a'],
    ['HTTPS://EXAMPLE.com:443/A', 'https://example.com/A'],
    ['http://example.com:80/', 'http://example.com/'],
    ['http://example.com:8080/', 'http://example.com:8080/'],
    ['http://example.com./a', 'http://example.com/a'],
    ['http://example.com.:8080/a', 'http://example.com:8080/a'],
    ['http://example.com/a/./b/../c', 'http://example.com/a/c'],
    ['http://example.com/a/%2e%2E/c', 'http://example.com/c'],
    ['http://example.com/%7euser/%c3%a9%2f%41', 'http://example.com/~user/%C3%A9%2FA'],
    ['http://example.com/%252e', 'http://example.com/%252e'],
    ['http://example.com/%zz%', 'http://example.com/%zz%'],
    ['http://example.com/?q=%7e%c3%a9', 'http://example.com/?q=~%C3%A9'],
    ['http://example.com/?', 'http://example.com/'],
    ['http://example.com/?#', 'http://example.com/'],
    ['http://bücher.example/ü', 'http://xn--bcher-kva.example/%C3%BC'],
    ['http://BÜCHER.example/', 'http://xn--bcher-kva.example/'],
    ['http://[::1]:3000/', 'http://[::1]:3000/'],
    ['http://127.1/', 'http://127.0.0.1/'],
    ['http://@example.com/', 'http://example.com/'],
  ]
  for (const [given, url] of cases) {
    it(`${given} is ${url}`, () => {
      assert.equal(canonicalUrl(given, EXACT)?.url, url)
      assert.equal(canonicalUrl(new URL(given), EXACT)?.key, url)
      assert.equal(canonicalUrl(given, SIMILAR)?.url, url)
    })
  }
})

describe('the URL that is visited, without parts that change nothing', () => {
  const cases: [given: string, url: string][] = [
    ['/?utm_source=a&UTM_Medium=b&gclid=c&fbclid=d&_ga=e', '/'],
    ['/a?b=1&mc_cid=x&c=2', '/a?b=1&c=2'],
    ['/a?amp;utm_source=b', '/a'],
    ['/a?ref=b&source=c&id=d&utm=e', '/a?ref=b&source=c&id=d&utm=e'],
    ['/a?PHPSESSID=1', '/a'],
    ['/a?jsessionid=1&b=2', '/a?b=2'],
    ['/a?ASPSESSIONIDQQBCDE=1', '/a'],
    [`/a?sid=${SESSION}`, '/a'],
    [`/a?session_id=${SESSION}`, '/a'],
    ['/a?sid=42', '/a?sid=42'],
    ['/a?sid=winter-jackets-2024', '/a?sid=winter-jackets-2024'],
    ['/a?sid', '/a?sid'],
    ['/a?cfid=12&cftoken=34', '/a'],
    ['/a?CFTOKEN=12&b=1&CFID=34', '/a?b=1'],
    ['/a?cfid=12', '/a?cfid=12'],
    ['/a;jsessionid=0123ABCD.node1?b=2', '/a?b=2'],
    ['/a;JSESSIONID=0123ABCD/b;v=1', '/a/b;v=1'],
    ['/a/..;jsessionid=1/b', '/b'],
    ['/;jsessionid=1', '/'],
    ['/(S(lit3py55t21z5v55vlm25s55))/a.aspx', '/a.aspx'],
    ['/(A(abcdefgh12)S(lit3py55t21z5v55vlm25s55))', '/'],
    ['/(S(1))/a', '/(S(1))/a'],
    ['/a?v=1&seen=7', '/a?v=1'],
    ['/b/?z=1&a=2', '/b/?z=1&a=2'],
  ]
  const rules = { ...SIMILAR, noiseParameters: new Set(['seen']) }
  for (const [given, path] of cases) {
    it(`${given} is ${path}`, () => {
      assert.equal(canonicalUrl(`https://example.com${given}`, rules)?.url, `https://example.com${path}`)
      assert.equal(
        canonicalUrl(`https://example.com${path}`, rules)?.key,
        canonicalUrl(`https://example.com${given}`, rules)?.key,
      )
    })
  }

  it('keeps similar URLs apart by default', () => {
    const url = `https://www.example.com//a/index.html?utm_source=b&sid=${SESSION}&a=1`
    assert.deepEqual(canonicalUrl(url, EXACT), { url, key: url })
  })

  it('drops the whole query with ignoreQueryParameters', () => {
    assert.deepEqual(canonicalUrl('https://example.com/a?b=1', WITHOUT_QUERY), {
      url: 'https://example.com/a',
      key: 'example.com/a',
    })
    const url = 'https://example.com/a'
    assert.deepEqual(canonicalUrl(`${url}?b`, { ...EXACT, ignoreQueryParameters: true }), {
      url,
      key: url,
    })
  })
})

describe('URLs that cannot be pages', () => {
  const long = 'a'.repeat(2_000)
  const cases = [
    '',
    '/relative',
    'mailto:a@example.com',
    'javascript:void(0)',
    'ftp://example.com/',
    'data:text/html,a',
    'https://user@example.com/',
    'https://user:secret@example.com/',
    'https://:secret@example.com/',
    'https://',
    'http://exa mple.com/',
    'http://example.com../',
    'http://./',
    'http://example.com:99999/',
    `http://example.com/${long}`,
    `http://example.com/?${long}`,
    `http://example.com/${'ü'.repeat(400)}`,
    `http://example.com/#${long}${long}${long}${long}`,
  ]
  for (const url of cases) {
    it(url.slice(0, 60), () => assert.equal(canonicalUrl(url, SIMILAR), undefined))
  }

  it('measures the length after removing parts', () => {
    assert.equal(canonicalUrl(`http://example.com/?utm_source=${long}`, SIMILAR)?.url, 'http://example.com/')
    const exact = `http://example.com/${'a'.repeat(2_000 - 'http://example.com/'.length)}`
    assert.equal(canonicalUrl(exact, EXACT)?.url, exact)
    assert.equal(canonicalUrl(`${exact}a`, EXACT), undefined)
  })
})

describe('URLs of one page', () => {
  const groups = [
    [
      'https://example.com/',
      'http://www.example.com',
      'https://EXAMPLE.com/index.html',
      'http://example.com/?#a',
    ],
    [
      'https://example.com/a',
      'http://example.com/a/',
      'https://www.example.com//a',
      'https://example.com/a//',
    ],
    ['https://example.com/a/', 'https://example.com/a/index.php', 'https://example.com/a/Default.aspx'],
    ['https://example.com/?b=1&a=2', 'https://example.com/index.php?a=2&b=1', 'http://example.com?a=2&&b=1&'],
    ['https://example.com/?b=1&a=2&b=0', 'https://example.com/?a=2&b=1&b=0'],
    ['https://example.com/?&', 'https://example.com/'],
    ['http://example.com:8080/a/', 'http://www.example.com:8080/a'],
    ['http://bücher.example/', 'http://xn--bcher-kva.example/'],
  ]
  for (const group of groups) {
    it(group.join(' '), () => {
      assert.equal(new Set(group.map((url) => canonicalUrl(url, SIMILAR)?.key)).size, 1)
      assert.notEqual(canonicalUrl(group[0]!, SIMILAR), undefined)
    })
  }
})

describe('URLs of different pages', () => {
  const pairs: [string, string][] = [
    ['http://example.com/?page=1', 'http://example.com/?page=2'],
    ['http://example.com/a', 'http://example.com/A'],
    ['http://example.com/a/b', 'http://example.com/a%2Fb'],
    ['http://example.com/a%3Fb', 'http://example.com/a?b'],
    ['http://example.com/a', 'http://example.com/?a'],
    ['http://example.com:8080/', 'http://example.com/'],
    ['http://example.com:8080/', 'http://example.com:8081/'],
    ['http://example.com:8080/', 'https://example.com:8080/'],
    ['http://example.com:443/', 'https://example.com/'],
    ['http://example.com/?a=1&a=2', 'http://example.com/?a=2&a=1'],
    ['http://example.com/?a=', 'http://example.com/?a'],
    ['http://example.com/?a=1', 'http://example.com/?A=1'],
    ['http://example.com/?a=1%26b=2', 'http://example.com/?a=1&b=2'],
    ['http://example.com/?a=1=2', 'http://example.com/?a=1%3D2'],
    ['http://example.com/?a=+', 'http://example.com/?a=%2B'],
    ['http://example.com/home.html', 'http://example.com/'],
    ['http://example.com/myindex.html', 'http://example.com/'],
    ['http://example.com/index.html5', 'http://example.com/'],
    ['http://example.com/index.html/a', 'http://example.com/a'],
    ['http://www.com/', 'http://com/'],
    ['http://www2.example.com/', 'http://example.com/'],
    ['http://blog.example.com/', 'http://example.com/'],
    ['http://example.com/%25', 'http://example.com/%2525'],
    ['http://example.com/?sid=1', 'http://example.com/?sid=2'],
    ['http://example.com/;v=1', 'http://example.com/;v=2'],
  ]
  for (const [one, other] of pairs) {
    it(`${one} ${other}`, () => {
      assert.notEqual(canonicalUrl(one, SIMILAR)?.key, canonicalUrl(other, SIMILAR)?.key)
    })
  }
})

describe('any URL', () => {
  const parts = [
    '/',
    '//',
    '/.',
    '/..',
    '%2e',
    '%2F',
    '%7e',
    '%',
    ';jsessionid=1',
    '/(S(abcdefgh1))',
    '?',
    '&',
    '=',
  ]
  const more = [
    'index.html',
    'www.',
    '#',
    'a',
    'A',
    '1',
    'utm_x',
    'sid=',
    SESSION,
    'ü',
    '😀',
    '\\',
    ' ',
    '.',
    '@',
    ':',
  ]
  const all = [...parts, ...more]
  for (const rules of [EXACT, SIMILAR, WITHOUT_QUERY]) {
    it(`is its own canonical form (${JSON.stringify(rules)})`, () => {
      const random = seeded(7)
      let seen = 0
      for (let round = 0; round < 20_000; round++) {
        const tail = Array.from({ length: random(9) }, () => all[random(all.length)]).join('')
        const address = canonicalUrl(`http://${random(2) ? 'www.' : ''}example.com/${tail}`, rules)
        if (address === undefined) continue
        seen++
        assert.deepEqual(canonicalUrl(address.url, rules), address, tail)
      }
      assert.ok(seen > 10_000)
    })
  }
})

/** Integers below a bound, the same in every run. */
function seeded(seed: number): (bound: number) => number {
  let state = seed
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * bound)
  }
}
