import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { comparable, pathRule } from './path-rule.ts'

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
    it(`${matches ? 'takes' : 'leaves'} ${path} by ${pattern}`, () => {
      assert.equal(pathRule(pattern, true).matches(comparable(path)), matches)
    })
  }

  it('weighs what a pattern says', () => {
    const weights = ['/', '/a', '/a*', '/a*$', '/a*b', '/a**b', '/%61', '/ab$'].map(
      (pattern) => pathRule(pattern, true).weight,
    )
    assert.deepEqual(weights, [1, 2, 3, 4, 4, 4, 2, 4])
  })
})
