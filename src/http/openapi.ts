import { z } from 'zod'
import { ErrorAnswer } from '../contract/errors.ts'
import type { Access, Route } from './route.ts'

/** Makes the OpenAPI 3.1 description from the routes and the schemas they were declared with. */
export function describeApi(routes: readonly Route[], serverUrl: string, version: string): object {
  const components: Components = {}
  components['Error'] = jsonSchema(ErrorAnswer, 'output', components)
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
    tags: [...new Set(routes.map((one) => one.tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        bearerAuth: { type: 'http', scheme: 'bearer', description: 'An API key of a team: `fc-…`.' },
        adminAuth: { type: 'http', scheme: 'bearer', description: 'The administration key.' },
        partnerAuth: { type: 'http', scheme: 'bearer', description: 'A partner key.' },
      },
      schemas: components,
    },
  }
}

const SECURITY: Record<Access, object[]> = {
  team: [{ bearerAuth: [] }],
  admin: [{ adminAuth: [] }],
  partner: [{ partnerAuth: [] }],
  signed: [],
  open: [],
}

function describeRoute(one: Route, components: Components): object {
  return {
    operationId: operationId(one),
    tags: [one.tag],
    summary: one.summary,
    ...(one.description !== undefined && { description: one.description }),
    security: SECURITY[one.access],
    parameters: [
      ...parameters(one.params, 'path', components),
      ...parameters(one.query, 'query', components),
    ],
    ...requestBody(one, components),
    responses: {
      200: {
        description: 'Success',
        content: {
          [one.answerType ?? 'application/json']: { schema: jsonSchema(one.answer, 'output', components) },
        },
      },
      ...failures(one),
    },
  }
}

function operationId({ method, path }: Route): string {
  const words = path.split(/[/.\-:_]+/).filter((word) => word !== '' && word !== 'v2')
  return method.toLowerCase() + words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')
}

function requestBody(one: Route, components: Components): object {
  if (one.upload) {
    const json = one.body && { 'application/json': { schema: jsonSchema(one.body, 'input', components) } }
    return {
      requestBody: {
        required: one.upload.required,
        content: { [one.upload.contentType]: { schema: one.upload.schema }, ...json },
      },
    }
  }
  if (!one.body) return {}
  return {
    requestBody: {
      required: true,
      content: { 'application/json': { schema: jsonSchema(one.body, 'input', components) } },
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

function failures(one: Route): object {
  const named: Record<string, string> = {
    ...((one.body ?? one.params ?? one.query ?? one.upload) && {
      400: 'The request is not valid; `error` and `details` say why.',
    }),
    ...(SECURITY[one.access].length > 0 && { 401: 'The key is missing or not valid.' }),
    ...(one.bucket && one.bucket !== 'status' && { 402: 'The team has not enough credits.' }),
    ...(one.params && { 404: 'There is nothing with this id.' }),
    ...(one.bucket && { 429: 'The rate limit is exceeded; `Retry-After` says for how long.' }),
    500: 'A failure on our side, logged under `requestId`.',
  }
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  return Object.fromEntries(
    Object.entries(named).map(([status, description]) => [status, { description, content }]),
  )
}

/**
 * A schema as the description embeds it. Named parts move to the components, where every endpoint refers to them; a
 * name is used in requests or in answers, never for two different things.
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
