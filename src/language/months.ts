import { readFileSync } from 'node:fs'
import { fold } from './fold.ts'

interface Months {
  byName: ReadonlyMap<string, readonly number[]>
  names: readonly { name: string; month: number; isEnglish: boolean }[]
}

/** A name alone means the month that has it in most languages. */
export function monthsByName(): ReadonlyMap<string, number> {
  return (single ??= new Map([...months().byName].map(([name, numbers]) => [name, numbers.at(-1)!])))
}

export function monthsNamed(word: string): readonly number[] {
  return months().byName.get(word) ?? []
}

export function monthOf(word: string, among: 'western' | 'english' = 'western'): number | undefined {
  const start = fold(word.trim()).replace(/\.$/, '')
  if (start.length < 3) return undefined
  return months().names.find(
    ({ name, isEnglish }) => (isEnglish || among === 'western') && name.startsWith(start),
  )?.month
}

export function isMonthName(word: string): boolean {
  const folded = fold(word)
  return months().names.some(({ name }) => name === folded)
}

let read: Months | undefined
let single: ReadonlyMap<string, number> | undefined

/** A line of the file has the number of a month, its English name, full names in Western Europe, and all the others. */
function months(): Months {
  if (read) return read
  const byName = new Map<string, number[]>()
  const names: Months['names'][number][] = []
  for (const line of readFileSync(new URL('months.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')) {
    const [number, english = '', western = '', others = ''] = line.split(': ')
    const month = Number(number)
    const full = [english, ...western.split(' ')]
    for (const name of [...full, ...others.split(' ')]) byName.set(name, [...(byName.get(name) ?? []), month])
    names.push(...full.map((name) => ({ name: fold(name), month, isEnglish: name === english })))
  }
  return (read = { byName, names })
}
