import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Firecrawl } from 'firecrawl'
import { API_KEY, useSharedApp } from '../support/app.ts'

const app = useSharedApp()

/** The published client, unmodified: its view is the truth. */
function client() {
  return new Firecrawl({ apiKey: API_KEY, apiUrl: app().url })
}

describe('the published JavaScript client', () => {
  it('previews what a prompt would set', async () => {
    const { warning, ...options } = await client().crawlParamsPreview(
      'https://example.com',
      'Only the docs, 2 levels deep, without subdomains',
    )
    assert.deepEqual(options, {
      url: 'https://example.com',
      includePaths: ['(^|/)(docs?|documentation|dokumentation|doku)(/|$)'],
      maxDiscoveryDepth: 2,
      allowSubdomains: false,
    })
    assert.match(String(warning), /WINNOW_LLM_URL/)
  })

  it('reports a prompt that cannot be understood', async () => {
    await assert.rejects(client().crawlParamsPreview('https://example.com', 'Write a poem'), {
      status: 400,
      message: /prompt could not be turned into crawl options/,
    })
  })
})
