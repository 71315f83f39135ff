import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createAdFilter } from './ad-filter.ts'

const PAGE = 'https://www.news.example/article'

interface Case {
  rules: string | string[]
  /** Requests as `[type ]url[ <- page]`; without a type, a script from PAGE. */
  blocked?: string[]
  allowed?: string[]
}

const cases: Record<string, Case> = {
  'a part of a URL, anywhere': {
    rules: '/banner/ad',
    blocked: ['https://a.example/banner/ad.gif', 'https://a.example/x/BANNER/ADVERT'],
    allowed: ['https://a.example/banner/x', 'https://a.example/banner'],
  },
  'a star for anything': {
    rules: '/ads/*.gif',
    blocked: ['https://a.example/ads/1.gif', 'https://a.example/ads/x/y.gif?z', 'https://a.example/ads/.gif'],
    allowed: ['https://a.example/ads/1.png', 'https://a.example/1.gif/ads/'],
  },
  'stars in a row and at the edges': {
    rules: '*/ads/**track*',
    blocked: ['https://a.example/ads/track', 'https://a.example/ads/1/track/2'],
    allowed: ['https://a.example/track/ads/'],
  },
  'parts in order, none used twice': {
    rules: 'aba*ab',
    blocked: ['https://x.example/abaab', 'https://x.example/aba-ab'],
    allowed: ['https://x.example/abab'],
  },
  'a whole host name': {
    rules: '||ads.example^',
    blocked: [
      'https://ads.example/',
      'https://ads.example',
      'http://a.b.ads.example/x',
      'https://ads.example:8080/x',
      'https://ads.example?x',
      'wss://ads.example/socket',
      'https://user:pass@ads.example/x',
      'https://ADS.example/x',
      'https://ads.example./x',
    ],
    allowed: [
      'https://badads.example/',
      'https://ads.example.org/',
      'https://a.example/?u=https://ads.example/',
      'https://ads.example@a.example/',
      'https://a.example/ads.example/',
      'https://example/',
    ],
  },
  'the beginning of a host name': {
    rules: '||ads.',
    blocked: ['https://ads.a.example/', 'https://x.ads.a.example/'],
    allowed: ['https://uploads.a.example/', 'https://a.example/x.ads.y', 'https://a.example/?x=.ads.'],
  },
  'a host name without its end': {
    rules: '||ads.exam',
    blocked: ['https://ads.example/', 'https://x.ads.exam.org/'],
    allowed: ['https://badads.example/'],
  },
  'a host name and a path': {
    rules: '||cdn.example/ads/*.js',
    blocked: ['https://cdn.example/ads/x.js', 'https://eu.cdn.example/ads/x/y.js?1'],
    allowed: [
      'https://cdn.example/x.js',
      'https://cdn.example:444/ads/x.js',
      'https://a.example/cdn.example/ads/x.js',
    ],
  },
  'a host name with a star in it': {
    rules: '||ad*.example^',
    blocked: ['https://ad7.example/', 'https://x.adserver.example/'],
    allowed: ['https://bad7.example.org/'],
  },
  'the start of a URL': {
    rules: '|http://a.example/',
    blocked: ['http://a.example/x'],
    allowed: ['https://a.example/x', 'https://b.example/?http://a.example/'],
  },
  'the end of a URL': {
    rules: '.swf|',
    blocked: ['https://a.example/x.swf', 'https://a.example/.swf.swf'],
    allowed: ['https://a.example/x.swf?y', 'https://a.example/swf/x'],
  },
  'start and end of a URL': {
    rules: '|https://a.example/x.js|',
    blocked: ['https://a.example/x.js'],
    allowed: ['https://a.example/x.jsx', 'https://a.example/x.js?y'],
  },
  'a host name and the end': {
    rules: '||a.example/x.js|',
    blocked: ['https://a.example/x.js', 'https://www.a.example/x.js'],
    allowed: ['https://a.example/x.js?y', 'https://a.example/y/x.js'],
  },
  'a star before the end': {
    rules: '/ads/*.js|',
    blocked: ['https://a.example/ads/1.js', 'https://a.example/ads/1.js/2.js'],
    allowed: ['https://a.example/ads/1.js?x'],
  },
  'a separator': {
    rules: '^ads^',
    blocked: [
      'https://a.example/ads/x',
      'https://a.example/?ads=1',
      'https://a.example/x&ads',
      'https://a.example/ads',
    ],
    allowed: [
      'https://a.example/ads-x/',
      'https://a.example/ads.x/',
      'https://a.example/ads_x',
      'https://a.example/ads%20',
    ],
  },
  'a separator between words': {
    rules: 'foo^bar',
    blocked: ['https://a.example/foo/bar', 'https://a.example/foo?bar', 'https://a.example/foofoo=bar'],
    allowed: [
      'https://a.example/foo//bar',
      'https://a.example/foo-bar',
      'https://a.example/foobar',
      'https://a.example/foo',
    ],
  },
  'a separator at the end, with the end': {
    rules: '/x^|',
    blocked: ['https://a.example/x', 'https://a.example/x/'],
    allowed: ['https://a.example/xy', 'https://a.example/x/y'],
  },
  'letters beyond ASCII are not separators': {
    rules: 'ads^x',
    allowed: ['https://a.example/adsäx'],
  },
  'a URL is read up to its fragment': {
    rules: '/ads/*',
    allowed: ['https://a.example/x#/ads/'],
  },
  'only web URLs': {
    rules: ['/ads/*', '||a.example^'],
    allowed: ['data:text/plain,/ads/', 'blob:https://a.example/ads/1', 'about:blank', 'not a URL', ''],
  },
  'a regular expression': {
    rules: String.raw`/\/ad[0-9]{2,4}\.(gif|png)$/`,
    blocked: ['https://a.example/ad12.gif', 'https://a.example/AD1234.PNG'],
    allowed: ['https://a.example/ad1.gif', 'https://a.example/ad12.gif?x'],
  },
  'slashes at both ends make a regular expression, a star after them does not': {
    rules: ['/ad.x/', '/lit.eral/*'],
    blocked: ['https://a.example/ad-x', 'https://a.example/lit.eral/x'],
    allowed: ['https://a.example/lit-eral/x', 'https://a.example/lit.eral'],
  },
  'a regular expression with options': {
    rules: String.raw`/^https?:\/\/[a-z]{4}\.example\//$image,domain=news.example`,
    blocked: ['image https://abcd.example/x'],
    allowed: ['script https://abcd.example/x', 'image https://abcd.example/x <- https://b.example/'],
  },
  'an exception': {
    rules: ['||ads.example^', '@@||ads.example/needed.js'],
    blocked: ['https://ads.example/x.js'],
    allowed: ['https://ads.example/needed.js'],
  },
  'an exception for a site': {
    rules: ['||ads.example^', '@@||ads.example^$domain=good.example'],
    blocked: ['https://ads.example/'],
    allowed: [
      'https://ads.example/ <- https://good.example/',
      'https://ads.example/ <- https://www.good.example/x',
    ],
  },
  'an exception alone blocks nothing': { rules: '@@||ads.example^', allowed: ['https://ads.example/'] },
  'important beats an exception': {
    rules: ['||ads.example^$important', '@@||ads.example^'],
    blocked: ['https://ads.example/'],
  },
  'an important exception beats important': {
    rules: ['||ads.example^$important', '@@||ads.example/ok^$important'],
    blocked: ['https://ads.example/'],
    allowed: ['https://ads.example/ok'],
  },
  types: {
    rules: '||ads.example^$script,image',
    blocked: ['script https://ads.example/', 'image https://ads.example/'],
    allowed: ['font https://ads.example/', 'xhr https://ads.example/', 'subdocument https://ads.example/'],
  },
  'types left out': {
    rules: '||ads.example^$~script,~image',
    blocked: ['font https://ads.example/', 'subdocument https://ads.example/'],
    allowed: ['script https://ads.example/', 'image https://ads.example/'],
  },
  'types by their other names': {
    rules: [
      '||a.example^$css',
      '||b.example^$frame',
      '||c.example^$xhr',
      '||d.example^$background',
      '||e.example^$beacon',
    ],
    blocked: [
      'stylesheet https://a.example/',
      'subdocument https://b.example/',
      'xhr https://c.example/',
      'image https://d.example/',
      'ping https://e.example/',
    ],
    allowed: [
      'https://a.example/',
      'https://b.example/',
      'https://c.example/',
      'https://d.example/',
      'https://e.example/',
    ],
  },
  'the browser names more types than lists': {
    rules: [
      '||x.example^$xmlhttprequest',
      '||m.example^$media',
      '||o.example^$other',
      '||w.example^$websocket',
    ],
    blocked: [
      'xhr https://x.example/',
      'fetch https://x.example/',
      'eventsource https://x.example/',
      'media https://m.example/',
      'texttrack https://m.example/',
      'manifest https://o.example/',
      'other https://o.example/',
      'never-heard-of https://o.example/',
      'websocket wss://w.example/',
    ],
    allowed: ['image https://x.example/', 'script https://m.example/', 'image https://o.example/'],
  },
  'every type by default, but never the page itself': {
    rules: ['||ads.example^', '||b.example^$document', '||c.example^$all'],
    blocked: [
      ...'subdocument stylesheet image media font script texttrack xhr fetch eventsource websocket manifest other'
        .split(' ')
        .map((type) => `${type} https://ads.example/`),
      'script https://c.example/',
    ],
    allowed: [
      'document https://ads.example/',
      'document https://b.example/',
      'document https://c.example/',
      'https://b.example/',
    ],
  },
  'third parties': {
    rules: ['||a.example^$third-party', '||b.example^$3p', '||c.example^$~first-party', '||d.example^$~1p'],
    blocked: ['https://a.example/', 'https://b.example/', 'https://c.example/', 'https://d.example/'],
    allowed: [
      'https://a.example/ <- https://a.example/',
      'https://cdn.a.example/ <- https://www.a.example/',
      'https://b.example/ <- https://www.b.example/',
      'https://c.example/ <- https://c.example/',
      'https://d.example/ <- https://d.example/',
    ],
  },
  'first parties': {
    rules: ['/x/*$first-party', '/y/*$1p', '/z/*$~third-party', '/w/*$~3p'],
    blocked: [
      'https://cdn.news.example/x/',
      'https://news.example/y/',
      'https://a.news.example/z/',
      'https://news.example/w/',
    ],
    allowed: ['https://b.example/x/', 'https://b.example/y/', 'https://b.example/z/', 'https://b.example/w/'],
  },
  'parties under public suffixes': {
    rules: '/ads/*$third-party',
    blocked: [
      'https://b.co.uk/ads/ <- https://a.co.uk/',
      'https://b.github.io/ads/ <- https://a.github.io/',
      'https://127.0.0.1/ads/ <- https://127.0.0.2/',
    ],
    allowed: [
      'https://x.a.co.uk/ads/ <- https://a.co.uk/',
      'https://127.0.0.1/ads/ <- https://127.0.0.1/',
      'http://localhost:81/ads/ <- http://localhost/',
      'https://b.example/ads/ <- about:blank',
    ],
  },
  sites: {
    rules: ['/a/*$domain=news.example|b.example', '/f/*$from=news.example'],
    blocked: [
      'https://x.example/a/',
      'https://x.example/f/',
      'https://x.example/a/ <- https://b.example/',
      'https://x.example/a/ <- https://deep.www.b.example/',
    ],
    allowed: ['https://x.example/a/ <- https://c.example/', 'https://x.example/f/ <- https://b.example/'],
  },
  'sites left out': {
    rules: '/a/*$domain=~news.example',
    blocked: ['https://x.example/a/ <- https://b.example/', 'https://x.example/a/ <- about:blank'],
    allowed: ['https://x.example/a/'],
  },
  'the most specific site decides': {
    rules: ['/a/*$domain=b.example|~www.b.example', '/c/*$domain=~b.example|www.b.example'],
    blocked: [
      'https://x.example/a/ <- https://b.example/',
      'https://x.example/a/ <- https://m.b.example/',
      'https://x.example/c/ <- https://www.b.example/',
    ],
    allowed: [
      'https://x.example/a/ <- https://www.b.example/',
      'https://x.example/a/ <- https://x.www.b.example/',
      'https://x.example/c/ <- https://b.example/',
      'https://x.example/c/ <- https://d.example/',
    ],
  },
  'a site under any suffix': {
    rules: '/a/*$domain=shop.*',
    blocked: [
      'https://x.example/a/ <- https://shop.co.uk/',
      'https://x.example/a/ <- https://www.shop.de/',
      'https://x.example/a/ <- https://shop.github.io/',
    ],
    allowed: ['https://x.example/a/ <- https://shop.other.com/'],
  },
  'a rule for all URLs of a site': {
    rules: '*$script,domain=b.example',
    blocked: ['https://x.example/ <- https://b.example/'],
    allowed: ['https://x.example/', 'image https://x.example/ <- https://b.example/'],
  },
  'case when asked': {
    rules: ['/BannerAd.gif$match-case', String.raw`/Re[0-9]X/$match-case`],
    blocked: ['https://a.example/BannerAd.gif', 'https://a.example/Re1X'],
    allowed: ['https://a.example/bannerad.gif', 'https://a.example/re1x'],
  },
  'a removed rule': {
    rules: [
      '||a.example^$script,third-party',
      '||b.example^',
      '||a.example^$third-party,badfilter,script',
      '/x$badfilter',
    ],
    blocked: ['https://b.example/'],
    allowed: ['https://a.example/', 'https://c.example/x'],
  },
  'a removed exception': {
    rules: ['||a.example^', '@@||a.example/x', '@@||a.example/x$badfilter'],
    blocked: ['https://a.example/x'],
  },
  'a page excepted': {
    rules: [
      '||ads.example^',
      '||worse.example^$important',
      '@@||good.example^$document',
      '@@||half.example/in/$document',
    ],
    blocked: ['https://ads.example/', 'https://ads.example/ <- https://half.example/out/'],
    allowed: [
      'https://ads.example/ <- https://good.example/x',
      'https://ads.example/ <- https://half.example/in/x',
      'https://worse.example/ <- https://good.example/',
    ],
  },
  'an exception for pages does not apply to requests': {
    rules: ['||ads.example^', '@@||ads.example^$document', '@@||ads.example^$elemhide'],
    blocked: ['https://ads.example/', 'subdocument https://ads.example/'],
  },
  'generic rules excepted on a page': {
    rules: ['||ads.example^', '/own/*$domain=quiet.example', '@@||quiet.example^$genericblock'],
    blocked: ['https://ads.example/', 'https://x.example/own/ <- https://quiet.example/'],
    allowed: ['https://ads.example/ <- https://quiet.example/'],
  },
  'hosts files': {
    rules: [
      '# hosts',
      '127.0.0.1 localhost',
      '::1 ip6-localhost ip6-loopback',
      '0.0.0.0 0.0.0.0',
      '0.0.0.0 ads.example.com # a remark',
      '127.0.0.1\ttwo.example.com three.example.com',
      'plain.example.com',
    ],
    blocked: [
      'https://ads.example.com/',
      'https://x.ads.example.com/',
      'https://two.example.com/',
      'https://three.example.com/',
      'https://plain.example.com/x',
    ],
    allowed: ['http://localhost/', 'https://example.com/', 'https://a.example/plain.example.com'],
  },
  'a part of a URL that looks like a host': {
    rules: 'banner.gif',
    blocked: ['https://a.example/my-banner.gif'],
  },
  'comments, heads, empty lines and line ends of any kind': {
    rules: '[Adblock Plus 2.0]\r\n! ||a.example^\r\n\r\n  ||b.example^  \r\n#\r\n# ||c.example^',
    blocked: ['https://b.example/'],
    allowed: ['https://a.example/', 'https://c.example/'],
  },
  'a dollar sign in a URL': {
    rules: ['/x$/y', '||b.example/$q'],
    blocked: ['https://a.example/x$/y'],
  },
  'a URL longer than the limit': {
    rules: ['||ads.example^', '/far-away'],
    blocked: [`https://ads.example/${'x'.repeat(5000)}`],
    allowed: [`https://a.example/${'x'.repeat(5000)}/far-away`],
  },
}

