import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isWithin } from '../egress/egress.ts'
import { boundsOf } from './bounds.ts'
import type { Move } from './step.ts'
import type { TaskPlan } from './task.ts'

const PAGE = 'https://shop.example.com/lamps?page=1'

const CASES: [TaskPlan['reach'], string, boolean][] = [
  ['urls', PAGE, true],
  ['urls', `${PAGE}#weight`, true],
  ['urls', 'https://SHOP.example.com:443/lamps?page=1', true],
  ['urls', 'http://shop.example.com/lamps?page=1', false],
  ['urls', 'https://shop.example.com/lamps?page=2', false],
  ['urls', 'https://shop.example.com/lamps/?page=1', false],
  ['urls', 'https://shop.example.com@evil.test/lamps?page=1', false],
  ['pages', PAGE, true],
  ['pages', 'https://shop.example.com/lamps?page=2', false],
  ['sites', 'https://www.example.com/', true],
  ['sites', 'http://shop.example.com/other', true],
  ['sites', 'https://example.com.evil.test/', false],
  ['sites', 'https://example.org/', false],
  ['sites', 'javascript:alert(1)', false],
  ['hosts', 'https://shop.example.com/other', true],
  ['hosts', 'https://www.example.com/', false],
  ['anywhere', 'https://example.org/', true],
  ['anywhere', 'javascript:alert(1)', false],
  ['anywhere', 'file:///etc/passwd', false],
  ['anywhere', 'no address', false],
]

describe('bounds', () => {
  for (const [reach, url, isAllowed] of CASES) {
    it(`${isAllowed ? 'allow' : 'do not allow'} ${url} for a task that reaches ${reach}`, () => {
      assert.equal(refusal(reach, { kind: 'visit', url, wish: {}, why: '' }) === undefined, isAllowed)
    })
  }

  it('do not allow a redirect to another host of the site when only hosts are allowed', () => {
    const { confinement } = boundsOf({ reach: 'hosts', urls: [PAGE], searches: false })
    assert.ok(confinement && isWithin(confinement, 'https://shop.example.com/moved'))
    assert.ok(!isWithin(confinement, 'https://archive.example.com/lamps'))
  })

  it('allow only visits of the given URLs when they are strict', () => {
    assert.ok(refusal('urls', { kind: 'map', url: PAGE, query: '', why: '' }))
    assert.ok(refusal('urls', { kind: 'search', query: 'lamps', why: '' }))
    assert.ok(refusal('sites', { kind: 'search', query: 'lamps', why: '' }))
    assert.equal(refusal('sites', { kind: 'map', url: PAGE, query: '', why: '' }), undefined)
    assert.equal(refusal('anywhere', { kind: 'search', query: 'lamps', why: '' }), undefined)
    const unmapped = { reach: 'sites', urls: [PAGE], searches: false, ignoresSitemaps: true } as const
    assert.ok(boundsOf(unmapped).refusal({ kind: 'map', url: PAGE, query: '', why: '' }))
    assert.equal(refusal('urls', { kind: 'think', thought: 1, tokens: 0, why: '' }), undefined)
  })
})

function refusal(reach: TaskPlan['reach'], move: Move): string | undefined {
  return boundsOf({ reach, urls: [PAGE], searches: reach === 'anywhere' }).refusal(move)
}
