import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { agentName, agentNames, normalizePath, parseRobots, createPathRule } from './parse-robots.ts'

const US = new Set(['winnow'])

function read(...lines: string[]) {
  const { rules, ...rest } = parseRobots(lines.join('\n'), US)
  return { ...rest, allows: (path: string) => rules.find((rule) => rule.matches(path))?.allows ?? true }
}

describe('groups', () => {
  const cases: [what: string, lines: string[], path: string, allowed: boolean][] = [
    ['those for everybody count for us', ['User-agent: *', 'Disallow: /a'], '/a', false],
    ['those for others do not', ['User-agent: other', 'Disallow: /'], '/a', true],
    [
      'ours comes before those for everybody',
      ['User-agent: *', 'Disallow: /', 'User-agent: Winnow', 'Disallow: /b'],
      '/a',
      true,
    ],
    [
      'ours without a line allows everything',
      ['User-agent: *', 'Disallow: /', 'User-agent: winnow'],
      '/a',
      true,
    ],
    [
      'several of ours count together',
      [
        'User-agent: winnow',
        'Disallow: /a',
        'User-agent: x',
        'Disallow: /c',
        'User-agent: winnow',
        'Disallow: /b',
      ],
      '/a',
      false,
    ],
    [
      'a list of agents shares its rules',
      ['User-agent: winnow', 'User-agent: x', 'Disallow: /a'],
      '/a',
      false,
    ],
    [
      'a sitemap in between ends no list',
      ['User-agent: winnow', 'Sitemap: /s.xml', '', 'User-agent: x', 'Disallow: /a'],
      '/a',
      false,
    ],
    [
      'a rule ends the list',
      ['User-agent: x', 'Disallow: /a', 'User-agent: winnow', 'Disallow: /b'],
      '/a',
      true,
    ],
    [
      'rules before any agent are for nobody',
      ['Disallow: /', 'User-agent: winnow', 'Disallow: /b'],
      '/a',
      true,
    ],
    ['an empty rule forbids nothing', ['User-agent: *', 'Disallow:'], '/a', true],
    ['the longest rule decides', ['User-agent: *', 'Allow: /a/b', 'Disallow: /a'], '/a/b/c', true],
    ['whatever the order', ['User-agent: *', 'Disallow: /a/b', 'Allow: /a'], '/a/b/c', false],
    [
      'of equally long ones the one that allows',
      ['User-agent: *', 'Disallow: /a*', 'Allow: /*a'],
      '/a',
      true,
    ],
    ['also for the same pattern', ['User-agent: *', 'Allow: /a', 'Disallow: /a'], '/a', true],
    ['names in any case, with comments', ['USER-AGENT:* # all', 'disallow : /a # not this'], '/a', false],
    ['misspelt names', ['useragent: *', 'Dissalow: /a'], '/a', false],
    ['lines that say nothing', ['User-agent: *', 'hello', ': /', 'Disallow: /a'], '/a', false],
  ]
  for (const [what, lines, path, allowed] of cases) {
    it(what, () => assert.equal(read(...lines).allows(path), allowed))
  }

  for (const [name, end] of [
    ['LF', '\n'],
    ['CR', '\r'],
    ['CRLF', '\r\n'],
  ] as const) {
    it(`reads groups with ${name}`, () => {
      const { rules } = parseRobots(['User-agent: *', 'Disallow: /a', 'Disallow: /b'].join(end), US)
      assert.equal(rules.length, 2)
    })
  }
})

describe('crawl delay', () => {
  const cases: [value: string, delayMs: number][] = [
    ['2', 2000],
    ['0.5', 500],
    ['3600', 3_600_000],
    ['Infinity', Infinity],
    ['-5', 0],
    ['soon', 0],
    ['', 0],
    ['NaN', 0],
  ]
  for (const [value, delayMs] of cases) {
    it(`reads "${value}" as ${delayMs} ms`, () => {
      assert.equal(read('User-agent: *', `Crawl-delay: ${value}`).delayMs, delayMs)
    })
  }
  it('takes the delay of our own group', () => {
    assert.equal(read('User-agent: *', 'Crawl-delay: 9', 'User-agent: winnow', 'Disallow: /a').delayMs, 0)
  })
  it('takes the longest of several', () => {
    assert.equal(read('User-agent: *', 'Crawl-delay: 9', 'Crawl-delay: 1').delayMs, 9000)
  })
})

describe('sitemaps', () => {
  it('apply to all user agents, each once', () => {
    const { sitemaps } = read(
      'Sitemap: https://a.test/1.xml',
      'User-agent: x',
      'Sitemap: /2.xml # two',
      'Sitemap: /2.xml',
      'Sitemap:',
    )
    assert.deepEqual(sitemaps, ['https://a.test/1.xml', '/2.xml'])
  })
})