describe('AdFilter.blocks', () => {
  for (const [name, { rules, blocked = [], allowed = [] }] of Object.entries(cases)) {
    const filter = createAdFilter({ lists: [[rules].flat().join('\n')] })
    it(name, () => {
      const verdict = (request: string): boolean => filter.blocks(readRequest(request))
      assert.deepEqual(
        { blocked: blocked.filter(verdict), allowed: allowed.filter((request) => !verdict(request)) },
        { blocked, allowed },
      )
    })
  }

  it('combines several lists', () => {
    const filter = createAdFilter({ lists: ['||a.example^\n||b.example^', '@@||b.example^', '||c.example^'] })
    const hosts = ['a', 'b', 'c'].filter((name) => filter.blocks(readRequest(`https://${name}.example/`)))
    assert.deepEqual(hosts, ['a', 'c'])
  })

  it('finds a rule among many that share its words', () => {
    const rules = Array.from({ length: 3000 }, (_, index) => `/ads/unit/${index}.`)
    const filter = createAdFilter({ lists: [rules.join('\n')] })
    assert.equal(filter.blocks(readRequest('https://a.example/ads/unit/2999.js')), true)
    assert.equal(filter.blocks(readRequest('https://a.example/ads/unit/3000.js')), false)
  })
})

describe('AdFilter.counts', () => {
  const ignored: Record<string, string> = {
    'an unknown option': '||a.example^$script,teleport',
    'an option with an unsupported value': '||a.example^$csp=script-src none',
    'a redirect': '||a.example^$script,redirect=noop.js',
    'a site as an expression': '||a.example^$domain=/a[bc]/',
    'an empty list of sites': '||a.example^$domain=',
    'a rule about pop-ups alone': '||a.example^$popup',
    'a rule about everything': '*',
    'a rule of an option alone': '$important',
    'spaces in a URL': '||a.example/x y',
    'an invalid expression': '/a(/',
    'an exponential expression': '/(a+)+$/',
    'extended selectors': 'a.example#?#div:-abp-has(.x)',
    styles: 'a.example#$#body { overflow: auto }',
    scriptlets: 'a.example##+js(nothing)',
    scripts: 'a.example#%#window.x = 1',
    'HTML filters': 'a.example##^script:has-text(x)',
    'procedural selectors': 'a.example##div:has-text(Ad)',
    'an exception of a scriptlet': 'a.example#@#+js(nothing)',
    'a selector that ends its rule': '##a{}*',
    'a selector that is not closed': '##a[href="x"',
    'a selector with brackets crossed': '##a:not([b)]',
    'a selector with an open quote': '##a[b="c]',
  }
  for (const [name, line] of Object.entries(ignored)) {
    it(`ignores ${name}`, () => {
      const filter = createAdFilter({ lists: [`${line}\n||b.example^\n##.b`] })
      assert.deepEqual(filter.counts, { network: 1, cosmetic: 1, ignored: 1 })
      assert.equal(filter.blocks(readRequest('https://a.example/')), false)
      assert.deepEqual(filter.hiddenSelectors('a.example'), ['.b'])
    })
  }

  it('does not count comments and removed rules', () => {
    const list = '! x\n# y\n[Adblock]\n\n||a.example^\n||a.example^$badfilter\n127.0.0.1 localhost'
    assert.deepEqual(createAdFilter({ lists: [list] }).counts, { network: 0, cosmetic: 0, ignored: 0 })
  })
})

