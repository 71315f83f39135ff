import { readFileSync } from 'node:fs'

let names: ReadonlyMap<string, number> | undefined

/** The names of months in many languages, as they are written in dates, long and short, in small letters. */
export function monthsByName(): ReadonlyMap<string, number> {
  names ??= read(readFileSync(new URL('months.txt', import.meta.url), 'utf8'))
  return names
}

/** A line of the file is the number of a month and its names. */
function read(file: string): Map<string, number> {
  const found = new Map<string, number>()
  for (const line of file.trim().split('\n')) {
    const [month, words = ''] = line.split(': ', 2)
    for (const word of words.split(' ')) found.set(word, Number(month))
  }
  return found
}
