/** Whether two lines differ only in times like “3 minutes ago” that have grown by the elapsed time. */
export function onlyTimePassed(previous: string, current: string, elapsedMs: number): boolean {
  if (Math.max(previous.length, current.length) > LONGEST_LINE) return false
  const [before, now] = [readTimes(previous), readTimes(current)]
  return (
    before.around === now.around && before.ages.every((age, index) => fits(age, now.ages[index]!, elapsedMs))
  )
}

/** Parsing times is slow, and lines with a relative time are short. */
const LONGEST_LINE = 2_000
const MOST_TIMES = 100

interface Age {
  count: number
  unitMs: number
}

/** Sites round down or to the nearest; both readings must allow the same moment. */
function fits(previous: Age, current: Age, elapsedMs: number): boolean {
  const from = (previous.count - 0.5) * previous.unitMs + elapsedMs
  const to = (previous.count + 1) * previous.unitMs + elapsedMs
  return from < (current.count + 1) * current.unitMs && to > (current.count - 0.5) * current.unitMs
}

function readTimes(line: string): { around: string; ages: Age[] } {
  const lower = line.toLowerCase()
  // Lowercasing changes the length in a few languages, which would shift the offsets.
  const text = lower.length === line.length ? lower : line
  const ages: Age[] = []
  let around = ''
  let done = 0
  for (const { 0: digits, index } of text.matchAll(NUMBER)) {
    if (ages.length === MOST_TIMES) break
    const found = timeAt(text, index, index + digits.length)
    if (found === undefined || found.from < done) continue
    ages.push({ count: Number(digits), unitMs: found.unitMs })
    around += `${line.slice(done, found.from)}\0`
    done = found.to
  }
  return { around: around + line.slice(done), ages }
}

const NUMBER = /(?<![\p{N}.,:/-])\d{1,4}(?!\p{N}|[.,:/-]\p{N})/gu

function timeAt(line: string, from: number, to: number) {
  const unit = line[to] === ' ' ? to + 1 : to
  for (const { before, units, lengths } of wordings()) {
    const start = from - before.length
    if (start < 0 || !line.startsWith(before, start) || isWithinWord(line, start)) continue
    for (const length of lengths) {
      const end = unit + length
      const unitMs = units.get(line.slice(unit, end))
      if (unitMs !== undefined && !isWithinWord(line, end)) return { from: start, to: end, unitMs }
    }
  }
  return undefined
}

const PART_OF_WORD = /[\p{L}\p{M}\p{N}]/u
/** Scripts without spaces between words, or with endings added without a space. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u

function isWithinWord(line: string, at: number): boolean {
  const [before, after] = [line[at - 1] ?? '', line[at] ?? '']
  return PART_OF_WORD.test(before) && PART_OF_WORD.test(after) && !UNSPACED.test(before + after)
}

interface Wording {
  before: string
  units: ReadonlyMap<string, number>
  lengths: readonly number[]
}

const LANGUAGES =
  'en de fr es it pt nl sv da nb fi pl cs sk hu ro bg el ru uk tr ar he fa hi bn id vi th ja ko zh zh-TW ca hr sr sl et lv lt'

const UNITS_MS = {
  second: 1_000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 7 * 86_400_000,
  month: 30.44 * 86_400_000,
  year: 365.25 * 86_400_000,
} satisfies Partial<Record<Intl.RelativeTimeFormatUnit, number>>

/** Numbers that produce every plural form of the listed languages. */
const COUNTS = [1, 2, 3, 5, 20, 21, 22]

let known: readonly Wording[] | undefined

/**
 * Wordings as `Intl` formats them in each language. A wording with different units in different languages is
 * left out.
 */
function wordings(): readonly Wording[] {
  known ??= groupWordings(LANGUAGES.split(' ').flatMap(wordingsOf))
  return known
}

type Found = [before: string, after: string, unitMs: number]

function wordingsOf(language: string): Found[] {
  return (['long', 'short', 'narrow'] as const).flatMap((style) => {
    const format = new Intl.RelativeTimeFormat(`${language}-u-nu-latn`, { style })
    return Object.entries(UNITS_MS).flatMap(([unit, unitMs]) =>
      COUNTS.flatMap((count) => {
        const text = format.format(-count, unit as Intl.RelativeTimeFormatUnit).toLowerCase()
        const parts = text.replaceAll(/\s+/g, ' ').split(String(count))
        return parts.length === 2 ? [[parts[0]!, parts[1]!.trimStart(), unitMs] satisfies Found] : []
      }),
    )
  })
}

function groupWordings(found: readonly Found[]): Wording[] {
  const groups = new Map<string, Map<string, number>>()
  const ambiguous = new Set<string>()
  for (const [before, after, unitMs] of found) {
    // “-5 min” may be a difference instead of a time.
    if (before !== '' && !/\p{L}/u.test(before)) continue
    const units = groups.get(before) ?? new Map<string, number>()
    if ((units.get(after) ?? unitMs) !== unitMs) ambiguous.add(`${before}\0${after}`)
    groups.set(before, units.set(after, unitMs))
  }
  return [...groups].map(([before, all]) => {
    const units = new Map([...all].filter(([after]) => !ambiguous.has(`${before}\0${after}`)))
    return {
      before,
      units,
      lengths: [...new Set([...units.keys()].map(({ length }) => length))].sort((a, b) => b - a),
    }
  })
}