describe('a hostile file', () => {
  const path = `/${'a'.repeat(8000)}`
  const files: Record<string, string> = {
    'stars without end': `User-agent: *\nDisallow: /${'*'.repeat(500_000)}b`,
    'many stars': `User-agent: *\nDisallow: /${'*a'.repeat(250_000)}b`,
    'many rules with stars': `User-agent: *\n${Array.from({ length: 30_000 }, (_, n) => `Disallow:/*a*b${n}`).join('\n')}`,
  }
  // A backtracking matcher needs minutes for each of these.
  for (const [what, text] of Object.entries(files)) {
    it(`reads and matches ${what}`, { timeout: 20_000 }, () => {
      const { rules } = parseRobots(text, US)
      assert.equal(
        rules.find((rule) => rule.matches(path)),
        undefined,
      )
    })
  }
})

describe('agentNames', () => {
  const cases: [userAgent: string, names: string[]][] = [
    ['Winnow', ['winnow']],
    ['Winnow/1.0', ['winnow']],
    ['Mozilla/5.0 (compatible; Winnow/0.1.0)', ['winnow']],
    ['Mozilla/5.0 (compatible; bingbot; +http://example.com/bot/1)', ['bingbot']],
    ['Googlebot-Image/1.0', ['googlebot-image']],
    ['MJ12bot/v1.4 (http://example.com/)', ['mj12bot']],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
      [],
    ],
    ['Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2)', ['gptbot']],
    ['*', []],
  ]
  for (const [userAgent, names] of cases) {
    it(`finds ${names.join(', ') || 'no name'} in ${userAgent}`, () => {
      assert.deepEqual([...agentNames(userAgent)], names)
    })
  }
})

describe('agentName', () => {
  for (const value of ['Winnow', ' WINNOW ', 'winnow/2.1', 'winnow*', 'Winnow the crawler']) {
    it(`reads ${value}`, () => assert.equal(agentName(value), 'winnow'))
  }
  it('keeps the star for all agents', () => assert.equal(agentName('*'), '*'))
})

describe('pathRule', () => {
  const cases: [pattern: string, path: string, matches: boolean][] = [
    ['/', '/anything', true],
    ['/fish', '/fish', true],
    ['/fish', '/fish.html', true],
    ['/fish', '/fish/salmon?x=1', true],
    ['/fish', '/Fish', false],
    ['/fish', '/catfish', false],
    ['/fish/', '/fish', false],
    ['fish', '/fish', true],
    ['/*.php', '/a/b.php?x', true],
    ['/*.php', '/a/b.PHP', false],
    ['/*.php$', '/a.php', true],
    ['/*.php$', '/a.php?x', false],
    ['/*.php$', '/a.php/b.php', true],
    ['/fish*.php', '/fishheads/catfish.php?x', true],
    ['/fish*.php', '/Fish.php', false],
    ['*/private', '/a/private', true],
    ['/a*', '/a', true],
    ['/a$', '/a', true],
    ['/a$', '/ab', false],
    ['/a*$', '/ab', true],
    ['$', '/', true],
    ['/a*ab$', '/ab', false],
    ['/a*ab$', '/aab', true],
    ['/a*b*c', '/a-c-b', false],
    ['/a*b*c', '/a-b-c', true],
    ['/a***b', '/axb', true],
    ['/x$y', '/x$y', true],
    ['/?q=', '/?q=1', true],
    ['/foo/bar/%62%61%7A', '/foo/bar/baz', true],
    ['/foo/bar/baz', '/foo/bar/%62%61%7A', true],
    ['/foo/bar/ツ', '/foo/bar/%E3%83%84', true],
    ['/foo/bar/%e3%83%84', '/foo/bar/%E3%83%84', true],
    ['/a%2fb', '/a/b', false],
    ['/a%2fb', '/a%2Fb', true],
    ['/star-%2A.html', '/star-*.html', true],
    ['/star-%2A.html', '/star-x.html', false],
    ['/dollar%24', '/dollar$', true],
    ['/a b', '/a%20b', true],
    ['/{id}', '/%7Bid%7D', true],
    ['/100%', '/100%', true],
  ]
  for (const [pattern, path, matches] of cases) {
    it(`${matches ? 'matches' : 'does not match'} ${path} with ${pattern}`, () => {
      assert.equal(createPathRule(pattern, true).matches(normalizePath(path)), matches)
    })
  }

  it('weighs a pattern by its length', () => {
    const weights = ['/', '/a', '/a*', '/a*$', '/a*b', '/a**b', '/%61', '/ab$'].map(
      (pattern) => createPathRule(pattern, true).weight,
    )
    assert.deepEqual(weights, [1, 2, 3, 4, 4, 4, 2, 4])
  })
})
