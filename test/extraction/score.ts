import { readdirSync, readFileSync } from 'node:fs'
import { extractJson } from '../../src/extract/extract-json.ts'
import type { ReadablePage } from '../../src/extract/page.ts'
import type { JsonSchema } from '../../src/extract/schema/json-schema.ts'
import { parseHtml } from '../../src/content/parse/html.ts'

/** A saved page with what is wanted of it and what it has. */
export interface Fixture {
  name: string
  kind: string
  url: string
  schema: JsonSchema
  /** What is not on the page is absent, or null where the schema wants it so. */
  value: unknown
  markup: string
}

export function fixtures(): Fixture[] {
  const folder = new URL('./', import.meta.url)
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => {
      const name = file.slice(0, -'.json'.length)
      const said = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Omit<Fixture, 'name' | 'markup'>
      return { ...said, name, markup: readFileSync(new URL(`${name}.html`, folder), 'utf8') }
    })
}

export function pageOf({ markup, url }: Pick<Fixture, 'markup' | 'url'>): ReadablePage {
  const { root, landmarks, base } = parseHtml(markup, url, false)
  return { root, landmarks, base, url, content: () => root.children }
}

/** How many values are right, wrong and not found; those returned for what is not on the page are invented. */
export interface Score {
  right: number
  wrong: number
  lost: number
  invented: number
  complaints: string[]
}

export function scoreOf(fixture: Fixture): Score & { extraction: ReturnType<typeof extractJson> } {
  const extraction = extractJson(pageOf(fixture), { schema: fixture.schema })
  const found = leavesOf(extraction.value)
  const wanted = leavesOf(fixture.value)
  const score: Score = { right: 0, wrong: 0, lost: 0, invented: 0, complaints: [] }
  for (const [path, value] of found) {
    const truth = wanted.get(path)
    if (truth !== undefined && isSame(truth, value)) score.right++
    else {
      if (truth === undefined) score.invented++
      score.wrong++
      score.complaints.push(`${path}: ${JSON.stringify(value)} instead of ${JSON.stringify(truth)}`)
    }
  }
  for (const [path, truth] of wanted) {
    const value = found.get(path)
    if (value !== undefined && isSame(truth, value)) continue
    score.lost++
    if (value === undefined) score.complaints.push(`${path}: nothing instead of ${JSON.stringify(truth)}`)
  }
  return { ...score, extraction }
}

function leavesOf(value: unknown, path = '', into = new Map<string, unknown>()): Map<string, unknown> {
  if (value === null || value === undefined) return into
  if (typeof value !== 'object') return into.set(path, value)
  for (const [key, inner] of Object.entries(value)) leavesOf(inner, `${path}/${key}`, into)
  return into
}

function isSame(one: unknown, other: unknown): boolean {
  if (typeof one === 'string' && typeof other === 'string') return plain(one) === plain(other)
  return one === other
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
