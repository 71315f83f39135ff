import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileForest } from '../../src/forest.ts'
import type { CompiledForest, Forest } from '../../src/forest.ts'
import { choose } from '../../src/extract/match/choose.ts'
import { FEATURES, fitTables } from '../../src/extract/match/features.ts'
import type { FitTable } from '../../src/extract/match/features.ts'
import type { Field } from '../../src/extract/match/field.ts'
import type { StoredModel } from '../../src/extract/match/model.ts'
import { viewOf } from '../../src/extract/match/page-view.ts'
import type { PageView } from '../../src/extract/match/page-view.ts'
import { rankPlaces } from '../../src/extract/match/ranking.ts'
import type { Ranking } from '../../src/extract/match/ranking.ts'
import { rankWithSite } from '../../src/extract/match/rank-with-site.ts'
import { siteKnowledge, traceIn } from '../../src/extract/match/site-knowledge.ts'
import { TRUST_FEATURES, trustFeatures } from '../../src/extract/match/trust-features.ts'
import { trainForest } from '../content/boost.ts'
import type { BoostSettings } from '../content/boost.ts'
import { absentFields } from './absent-fields.ts'
import { describedPages, WEB } from './described-pages.ts'
import { markedPages } from './swde-data.ts'
import type { MarkedPage } from './swde-data.ts'
import { inventFields } from './train-fields.ts'

/** A page to learn from. */
export interface Lesson {
  page: MarkedPage
  view: PageView
  /** Rows for the forest of places, drawn once. */
  rows: Rows
}

/** Writes the model that comes with the service. */
export function train(folder: string): void {
  const file = new URL('../../src/extract/match/model.json', import.meta.url)
  const stored = JSON.stringify(learner(lessonsIn(folder))(() => true))
  rmSync(file, { force: true })
  writeFileSync(file, stored)
  console.log(`${file.pathname}: ${Math.round(stored.length / 1024)} KB`)
}

/** The pages of a folder, and those of the benchmark of contents beside it, each with the rows that it teaches. */
export function lessonsIn(folder: string): Lesson[] {
  const draw = randomNumbers(7)
  const web = describedPages(join(folder, '../extraction/data'))
  const pages = [...markedPages(folder), ...web].map((page) => ({
    page,
    view:
      page.vertical === WEB ? withoutNames(viewOf(page.read(), [], false)) : viewOf(page.read(), [], false),
  }))
  const sites = Object.values(Object.groupBy(pages, ({ page }) => page.site)) as (typeof pages)[]
  return sites.flatMap((site) => {
    const invented = inventFields(
      site.map(({ page, view }) => ({ view, asked: page.fields.map(({ name }) => name) })),
      draw,
    )
    // The same on all pages of a site, so that they agree in what is wrong too.
    const absent = absentFields(
      site.map(({ view }) => view),
      ABSENT_PER_SITE,
      draw,
    )
    return site.map(({ page, view }, at) => {
      const rows = new Rows(FEATURES.length)
      const weight = page.vertical === WEB ? WEB_WEIGHT : 1
      fitTables(view, page.fields).forEach((table, field) => {
        addPlaces(rows, { view, table, isRight: (text) => page.truths[field]!.has(text), weight, draw })
      })
      const fields = invented[at]!.map(({ name }): Field => ({ name, type: 'string' }))
      fitTables(view, fields).forEach((table, field) => {
        const { text } = invented[at]![field]!
        addPlaces(rows, { view, table, isRight: (other) => other === text, weight: 0.3, draw })
      })
      return { page: withAbsent(page, absent), view, rows }
    })
  })
}

/** What a page says to machines would tell what is asked for. */
function withoutNames(view: PageView): PageView {
  for (const { cues } of view.places) cues.named = ''
  return view
}

/** What nobody marked counts less. */
const WEB_WEIGHT = 0.5

const ABSENT_PER_SITE = 2

/** The page with fields that it has no values for: what is chosen for them shows what is not to be trusted. */
function withAbsent(page: MarkedPage, absent: readonly Field[]): MarkedPage {
  return {
    ...page,
    fields: [...page.fields, ...absent],
    truths: [...page.truths, ...absent.map(() => new Set<string>())],
  }
}

interface Teaching {
  view: PageView
  table: FitTable
  isRight: (text: string) => boolean
  weight: number
  draw: () => number
}

const EVIDENCE = FEATURES.indexOf('evidence')
const LOOK = FEATURES.indexOf('lookFit')
const TITLE = FEATURES.indexOf('inTitle')

/** Adds all right places and some of the wrong ones: many of those that could be mistaken, few of the others. */
function addPlaces(rows: Rows, { view, table, isRight, weight, draw }: Teaching): void {
  view.places.forEach((place, row) => {
    if (place.isAddress || !view.isValue[row]) return
    const label = Number(isRight(place.text))
    const value = (column: number) => table.values[column * table.rows + row]!
    const isHard = value(EVIDENCE) > 0.25 || value(LOOK) > 0.4 || value(TITLE) > 0.6
    if (label === 0 && draw() > (isHard ? 0.3 : 0.03)) return
    rows.add(
      FEATURES.map((_, column) => table.values[column * table.rows + row]!),
      label,
      weight,
    )
  })
}

