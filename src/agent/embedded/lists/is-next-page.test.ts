import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isNextPage } from './is-next-page.ts'

const AT = 'https://x.example'

describe('continues', () => {
  const goesOn: [string, string, string][] = [
    ['/changelog', '/changelog?before=2026-04-29', 'Older updates →'],
    ['/notices.aspx', '/notices.aspx?pg=1', 'older >>'],
    ['/vini', '/vini/tutti', 'Mostra altri vini'],
    ['/nos-projets', '/nos-projets/suite-1', 'Suite de la liste'],
    ['/blog/', '/blog/page/2/', '2'],
    ['/doctors', '/doctors/a-e', 'A to E'],
    ['/glossary', '/glossary/b', 'B'],
    ['/staff?letter=A', '/staff?letter=B', 'B'],
    ['/termine.html', '/termine/2026-05.html', 'Mai'],
    ['/termine/2026-05.html', '/termine/2026-06.html', '»'],
    ['/agenda', '/agenda?month=2026-07', 'juillet'],
    ['/archive', '/archive/2024', '2024'],
    ['/news', '/news/2025/', 'News of 2025'],
    ['/programme.html', '/programme2.html', 'Later concerts >>'],
    ['/whatson/archive-1', '/whatson/archive-2', '2'],
    ['/forums/beginners.4/', '/forums/beginners.4/page-2', 'Next'],
  ]
  for (const [page, url, text] of goesOn)
    it(`goes on from ${page} to ${url} by "${text}"`, () =>
      assert.ok(isNextPage({ url: AT + url, text, isNext: false }, { url: AT + page })))

  const others: [string, string, string][] = [
    ['/blog', '/blog/why-we-moved', 'Read more'],
    ['/blog', '/about', 'More about us'],
    ['/products', '/products/kettle', 'Kettle'],
    ['/products', '/products/2', 'Kettle'],
    ['/products', '/products/1998', 'Kettle'],
    ['/products/1', '/products/2', 'Kettle'],
    ['/products', '/products?color=red', 'Red (12)'],
    ['/products', '/contact', 'Next'],
    ['/notices.aspx?pg=2', '/notices.aspx?pg=0', '<< newer'],
    ['/programme2.html', '/programme.html', '<< Earlier concerts'],
    ['/boats/laser', '/boats/laser2', 'Laser 2'],
    ['/services', '/services/more-about-roofs', 'More about roofs'],
  ]
  for (const [page, url, text] of others)
    it(`does not go on from ${page} to ${url} by "${text}"`, () =>
      assert.equal(isNextPage({ url: AT + url, text, isNext: false }, { url: AT + page }), false))

  const next: [string, string, boolean][] = [
    ['/events/', '/events/list/page/2/', true],
    ['/archive.html', '/archive-2.html', true],
    ['/list?start=20', '/list?start=40', true],
    ['/en/config/index.html', '/en/cli/index.html', false],
    ['/docs/install', '/docs/configure', false],
    ['/blog/one-post', '/blog/another-post', false],
  ]
  for (const [page, url, expected] of next)
    it(`${expected ? 'takes' : 'does not take'} ${url} for the next page of ${page}`, () => {
      const found = isNextPage({ url: AT + url, text: 'Next', isNext: true }, { url: AT + page })
      assert.equal(found, expected)
    })
})
