import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toField } from '../../src/extract/choose/field.ts'
import type { Field } from '../../src/extract/choose/similarity.ts'
import { readContextOf } from '../../src/extract/compose/scope.ts'
import type { ReadablePage } from '../../src/extract/page.ts'
import type { JsonSchema } from '../../src/extract/schema/json-schema.ts'
import { fieldsOf, schemaFieldOf } from '../../src/extract/schema/schema-field.ts'
import type { ReadContext, Scalar } from '../../src/extract/values/read-scalar.ts'
import { fixtures, pageOf } from '../../test/extraction/score.ts'
import { fillOrigin, samenessOf, tasksIn } from '../everyday/set.ts'
import type { Sameness } from '../everyday/set.ts'

/** A page with a schema and what is right for it. */
export interface LabelledPage {
  /** Tasks of one group are never told apart by a model that has seen some of them. */
  group: string
  page: ReadablePage
  schema: JsonSchema
  expected: unknown
  same: Sameness
}

/** The tasks of sets of everyday pages that have a schema, and those of the project's own tests. */
export async function loadLabelledPages(folders: readonly string[]): Promise<LabelledPage[]> {
  const all = await Promise.all(folders.map(fromSet))
  return [...all.flat(), ...fromFixtures()]
}

const ORIGIN = 'http://127.0.0.2:4711'

async function fromSet(folder: string): Promise<LabelledPage[]> {
  const same = await samenessOf(folder)
  return tasksIn(folder).flatMap((task) => {
    if (task.kind !== 'json' || !task.schema) return []
    const markup = readFileSync(join(folder, 'pages', `${task.page}.html`), 'utf8')
    return {
      group: `${folder}/${task.page}`,
      page: pageOf({ markup, url: `${ORIGIN}/${task.page}.html` }),
      schema: task.schema as JsonSchema,
      expected: fillOrigin(task, ORIGIN),
      same,
    }
  })
}

function fromFixtures(): LabelledPage[] {
  return fixtures().map((fixture) => ({
    group: `${OWN}${fixture.name}`,
    page: pageOf(fixture),
    schema: fixture.schema,
    expected: fixture.value,
    same: (expected, got) => expected === got,
  }))
}

const OWN = 'fixture/'

/** Whether a group is of the project's own test pages, which are few and plain: nothing is measured on them. */
export function isOwn(group: string): boolean {
  return group.startsWith(OWN)
}

/** A page with single fields and what is right for them. */
export interface TrainingPage {
  group: string
  page: ReadablePage
  reading: ReadContext
  fields: Field[]
  isRight(field: number, value: Scalar): boolean
  /** Whether the page has a value for the field. */
  has(field: number): boolean
}

export function toTrainingPage({ group, page, schema, expected, same }: LabelledPage): TrainingPage {
  const wish = schemaFieldOf(schema)
  const wished = wish.kind === 'object' ? fieldsOf(wish) : []
  const truths = wished.map(({ path }) => valueAt(expected, path))
  const has = (field: number) => truths[field] !== undefined && truths[field] !== null
  return {
    group,
    page,
    reading: readContextOf(page),
    fields: wished.map((field) => toField(field)),
    isRight: (field, value) =>
      has(field) && same(truths[field], value, { format: wished[field]!.schemaField.format }),
    has,
  }
}

export function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, step) => (inner as Record<string, unknown> | undefined)?.[step], value)
}
