import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LinkCandidate } from '../../extract/extract.ts'
import type { Step } from '../step.ts'
import { KnownUrls } from './known-urls.ts'

const HOME = 'https://firm.example/'
const ASSIGNMENT = {
  prompt: 'The opening hours of the museum',
  urls: [HOME],
  isStrict: false,
  mode: 'extract',
  effort: 'low',
} as const

function lead(path: string, text: string, more: Partial<LinkCandidate> = {}): LinkCandidate {
  const url = new URL(path, HOME).href
  return { url, text, context: '', area: 'content', isNext: false, isUnfollowed: false, ...more }
}

function pageWith(leads: LinkCandidate[]): Step {
  return {
    move: { kind: 'visit', url: HOME, wish: {}, why: '' },
    seen: {
      kind: 'visit',
      url: HOME,
      status: 200,
      headings: [],
      leads,
      evidence: [],
      missing: [],
      records: [],
      engine: 'embedded',
    },
    credits: 0,
  }
}

describe('the addresses that a task has seen', () => {
  it('begin with what speaks of the task', () => {
    const addresses = new KnownUrls(ASSIGNMENT, () => true)
    addresses.learn(
      pageWith([
        lead('/jobs', 'Jobs'),
        lead('/visit', 'Hours of the museum'),
        lead('/privacy', 'Privacy', { area: 'footer' }),
      ]),
    )
    assert.deepEqual(
      addresses.best(9).map(({ url }) => url),
      [`${HOME}visit`, `${HOME}jobs`, `${HOME}privacy`],
    )
    assert.equal(addresses.best(1).length, 1)
  })

  it('are known in any writing, and given back as they were seen', () => {
    const addresses = new KnownUrls(ASSIGNMENT, () => true)
    addresses.learn(pageWith([lead('/a?x=1', 'A')]))
    assert.equal(addresses.find(`${HOME}a/?x=1#part`), `${HOME}a?x=1`)
    assert.equal(addresses.find(`${HOME}a`), undefined)
    assert.ok(addresses.isVisited(`${HOME}#top`))
  })

  it('are only those that may be visited', () => {
    const addresses = new KnownUrls(ASSIGNMENT, (url) => url.startsWith(HOME))
    addresses.learn(
      pageWith([
        lead('https://evil.example/', 'Museum hours'),
        lead('/logo.png', 'Museum'),
        lead('mailto:a@b.example', 'Museum'),
      ]),
    )
    assert.deepEqual(addresses.best(9), [])
    assert.equal(addresses.isOnKnownHost('https://evil.example/x'), false)
    assert.equal(addresses.isOnKnownHost(`${HOME}x`), true)
  })
})
