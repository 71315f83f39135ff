import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Frontier, SiteWords } from './frontier.ts'

describe('SiteWords', () => {
  it("learns the site's name from the title of its home page", () => {
    const site = new SiteWords(new Frontier(undefined))
    site.learn('http://127.0.0.1/', 'Rooms in Dublin | Nestwell')
    assert.ok(site.has('nestwell'))
    assert.ok(!site.has('dublin'))
  })
  it("learns the site's name from links to its home page", () => {
    const frontier = new Frontier(undefined)
    frontier.learnUrls([{ url: 'http://127.0.0.1/', title: 'Patchbay Home' }])
    const site = new SiteWords(frontier)
    site.learn('http://127.0.0.1/topics/12', 'Which solder?')
    assert.ok(site.has('patchbay'))
    assert.ok(!site.has('home'))
    assert.ok(!site.has('solder'))
  })
  it('learns nothing from the title of a page that a search found', () => {
    const site = new SiteWords(new Frontier(undefined))
    for (let times = 0; times < 2; times++) site.learn('http://127.0.0.1/a', 'The Herald - Ratcatcher')
    assert.ok(!site.has('ratcatcher'))
  })
  it("learns the site's name from the common part of its titles", () => {
    const site = new SiteWords(new Frontier(undefined))
    for (const name of ['a', 'b']) site.learn(`http://127.0.0.1/${name}`, `${name} - The Herald`)
    assert.ok(site.has('herald'))
  })
})
