import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A document of the benchmark with its known content. */
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

/** Scores of one document; null for measures that do not apply. */
interface Scores {
  overall: number | null
  nid: number | null
  teds: number | null
  tedsAll: number | null
  mhs: number | null
}

/** The benchmark's own data and metrics, from its folder. */
export interface Benchmark {
  samples: Sample[]
  score(truth: string, markdown: string): Scores
  /** Whether a rule holds; null for kinds that are not checked. */
  holds(rule: Sample['rules'][number], markdown: string): boolean | null
}

interface Item extends Partial<Omit<Sample, 'truth'>> {
  set: string
  file: string
  kind: Sample['kind']
  format: string
  gt?: string
}

export async function openBenchmark(folder: string): Promise<Benchmark> {
  // The metrics read HTML with a library that the folder itself may not have installed.
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

/** Scores of one engine over some documents, added up. */
export class Tally {
  private readonly benchmark: Benchmark
  private readonly sums = new Map<string, { sum: number; count: number }>()

  constructor(benchmark: Benchmark) {
    this.benchmark = benchmark
  }

  /** Adds the output of an engine for a document; empty when it failed. */
  add(sample: Sample, markdown: string): void {
    if (sample.kind === 'rules') {
      for (const rule of sample.rules) this.count('rules', this.benchmark.holds(rule, markdown))
    } else if (sample.kind === 'facts' || sample.kind === 'words') {
      for (const fact of factsIn(sample, markdown)) this.count('facts', fact)
    } else if (sample.kind !== 'bad') {
      const scores = this.benchmark.score(sample.truth, markdown)
      for (const name of MEASURES) this.count(name, scores[name])
    }
  }

  private count(name: string, value: number | boolean | null): void {
    if (value === null || value === undefined) return
    const sum = this.sums.get(name) ?? { sum: 0, count: 0 }
    this.sums.set(name, { sum: sum.sum + Number(value), count: sum.count + 1 })
  }

  /** Means by measure, each with its number of values. */
  means(): Record<string, string> {
    return Object.fromEntries(
      [...this.sums].map(([name, { sum, count }]) => [name, `${(sum / count).toFixed(3)} (${count})`]),
    )
  }
}

const MEASURES = ['overall', 'nid', 'teds', 'tedsAll', 'mhs'] as const satisfies (keyof Scores)[]

/** Checks facts like the benchmark itself: escapes and marks do not count. */
function factsIn({ kind, must, mustNot }: Sample, markdown: string): boolean[] {
  if (kind === 'words') {
    const text = ` ${words(markdown)} `
    return must.map((fact) => text.includes(` ${words(fact)} `))
  }
  const plain = markdown.replace(/\\(?=[_*#.\-()[\]])/g, '')
  const loose = plain.replace(/[*_`\s|]+/g, ' ')
  return [
    ...must.map((fact) => plain.includes(fact) || loose.includes(fact.replace(/[*_`\s|]+/g, ' '))),
    ...mustNot.map((fact) => markdown !== '' && !plain.includes(fact)),
  ]
}

function words(text: string): string {
  return text
    .replace(/[^\p{L}\p{N}_]+/gu, ' ')
    .toLowerCase()
    .trim()
}
