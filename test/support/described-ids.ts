import type { TestApp } from './app.ts'

/** A route that takes an id in its address, or one with the field of its query or body that does. */
interface IdLocation {
  place: string
  /** Which kind of key it asks for, if any. */
  access: string | undefined
}

/** Where the API description takes ids: anything in an address, and fields that are UUIDs. */
export async function describedIds(app: TestApp): Promise<IdLocation[]> {
  const { body } = await app.call('/openapi.json')
  return Object.entries<Record<string, Operation>>(body.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      const route = `${method.toUpperCase()} ${path}`
      const access = Object.keys(operation.security[0] ?? {})[0]
      const fields = [...queryIds(operation), ...bodyIds(operation)].map((field) => `${route} ${field}`)
      return [...(path.includes('{') ? [route] : []), ...fields].map((place) => ({ place, access }))
    }),
  )
}

interface Schema {
  format?: string
  properties?: Record<string, Schema>
}

interface Operation {
  security: Record<string, unknown>[]
  parameters: { in: string; name: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

function queryIds({ parameters }: Operation): string[] {
  return parameters
    .filter((parameter) => parameter.in === 'query' && parameter.schema.format === 'uuid')
    .map(({ name }) => name)
}

function bodyIds({ requestBody }: Operation): string[] {
  const { properties = {} } = requestBody?.content['application/json']?.schema ?? {}
  return Object.keys(properties).filter((name) => properties[name]!.format === 'uuid')
}
