import { existsSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A document of the benchmark, with what is known about it. */
export interface Sample {
  set: string
  format: string
  kind: 'md' | 'tables' | 'rules' | 'facts' | 'words' | 'bad'
  file: string
  truth: string
  rules: { id: string; type: string }[]
  must: string[]
  mustNot: string[]
  expect: string
}

/** Scores of one document; what does not apply to it is null. */
export interface Scores {
  overall: number | null
  nid: number | null
  teds: number | null
  tedsAll: number | null
  mhs: number | null
}

/** The benchmark's own data and metrics, from the folder that holds them. */
export interface Benchmark {
  samples: Sample[]
  score(truth: string, markdown: string): Scores
  /** Whether a rule holds; null when it is of a kind that is not checked. */
  holds(rule: Sample['rules'][number], markdown: string): boolean | null
}

interface Item extends Partial<Omit<Sample, 'truth'>> {
  set: string
  file: string
  kind: Sample['kind']
  format: string
  gt?: string
}

/** Undefined, with a word about it, when the folder is not the one. */
export async function openBenchmark(folder: string | undefined): Promise<Benchmark | undefined> {
  if (folder === undefined || !existsSync(join(folder, 'metrics.mjs'))) {
    console.error('Name the folder of the documents benchmark: it holds metrics.mjs and data/manifest.json.')
    process.exitCode = 2
    return undefined
  }
  // Its metrics read HTML with a library that the folder itself need not have installed.
  registerHooks({
    resolve: (name, context, next) =>
      next(name, name === 'parse5' ? { ...context, parentURL: import.meta.url } : context),
  })
  const data = join(folder, 'data')
  const items = JSON.parse(readFileSync(join(data, 'manifest.json'), 'utf8')) as Item[]
  const { scoreDoc } = (await import(pathToFileURL(join(folder, 'metrics.mjs')).href)) as {
    scoreDoc: Benchmark['score']
  }
  const { runRule } = (await import(pathToFileURL(join(folder, 'rules.mjs')).href)) as {
    runRule: Benchmark['holds']
  }
  return { samples: items.map((item) => toSample(item, data)), score: scoreDoc, holds: runRule }
}

function toSample(item: Item, data: string): Sample {
  return {
    rules: [],
    must: [],
    mustNot: [],
    expect: '',
    ...item,
    file: join(data, item.file),
    truth: item.gt === undefined ? '' : readFileSync(join(data, item.gt), 'utf8'),
  }
}
