import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { askedAs } from '../../src/extract/choose/field.ts'
import type { Field } from '../../src/extract/choose/similarity.ts'
import { readingOf } from '../../src/extract/compose/scope.ts'
import type { ReadablePage } from '../../src/extract/page.ts'
import type { JsonSchema } from '../../src/extract/schema/json-schema.ts'
import { fieldsOf, wishOf } from '../../src/extract/schema/wish.ts'
import type { Reading, Scalar } from '../../src/extract/values/read-scalar.ts'
import { fixtures, pageOf } from '../../test/extraction/score.ts'
import { filledIn, samenessOf, tasksIn } from '../everyday/set.ts'
import type { Sameness } from '../everyday/set.ts'

/** A page with a schema and what is right for it. */
export interface TaughtPage {
  /** Tasks of one group are never told apart by a model that has seen some of them. */
  group: string
  page: ReadablePage
  schema: JsonSchema
  expected: unknown
  same: Sameness
}

/** The tasks of sets of everyday pages that have a schema, and those of the project's own tests. */
export async function taughtPages(folders: readonly string[]): Promise<TaughtPage[]> {
  const all = await Promise.all(folders.map(fromSet))
  return [...all.flat(), ...fromFixtures()]
}

const ORIGIN = 'http://127.0.0.2:4711'

async function fromSet(folder: string): Promise<TaughtPage[]> {
  const same = await samenessOf(folder)
  return tasksIn(folder).flatMap((task) => {
    if (task.kind !== 'json' || !task.schema) return []
    const markup = readFileSync(join(folder, 'pages', `${task.page}.html`), 'utf8')
    return {
      group: `${folder}/${task.page}`,
      page: pageOf({ markup, url: `${ORIGIN}/${task.page}.html` }),
      schema: task.schema as JsonSchema,
      expected: filledIn(task, ORIGIN),
      same,
    }
  })
}

function fromFixtures(): TaughtPage[] {
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
export interface Lesson {
  group: string
  page: ReadablePage
  reading: Reading
  fields: Field[]
  isRight(field: number, value: Scalar): boolean
  /** Whether the page has a value for the field. */
  has(field: number): boolean
}

export function lessonFrom({ group, page, schema, expected, same }: TaughtPage): Lesson {
  const wish = wishOf(schema)
  const wished = wish.kind === 'object' ? fieldsOf(wish) : []
  const truths = wished.map(({ path }) => valueAt(expected, path))
  const has = (field: number) => truths[field] !== undefined && truths[field] !== null
  return {
    group,
    page,
    reading: readingOf(page),
    fields: wished.map((field) => askedAs(field)),
    isRight: (field, value) =>
      has(field) && same(truths[field], value, { format: wished[field]!.wish.format }),
    has,
  }
}

export function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, step) => (inner as Record<string, unknown> | undefined)?.[step], value)
}
