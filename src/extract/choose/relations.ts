import { readLines } from '../../language/data-files.ts'
import { lazy } from '../../language/memoize.ts'
import { weightOf } from './word-vectors.ts'
import { withoutMarks } from '../../language/fold.ts'
import { singular } from '../../language/stems.ts'

/**
 * What pages say beside the value of a field without naming it: `sleeps` is answered by `2 berths`. A line of the file has
 * words of names of fields, and what pages say for them.
 */
const relations = lazy(() => {
  const byName = new Map<string, number[]>()
  const byText = new Map<string, number[]>()
  const add = (to: Map<string, number[]>, words: string, line: number): void => {
    for (const word of words.split(' '))
      for (const form of formsOf(word)) {
        const known = to.get(form)
        if (!known) to.set(form, [line])
        else if (!known.includes(line)) known.push(line)
      }
  }
  readLines(new URL('relations.txt', import.meta.url)).forEach((text, line) => {
    const [names = '', said = ''] = text.split(': ', 2)
    add(byName, names, line)
    add(byText, said, line)
  })
  return { asked: byName, told: byText }
})

/** An expression by the stems of its words; `ae` is also how `ä` is written. */
function formsOf(expression: string): ReadonlySet<string> {
  const stems = expression.split('-').map(singular).join('-')
  return new Set([stems, stems.replaceAll(/(?<=[aou])e/g, '')])
}

function folded(word: string): string {
  return singular(withoutMarks(word))
}

export interface RelationMatch {
  line: number
  weight: number
}

const NOTHING: readonly RelationMatch[] = []
const LONGEST = 3

export function relationsIn(words: readonly string[]): readonly RelationMatch[] {
  const { told } = relations()
  const stems = words.map(folded)
  let found: RelationMatch[] | undefined
  for (let at = 0; at < stems.length; at++) {
    let expression = ''
    for (let length = 1; length <= LONGEST && at + length <= stems.length; length++) {
      expression = length === 1 ? stems[at]! : `${expression}-${stems[at + length - 1]!}`
      const lines = told.get(expression)
      if (!lines) continue
      const weight = length > 1 ? 1 : weightOf(words[at]!)
      found ??= []
      for (const line of lines) found.push({ line, weight })
    }
  }
  return found ?? NOTHING
}

const HEAD = 0.85
const OTHER = 0.55

/** The lines that the name of a field belongs to; a word of a longer name says less than the whole. */
export function relationsOfName(words: readonly string[]): ReadonlyMap<number, number> {
  const { asked } = relations()
  const stems = words.map(folded)
  const found = new Map<number, number>()
  const covered = new Set<number>()
  for (let length = Math.min(LONGEST, stems.length); length > 0; length--)
    for (let at = 0; at + length <= stems.length; at++) {
      if (covered.has(at) && covered.has(at + length - 1)) continue
      const lines = asked.get(stems.slice(at, at + length).join('-'))
      if (!lines) continue
      const isHead = at + length === stems.length
      const weight = length === stems.length ? 1 : length > 1 ? 0.9 : isHead ? HEAD : OTHER
      for (const line of lines) found.set(line, Math.max(found.get(line) ?? 0, weight))
      for (let one = at; one < at + length; one++) covered.add(one)
    }
  return found
}

export function relatedness(asked: ReadonlyMap<number, number>, told: readonly RelationMatch[]): number {
  let most = 0
  for (const { line, weight } of told) most = Math.max(most, (asked.get(line) ?? 0) * weight)
  return most
}

/** What sentences say without naming a field, by its name, or words of it joined by `-`. */
export function conceptsOf(name: string): readonly RegExp[] {
  return concepts().get(name) ?? []
}

/**
 * A line of the file has names of fields before its colon and expressions behind it, all without marks. `_` is a blank, `*`
 * any letters, `^` the beginning of the sentence.
 */
const concepts = lazy(() => {
  const found = new Map<string, RegExp[]>()
  for (const line of readLines(new URL('concepts.txt', import.meta.url))) {
    const [names = '', expressions = ''] = line.split(': ', 2)
    const said = sayingOf(expressions.split(' '))
    for (const name of new Set(names.split(' '))) found.set(name, [...(found.get(name) ?? []), said])
  }
  return found
})

function sayingOf(expressions: readonly string[]): RegExp {
  const written = expressions.map((one) => one.replaceAll('_', ' ').replaceAll('*', String.raw`\p{L}*`))
  return new RegExp(String.raw`(?<!\p{L})(?:${written.join('|')})(?!\p{L})`, 'gu')
}
