import { rmSync, writeFileSync } from 'node:fs'
import { choose, TRUST_FEATURES, trustFeatures } from '../../src/extract/choose/choose.ts'
import type { StoredModel } from '../../src/extract/choose/choose.ts'
import { FEATURES } from '../../src/extract/choose/features.ts'
import { BESIDE_FEATURES, besideFeatures, scoresOf } from '../../src/extract/compose/assign-columns.ts'
import {
  SHEET_FEATURES,
  relativeFeatures,
  COLUMN_FEATURES,
} from '../../src/extract/compose/column-features.ts'
import { wantedOf } from '../../src/extract/choose/field.ts'
import { viewOf } from '../../src/extract/choose/page-view.ts'
import type { PageView } from '../../src/extract/choose/page-view.ts'
import { candidatesFor } from '../../src/extract/choose/ranking.ts'
import type { Candidates, Ranking } from '../../src/extract/choose/ranking.ts'
import { compileForest, scoreRows, sigmoid } from '../../src/learned/forest.ts'
import type { CompiledForest, Forest } from '../../src/learned/forest.ts'
import type { BoostSettings } from '../content/boost.ts'
import { percent, printRows } from '../figures.ts'
import type { Rows as Figures } from '../figures.ts'
import { sheetExamples } from './sheet-examples.ts'
import type { SheetExample } from './sheet-examples.ts'
import { isOwn, toTrainingPage, loadLabelledPages } from './labelled-pages.ts'
import type { TrainingPage, LabelledPage } from './labelled-pages.ts'
import { Rows } from './rows.ts'

/** Writes the model that comes with the service, learnt from sets of everyday pages. */
export async function train(...folders: string[]): Promise<void> {
  const file = new URL('../../src/extract/choose/model.json', import.meta.url)
  const pages = await loadLabelledPages(folders)
  const [fields, columns] = [fieldExamples(pages), columnExamples(pages)]
  const model: StoredModel = {
    place: Rows.forest(fields.rows, PLACE_FOREST),
    trust: Rows.steadyForest([trustRows(fields, () => true)], TRUST_FOREST),
    column: Rows.steadyForest(columns.teaching.map(columnRows), COLUMN_FOREST),
    assign: columns.assign(() => true),
    sheet: sheetForest(columns),
  }
  const stored = JSON.stringify(model)
  rmSync(file, { force: true })
  writeFileSync(file, stored)
  console.log(`${file.pathname}: ${Math.round(stored.length / 1024)} KB`)
}

/** Tells how well pages are read that nothing was learnt from, each fourth of the sets by what the others teach. */
export async function validate(...folders: string[]): Promise<void> {
  const pages = await loadLabelledPages(folders)
  validateFields(fieldExamples(pages))
  validateColumns(columnExamples(pages))
}

/** A lesson with the findings that may be the value of each field. */
interface FieldExample {
  trainingPage: TrainingPage
  view: PageView
  candidates: Candidates[]
  /** Which candidates are right. */
  right: boolean[][]
}

const PLACE_FOREST: Partial<BoostSettings> = {
  trees: 500,
  leaves: 31,
  learningRate: 0.05,
  minRowsInLeaf: 15,
  featureFraction: 0.4,
  rowFraction: 0.7,
  l2: 5,
  bins: 64,
}
const TRUST_FOREST: Partial<BoostSettings> = {
  trees: 50,
  leaves: 5,
  learningRate: 0.1,
  minRowsInLeaf: 20,
  featureFraction: 0.5,
  rowFraction: 0.7,
  l2: 10,
}
const COLUMN_FOREST: Partial<BoostSettings> = {
  trees: 300,
  leaves: 31,
  learningRate: 0.07,
  minRowsInLeaf: 15,
  featureFraction: 0.5,
  rowFraction: 0.7,
  l2: 5,
  bins: 64,
}

