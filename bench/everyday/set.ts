import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, normalize, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

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

export type Sameness = (expected: unknown, got: unknown, schema: object) => boolean

/** What a set's `score.mjs` exports. */
interface Scorer {
  same: Sameness
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
  const scorer = await scoresOf(folder)
  return (task, got, origin) => {
    const { id, kind, schema, absent } = task
    const expected = fillOrigin(task, origin)
    const notes =
      kind === 'question'
        ? scorer.scoreAnswer(expected, got)
        : schema
          ? scorer.scoreData(expected, got, schema, absent)
          : scorer.scoreRows(expected, got)
    return { id, kind, notes, ...scorer.tally(notes) }
  }
}

/** When a set takes two values for the same. */
export async function samenessOf(folder: string): Promise<Sameness> {
  return (await scoresOf(folder)).same
}

async function scoresOf(folder: string): Promise<Scorer> {
  return (await import(pathToFileURL(resolve(folder, 'score.mjs')).href)) as Scorer
}

/** What is expected of a task when its page or site has this origin. */
export function fillOrigin({ expected, page }: SetTask, origin: string): unknown {
  const text = JSON.stringify(expected).replaceAll('{origin}', origin)
  return JSON.parse(text.replaceAll('{page}', `${origin}/${page}.html`))
}

/** The pages of a site. */
export interface Pages {
  origin: string
  /** Every path that has a page. */
  paths: readonly string[]
  /** The HTML of a path and query; undefined where there is no page. */
  read(path: string): string | undefined
}

/** A site of the set: `books@page=2.html` is `/books?page=2`. */
export function siteIn(folder: string, name: string, origin: string): Pages {
  const root = join(folder, 'sites', name)
  return {
    origin,
    paths: readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.html'))
      .map((file) => `/${file.replace(/(^|\/)index\.html$/, '$1').replace(/@(.*)\.html$/, '?$1')}`),
    read(path) {
      const { pathname, search } = new URL(path, origin)
      const file = normalize(join(root, decodeURIComponent(pathname)))
      const query = search && `@${search.slice(1)}`
      const files = pathname.endsWith('/')
        ? [join(file, 'index.html')]
        : [file, `${file}${query}.html`, `${file.replace(/\.html$/, '')}${query}.html`]
      const found = files.find((one) => one.startsWith(root) && existsSync(one) && statSync(one).isFile())
      return found && readFileSync(found, 'utf8')
    },
  }
}
