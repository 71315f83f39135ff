import { rmSync, writeFileSync } from 'node:fs'
import { choose, TRUST_FEATURES, trustFeatures } from '../../src/extract/choose/choose.ts'
import { FEATURES, candidatesFor } from '../../src/extract/choose/features.ts'
import type { Candidates } from '../../src/extract/choose/features.ts'
import { BESIDE_FEATURES, besideFeatures, scoresOf } from '../../src/extract/compose/assign-columns.ts'
import { SHEET_FEATURES } from '../../src/extract/compose/sheet-features.ts'
import { COLUMN_FEATURES } from '../../src/extract/compose/column-features.ts'
import { wantedOf } from '../../src/extract/choose/field.ts'
import type { StoredModel } from '../../src/extract/choose/model.ts'
import { viewOf } from '../../src/extract/choose/page-view.ts'
import type { PageView } from '../../src/extract/choose/page-view.ts'
import type { Ranking } from '../../src/extract/choose/ranking.ts'
import { rankWithSite, siteKnowledge, traceOf, tracesAlike } from '../../src/extract/choose/site-knowledge.ts'
import { compileForest, scoreRows } from '../../src/forest.ts'
import type { CompiledForest } from '../../src/forest.ts'
import type { BoostSettings } from '../content/boost.ts'
import { sheetLessons } from './column-lessons.ts'
import type { SheetLesson } from './column-lessons.ts'
import { lessonsIn } from './lessons.ts'
import type { Lesson } from './lessons.ts'
import { Rows } from './rows.ts'

/** Writes the model that comes with the service. */
export async function train(...folders: string[]): Promise<void> {
  const file = new URL('../../src/extract/choose/model.json', import.meta.url)
  const stored = JSON.stringify(await learn(folders, () => true))
  rmSync(file, { force: true })
  writeFileSync(file, stored)
  console.log(`${file.pathname}: ${Math.round(stored.length / 1024)} KB`)
}

/** Sets of everyday pages that the model is learnt from besides marked pages. */
export const LEARNT_SETS: readonly string[] = (process.env['LEARNT_SETS'] ?? '').split(':').filter((one) => one !== '')

/** A lesson with the findings that may be the value of each field. */
interface Read {
  lesson: Lesson
  view: PageView
  candidates: Candidates[]
  /** Which candidates are right. */
  right: boolean[][]
}

const PLACE_FOREST: Partial<BoostSettings> = {
  trees: Number(process.env['T'] ?? 160),
  leaves: Number(process.env['L'] ?? 12),
  learningRate: Number(process.env['R'] ?? 0.1),
  minRowsInLeaf: Number(process.env['M'] ?? 15),
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
  trees: Number(process.env['CT'] ?? 160),
  leaves: Number(process.env['CL'] ?? 16),
  learningRate: 0.1,
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
  trees: Number(process.env['AT'] ?? 60),
  leaves: Number(process.env['AL'] ?? 6),
  learningRate: 0.1,
  minRowsInLeaf: 20,
  featureFraction: 0.5,
  rowFraction: 0.7,
  l2: 10,
}

/** A subject with marked pages has many from few sites; an everyday page is the only one of its kind. */
const WEIGHT_OF_MARKED = 0.2
/** The project's own test pages are few and plain. */
const WEIGHT_OF_OWN = 1
const FOLDS = Number(process.env['FOLDS'] ?? 4)

/** Learns from the subjects that it is told to. */
export async function learn(
  folders: readonly string[],
  isUsed: (subject: string) => boolean,
): Promise<StoredModel> {
  const lessons = (await lessonsIn(folders)).filter(({ subject }) => isUsed(subject))
  const draw = randomNumbers(7)
  const reads = lessons.map(read)
  const rows = reads.map((one) => placeRows(one, draw))
  const all = Rows.forest(rows, PLACE_FOREST)
  // What comes after the forest of places must see its scores as they are on pages that it was not learnt from.
  const foldOf = foldsOf(reads)
  const unseen = Array.from({ length: FOLDS }, (_, fold) =>
    compileForest(
      Rows.forest(
        rows.filter((_, at) => foldOf[at] !== fold),
        PLACE_FOREST,
      ),
    ),
  )
  const rankings = reads.map((one, at) => rankingOf(one, unseen[foldOf[at]!]!))
  if ((globalThis as any).diag) (globalThis as any).diag(reads, rankings, foldOf)
  const trusted = new Rows(TRUST_FEATURES.length)
  reads.forEach((one, at) => addTrust(trusted, one, rankings[at]!))
  const siteTrusted = new Rows(TRUST_FEATURES.length)
  reads.forEach((one, at) => {
    const siblings = rankings.filter((_, other) => other !== at && reads[other]!.lesson.site === one.lesson.site)
    if (siblings.length === 0) return
    const seen = siblings.filter((_, nth) => nth === 0 || draw() < (at % 2 === 0 ? 1 : 0.2 + draw() * 0.8))
    const alike = tracesAlike(one.view, seen.map(traceOf))
    if (alike.length > 0) addTrust(siteTrusted, one, rankWithSite(rankings[at]!, siteKnowledge(alike)))
  })
  return {
    place: all,
    trust: Rows.steadyForest([trusted], TRUST_FOREST),
    siteTrust: Rows.steadyForest([siteTrusted.count > 100 ? siteTrusted : trusted], TRUST_FOREST),
    ...(await learnColumns(folders)),
  }
}