const SHEET_FOREST: Partial<BoostSettings> = {
  trees: 80,
  leaves: 6,
  learningRate: 0.08,
  minRowsInLeaf: 15,
  featureFraction: 0.6,
  rowFraction: 0.7,
  l2: 5,
}
const ASSIGN_FOREST: Partial<BoostSettings> = {
  trees: 60,
  leaves: 6,
  learningRate: 0.1,
  minRowsInLeaf: 20,
  featureFraction: 0.5,
  rowFraction: 0.7,
  l2: 10,
}

const FOLDS = 4

interface FieldExamples {
  examples: readonly FieldExample[]
  rows: readonly Rows[]
  /** How the fields of each page are ranked by a forest that was not learnt from it: so must all see them that comes after. */
  rankings: readonly Ranking[]
}

function fieldExamples(pages: readonly LabelledPage[]): FieldExamples {
  const examples = pages.map((page) => toFieldExample(toTrainingPage(page)))
  const rows = examples.map(placeRows)
  const unseen = eachFold((fold) =>
    Rows.forest(
      rows.filter((_, at) => foldOf(examples[at]!.trainingPage.group) !== fold),
      PLACE_FOREST,
    ),
  )
  return {
    examples,
    rows,
    rankings: examples.map((one) => rankingOf(one, unseen[foldOf(one.trainingPage.group)]!)),
  }
}

function eachFold(forestWithout: (fold: number) => Forest): CompiledForest[] {
  return Array.from({ length: FOLDS }, (_, fold) => compileForest(forestWithout(fold)))
}

function trustRows(
  { examples: fieldExamples, rankings }: FieldExamples,
  isUsed: (group: string) => boolean,
): Rows {
  const rows = new Rows(TRUST_FEATURES.length)
  fieldExamples.forEach(({ trainingPage, right }, at) => {
    if (!isUsed(trainingPage.group)) return
    for (const choice of choose(rankings[at]!))
      rows.add(trustFeatures(rankings[at]!, choice), Number(right[choice.field]![choice.at]))
  })
  return rows
}

interface ColumnExamples {
  examples: readonly SheetExample[]
  /** Those of the records that are asked for. */
  teaching: readonly SheetExample[]
  /** What each fold is read with. */
  column: readonly CompiledForest[]
  assign(isUsed: (group: string) => boolean): Forest
}

function columnExamples(pages: readonly LabelledPage[]): ColumnExamples {
  const examples = pages.flatMap(sheetExamples)
  const teaching = examples.filter(({ isRight }) => isRight)
  const column = eachFold((fold) =>
    Rows.forest(teaching.filter(({ group }) => foldOf(group) !== fold).map(columnRows), COLUMN_FOREST),
  )
  const assign = (isUsed: (group: string) => boolean): Forest => {
    const used = teaching.filter(({ group }) => isUsed(group))
    return Rows.steadyForest(
      used.map((example) => besideRows(example, column[foldOf(example.group)]!)),
      ASSIGN_FOREST,
    )
  }
  return { examples, teaching, column, assign }
}

function sheetForest({ examples, column, assign }: ColumnExamples): Forest {
  const rows = new Rows(SHEET_FEATURES)
  const all = compileForest(assign(() => true))
  for (const [, tried] of Map.groupBy(examples, ({ place }) => place)) {
    const judged = tried.flatMap(
      (example) => example.judge({ column: column[foldOf(example.group)]!, assign: all, sheet: all }) ?? [],
    )
    relativeFeatures(judged).forEach((features, at) => rows.add(features, judged[at]!.quality))
  }
  return Rows.steadyForest([rows], SHEET_FOREST)
}

const THRESHOLDS = [0.4, 0.5, 0.6, 0.7]

