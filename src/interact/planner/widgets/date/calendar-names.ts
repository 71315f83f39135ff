const TONGUES = ['en']

/** Short names of months that are words of another tongue: `set 5`, `out of 10`, `two days ago`. */
const OTHER_WORDS = new Set(['set', 'out', 'ago', 'mag'])

/** Without accents and dots, in small letters. */
function bare(word: string): string {
  return word
    .normalize('NFD')
    .replace(/[\u0300-\u036f.]/g, '')
    .toLowerCase()
}

/** Names in all tongues and lengths, each with the number it stands for. */
function namesOf(count: number, make: (at: number) => Date, kind: 'month' | 'weekday'): Map<string, number> {
  const names = new Map<string, number>()
  for (const tongue of TONGUES)
    for (const length of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(tongue, { [kind]: length, timeZone: 'UTC' })
      for (let at = 0; at < count; at++) {
        const name = bare(format.format(make(at)))
        if (name.length > 2 && !OTHER_WORDS.has(name)) names.set(name, names.get(name) ?? at)
        const [first] = name.split('-')
        if (first && first.length > 3) names.set(first, names.get(first) ?? at)
      }
    }
  return names
}

const MONTHS = namesOf(12, (at) => new Date(Date.UTC(2024, at, 15)), 'month')
/** 1 January 2024 was a Monday. */
const WEEKDAYS = namesOf(7, (at) => new Date(Date.UTC(2024, 0, 1 + at)), 'weekday')

/** The month that a name or its beginning stands for, from 1; undefined when it is none. */
export function monthOf(word: string): number | undefined {
  const at = lookUp(word, MONTHS)
  return at === undefined ? undefined : at + 1
}

/** The day of the week that a name or its beginning stands for, Monday being 0; undefined when it is none. */
export function weekdayOf(word: string): number | undefined {
  return lookUp(word, WEEKDAYS)
}

function lookUp(word: string, names: ReadonlyMap<string, number>): number | undefined {
  const text = bare(word)
  const whole = names.get(text)
  if (whole !== undefined || text.length < 4) return whole
  for (const [name, at] of names) if (name.startsWith(text) && name.length > 4) return at
  return undefined
}
