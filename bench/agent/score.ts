import { align } from './align.ts'
import type { Corpus } from './corpus.ts'
import { isSame, plain } from './same.ts'
import { Either } from './task.ts'
import type { Task } from './task.ts'

/** How an answer compares with the truth, counted in single values. */
export interface Score {
  /** Values that are as they should be. */
  right: number
  /** Values that were given. */
  given: number
  /** Values that should have been given. */
  expected: number
  /** Values where the truth has none, and values that stand on no page of the site. */
  invented: Mark[]
  /** Values that are missing, different or not asked for. */
  wrong: Mark[]
}

/** One place of an answer that is not right. */
interface Mark {
  field: string
  /** Undefined where nothing was expected. */
  expected: unknown
  /** Undefined where nothing was given. */
  given: unknown
}

/** Compares what a task answered with its truth. */
export function score({ truth, schema, isOrdered = false }: Task, answer: unknown, corpus: Corpus): Score {
  const tally = schema ? compare(truth, answer, { field: '', isOrdered }) : compareFree(truth, answer)
  const invented = tally.wrong.filter(
    ({ given, isAbsent }) => given !== undefined && (isAbsent || !corpus.has(given)),
  )
  return { ...tally, invented }
}

/** 1 where nothing was to be said and nothing was. */
export function f1({ right, given, expected }: Pick<Score, 'right' | 'given' | 'expected'>): number {
  return given + expected === 0 ? 1 : (2 * right) / (given + expected)
}

interface Tally {
  right: number
  given: number
  expected: number
  /** `isAbsent`: the truth says that there is none. */
  wrong: (Mark & { isAbsent: boolean })[]
}

interface Place {
  field: string
  isOrdered: boolean
}

function compare(truth: unknown, given: unknown, place: Place): Tally {
  if (truth instanceof Either) {
    const tallies = truth.values.map((value) => compare(value, given, place))
    return tallies.toSorted((a, b) => f1(b) - f1(a))[0]!
  }
  if (Array.isArray(truth) && truth.length > 0) return compareLists(truth, given, place)
  if (isObject(truth)) return compareObjects(truth, given, place)
  const leaf = isBlank(truth) || Array.isArray(truth) ? undefined : truth
  const leaves = leavesOf(given, place.field)
  if (leaf === undefined) return extra(leaves, true)
  if (leaves.length === 1 && isSame(leaf, leaves[0]!.given)) {
    return { right: 1, given: 1, expected: 1, wrong: [] }
  }
  const [first, ...others] = leaves
  const wrong = [{ field: place.field, expected: leaf, given: first?.given, isAbsent: false }]
  return sum([{ right: 0, given: first ? 1 : 0, expected: 1, wrong }, extra(others, false)])
}

function compareObjects(truth: Record<string, unknown>, given: unknown, place: Place): Tally {
  const other = isObject(given) ? given : {}
  const asked = Object.entries(truth).map(([key, value]) =>
    compare(value, other[key], { ...place, field: `${place.field}/${key}` }),
  )
  const unasked = isObject(given)
    ? Object.keys(given)
        .filter((key) => !(key in truth))
        .flatMap((key) => leavesOf(given[key], `${place.field}/${key}`))
    : leavesOf(given, place.field)
  return sum([...asked, extra(unasked, false)])
}

/** Records are compared with those that they are most like. */
function compareLists(truth: readonly unknown[], given: unknown, { field, isOrdered }: Place): Tally {
  const items = Array.isArray(given) ? given.filter((item) => leavesOf(item, '').length > 0) : []
  const at = (row: number, column: number) =>
    compare(truth[row], items[column], { field: `${field}/${column}`, isOrdered })
  const pairs = align(truth.length, items.length, (row, column) => weight(at(row, column)), isOrdered)
  const taken = new Set(pairs.map(([, column]) => column))
  const missed = truth.flatMap((_, row) => (pairs.some(([paired]) => paired === row) ? [] : [row]))
  return sum([
    ...pairs.map(([row, column]) => at(row, column)),
    ...missed.map((row) => compare(truth[row], undefined, { field: `${field}/-`, isOrdered })),
    extra(
      items.flatMap((item, column) => (taken.has(column) ? [] : leavesOf(item, `${field}/${column}`))),
      false,
    ),
    extra(Array.isArray(given) ? [] : leavesOf(given, field), false),
  ])
}

/** First what is right, then how little is wrong. */
function weight(tally: Tally): number {
  return tally.right === 0 ? 0 : tally.right + f1(tally) / 2
}

/** How many times as many values as needed an answer in a shape of its own may have before they count against it. */
const FREEDOM = 2

/** Without a schema the shape is free: what counts is that the values are there, and not much else. */
function compareFree(truth: unknown, given: unknown): Tally {
  const wanted = leavesOf(truth, '')
  const leaves = leavesOf(given, '')
  const isFound = ({ given: value }: Mark) =>
    leaves.some((leaf) => isSame(value, leaf.given) || says(leaf.given, value))
  const right = wanted.filter(isFound).length
  const missed = wanted.filter((leaf) => !isFound(leaf))
  const others = leaves.filter(
    (leaf) => !wanted.some(({ given: value }) => isSame(value, leaf.given) || says(leaf.given, value)),
  )
  return {
    right,
    given: right + Math.max(0, leaves.length - FREEDOM * Math.max(wanted.length, 1)),
    expected: wanted.length,
    wrong: [
      ...missed.map(({ field, given }) => ({ field, expected: given, given: undefined, isAbsent: false })),
      ...others.map((leaf) => ({ ...leaf, expected: undefined, isAbsent: wanted.length === 0 })),
    ],
  }
}

/** Whether a sentence has the value in it. */
function says(sentence: unknown, value: unknown): boolean {
  if (typeof sentence !== 'string') return false
  return ` ${plain(sentence).replaceAll(/[.,;:!?()"]/g, ' ')} `.includes(
    ` ${plain(value).replaceAll(/[.,;:!?()"]/g, ' ')} `,
  )
}

function extra(leaves: readonly Mark[], isAbsent: boolean): Tally {
  return {
    right: 0,
    given: leaves.length,
    expected: 0,
    wrong: leaves.map((leaf) => ({ ...leaf, isAbsent })),
  }
}

function leavesOf(value: unknown, field: string): Mark[] {
  if (isBlank(value)) return []
  if (value instanceof Either) return leavesOf(value.values[0], field)
  if (Array.isArray(value)) return value.flatMap((item, at) => leavesOf(item, `${field}/${at}`))
  if (isObject(value)) {
    return Object.entries(value).flatMap(([key, item]) => leavesOf(item, `${field}/${key}`))
  }
  return [{ field, expected: undefined, given: value }]
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Either)
}

function sum(tallies: readonly Tally[]): Tally {
  return {
    right: tallies.reduce((total, { right }) => total + right, 0),
    given: tallies.reduce((total, { given }) => total + given, 0),
    expected: tallies.reduce((total, { expected }) => total + expected, 0),
    wrong: tallies.flatMap(({ wrong }) => wrong),
  }
}
