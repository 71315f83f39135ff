import { describeApi } from '../../src/http/console/openapi.ts'
import { healthRoutes } from '../../src/http/server/health.ts'
import { apiRoutes } from '../../src/http/http.ts'
import { VERSION } from '../../src/product.ts'
import { fieldRows } from './api-fields.ts'
import type { Schema } from './api-fields.ts'
import { tableOf } from './marked-section.ts'

/** Every endpoint with its parameters, its fields and its responses. */
export function apiReference(): string {
  // The routes are only described here, never called.
  const nothing = new Proxy({} as never, { get: () => () => undefined })
  const routes = [...apiRoutes(nothing, nothing), ...healthRoutes(nothing, nothing)]
  const { tags, paths, components } = describeApi(routes, '/', VERSION) as Api
  const endpoints = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      title: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  )
  const known = commonStatuses(endpoints.map(({ operation }) => operation))
  const scrape = bodiesOf(paths['/v2/scrape']!['post']!)[0]![1].schema
  const under = (tag: string) => endpoints.filter(({ operation }) => operation.tags.includes(tag))
  return [
    tableOf(
      ['Part', 'Endpoints', 'Purpose'],
      tags.map(({ name, description }) => [
        `[${name}](#${name.toLowerCase().replaceAll(' ', '-')})`,
        String(under(name).length),
        description,
      ]),
    ),
    '## Status codes',
    'These meanings hold for all endpoints. An endpoint lists its other statuses.',
    tableOf(
      ['Status', 'Meaning'],
      [...known]
        .map((meaning) => [meaning.slice(0, 3), meaning.slice(3 + SEPARATOR.length)])
        .toSorted(([one], [other]) => Number(one) - Number(other)),
    ),
    ...tags.flatMap(({ name, description }) => [
      `## ${name}`,
      description,
      ...under(name).map(({ title, operation }) => endpointSection({ title, operation, known, scrape })),
    ]),
    '## Shared objects',
    ...Object.entries(components.schemas)
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([name, schema]) =>
        [`### ${name}`, ...(schema.description ? [schema.description] : []), fieldTable(schema)].join('\n\n'),
      ),
  ].join('\n\n')
}

interface Api {
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

interface Operation {
  tags: string[]
  summary: string
  description?: string
  security: Record<string, unknown>[]
  parameters: { name: string; in: string; required: boolean; description?: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { description: string; content: Record<string, { schema: Schema }> }>
}

interface Endpoint {
  title: string
  operation: Operation
  known: ReadonlySet<string>
  /** The body of a scrape, whose fields many bodies have. */
  scrape: Schema
}

function endpointSection({ title, operation, known, scrape }: Endpoint): string {
  const { summary, description, parameters, responses } = operation
  const [success] = Object.entries(responses['200']?.content ?? {})
  const own = Object.entries(responses).filter(
    ([status, one]) => !known.has(status + SEPARATOR + one.description),
  )
  return [
    `### ${title}`,
    `${summary}.${description ? ` ${description}` : ''}`,
    `Authorization: ${keysOf(operation)}. Status: ${Object.keys(responses).join(', ')}.`,
    ...(parameters.length > 0 ? [parameterTable(parameters)] : []),
    ...bodiesOf(operation).map(
      ([type, { schema }]) =>
        `Request (\`${type}\`):\n\n${requestTable(schema, title === 'POST /v2/scrape' ? {} : scrape)}`,
    ),
    ...(success ? [`Response (\`${success[0]}\`):\n\n${responseTable(success[1].schema)}`] : []),
    ...(own.length > 0
      ? [
          tableOf(
            ['Status', 'Meaning'],
            own.map(([status, response]) => [status, response.description]),
          ),
        ]
      : []),
  ].join('\n\n')
}

function bodiesOf({ requestBody }: Operation) {
  return Object.entries(requestBody?.content ?? {})
}

/** Statuses that mean the same at many endpoints. */
function commonStatuses(operations: readonly Operation[]): Set<string> {
  const counts = new Map<string, number>()
  for (const { responses } of operations)
    for (const [status, { description }] of Object.entries(responses)) {
      const meaning = status + SEPARATOR + description
      counts.set(meaning, (counts.get(meaning) ?? 0) + 1)
    }
  return new Set([...counts].filter(([, count]) => count >= COMMON_COUNT).map(([meaning]) => meaning))
}

const SEPARATOR = ': '
const COMMON_COUNT = 6

/** Fields that are the same as those of a scrape are only named. */
function requestTable(schema: Schema, scrape: Schema): string {
  const fields = Object.entries(schema.properties ?? {})
  const same = fields.filter(
    ([name, field]) => name !== 'url' && JSON.stringify(field) === JSON.stringify(scrape.properties?.[name]),
  )
  if (same.length < MANY_FIELDS) return fieldTable(schema)
  const others = Object.fromEntries(fields.filter((field) => !same.includes(field)))
  const names = same.map(([name]) => `\`${name}\``).join(', ')
  return `${fieldTable({ ...schema, properties: others })}\n\nAlso these fields of [POST /v2/scrape](#post-v2scrape): ${names}.`
}

const MANY_FIELDS = 8

function fieldTable(schema: Schema): string {
  const rows = fieldRows(schema)
  return rows.length > 0 ? tableOf(['Field', 'Type', 'Default', 'Description'], rows) : NO_FIELDS
}

function responseTable(schema: Schema): string {
  const rows = fieldRows(schema, RESPONSE_DEPTH).map(([field = '', type = '', , description = '']) => [
    field.replace(' (required)', ''),
    type,
    description,
  ])
  return rows.length > 0 ? tableOf(['Field', 'Type', 'Description'], rows) : NO_FIELDS
}

const RESPONSE_DEPTH = 2
const NO_FIELDS = 'No fields.'

function keysOf({ security }: Pick<Operation, 'security'>): string {
  const names = security.flatMap((one) => Object.keys(one)).map((name) => KEYS[name] ?? name)
  if (names.length === 0) return 'none'
  return names.join(' or ') + (security.some((one) => Object.keys(one).length === 0) ? ', or none' : '')
}

const KEYS: Record<string, string> = {
  bearerAuth: 'API key',
  adminAuth: 'administration key',
  partnerAuth: 'partner key',
}

function parameterTable(parameters: Operation['parameters']): string {
  return tableOf(
    ['Parameter', 'In', 'Type', 'Description'],
    parameters.map(({ name, in: place, required, description = '', schema }) => {
      const [, type = '', , meaning = ''] = fieldRows({
        type: 'object',
        properties: { [name]: { ...schema, description } },
      })[0]!
      return [`\`${name}\`${required ? ' (required)' : ''}`, place, type, meaning]
    }),
  )
}
