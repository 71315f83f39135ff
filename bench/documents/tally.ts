import type { Benchmark, Sample, Scores } from './benchmark.ts'

/** Scores of one engine over some documents, added up. */
export class Tally {
  private readonly benchmark: Benchmark
  private readonly sums = new Map<string, { sum: number; count: number }>()

  constructor(benchmark: Benchmark) {
    this.benchmark = benchmark
  }

  /** What an engine made of a document; nothing when it failed. */
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

  /** Means by measure, with how many values are behind each. */
  means(): Record<string, string> {
    return Object.fromEntries(
      [...this.sums].map(([name, { sum, count }]) => [name, `${(sum / count).toFixed(3)} (${count})`]),
    )
  }
}

const MEASURES = ['overall', 'nid', 'teds', 'tedsAll', 'mhs'] as const satisfies (keyof Scores)[]

/** The same reading of facts as the benchmark's own: escapes and marks do not count. */
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