/** Examples for a forest, growing. */
class Rows {
  readonly columns: number
  count = 0
  private matrix = new Float32Array(0)
  private readonly labels: number[] = []
  private readonly weights: number[] = []

  constructor(columns: number) {
    this.columns = columns
  }

  add(values: readonly number[], label: number, weight = 1): void {
    const at = this.count++ * this.columns
    if (at + this.columns > this.matrix.length) {
      const wider = new Float32Array(this.matrix.length * 2 + this.columns * 16)
      wider.set(this.matrix)
      this.matrix = wider
    }
    this.matrix.set(values, at)
    this.labels.push(label)
    this.weights.push(weight)
  }

  static forest(all: readonly Rows[], settings: Partial<BoostSettings>): Forest {
    const columns = all[0]!.columns
    const rows = all.reduce((sum, { count }) => sum + count, 0)
    const matrix = new Float32Array(rows * columns)
    let at = 0
    for (const one of all) {
      matrix.set(one.matrix.subarray(0, one.count * columns), at)
      at += one.count * columns
    }
    const labels = Float32Array.from(all.flatMap((one) => one.labels))
    const weights = Float32Array.from(all.flatMap((one) => one.weights))
    return trainForest({ matrix, rows, columns, labels, weights }, settings)
  }
}

const PLACE_FOREST = {
  trees: 80,
  leaves: 8,
  learningRate: 0.12,
  minRowsInLeaf: 15,
  featureFraction: 0.4,
  rowFraction: 0.6,
  l2: 5,
  bins: 64,
}
const TRUST_FOREST = {
  trees: 40,
  leaves: 5,
  learningRate: 0.1,
  minRowsInLeaf: 30,
  featureFraction: 0.5,
  rowFraction: 0.7,
  l2: 10,
}

/**
 * Learns from the verticals that it is told to. What comes after the forest of places must see its scores as they are on
 * pages of subjects that it has not seen, so each vertical is scored by a forest of the others.
 */
export function learner(lessons: readonly Lesson[]): (isUsed: (vertical: string) => boolean) => StoredModel {
  const forests = new Map<string, Forest>()
  const placeForest = (verticals: readonly string[]) => {
    const key = verticals.join()
    const used = lessons.filter(({ page }) => verticals.includes(page.vertical))
    const forest =
      forests.get(key) ??
      Rows.forest(
        used.map(({ rows }) => rows),
        PLACE_FOREST,
      )
    forests.set(key, forest)
    return forest
  }
  return (isUsed) => {
    const verticals = [...new Set(lessons.map(({ page }) => page.vertical))].filter(isUsed)
    const sited = verticals.filter((vertical) => vertical !== WEB)
    const others = (vertical: string) => {
      const rest = verticals.filter((other) => other !== vertical)
      return compileForest(placeForest(rest.length > 0 ? rest : verticals))
    }
    const of = (vertical: string) => lessons.filter(({ page }) => page.vertical === vertical)
    const alone = sited.flatMap((vertical) => {
      const forest = others(vertical)
      return of(vertical).map((lesson) => rankLesson(lesson, forest))
    })
    const trusted = new Rows(TRUST_FEATURES.length)
    for (const ranked of alone) addTrust(trusted, ranked)
    // Their rankings are large and not needed again.
    const webForest = of(WEB).length > 0 ? others(WEB) : undefined
    for (const lesson of of(WEB)) addTrust(trusted, rankLesson(lesson, webForest!))
    const siteTrusted = new Rows(TRUST_FEATURES.length)
    for (const ranked of withSiblings(alone)) addTrust(siteTrusted, ranked)
    return {
      place: placeForest(verticals),
      trust: Rows.forest([trusted], TRUST_FOREST),
      siteTrust: Rows.forest([siteTrusted], TRUST_FOREST),
    }
  }
}

interface RankedLesson {
  lesson: Lesson
  ranking: Ranking
}

function rankLesson(lesson: Lesson, forest: CompiledForest): RankedLesson {
  return { lesson, ranking: rankPlaces(forest, lesson.view, lesson.page.fields) }
}

/** Each page with what the other pages of its site tell; for every other page only some of them are known. */
function withSiblings(alone: readonly RankedLesson[]): RankedLesson[] {
  const draw = randomNumbers(11)
  const traces = alone.map(({ lesson, ranking }) => ({ site: lesson.page.site, trace: traceIn(ranking) }))
  return alone.map(({ lesson, ranking }, at) => {
    const siblings = traces.filter(({ site }, other) => other !== at && site === lesson.page.site)
    const chance = at % 2 === 0 ? 1 : 0.2 + draw() * 0.8
    const seen = siblings.filter((_, index) => index === 0 || draw() < chance)
    return { lesson, ranking: rankWithSite(ranking, siteKnowledge(seen.map(({ trace }) => trace))) }
  })
}

function addTrust(rows: Rows, { lesson, ranking }: RankedLesson): void {
  const weight = lesson.page.vertical === WEB ? WEB_WEIGHT : 1
  for (const choice of choose(ranking)) {
    const isRight = lesson.page.truths[choice.field]!.has(ranking.view.places[choice.row]!.text)
    rows.add(trustFeatures(ranking, choice), Number(isRight), weight)
  }
}

/** A small generator of numbers from 0 up to 1, so that the same pages give the same model. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0
    return (state >>> 0) / 2 ** 32
  }
}
