import { fold } from './fold.ts'
import { readLines } from './data-files.ts'
import { lazy } from './memoize.ts'

/** A name alone means the month that has it in most languages. */
export const monthsByName = lazy(
  (): ReadonlyMap<string, number> =>
    new Map([...months().byName].map(([name, numbers]) => [name, numbers.at(-1)!])),
)

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

/** A line of the file has the number of a month, its English name, full names in Western Europe, and all the others. */
const months = lazy(() => {
  const byName = new Map<string, number[]>()
  const names: { name: string; month: number; isEnglish: boolean }[] = []
  for (const line of readLines(new URL('months.txt', import.meta.url))) {
    const [number, english = '', western = '', others = ''] = line.split(': ')
    const month = Number(number)
    const full = [english, ...western.split(' ')]
    for (const name of [...full, ...others.split(' ')]) byName.set(name, [...(byName.get(name) ?? []), month])
    names.push(...full.map((name) => ({ name: fold(name), month, isEnglish: name === english })))
  }
  return { byName, names }
})
