import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Pages } from '../agent/site.ts'

/** A line of `tasks.jsonl`. */
export interface SetTask {
  id: string
  kind: 'json' | 'question' | 'agent'
  category: string
  page?: string
  site?: string
  start?: string
  schema?: Record<string, unknown>
  prompt?: string
  question?: string
  expected: unknown
  absent?: string[]
}

/** One value that was compared with the expected one. */
interface Note {
  path: string
  verdict: string
  expected?: unknown
  got?: unknown
}

interface Tally {
  right: number
  wrong: number
  missing: number
  invented: number
  kept: number
  absent: number
  perfect: boolean
}

export interface Result extends Tally {
  id: string
  kind: SetTask['kind']
  notes: Note[]
}

/** What a set's `score.mjs` exports. */
interface Scorer {
  same(expected: unknown, got: unknown, schema: object): boolean
  scoreAnswer(expected: unknown, got: unknown): Note[]
  scoreData(expected: unknown, got: unknown, schema: object, absent?: string[]): Note[]
  scoreRows(expected: unknown, got: unknown): Note[]
  tally(notes: readonly Note[]): Tally
}

export function tasksIn(folder: string): SetTask[] {
  const lines = readFileSync(join(folder, 'tasks.jsonl'), 'utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line) as SetTask)
}

/** Scores answers as the set itself does. */
export async function scorerOf(
  folder: string,
): Promise<(task: SetTask, got: unknown, origin: string) => Result> {
  const scorer = (await import(pathToFileURL(join(folder, 'score.mjs')).href)) as Scorer
  return ({ id, kind, schema, absent, page, expected }, got, origin) => {
    const filled: unknown = JSON.parse(
      JSON.stringify(expected).replaceAll('{origin}', origin).replaceAll('{page}', `${origin}/${page}.html`),
    )
    const notes =
      kind === 'question'
        ? scorer.scoreAnswer(filled, got)
        : schema
          ? scorer.scoreData(filled, got, schema, absent)
          : scorer.scoreRows(filled, got)
    return { id, kind, notes, ...scorer.tally(notes) }
  }
}

/** When a set takes two values for the same. */
export async function samenessOf(folder: string): Promise<Scorer['same']> {
  return ((await import(pathToFileURL(join(folder, 'score.mjs')).href)) as Scorer).same
}

/** A site of the set: `books@page=2.html` is `/books?page=2`. */
export function siteIn(folder: string, name: string, origin: string): Pages {
  const root = join(folder, 'sites', name)
  return {
    origin,
    paths: readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.html'))
      .map((file) => `/${file.replace(/(^|\/)index\.html$/, '$1').replace(/@(.*)\.html$/, '?$1')}`),
    respond(path) {
      const { pathname, search } = new URL(path, origin)
      const file = normalize(join(root, decodeURIComponent(pathname)))
      const query = search && `@${search.slice(1)}`
      const files = pathname.endsWith('/')
        ? [join(file, 'index.html')]
        : [file, `${file}${query}.html`, `${file.replace(/\.html$/, '')}${query}.html`]
      const found = files.find((one) => one.startsWith(root) && existsSync(one) && statSync(one).isFile())
      return {
        status: found ? 200 : 404,
        headers: { 'content-type': 'text/html; charset=utf-8' },
        body: found
          ? readFileSync(found, 'utf8')
          : '<!doctype html><title>Not found</title><h1>Not found</h1>',
      }
    },
  }
}
