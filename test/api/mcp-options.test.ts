import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { TOOLBOX } from '../../packages/mcp/src/toolbox.ts'
import { AgentRequest } from '../../src/contract/agent.ts'
import { BatchRequest } from '../../src/contract/batch.ts'
import { BrowserRequest } from '../../src/contract/browser.ts'
import { CrawlRequest } from '../../src/contract/crawl.ts'
import { ExtractRequest } from '../../src/contract/extract.ts'
import { FeedbackRequest } from '../../src/contract/feedback.ts'
import { InteractRequest } from '../../src/contract/interact.ts'
import { MapRequest } from '../../src/contract/map.ts'
import { MonitorChange } from '../../src/contract/monitor.ts'
import { ParseOptions } from '../../src/contract/parse.ts'
import { ScrapeRequest } from '../../src/contract/scrape.ts'
import { DeveloperSearchRequest } from '../../src/contract/search-index.ts'
import { SearchRequest } from '../../src/contract/search.ts'

/** Which request a tool makes, and what it takes for itself. */
const REQUESTS: [tool: string, request: z.ZodType, own: string[]][] = [
  ['scrape', ScrapeRequest, []],
  ['search', SearchRequest, []],
  ['map', MapRequest, []],
  ['parse', ParseOptions, ['filePath', 'uploadRef', 'contentType']],
  ['crawl', CrawlRequest, ['waitSeconds']],
  ['batch_scrape', BatchRequest, ['waitSeconds']],
  ['agent', AgentRequest, ['waitSeconds']],
  ['extract', ExtractRequest, ['waitSeconds']],
  ['interact', InteractRequest, ['url', 'scrapeId', 'scrapeOptions']],
  ['browser_open', BrowserRequest, []],
  ['monitor_update', MonitorChange, ['id']],
  ['feedback', FeedbackRequest, []],
  ['developer_search', DeveloperSearchRequest, []],
]

describe('the tools of the MCP server', () => {
  for (const [name, request, own] of REQUESTS) {
    it(`${name} takes nothing that the service would refuse`, () => {
      const taken = new Set([...fieldsOf(request), ...own])
      const given = fieldsOf(TOOLBOX.local.get(name)!.input)
      assert.deepEqual(
        given.filter((field) => !taken.has(field)),
        [],
      )
    })
  }
})

function fieldsOf(schema: z.ZodType): string[] {
  const { properties } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  assert.ok(properties)
  return Object.keys(properties)
}
