import { featuresOf } from '../../src/content/select/features.ts'
import { typeLikelihoods } from '../../src/content/select/likelihoods.ts'
import type { StoredModel } from '../../src/content/select/model.ts'
import { PAGE_TYPES } from '../../src/content/select/page-type.ts'
import { survey } from '../../src/content/select/survey.ts'
import { compileForest } from '../../src/learned/forest.ts'
import type { Forest, Table } from '../../src/learned/forest.ts'
import { trainForest } from './boost.ts'
import type { Examples } from './boost.ts'
import type { Dataset } from './dataset.ts'
import { readOutline } from './training-page.ts'
import type { TrainingPage, Share } from './training-page.ts'

/**
 * Learns a model from pages. What judges blocks must not rest on words, names and types learned from the very same page,
 * or it would trust them more than it may elsewhere: each fold of the pages is described by what the others teach.
 */
export function learn(dataset: Dataset, lessons: readonly TrainingPage[]): StoredModel {
  const examples = new ExampleRows(lessons.reduce((sum, { labels }) => sum + labels.values.length, 0))
  for (const fold of new Set(lessons.map((lesson) => lesson.fold))) {
    const others = wordsAndTypes(lessons.filter((lesson) => lesson.fold !== fold))
    const model = {
      ...others,
      names: mapOf(others.names),
      words: mapOf(others.words),
      types: others.types.map(compileForest),
    }
    for (const lesson of lessons.filter((each) => each.fold === fold)) {
      const { outline, traits } = readOutline(dataset, lesson.sample)
      const types = typeLikelihoods(traits, model)
      examples.add(featuresOf(survey(outline, traits.title, model), [...traits.values, ...types]), lesson)
    }
  }
  return { ...wordsAndTypes(lessons), blocks: trainForest(examples.all(), BLOCKS) }
}

const BLOCKS = {
  trees: 260,
  leaves: 20,
  learningRate: 0.05,
  l2: 3,
  minChildWeight: 5,
  featureFraction: 0.4,
  rowFraction: 0.7,
  bins: 127,
}
const TYPES = {
  trees: 60,
  leaves: 6,
  learningRate: 0.08,
  l2: 3,
  minRowsInLeaf: 8,
  featureFraction: 0.4,
  rowFraction: 0.8,
}

function wordsAndTypes(lessons: readonly TrainingPage[]): Omit<StoredModel, 'blocks'> {
  return {
    names: evidenceIn(
      lessons.map(({ names }) => names),
      2,
    ),
    words: evidenceIn(
      lessons.map(({ words }) => words),
      3,
    ),
    types: typesIn(lessons),
  }
}

/** How much more often than usual what bears a word is content, as log-odds, drawn to zero where few pages have it. */
function evidenceIn(pages: readonly Map<string, Share>[], caution: number): Record<string, number> {
  const sums = new Map<string, { content: number; other: number; pages: number }>()
  const all = { content: 0, other: 0 }
  for (const page of pages) {
    for (const [word, { content, weight }] of page) {
      const sum = sums.get(word) ?? { content: 0, other: 0, pages: 0 }
      sums.set(word, {
        content: sum.content + content * weight,
        other: sum.other + (1 - content) * weight,
        pages: sum.pages + 1,
      })
      all.content += content * weight
      all.other += (1 - content) * weight
    }
  }
  const usual = all.content / (all.content + all.other)
  const scored = [...sums]
    .filter(([, { pages: count }]) => count >= LEAST_PAGES)
    .map(([word, { content, other }]): [string, number] => [
      word,
      Math.log((content + caution * usual) / (other + caution * (1 - usual))) - Math.log(usual / (1 - usual)),
    ])
    .filter(([, score]) => Math.abs(score) > 0.25)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(scored.map(([word, score]) => [word, Math.round(score * 100) / 100]))
}

const LEAST_PAGES = 4

function typesIn(lessons: readonly TrainingPage[]): Forest[] {
  const typed = lessons.filter(({ sample }) => sample.type !== null && sample.source !== 'aeb')
  const columns = typed[0]!.traits.values.length
  return PAGE_TYPES.map((type) =>
    trainForest(
      {
        matrix: Float32Array.from(typed.flatMap(({ traits }) => traits.values)),
        rows: typed.length,
        columns,
        labels: Float32Array.from(typed, ({ sample }) => (sample.type === type ? 1 : 0)),
        weights: new Float32Array(typed.length).fill(1),
      },
      TYPES,
    ),
  )
}

/** Rows of all pages, in one matrix of a size that is known beforehand. */
class ExampleRows {
  private readonly most: number
  private matrix = new Float32Array(0)
  private columns = 0
  private rows = 0
  private readonly labels: Float32Array
  private readonly weights: Float32Array

  constructor(most: number) {
    this.most = most
    this.labels = new Float32Array(most)
    this.weights = new Float32Array(most)
  }

  add({ values, rows, columns, shared }: Table, lesson: TrainingPage): void {
    this.columns = columns + shared.length
    if (this.rows === 0) this.matrix = new Float32Array(this.most * this.columns)
    lesson.labels.values.forEach((label, at) => {
      const weight = weightOf(lesson, at)
      if (weight === 0) return
      const to = this.rows * this.columns
      for (let column = 0; column < columns; column++) this.matrix[to + column] = values[column * rows + at]!
      this.matrix.set(shared, to + columns)
      this.labels[this.rows] = label
      this.weights[this.rows++] = weight
    })
  }

  all(): Examples {
    const { rows, columns } = this
    return {
      matrix: this.matrix.subarray(0, rows * columns),
      rows,
      columns,
      labels: this.labels.subarray(0, rows),
      weights: this.weights.subarray(0, rows),
    }
  }
}

/** A word of a page with little content weighs more, as in the measure; no single block outweighs a page. */
function weightOf({ sample, labels: { values, words, contentWords } }: TrainingPage, at: number): number {
  if (values[at]! < 0 || words[at] === 0) return 0
  if (sample.source === 'traf') return 3
  if (contentWords < 5) return 0
  const trust = sample.source === 'defuddle' || sample.source === 'readability' ? 0.3 : 1
  return trust * Math.min(25, (100 * (words[at]! + 2)) / (contentWords + 50))
}

function mapOf(record: Record<string, number>): Map<string, number> {
  return new Map(Object.entries(record))
}
