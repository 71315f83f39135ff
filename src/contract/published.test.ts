import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { z } from 'zod'
import { ScrapeResponse, ScrapeRequest } from './scrape.ts'
import { SearchRequest } from './search.ts'

const INPUT = { io: 'input', unrepresentable: 'any' } as const

const files = readdirSync(import.meta.dirname).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
)
const modules = await Promise.all(files.map((file): Promise<Record<string, unknown>> => import(`./${file}`)))
const schemas = modules.flatMap((module) => Object.entries(module)).filter(isSchema)
const taken = schemas.filter(([name]) =>
  /(?:Request|Options|Part|Form|Change|Query|Params|Headers|Override)$/.test(name),
)
const bodies = schemas.filter(([name]) => /(?:Request|Change)$/.test(name))
const answers = schemas.filter(([name]) => /(?:Response|List)$/.test(name) && name !== 'DomainList')

test('finds what is to be published', () => {
  assert.ok(taken.length > 50, String(taken.length))
  assert.ok(answers.length > 45, String(answers.length))
})

for (const [name, schema] of taken) {
  test(`publishes what ${name} takes`, () => assert.ok(z.toJSONSchema(schema, INPUT)))
}

for (const [name, schema] of bodies) {
  test(`publishes that ${name} takes no unknown fields, inside neither`, () => {
    assert.deepEqual(openObjects(z.toJSONSchema(schema, INPUT)), [])
  })
}

for (const [name, schema] of answers) {
  test(`publishes ${name} as open to further fields`, () => {
    assert.equal(z.toJSONSchema(schema).additionalProperties, true)
  })
}

test('publishes formats by name and as objects, with the default', () => {
  const { properties, required } = z.toJSONSchema(ScrapeRequest, INPUT) as Published
  assert.deepEqual(required, ['url'])
  assert.deepEqual(properties['formats']?.default, ['markdown'])
  const [names, ...objects] = properties['formats']?.items?.anyOf ?? []
  assert.ok(names?.enum?.includes('markdown'))
  assert.ok(!names?.enum?.includes('json'))
  assert.ok(objects.some(({ properties: fields }) => fields?.['type']?.const === 'screenshot'))
})

test('publishes the defaults that are filled late', () => {
  const { properties } = z.toJSONSchema(ScrapeRequest, INPUT) as Published
  assert.equal(properties['maxAge']?.default, 172_800_000)
  assert.equal(properties['timeout']?.default, 60_000)
})

// The number in PaperQuery is taken only together with another field, so it has no default to publish.
for (const [name, schema] of taken.filter(([each]) => each.endsWith('Query') && each !== 'PaperQuery')) {
  const { success, data } = schema.safeParse({})
  if (!success) continue
  test(`publishes every default of ${name}`, () => {
    const { properties } = z.toJSONSchema(schema, INPUT) as Published
    const published = Object.entries(properties).map(([field, { default: value }]) => [field, value])
    assert.deepEqual({ ...Object.fromEntries(published), ...(data as object) }, Object.fromEntries(published))
  })
}

test('publishes that a search may name its sources in two ways', () => {
  const { properties } = z.toJSONSchema(SearchRequest, INPUT) as Published
  assert.deepEqual(properties['sources']?.default, ['web'])
  assert.deepEqual(properties['sources']?.items?.anyOf?.[0]?.enum, ['web', 'news', 'images', 'alexandria'])
})

test('publishes the document under its name', () => {
  const { properties, $defs } = z.toJSONSchema(ScrapeResponse) as Published
  assert.equal(properties['data']?.$ref, '#/$defs/Document')
  assert.ok($defs?.['Document']?.properties?.['markdown'])
})

/** Where a schema lists the fields of an object and would still let others through. */
function openObjects(node: unknown, path = '#'): string[] {
  if (typeof node !== 'object' || node === null) return []
  const isOpen =
    'properties' in node && 'type' in node && !('additionalProperties' in node && !node.additionalProperties)
  const parts = Object.entries(node).filter(([name]) => name !== 'example')
  const inside = parts.flatMap(([name, child]) => openObjects(child, `${path}/${name}`))
  return isOpen ? [path, ...inside] : inside
}

interface Published {
  properties: Record<string, Published>
  required?: string[]
  default?: unknown
  enum?: unknown[]
  const?: unknown
  format?: string
  items?: Published
  anyOf?: Published[]
  $ref?: string
  $defs?: Record<string, Published>
}

function isSchema(entry: [string, unknown]): entry is [string, z.ZodType] {
  return entry[1] instanceof z.ZodType
}