function validateFields(examples: FieldExamples): void {
  const { examples: fieldExamples, rankings } = examples
  const trust = eachFold((fold) =>
    Rows.forest([trustRows(examples, (group) => foldOf(group) !== fold)], TRUST_FOREST),
  )
  let asked = 0
  const given: { sureness: number; isRight: boolean }[] = []
  fieldExamples.forEach(({ trainingPage, right }, at) => {
    if (isOwn(trainingPage.group)) return
    asked += trainingPage.fields.filter((_, field) => trainingPage.has(field)).length
    for (const choice of choose(rankings[at]!)) {
      const [score] = scoresOf(trust[foldOf(trainingPage.group)]!, [trustFeatures(rankings[at]!, choice)])
      given.push({ sureness: sigmoid(score!), isRight: right[choice.field]![choice.at]! })
    }
  })
  const rows: Figures = {}
  for (const least of THRESHOLDS) {
    const sure = given.filter(({ sureness }) => sureness >= least)
    const hits = sure.filter(({ isRight }) => isRight).length
    rows[`at least ${least} sure`] = {
      recall: percent(hits, asked),
      precision: percent(hits, sure.length),
      asked,
    }
  }
  printRows('single values', rows)
}

function validateColumns({ teaching, column, assign }: ColumnExamples): void {
  const beside = eachFold((fold) => assign((group) => foldOf(group) !== fold))
  const best = new Map<string, number>()
  for (const example of teaching) {
    if (isOwn(example.group)) continue
    const fold = foldOf(example.group)
    const judged = example.judge({ column: column[fold]!, assign: beside[fold]!, sheet: beside[fold]! })
    best.set(example.list, Math.max(best.get(example.list) ?? 0, judged?.quality ?? 0))
  }
  const all = [...best.values()]
  const mean = all.reduce((sum, one) => sum + one, 0) / all.length
  printRows('lists', { 'best records': { 'mean F1': mean, lists: all.length } })
}

function columnRows({ fits, right }: SheetExample): Rows {
  const rows = new Rows(COLUMN_FEATURES.length)
  fits.forEach((own, field) => {
    rows.ask()
    own.forEach(({ features }, at) => rows.add(features, Number(right[field]![at])))
  })
  return rows
}

function besideRows({ fits, right }: SheetExample, forest: CompiledForest): Rows {
  const scores = fits.map((own) =>
    scoresOf(
      forest,
      own.map(({ features }) => features),
    ),
  )
  const rows = new Rows(BESIDE_FEATURES)
  besideFeatures(fits, scores).forEach((own, field) => {
    rows.ask()
    own.forEach((features, at) => rows.add(features, Number(right[field]![at])))
  })
  return rows
}

function toFieldExample(trainingPage: TrainingPage): FieldExample {
  const view = viewOf(trainingPage.page)
  const candidates = candidatesFor(view, trainingPage.fields.map(wantedOf), trainingPage.reading)
  const right = candidates.map(({ values }, field) =>
    values.map((value) => trainingPage.isRight(field, value!)),
  )
  return { trainingPage, view, candidates, right }
}

function placeRows({ candidates, right }: FieldExample): Rows {
  const rows = new Rows(FEATURES.length)
  candidates.forEach(({ rows: found, features, wanted }, field) => {
    rows.ask()
    // One of several yes-or-no statements is right by chance.
    const weight = wanted.type === 'boolean' ? 0.7 : 1
    right[field]!.forEach((isRight, at) => {
      rows.add(
        FEATURES.map((_, column) => features[column * found.length + at]!),
        Number(isRight),
        weight,
      )
    })
  })
  return rows
}

function rankingOf({ view, candidates }: FieldExample, forest: CompiledForest): Ranking {
  const fields = candidates.map((own) => ({
    ...own,
    scores: scoreRows(forest, {
      rows: own.rows.length,
      values: own.features,
      columns: FEATURES.length,
      shared: new Float32Array(0),
    }),
  }))
  return { view, fields }
}

/** Pages stay together: what one task of a page teaches would tell of the other. */
function foldOf(group: string): number {
  let value = 7
  for (const character of group) value = (Math.imul(value, 31) + character.charCodeAt(0)) >>> 0
  return value % FOLDS
}
