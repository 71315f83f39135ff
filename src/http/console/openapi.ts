import { z } from 'zod'
import { ErrorResponse } from '../../contract/fields.ts'
import { ScrapeResponse } from '../../contract/scrape.ts'
import { constantFault } from '../server/route.ts'
import type { Access, Route } from '../server/route.ts'

export function describeApi(routes: readonly Route[], serverUrl: string, version: string): object {
  const components: Components = {}
  components['Error'] = jsonSchema(ErrorResponse, 'output', components)
  const paths: Record<string, Record<string, object>> = {}
  for (const one of routes) {
    const path = one.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [one.method.toLowerCase()]: describeRoute(one, components) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Winnow',
      version,
      description: 'Turns the web and documents into clean data that models and programs can use.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl }],
    tags: [...new Set(routes.map((one) => one.tag))].map((name) => ({ name, description: TAGS[name] })),
    paths,
    components: {
      securitySchemes: {
        bearerAuth: { type: 'http', scheme: 'bearer', description: 'An API key of a team: `fc-…`.' },
        adminAuth: { type: 'http', scheme: 'bearer', description: 'The admin key.' },
        partnerAuth: { type: 'http', scheme: 'bearer', description: 'A partner key.' },
      },
      schemas: components,
    },
  }
}

const TAGS: Record<string, string> = {
  Scrape: 'A page in the requested formats.',
  Parse: 'An uploaded document in the requested formats.',
  Crawl: 'Many pages, found from one URL.',
  'Batch scrape': 'Many pages from a list of URLs.',
  Map: 'The URLs of a site.',
  Search: 'Search results, scraped on request.',
  Extract: 'Structured data from many pages.',
  Agent: 'Tasks in plain language; the agent finds its own way.',
  Browser: 'Live browser sessions, separate or opened from a scrape.',
  Monitor: 'Scheduled checks of pages, sites and searches.',
  Team: "A team's keys, usage and settings.",
  Feedback: 'Ratings of results.',
  Support: 'Endpoints about the service that some clients use.',
  MCP: 'The tools of the service for AI clients.',
  Partner: 'Endpoints for approved partners and their users.',
  Administration: 'Endpoints for the operator.',
  Operation: "Endpoints for an operator's health probes.",
}

const SECURITY: Record<Access, object[]> = {
  team: [{ bearerAuth: [] }],
  admin: [{ adminAuth: [] }],
  partner: [{ partnerAuth: [] }],
  signed: [],
  open: [],
  mcp: [{ bearerAuth: [] }],
}

function describeRoute(one: Route, components: Components): object {
  return {
    operationId: operationId(one),
    tags: [one.tag],
    summary: one.summary,
    ...descriptionField(one),
    // An empty requirement among others makes the key optional.
    security: [...SECURITY[one.access], ...(one.keyless ? [{}] : [])],
    parameters: [
      ...parameters(one.params, 'path', components),
      ...parameters(one.query, 'query', components),
    ],
    ...requestBody(one, components),
    responses: { ...errorResponses(one), ...successResponses(one, components) },
  }
}

function descriptionField({ description, keyless, scope }: Route): object {
  const scoped = scope ? `A key with scopes needs \`${scope}\`.` : undefined
  const sentences = [description, scoped, keyless && WITHOUT_KEY].filter((sentence) => sentence !== undefined)
  return sentences.length > 0 ? { description: sentences.join(' ') } : {}
}

const WITHOUT_KEY =
  'Also works without a key, within the daily limits of an IP address. Then nothing is stored, and options that store something need a key.'

function operationId({ method, path }: Route): string {
  const words = path.split(/[/.\-:_]+/).filter((word) => word !== '' && word !== 'v2')
  return method.toLowerCase() + words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')
}

function requestBody({ body, upload }: Route, components: Components): object {
  const json = body ?? upload?.json
  if (!json && !upload) return {}
  return {
    requestBody: {
      // An omitted body is read as an empty object.
      required: upload?.required ?? !body?.safeParse({}).success,
      content: {
        ...(upload && { [upload.contentType]: { schema: upload.schema } }),
        ...(json && { 'application/json': { schema: jsonSchema(json, 'input', components) } }),
      },
    },
  }
}