describe('AdFilter.hiddenSelectors', () => {
  const hiding: Record<string, { rules: string[]; on: Record<string, string[]> }> = {
    'generic selectors, each once': {
      rules: ['##.ad', '###ad', '*##.star', '##.ad'],
      on: { 'a.example': ['.ad', '#ad', '.star'] },
    },
    'selectors of a site': {
      rules: ['a.example,b.example##.ad', 'A.Example##.Case'],
      on: { 'a.example': ['.ad', '.Case'], 'www.b.example': ['.ad'], 'c.example': [], 'xa.example': [] },
    },
    'sites left out': {
      rules: ['~a.example##.ad', 'b.example,~www.b.example##.x'],
      on: { 'a.example': [], 'www.a.example': [], 'b.example': ['.x', '.ad'], 'www.b.example': ['.ad'] },
    },
    'a site under any suffix': {
      rules: ['shop.*##.ad'],
      on: { 'www.shop.de': ['.ad'], 'shop.co.uk': ['.ad'], 'shop.other.com': [] },
    },
    exceptions: {
      rules: ['##.ad', '##.b', 'a.example##.c', 'a.example#@#.ad', '#@#.b', 'www.a.example#@#.c'],
      on: { 'a.example': ['.c'], 'www.a.example': [], 'b.example': ['.ad'] },
    },
    'an exception everywhere but on a site': {
      rules: ['##.ad', '~a.example#@#.ad'],
      on: { 'a.example': ['.ad'], 'b.example': [] },
    },
    'selectors with commas, quotes and escapes': {
      rules: ['##a[href^="https://x,y"], b > c', String.raw`##.md\:x`, '##a:has(> b[c="(["])', '##d:not(.e)'],
      on: {
        'a.example': ['a[href^="https://x,y"], b > c', String.raw`.md\:x`, 'a:has(> b[c="(["])', 'd:not(.e)'],
      },
    },
    'pages excepted': {
      rules: [
        '##.ad',
        'e.example,g.example,s.example,d.example##.own',
        '@@||e.example^$elemhide',
        '@@||g.example^$generichide',
        '@@||s.example^$specifichide',
        '@@||d.example^$document',
        '@@||p.example/in/$ehide',
      ],
      on: {
        'e.example': [],
        'g.example': ['.own'],
        's.example': ['.ad'],
        'd.example': [],
        'f.example': ['.ad'],
        'p.example': ['.ad'],
        'https://p.example/in/x': [],
        'https://p.example/out': ['.ad'],
      },
    },
    'URLs that are not pages': { rules: ['##.ad'], on: { 'about://blank': [], 'data://x': [] } },
  }
  for (const [name, { rules, on }] of Object.entries(hiding)) {
    it(name, () => {
      const filter = createAdFilter({ lists: [rules.join('\n')] })
      const given = Object.keys(on).map((page) => [page, filter.hiddenSelectors(page)])
      assert.deepEqual(Object.fromEntries(given), on)
    })
  }
})

function readRequest(text: string): { url: string; sourceUrl: string; type: string } {
  const [request = '', sourceUrl = PAGE] = text.split(' <- ')
  const typed = /^([\w-]+) (.*)$/.exec(request)
  return { type: typed?.[1] ?? 'script', url: typed?.[2] ?? request, sourceUrl }
}
