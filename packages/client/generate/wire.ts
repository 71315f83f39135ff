import { readdirSync } from 'node:fs'
import { z } from 'zod'
import { apiRoutes } from '../../../src/http/http.ts'
import type { Route } from '../../../src/http/server/route.ts'
import { declare, renderUnnamedType } from './typescript.ts'
import type { Names, Schema, Direction } from './typescript.ts'

/** The file that is generated. */
export const WIRE_FILE = new URL('../src/wire.ts', import.meta.url)

/** What several requests or answers have in common and is better read by name; by the schema of the contract it is from. */
const SHARED_TYPES: {
  name: string
  schema: string
  side: Direction
  at?: (schema: Schema) => Schema | undefined
}[] = [
  { name: 'Format', schema: 'Formats', side: 'input', at: ({ items }) => items },
  { name: 'Action', schema: 'Actions', side: 'input', at: ({ items }) => items },
  { name: 'Parser', schema: 'Parsers', side: 'input', at: ({ items }) => items },
  { name: 'Location', schema: 'Location', side: 'input' },
  { name: 'RedactPii', schema: 'RedactPii', side: 'input' },
  { name: 'Profile', schema: 'Profile', side: 'input' },
  { name: 'ScrapeOptions', schema: 'ScrapeOptions', side: 'input' },
  { name: 'ParseOptions', schema: 'ParseOptions', side: 'input' },
  {
    name: 'CrawlOptions',
    schema: 'MonitorTarget',
    side: 'input',
    at: ({ oneOf }) =>
      oneOf?.find(({ properties }) => properties?.['crawlOptions'])?.properties?.['crawlOptions'],
  },
  { name: 'SearchSource', schema: 'Sources', side: 'input', at: ({ items }) => items },
  { name: 'SearchCategory', schema: 'Categories', side: 'input', at: ({ items }) => items },
  { name: 'MonitorTarget', schema: 'MonitorTarget', side: 'input' },
]

/** The TypeScript of every request and answer of the routes that a team calls, from the schemas the routes check with. */
export async function wireTypes(): Promise<string> {
  const contract = await contractSchemas()
  const routes = teamRoutes()
  const named = new Map([...contract].map(([name, schema]) => [schema, name]))
  const types = new Map<string, TypeDeclaration>()
  const names = new Map<string, string>()
  const add = (name: string, schema: Schema, side: Direction, about?: string) => {
    if (types.has(name)) return
    types.set(name, { schema, side, about })
    names.set(renderUnnamedType(schema, side, names), name)
  }
  for (const { name, schema, side, at } of SHARED_TYPES) {
    const { defs, whole } = toJsonSchema(contract.get(schema)!, side)
    for (const [id, part] of Object.entries(defs)) add(id, part, side)
    add(name, (at ? at(whole) : whole)!, side)
  }
  for (const one of routes) {
    for (const { schema, side, what } of partsOf(one)) {
      const name = named.get(schema)
      if (name === undefined)
        throw new Error(`${one.method} ${one.path}: its ${what} is not in the contract.`)
      const { defs, whole } = toJsonSchema(schema, side)
      for (const [id, part] of Object.entries(defs)) add(id, part, side)
      add(
        name,
        whole,
        side,
        `${what} of \`${one.method} ${displayPath(one.path)}\`: ${one.summary.toLowerCase()}.`,
      )
    }
  }
  return [HEADER, ...[...types].map(([name, type]) => write(name, type, names))].join('\n')
}

/** The routes that a team calls, as far as they are no protocol of their own. */
export function teamRoutes(): Route[] {
  return apiRoutes(noServices, noServices).filter(
    ({ access, path }) => access === 'team' && path.startsWith('/v2/') && !path.startsWith('/v2/mcp'),
  )
}

const HEADER = `// Made from the contract of the service by \`npm run generate:client\`; not to be edited.
`

interface TypeDeclaration {
  schema: Schema
  side: Direction
  about: string | undefined
}

function write(name: string, { schema, side, about }: TypeDeclaration, names: Names): string {
  return declare(name, schema, side, names, about ?? schema.description)
}

/** The routes are only read here, never called; what they would be called with is not there. */
const noServices = new Proxy({} as Parameters<typeof apiRoutes>[0] & Parameters<typeof apiRoutes>[1], {
  get: () => () => undefined,
})

async function contractSchemas(): Promise<Map<string, z.ZodType>> {
  const folder = new URL('../../../src/contract/', import.meta.url)
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const modules = await Promise.all(
    files.map((file): Promise<Record<string, unknown>> => import(new URL(file, folder).href)),
  )
  const entries = modules.flatMap((module) => Object.entries(module))
  return new Map(entries.filter((entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType))
}

function partsOf({
  query,
  body,
  upload,
  answer,
}: Route): { schema: z.ZodType; side: Direction; what: string }[] {
  const json = body ?? upload?.json
  return [
    ...(query ? [{ schema: query, side: 'input' as const, what: 'Query' }] : []),
    ...(json ? [{ schema: json, side: 'input' as const, what: 'Body' }] : []),
    { schema: answer, side: 'output', what: 'Answer' },
  ]
}

function toJsonSchema(schema: z.ZodType, side: Direction): { whole: Schema; defs: Record<string, Schema> } {
  const { $defs = {}, ...whole } = z.toJSONSchema(schema, {
    io: side,
    unrepresentable: 'any',
    reused: 'inline',
  })
  return { whole: whole as Schema, defs: $defs as Record<string, Schema> }
}

function displayPath(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}')
}
