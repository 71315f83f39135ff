import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Frontier, SiteWords } from './frontier.ts'

describe('SiteWords', () => {
  it('knows a site by the title of its first page', () => {
    const site = new SiteWords(new Frontier(undefined))
    site.learn('http://127.0.0.1/', 'Rooms in Dublin | Nestwell')
    assert.ok(site.has('nestwell'))
    assert.ok(!site.has('dublin'))
  })
  it('knows a site by what links to its first page are called', () => {
    const frontier = new Frontier(undefined)
    frontier.learnUrls([{ url: 'http://127.0.0.1/', title: 'Patchbay Home' }])
    const site = new SiteWords(frontier)
    site.learn('http://127.0.0.1/topics/12', 'Which solder?')
    assert.ok(site.has('patchbay'))
    assert.ok(!site.has('home'))
    assert.ok(!site.has('solder'))
  })
  it('learns nothing from the title of a page that was found before it was visited', () => {
    const site = new SiteWords(new Frontier(undefined))
    for (let times = 0; times < 2; times++) site.learn('http://127.0.0.1/a', 'The Herald - Ratcatcher')
    assert.ok(!site.has('ratcatcher'))
  })
  it('knows a site by what its titles have in common', () => {
    const site = new SiteWords(new Frontier(undefined))
    for (const name of ['a', 'b']) site.learn(`http://127.0.0.1/${name}`, `${name} - The Herald`)
    assert.ok(site.has('herald'))
  })
})
