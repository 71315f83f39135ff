import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { TOOLBOX } from '../../packages/mcp/src/toolbox.ts'
import { Winnow } from '../../packages/client/src/client.ts'
import { AgentRequest } from '../../src/contract/agent.ts'
import { BatchRequest } from '../../src/contract/batch.ts'
import {
  BrowserExecuteRequest,
  BrowserListQuery,
  BrowserRequest,
  InteractRequest,
} from '../../src/contract/sessions.ts'
import { CrawlRequest } from '../../src/contract/crawl.ts'
import { ExtractRequest } from '../../src/contract/extract.ts'
import { FeedbackRequest } from '../../src/contract/team.ts'
import { MapRequest } from '../../src/contract/map.ts'
import {
  CheckQuery,
  CheckListQuery,
  MonitorChange,
  MonitorListQuery,
  MonitorRequest,
} from '../../src/contract/monitor.ts'
import { ParseUploadRequest } from '../../src/contract/parse.ts'
import { ScrapeRequest } from '../../src/contract/scrape.ts'
import {
  DeveloperSearchRequest,
  PaperSearchQuery,
  SimilarPapersQuery,
  SearchFeedbackRequest,
  SearchRequest,
} from '../../src/contract/search.ts'

interface Row {
  tool: string
  request: z.ZodType
  /** What the tool cannot do without, and takes for itself. */
  own?: Record<string, unknown>
  /** What the tool takes under another name, and why it is not this one. */
  otherwise?: string[]
}

const id = 'a1'
const url = 'https://a.test/'

const ROWS: Row[] = [
  { tool: 'scrape', request: ScrapeRequest, own: { url } },
  { tool: 'search', request: SearchRequest, own: { query: 'q' } },
  { tool: 'map', request: MapRequest, own: { url } },
  { tool: 'parse', request: ParseUploadRequest, own: { uploadRef: 'r' } },
  { tool: 'crawl', request: CrawlRequest, own: { url, waitSeconds: 0 } },
  { tool: 'batch_scrape', request: BatchRequest, own: { urls: [url], waitSeconds: 0 } },
  { tool: 'agent', request: AgentRequest, own: { prompt: 'p', waitSeconds: 0 } },
  { tool: 'extract', request: ExtractRequest, own: { urls: [url], waitSeconds: 0 } },
  { tool: 'interact', request: InteractRequest, own: { scrapeId: id, prompt: 'p' } },
  { tool: 'browser_open', request: BrowserRequest },
  { tool: 'browser_execute', request: BrowserExecuteRequest, own: { id, code: '1' } },
  { tool: 'browser_list', request: BrowserListQuery },
  { tool: 'monitor_create', request: MonitorRequest, own: { name: 'n', goal: 'g' } },
  { tool: 'monitor_update', request: MonitorChange, own: { id } },
  { tool: 'monitor_list', request: MonitorListQuery },
  { tool: 'monitor_checks', request: CheckListQuery, own: { id } },
  // `status` is of the check for a reader who knows monitor_checks: pageStatus says whose it is.
  { tool: 'monitor_check', request: CheckQuery, own: { id, checkId: id }, otherwise: ['status'] },
  { tool: 'search_feedback', request: SearchFeedbackRequest, own: { searchId: id, rating: 'good' } },
  { tool: 'feedback', request: FeedbackRequest, own: { endpoint: 'map', jobId: id, rating: 'good' } },
  { tool: 'developer_search', request: DeveloperSearchRequest, own: { query: 'q' } },
  { tool: 'research_search_papers', request: PaperSearchQuery, own: { query: 'q' } },
  // The papers beside the first one of `seed_ids` are the anchors.
  {
    tool: 'research_related_papers',
    request: SimilarPapersQuery,
    own: { seed_ids: ['p'], intent: 'i' },
    otherwise: ['anchor'],
  },
]

