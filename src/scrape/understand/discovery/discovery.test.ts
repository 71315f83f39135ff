import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../../../content/parse/html.ts'
import { discoveryOf } from './discovery.ts'
import type { Discovery } from './discovery.ts'

function discover(html: string, headers: Record<string, string> = {}): Discovery {
  const page = parseHtml(html, 'https://example.com/dir/page', false)
  return discoveryOf(page, { status: 200, headers }, page.root.children)
}

const AT = 'https://example.com'

describe('the discovery of a page', () => {
  const cases: [string, string, Partial<Discovery>][] = [
    [
      'links, absolute and once',
      '<a href="a">x</a><a href=" /b ">x</a><a href="a">x</a>',
      { links: [`${AT}/dir/a`, `${AT}/b`] },
    ],
    ['areas and frames', '<map><area href="/a"></map><frame src="/f">', { links: [`${AT}/a`, `${AT}/f`] }],
    ['relative to its base', '<base href="/other/"><a href="x">x</a>', { links: [`${AT}/other/x`] }],
    [
      'not fragments, e-mail links or scripts',
      '<a href="#a">x</a><a href="mailto:a@b.c">x</a><a href="javascript:x()">x</a>',
      { links: [] },
    ],
    ['a refresh', '<meta http-equiv="Refresh" content="0; URL=\'/moved\'">', { links: [`${AT}/moved`] }],
    [
      'not nofollow links',
      '<a rel="noopener NoFollow" href="/a">x</a><a href="/b">x</a>',
      { links: [`${AT}/b`], unfollowed: [`${AT}/a`] },
    ],
    [
      'a link that also occurs without nofollow',
      '<a rel="nofollow" href="/a">x</a><a href="/a">x</a>',
      { links: [`${AT}/a`], unfollowed: [] },
    ],
    [
      'no links when the page is nofollow',
      '<meta name="ROBOTS" content="noindex,NOFOLLOW"><a href="/a">x</a>',
      { links: [], unfollowed: [`${AT}/a`] },
    ],
    ['no links with "none"', '<meta name="robots" content="none"><a href="/a">x</a>', { links: [] }],
    [
      'the next page',
      '<link rel="next" href="?page=2"><a rel="next" href="/3">x</a>',
      { next: [`${AT}/3`, `${AT}/dir/page?page=2`] },
    ],
    ['the canonical URL', '<link rel="canonical" href="/me">', { canonical: `${AT}/me` }],
    [
      'no canonical URL when it has two',
      '<link rel="canonical" href="/me"><link rel="canonical" href="/you">',
      { canonical: undefined },
    ],
  ]
  for (const [name, html, expected] of cases) {
    it(name, () => {
      const found = discover(html)
      for (const [field, value] of Object.entries(expected))
        assert.deepEqual(found[field as keyof Discovery], value, field)
    })
  }

  it('reads headers like the equivalent elements', () => {
    assert.deepEqual(discover('<a href="/a">x</a>', { 'x-robots-tag': 'nofollow' }).links, [])
    assert.deepEqual(
      discover('<a href="/a">x</a>', { 'x-robots-tag': 'googlebot: noindex, nofollow' }).links,
      [],
    )
    assert.equal(discover('', { link: '</me>; rel="canonical"' }).canonical, `${AT}/me`)
  })
})

describe('the fingerprint of a page', () => {
  const page = (text: string) => `<title>T</title><main><p>${text}</p></main>`
  const long =
    'The mill on the river grinds rye, wheat and barley for the bakers of the town and the farms around it. '

  it('is equal for equal text with different links', () => {
    const [one, other] = [
      discover(page('Same. <a href="/1">x</a>')),
      discover(page('Same. <a href="/2">x</a>')),
    ]
    assert.deepEqual(one.fingerprint, other.fingerprint)
  })

  it('differs with one letter of the text and with the title', () => {
    const { exact } = discover(page('Same.')).fingerprint!
    assert.notEqual(discover(page('Same!')).fingerprint!.exact, exact)
    assert.notEqual(discover('<title>U</title><main><p>Same.</p></main>').fingerprint!.exact, exact)
  })

  it('is similar when only numbers differ, and far apart for other text', () => {
    const similar = (text: string) => discover(page(text)).fingerprint!.similar
    assert.equal(similar(`${long}Day 17.`), similar(`${long}Day 18.`))
    assert.ok(
      differing(
        similar(long),
        similar('An entirely different story about ships, storms and harbours far away.'),
      ) > 10,
    )
    assert.ok(differing(similar(long.repeat(20)), similar(`${long.repeat(20)} One more.`)) <= 3)
  })

  it('is equal but for `exact` when only dates differ', () => {
    const undated = (text: string) => discover(page(text)).fingerprint!.undated
    assert.equal(undated('Nothing on Monday, 16 November 2026.'), undated('Nothing on Tue, 1 Dec 2026.'))
    assert.notEqual(undated('Nothing on Monday.'), undated('Something on Monday.'))
    assert.notEqual(undated('A marching band.'), undated('A ing band.'))
    assert.notEqual(undated('In May, and so on.'), undated('In Mayor, and so on.'))
  })

  it('is undefined without text', () => {
    assert.equal(discover('<script>x()</script>').fingerprint, undefined)
  })

  it('distinguishes texts without spaces', () => {
    const similar = (text: string) => discover(page(text)).fingerprint!.similar
    assert.notEqual(
      similar('川の水車小屋は町のパン屋のために麦をひく'),
      similar('海の向こうの港に嵐が近づいている'),
    )
  })
})

function differing(one: string, other: string): number {
  return (BigInt(`0x${one}`) ^ BigInt(`0x${other}`)).toString(2).replaceAll('0', '').length
}
