import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ScrapeRequest } from '../../contract/scrape.ts'
import { browserNeed, firstAttempt, nextAttempt } from './plan.ts'
import type { Attempt, Outcome } from './plan.ts'

const ALL = { browser: true, enhanced: true }
const BROWSER = { browser: true, enhanced: false }
const PROXY = { browser: false, enhanced: true }
const NOTHING = { browser: false, enhanced: false }

const asked = (options: object) => ScrapeRequest.parse({ url: 'https://site.test', ...options })
const attempt = (text: string): Attempt => {
  const [by, way] = text.split(' ')
  return { by, way } as Attempt
}

describe('the first attempt', () => {
  const cases: [options: object, means: typeof ALL, expected: string][] = [
    [{}, ALL, 'http basic'],
    [{}, NOTHING, 'http basic'],
    [{ proxy: 'basic' }, ALL, 'http basic'],
    [{ proxy: 'enhanced' }, ALL, 'browser enhanced'],
    [{ proxy: 'stealth' }, BROWSER, 'browser enhanced'],
    [{ proxy: 'enhanced' }, PROXY, 'http enhanced'],
    [{ waitFor: 1 }, ALL, 'browser basic'],
    [{ mobile: true }, ALL, 'browser basic'],
    [{ screenshot: true }, ALL, 'browser basic'],
    [{ formats: ['screenshot'] }, NOTHING, 'browser basic'],
    [{ actions: [{ type: 'scrape' }] }, ALL, 'browser basic'],
    [{ profile: { name: 'me' } }, ALL, 'browser basic'],
    [{ formats: ['markdown', 'html', 'rawHtml', 'links', 'images'] }, ALL, 'http basic'],
    [
      { location: { country: 'DE', languages: ['de'] }, headers: { a: 'b' }, blockAds: false },
      ALL,
      'http basic',
    ],
    [{ skipTlsVerification: true, maxAge: 0, timeout: 5000 }, ALL, 'http basic'],
  ]
  for (const [options, means, expected] of cases) {
    it(`for ${JSON.stringify(options)} with ${JSON.stringify(means)} is ${expected}`, () =>
      assert.deepEqual(firstAttempt(asked(options), means), attempt(expected)))
  }
})

describe('the next attempt', () => {
  const cases: [outcome: Outcome, tried: string[], proxy: string, means: typeof ALL, expected: string][] = [
    ['page', ['http basic'], 'auto', ALL, ''],
    ['page', ['browser basic'], 'auto', ALL, ''],
    ['shell', ['http basic'], 'auto', ALL, 'browser basic'],
    ['shell', ['http basic'], 'basic', BROWSER, 'browser basic'],
    ['shell', ['http enhanced'], 'enhanced', ALL, 'browser enhanced'],
    ['shell', ['http basic'], 'auto', NOTHING, ''],
    ['shell', ['http basic', 'browser basic'], 'auto', ALL, ''],
    ['challenge', ['http basic'], 'auto', ALL, 'browser basic'],
    ['challenge', ['http basic', 'browser basic'], 'auto', ALL, 'browser enhanced'],
    ['challenge', ['http basic', 'browser basic'], 'basic', ALL, ''],
    ['challenge', ['http basic', 'browser basic'], 'auto', BROWSER, ''],
    ['challenge', ['http basic', 'browser basic', 'browser enhanced'], 'auto', ALL, ''],
    ['challenge', ['http basic'], 'auto', PROXY, 'http enhanced'],
    ['refused', ['http basic'], 'auto', ALL, 'browser basic'],
    ['refused', ['http basic', 'browser basic'], 'auto', ALL, 'browser enhanced'],
    ['refused', ['browser enhanced'], 'enhanced', ALL, ''],
    ['throttled', ['http basic'], 'auto', ALL, 'http enhanced'],
    ['throttled', ['http basic'], 'auto', BROWSER, ''],
    ['unreachable', ['http basic'], 'auto', ALL, 'http enhanced'],
    ['unreachable', ['http basic'], 'basic', ALL, ''],
    ['unreachable', ['http basic', 'http enhanced'], 'auto', ALL, ''],
    ['file', ['browser basic'], 'auto', ALL, 'http basic'],
    ['file', ['http basic', 'browser basic'], 'auto', ALL, ''],
  ]
  for (const [outcome, tried, proxy, means, expected] of cases) {
    it(`after ${tried.join(', ')} gave ${outcome} with proxy ${proxy} and ${JSON.stringify(means)} is ${expected || 'none'}`, () =>
      assert.deepEqual(
        nextAttempt(asked({ proxy }), tried.map(attempt), outcome, means),
        expected === '' ? undefined : attempt(expected),
      ))
  }
})

describe('the option that needs a browser', () => {
  it('is named', () => assert.equal(browserNeed(asked({ mobile: true })), 'mobile'))
  it('is undefined for a plain request', () => assert.equal(browserNeed(asked({})), undefined))
})