describe('the tools of the MCP server', () => {
  for (const { tool, request, own = {}, otherwise = [] } of ROWS) {
    it(`${tool} passes on everything that the service takes`, async () => {
      for (const [field, schema] of Object.entries(fieldsOf(request))) {
        if (otherwise.includes(field)) continue
        for (const value of examplesOf(schema)) {
          const sent = await sentFor(tool, { ...own, [field]: value })
          const isQuery = sent.body === undefined
          const expected = isQuery ? String(value) : value
          const actual = isQuery ? (sent.query.get(field) ?? '') : sent.body![field]
          assert.deepEqual(actual, expected, `${field}: ${JSON.stringify(value)}`)
        }
      }
    })

    it(`${tool} lists nothing that the service would refuse`, () => {
      const taken = new Set([
        ...Object.keys(fieldsOf(request)),
        ...Object.keys(own),
        ...(OWN_FORMS[tool] ?? []),
      ])
      const listed = Object.keys(fieldsOf(TOOLBOX.local.get(tool)!.input))
      assert.deepEqual(
        listed.filter((field) => !taken.has(field)),
        [],
      )
    })
  }
})

/** What a tool has that its request does not, and turns into something that it does. */
const OWN_FORMS: Record<string, string[]> = {
  parse: ['filePath', 'contentType'],
  interact: ['url', 'scrapeOptions'],
  monitor_check: ['pageStatus'],
  monitor_create: [
    'page',
    'pages',
    'queries',
    'searchWindow',
    'maxResults',
    'includeDomains',
    'excludeDomains',
    'scheduleText',
    'timezone',
    'email',
    'includeDiffs',
    'webhookUrl',
  ],
}

/** The first request that a tool makes for its arguments. */
async function sentFor(name: string, given: Record<string, unknown>) {
  const sent: { query: URLSearchParams; body: Record<string, unknown> | undefined }[] = []
  const client = new Winnow({
    apiUrl: 'http://service.test',
    async fetch(address, init) {
      const body =
        typeof init?.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : undefined
      sent.push({ query: new URL(String(address)).searchParams, body })
      return Response.json({ success: true, id, status: 'completed', data: [], errors: [] })
    },
  })
  const tool = TOOLBOX.local.get(name)!
  const input = tool.input.parse(tool.normalize ? tool.normalize(given) : given)
  const turn = {
    client,
    files: 'local',
    signal: new AbortController().signal,
    report: () => undefined,
  } as const
  await tool.run(input, turn)
  return sent[0]!
}

type Json = z.core.JSONSchema.BaseSchema

function fieldsOf(schema: z.ZodType): Record<string, Json> {
  const { properties } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  assert.ok(properties)
  return properties as Record<string, Json>
}

/** Values of every form that a schema describes, one for each kind, each field of an object by itself. */
function examplesOf(schema: Json): unknown[] {
  const variants = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  if (variants) return variants.flatMap(examplesOf)
  if (schema.const !== undefined) return [schema.const]
  if (schema.enum) return schema.enum
  if (schema.type === 'null') return [null]
  if (schema.type === 'boolean') return [true, false]
  if (schema.type === 'integer' || schema.type === 'number') return numbersOf(schema)
  if (schema.type === 'string') return [schema.format === 'uuid' ? randomUUID() : 'a text']
  if (schema.type === 'array') return listsOf(schema)
  if (schema.type === 'object') return objectsOf(schema)
  return [{ any: 'thing' }, 'a text', 1]
}

function listsOf({ items = {}, minItems = 0 }: Json): unknown[] {
  const lists = examplesOf(items as Json).map((item) => [item])
  return minItems > 0 ? lists : [[], ...lists]
}

function numbersOf({ minimum, maximum }: Json): number[] {
  return [minimum ?? 1, maximum ?? 1000].filter((number) => Math.abs(number) < Number.MAX_SAFE_INTEGER)
}

function objectsOf({ properties = {}, required = [] }: Json): unknown[] {
  const fields = Object.entries(properties) as [string, Json][]
  const needed = Object.fromEntries(
    fields.filter(([name]) => required.includes(name)).map(([name, schema]) => [name, examplesOf(schema)[0]]),
  )
  return [
    needed,
    ...fields.flatMap(([name, schema]) => examplesOf(schema).map((value) => ({ ...needed, [name]: value }))),
  ]
}
