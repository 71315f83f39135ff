import { rmSync, writeFileSync } from 'node:fs'
import { choose, TRUST_FEATURES, trustFeatures } from '../../src/extract/choose/choose.ts'
import type { StoredModel } from '../../src/extract/choose/choose.ts'
import { FEATURES } from '../../src/extract/choose/features.ts'
import { BESIDE_FEATURES, besideFeatures, scoresOf } from '../../src/extract/compose/assign-columns.ts'
import { SHEET_FEATURES, besideSheets, COLUMN_FEATURES } from '../../src/extract/compose/column-features.ts'
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
import { sheetLessons } from './column-lessons.ts'
import type { SheetLesson } from './column-lessons.ts'
import { isOwn, lessonFrom, taughtPages } from './lessons.ts'
import type { Lesson, TaughtPage } from './lessons.ts'
import { Rows } from './rows.ts'

/** Writes the model that comes with the service, learnt from sets of everyday pages. */
export async function train(...folders: string[]): Promise<void> {
  const file = new URL('../../src/extract/choose/model.json', import.meta.url)
  const pages = await taughtPages(folders)
  const [fields, columns] = [fieldLessons(pages), columnLessons(pages)]
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
  const pages = await taughtPages(folders)
  validateFields(fieldLessons(pages))
  validateColumns(columnLessons(pages))
}

/** A lesson with the findings that may be the value of each field. */
interface Read {
  lesson: Lesson
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

interface FieldLessons {
  reads: readonly Read[]
  rows: readonly Rows[]
  /** How the fields of each page are ranked by a forest that was not learnt from it: so must all see them that comes after. */
  rankings: readonly Ranking[]
}

function fieldLessons(pages: readonly TaughtPage[]): FieldLessons {
  const reads = pages.map((page) => read(lessonFrom(page)))
  const rows = reads.map(placeRows)
  const unseen = eachFold((fold) =>
    Rows.forest(
      rows.filter((_, at) => foldOf(reads[at]!.lesson.group) !== fold),
      PLACE_FOREST,
    ),
  )
  return { reads, rows, rankings: reads.map((one) => rankingOf(one, unseen[foldOf(one.lesson.group)]!)) }
}

function eachFold(forestWithout: (fold: number) => Forest): CompiledForest[] {
  return Array.from({ length: FOLDS }, (_, fold) => compileForest(forestWithout(fold)))
}

function trustRows({ reads, rankings }: FieldLessons, isUsed: (group: string) => boolean): Rows {
  const rows = new Rows(TRUST_FEATURES.length)
  reads.forEach(({ lesson, right }, at) => {
    if (!isUsed(lesson.group)) return
    for (const choice of choose(rankings[at]!))
      rows.add(trustFeatures(rankings[at]!, choice), Number(right[choice.field]![choice.at]))
  })
  return rows
}

interface ColumnLessons {
  lessons: readonly SheetLesson[]
  /** Those of the records that are asked for. */
  teaching: readonly SheetLesson[]
  /** What each fold is read with. */
  column: readonly CompiledForest[]
  assign(isUsed: (group: string) => boolean): Forest
}

function columnLessons(pages: readonly TaughtPage[]): ColumnLessons {
  const lessons = pages.flatMap(sheetLessons)
  const teaching = lessons.filter(({ isRight }) => isRight)
  const column = eachFold((fold) =>
    Rows.forest(teaching.filter(({ group }) => foldOf(group) !== fold).map(columnRows), COLUMN_FOREST),
  )
  const assign = (isUsed: (group: string) => boolean): Forest => {
    const used = teaching.filter(({ group }) => isUsed(group))
    return Rows.steadyForest(
      used.map((lesson) => besideRows(lesson, column[foldOf(lesson.group)]!)),
      ASSIGN_FOREST,
    )
  }
  return { lessons, teaching, column, assign }
}

function sheetForest({ lessons, column, assign }: ColumnLessons): Forest {
  const rows = new Rows(SHEET_FEATURES)
  const all = compileForest(assign(() => true))
  for (const [, tried] of Map.groupBy(lessons, ({ place }) => place)) {
    const judged = tried.flatMap(
      (lesson) => lesson.judge({ column: column[foldOf(lesson.group)]!, assign: all, sheet: all }) ?? [],
    )
    besideSheets(judged).forEach((features, at) => rows.add(features, judged[at]!.quality))
  }
  return Rows.steadyForest([rows], SHEET_FOREST)
}

const THRESHOLDS = [0.4, 0.5, 0.6, 0.7]

function validateFields(lessons: FieldLessons): void {
  const { reads, rankings } = lessons
  const trust = eachFold((fold) =>
    Rows.forest([trustRows(lessons, (group) => foldOf(group) !== fold)], TRUST_FOREST),
  )
  let asked = 0
  const given: { sureness: number; isRight: boolean }[] = []
  reads.forEach(({ lesson, right }, at) => {
    if (isOwn(lesson.group)) return
    asked += lesson.fields.filter((_, field) => lesson.has(field)).length
    for (const choice of choose(rankings[at]!)) {
      const [score] = scoresOf(trust[foldOf(lesson.group)]!, [trustFeatures(rankings[at]!, choice)])
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

function validateColumns({ teaching, column, assign }: ColumnLessons): void {
  const beside = eachFold((fold) => assign((group) => foldOf(group) !== fold))
  const best = new Map<string, number>()
  for (const lesson of teaching) {
    if (isOwn(lesson.group)) continue
    const fold = foldOf(lesson.group)
    const judged = lesson.judge({ column: column[fold]!, assign: beside[fold]!, sheet: beside[fold]! })
    best.set(lesson.list, Math.max(best.get(lesson.list) ?? 0, judged?.quality ?? 0))
  }
  const all = [...best.values()]
  const mean = all.reduce((sum, one) => sum + one, 0) / all.length
  printRows('lists', { 'best records': { 'mean F1': mean, lists: all.length } })
}

function columnRows({ fits, right }: SheetLesson): Rows {
  const rows = new Rows(COLUMN_FEATURES.length)
  fits.forEach((own, field) => {
    rows.ask()
    own.forEach(({ features }, at) => rows.add(features, Number(right[field]![at])))
  })
  return rows
}

function besideRows({ fits, right }: SheetLesson, forest: CompiledForest): Rows {
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

function read(lesson: Lesson): Read {
  const view = viewOf(lesson.page)
  const candidates = candidatesFor(view, lesson.fields.map(wantedOf), lesson.reading)
  const right = candidates.map(({ values }, field) => values.map((value) => lesson.isRight(field, value!)))
  return { lesson, view, candidates, right }
}

function placeRows({ candidates, right }: Read): Rows {
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

function rankingOf({ view, candidates }: Read, forest: CompiledForest): Ranking {
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
