import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ParseOptions } from '../../contract/parse.ts'
import { ScrapeRequest } from '../../contract/scrape.ts'
import { Fault } from '../../fault.ts'
import type { FaultCode } from '../../fault.ts'
import { priceOfParse, priceOfScrape } from './price.ts'

describe('the price of a scrape', () => {
  const cases: [Record<string, unknown>, number][] = [
    [{}, 1],
    [{ formats: ['markdown', 'html', 'rawHtml', 'links', 'images'] }, 1],
    [{ formats: [{ type: 'attributes', selectors: [{ selector: 'a', attribute: 'href' }] }] }, 1],
    [{ formats: ['summary', 'product', 'menu'] }, 1],
    [{ formats: [{ type: 'json', prompt: 'x' }] }, 5],
    [{ formats: ['markdown', { type: 'changeTracking', modes: ['json'], prompt: 'x' }] }, 5],
    [{ formats: ['markdown', 'changeTracking'] }, 1],
    [
      {
        formats: [
          'markdown',
          { type: 'json', prompt: 'x' },
          { type: 'changeTracking', modes: ['json'], prompt: 'x' },
        ],
      },
      5,
    ],
    [
      {
        formats: [
          { type: 'question', question: 'x' },
          { type: 'highlights', query: 'x' },
        ],
      },
      9,
    ],
    [{ formats: ['audio'] }, 5],
    [{ redactPII: true }, 5],
    [{ zeroDataRetention: true }, 2],
    [{ maxAge: 0 }, 1],
    [{ lockdown: true }, 5],
    [{ lockdown: true, zeroDataRetention: true }, 5],
  ]
  for (const [options, credits] of cases) {
    it(`is ${credits} with ${JSON.stringify(options)}`, () => {
      const price = priceOfScrape(ScrapeRequest.parse({ url: 'https://site.test', ...options }))
      assert.equal(price.credits, credits)
      assert.equal(price.reason, 'scrape')
    })
  }

  const failures: [FaultCode, number][] = [
    ['SCRAPE_LOCKDOWN_CACHE_MISS', 1],
    ['SCRAPE_DNS_RESOLUTION_ERROR', 0],
    ['SCRAPE_SSL_ERROR', 0],
    ['BROWSER_FAILED', 0],
    ['UNAVAILABLE', 0],
    ['SCRAPE_NO_CACHED_DATA', 0],
    ['SCRAPE_TIMEOUT', 0],
    ['SCRAPE_SITE_ERROR', 0],
    ['FORBIDDEN', 0],
    ['NOT_IMPLEMENTED', 0],
  ]
  for (const [code, credits] of failures) {
    it(`is ${credits} after a failure with ${code}`, () => {
      const price = priceOfScrape(ScrapeRequest.parse({ url: 'https://site.test' }))
      assert.equal(price.ofFailure(new Fault(code, 'x')), credits)
    })
  }
  it('is zero after an internal error', () => {
    assert.equal(
      priceOfScrape(ScrapeRequest.parse({ url: 'https://site.test' })).ofFailure(new Error('x')),
      0,
    )
  })
})

describe('the price of a parse', () => {
  it('is one credit, plus one with zero data retention', () => {
    assert.equal(priceOfParse(ParseOptions.parse({})).credits, 1)
    assert.equal(priceOfParse(ParseOptions.parse({ zeroDataRetention: true })).credits, 2)
    assert.equal(priceOfParse(ParseOptions.parse({})).reason, 'parse')
  })

  it('counts each page and the redaction of each page', () => {
    assert.equal(priceOfParse(ParseOptions.parse({}), 3).credits, 3)
    assert.equal(priceOfParse(ParseOptions.parse({ redactPII: true }), 3).credits, 15)
  })
})