function parameters(
  schema: z.ZodType | undefined,
  place: 'path' | 'query',
  components: Components,
): object[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input', components) as {
    properties?: Record<string, object & { description?: string }>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description !== undefined && { description }),
    schema: rest,
  }))
}

function successResponses({ response, contentType, otherStatuses }: Route, components: Components): object {
  const content = {
    [contentType ?? 'application/json']: { schema: jsonSchema(response, 'output', components) },
  }
  return withContent({ 200: 'Success', ...otherStatuses }, content)
}

function errorResponses(one: Route): object {
  const schema = one.access === 'mcp' ? JSON_RPC_FAILURE : { $ref: '#/components/schemas/Error' }
  const content = { 'application/json': { schema } }
  return withContent(
    { ...inputFailures(one), ...accessFailures(one), ...workFailures(one), ...one.errors },
    content,
  )
}

const JSON_RPC_FAILURE = {
  type: 'object',
  required: ['jsonrpc', 'error'],
  properties: {
    jsonrpc: { const: '2.0' },
    id: { type: ['string', 'number', 'null'] },
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: { code: { type: 'integer' }, message: { type: 'string' }, data: {} },
    },
  },
}

function withContent(meanings: StatusMeanings, content: object): object {
  return Object.fromEntries(
    Object.entries(meanings).map(([status, description]) => [status, { description, content }]),
  )
}

type StatusMeanings = Readonly<Record<number, string | undefined>>

function inputFailures({ params, query, body, upload }: Route): StatusMeanings {
  return {
    ...((body ?? params ?? query ?? upload) && {
      400: 'The request is invalid; `error` and `details` give the reason.',
    }),
    ...(params && { 404: 'There is nothing with this id.' }),
    ...((body ?? upload) && {
      413: 'The body is too large.',
      415: 'The media type of the body is not supported here.',
    }),
  }
}

function accessFailures({ access, bucket, keyless }: Route): StatusMeanings {
  return {
    ...(SECURITY[access].length > 0 && {
      401: keyless ? 'The key is invalid.' : 'The key is missing or invalid.',
    }),
    ...(access === 'team' && !keyless && { 403: KEY_LIMITED }),
    ...(bucket && bucket !== 'status' && { 402: 'The team does not have enough credits.' }),
    ...(bucket && { 429: keyless ? `${TOO_FAST} ${DAY_USED_UP}` : TOO_FAST }),
    ...(access !== 'open' && {
      503: 'The service is stopping or its database is unavailable. Try again.',
      507: 'The disk of the service is full. Try again after space was freed.',
    }),
  }
}

const KEY_LIMITED = 'The key may not be used from this IP address, or lacks the scope of this endpoint.'
const TOO_FAST = 'The rate limit is exceeded; `Retry-After` gives the seconds to wait.'
const DAY_USED_UP =
  'Without a key: the daily limit of the IP address is used up; `reason` names the limit, `retry_after_seconds` the wait.'

/**
 * The failures of endpoints that visit the web for a team: unsupported options, targets that fail, and
 * timeouts.
 */
function workFailures(one: Route): StatusMeanings {
  const faultCode = constantFault(one)
  const doesWork = one.bucket !== undefined && one.bucket !== 'status' && faultCode === undefined
  const returnsPage = doesWork && one.response === ScrapeResponse
  return {
    ...(doesWork && { 403: 'The key or the team may not request this, or the target may not be visited.' }),
    ...(returnsPage && { 408: 'The work took longer than `timeout`.' }),
    500: returnsPage
      ? 'The target failed (see `code`), or the service did; its own errors are logged under `requestId`.'
      : 'An error of the service, logged under `requestId`.',
    ...((doesWork || faultCode === 'NOT_IMPLEMENTED') && {
      501: 'This version of the service does not have this endpoint or option.',
    }),
  }
}

/**
 * A schema as the description embeds it. Named parts become components that all endpoints refer to; a name is
 * used either in requests or in responses.
 */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output', components: Components): object {
  const {
    $schema: _,
    $defs = {},
    ...rest
  } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' })
  for (const [name, part] of Object.entries($defs)) components[name] = rename(part)
  return rename(rest)
}

type Components = Record<string, object>

function rename(part: object): object {
  return JSON.parse(JSON.stringify(part).replaceAll('"#/$defs/', '"#/components/schemas/')) as object
}
