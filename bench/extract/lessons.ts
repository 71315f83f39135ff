import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding } from '../../src/extract/findings/finding.ts'
import { askedAs } from '../../src/extract/choose/field.ts'
import type { Field } from '../../src/extract/choose/field.ts'
import { readingOf } from '../../src/extract/compose/scope.ts'
import type { ReadablePage } from '../../src/extract/page.ts'
import type { JsonSchema } from '../../src/extract/schema/json-schema.ts'
import { fieldsOf } from '../../src/extract/schema/wished-field.ts'
import { wishOf } from '../../src/extract/schema/wish.ts'
import type { Reading, Scalar } from '../../src/extract/values/read-scalar.ts'
import { parseHtml } from '../../src/scrape/parse/html.ts'
import { fixtures } from '../../test/extraction/score.ts'
import { samenessOf, tasksIn } from '../everyday/set.ts'

/** A page with fields and what is right for them. */
export interface Lesson {
  /** Lessons of one group are never told apart by a model that has seen some of them. */
  group: string
  site: string
  page: ReadablePage
  reading: Reading
  fields: Field[]
  isRight(field: number, value: Scalar, finding: Finding): boolean
  /** Whether the page has a value for the field. */
  has(field: number): boolean
}

/** The lessons of sets of everyday pages, and those of the project's own tests. */
export async function lessonsIn(folders: readonly string[]): Promise<Lesson[]> {
  const all = await Promise.all(folders.map(everyday))
  return [...all.flat(), ...(await fromFixtures())]
}

export function pageFrom(markup: string, url: string): ReadablePage {
  const { root, landmarks, base } = parseHtml(markup, url, false)
  return { root, landmarks, base, url, content: () => root.children }
}

async function everyday(folder: string): Promise<Lesson[]> {
  const same = await samenessOf(folder)
  return tasksIn(folder)
    .filter(({ kind, schema }) => kind === 'json' && schema !== undefined)
    .map(({ page: name, schema, expected, id }) => {
      const url = `http://127.0.0.2:4711/${name}.html`
      const page = pageFrom(readFileSync(join(folder, 'pages', `${name}.html`), 'utf8'), url)
      const filled = JSON.parse(
        JSON.stringify(expected).replaceAll('{origin}', 'http://127.0.0.2:4711').replaceAll('{page}', url),
      ) as unknown
      return lesson(`${folder}/${name}`, `${folder}/${id}`, page, schema as JsonSchema, filled, same)
    })
}

async function fromFixtures(): Promise<Lesson[]> {
  return fixtures().map(({ name, markup, url, schema, value }) =>
    lesson(
      `fixture/${name}`,
      `fixture/${name}`,
      pageFrom(markup, url),
      schema,
      value,
      (expected, got) => expected === got,
    ),
  )
}

type Sameness = (expected: unknown, got: unknown, schema: object) => boolean

function lesson(
  group: string,
  site: string,
  page: ReadablePage,
  schema: JsonSchema,
  expected: unknown,
  same: Sameness,
): Lesson {
  const wish = wishOf(schema)
  const wished = wish.kind === 'object' ? fieldsOf(wish) : []
  const truths = wished.map(({ path }) => at(expected, path))
  return {
    group,
    site,
    page,
    reading: readingOf(page),
    fields: wished.map((field) => askedAs(field)),
    isRight: (field, value) =>
      truths[field] !== undefined &&
      truths[field] !== null &&
      same(truths[field], value, { format: wished[field]!.wish.format }),
    has: (field) => truths[field] !== undefined && truths[field] !== null,
  }
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, step) => (inner as Record<string, unknown> | undefined)?.[step], value)
}