/** How well columns fit by themselves; and, with scores of pages that were left out, beside the others, and records as a whole. */
export async function learnColumns(folders: readonly string[]): Promise<Pick<StoredModel, 'column' | 'assign' | 'sheet'>> {
  const lessons = await sheetLessons(folders)
  const teaching = lessons.filter(({ isRight }) => isRight)
  const foldOf = ({ group }: SheetLesson) => hash(group) % FOLDS
  const folds = Array.from({ length: FOLDS }, (_, fold) =>
    compileForest(Rows.forest(teaching.filter((one) => foldOf(one) !== fold).map(columnRows), COLUMN_FOREST)),
  )
  const assign = Rows.steadyForest(
    teaching.map((lesson) => besideRows(lesson, folds[foldOf(lesson)]!)),
    ASSIGN_FOREST,
  )
  const compiled = compileForest(assign)
  if ((globalThis as any).diagLists) {
    const foldAssign = Array.from({ length: FOLDS }, (_, fold) => compileForest(Rows.forest(teaching.filter((one) => foldOf(one) !== fold).map((lesson) => besideRows(lesson, folds[foldOf(lesson)]!)), ASSIGN_FOREST)))
    const best = new Map<string, number>()
    for (const lesson of teaching) {
      if (lesson.group.startsWith('fixture')) continue
      const judged = lesson.judge({ column: folds[foldOf(lesson)]!, assign: foldAssign[foldOf(lesson)]!, sheet: compiled })
      ;(globalThis as any).cvCols?.(lesson, judged?.quality ?? 0, folds[foldOf(lesson)]!, foldAssign[foldOf(lesson)]!)
      best.set(lesson.list, Math.max(best.get(lesson.list) ?? 0, judged?.quality ?? 0))
    }
    const all = [...best.values()]
    console.log('lists', all.length, 'mean F1 of the best sheet', (all.reduce((a, b) => a + b, 0) / all.length).toFixed(4))
    ;(globalThis as any).diagLists(best)
  }
  const sheets = new Rows(SHEET_FEATURES)
  for (const lesson of lessons) {
    const judged = lesson.judge({ column: folds[foldOf(lesson)]!, assign: compiled, sheet: compiled })
    if (judged) sheets.add(judged.features, judged.quality)
  }
  return {
    column: Rows.steadyForest(teaching.map(columnRows), COLUMN_FOREST),
    assign,
    sheet: Rows.steadyForest([sheets], SHEET_FOREST),
  }
}

function columnRows({ fits, right, group }: SheetLesson): Rows {
  const rows = new Rows(COLUMN_FEATURES.length)
  const weight = group.startsWith('fixture/') ? WEIGHT_OF_OWN : 1
  fits.forEach((own, field) => {
    rows.ask()
    own.forEach(({ features }, at) => rows.add(features, Number(right[field]![at]), weight))
  })
  return rows
}

function besideRows({ fits, right }: SheetLesson, forest: CompiledForest): Rows {
  const scores = fits.map((own) => scoresOf(forest, own.map(({ features }) => features)))
  const rows = new Rows(BESIDE_FEATURES)
  besideFeatures(fits, scores).forEach((own, field) => {
    rows.ask()
    own.forEach((features, at) => rows.add(features, Number(right[field]![at])))
  })
  return rows
}

function weightOf({ subject, group }: Lesson): number {
  if (subject !== 'everyday') return WEIGHT_OF_MARKED
  return group.startsWith('fixture/') ? WEIGHT_OF_OWN : 1
}

function read(lesson: Lesson): Read {
  const view = viewOf(lesson.page)
  const candidates = candidatesFor(view, lesson.fields.map(wantedOf), lesson.reading)
  const right = candidates.map(({ rows, values }, field) =>
    values.map((value, at) => lesson.isRight(field, value!, view.findings[rows[at]!]!)),
  )
  return { lesson, view, candidates, right }
}

/** All right candidates and part of the wrong ones: all that could be mistaken, few of the others. */
function placeRows({ lesson, candidates, right }: Read, draw: () => number): Rows {
  const rows = new Rows(FEATURES.length)
  const priorRank = FEATURES.indexOf('priorRank')
  candidates.forEach(({ rows: found, features, wanted }, field) => {
    // One of several yes-or-no statements is right by chance.
    rows.ask()
    const weight = weightOf(lesson) * (wanted.type === 'boolean' ? 0.7 : 1)
    right[field]!.forEach((isRight, at) => {
      const rank = features[priorRank * found.length + at]!
      void rank
      const own = FEATURES.map((_, column) => features[column * found.length + at]!)
      rows.add(own, Number(isRight), weight)
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

function addTrust(rows: Rows, { lesson, right }: Read, ranking: Ranking): void {
  const weight = weightOf(lesson)
  for (const choice of choose(ranking))
    rows.add(trustFeatures(ranking, choice), Number(right[choice.field]![choice.at]), weight)
}

/** Groups of lessons stay together: marked pages by subject, everyday ones by page. */
function foldsOf(reads: readonly Read[]): number[] {
  return reads.map(({ lesson: { group } }) => hash(group) % FOLDS)
}

function hash(text: string): number {
  let value = 7
  for (const character of text) value = (Math.imul(value, 31) + character.charCodeAt(0)) >>> 0
  return value
}

/** A small generator of numbers from 0 up to 1, so that the same pages give the same model. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0
    return (state >>> 0) / 2 ** 32
  }
}
