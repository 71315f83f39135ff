import { readFileSync } from 'node:fs'
import { mentionsIn } from '../findings/mentions.ts'
import { monthsByName } from '../../language/months.ts'
import { fold } from '../../language/fold.ts'
import type { Language } from '../../language/common-words.ts'

/** The kinds of things that questions want to know, in the order in which their words are tried. */
const KINDS = [
  'email',
  'phone',
  'money',
  'duration',
  'measure',
  'number',
  'hours',
  'date',
  'place',
  'reason',
  'person',
] as const

/** A kind of value, of a measure also what is measured: a value of one is no answer to a question for another. */
export interface Want {
  kind: (typeof KINDS)[number]
  dimension?: string | undefined
}

/** Whether an answer must hold a value: a sentence without one does not say when, how much or how long. */
export function isStrict([first]: readonly Want[]): boolean {
  return first !== undefined && first.kind !== 'place' && first.kind !== 'reason'
}

/** What a folded question wants to know; `how long` asks for a time or a length. */
export function wantsOf(folded: string, language: Language | undefined): Want[] {
  const last = ASKS_LAST.has(language) ? folded.length : LATEST_ASKING
  const asks = (kind: Want['kind']) => table().asks(kind).exec(folded)?.index ?? Number.POSITIVE_INFINITY
  const isOfUnits = table().expression('measure', 'counts').test(folded)
  const kind = isOfUnits ? 'measure' : KINDS.find((one) => asks(one) <= last)
  if (kind === undefined) return []
  if (kind === 'measure') return [{ kind, dimension: dimensionOf(folded) }]
  const isLength = kind === 'duration' && table().expression('length', 'asks').test(folded)
  return isLength ? [{ kind }, { kind: 'measure', dimension: 'length' }] : [{ kind }]
}

/** What a question wants to know stands where it begins, in most languages; `when` further on is a condition. */
const LATEST_ASKING = 14
const ASKS_LAST: ReadonlySet<Language | undefined> = new Set(['tr', 'ko', 'ja', 'zh', 'hi', 'th', 'ar'])

/** What a folded question asks the measure of; nothing where its words leave that open, as `how big` does. */
function dimensionOf(folded: string): string | undefined {
  const found = table().dimensions.flatMap((dimension) => {
    const match = table().expression(dimension, 'measured').exec(folded)
    return match && !GRADES.test(match[0]) ? [{ dimension, at: match.index }] : []
  })
  return found.sort((a, b) => a.at - b.at)[0]?.dimension
}

/** Said of a fee or a share as well as of a tower, of a time as well as of a way. */
const GRADES = /^(?:high|hoch|hoog|haute?|far in advance)$/

/** Whether a question for a kind of value says a word, or its stem, anyway: a price need not be called one. */
export function isSaidBy(kind: Want['kind'], word: string): boolean {
  return table().expression(kind, 'spent').test(word)
}

/** How surely a text holds one of several kinds of value: 0 not at all, 1 plainly. */
export function holds(text: string, wants: readonly Want[]): number {
  return wants.reduce((most, want) => Math.max(most, holdsOne(text, want)), 0)
}

function holdsOne(text: string, { kind, dimension }: Want): number {
  const folded = COUNTED.has(kind) ? fold(text).replace(POINTS_IN_TIME, ' ') : fold(text)
  if (dimension !== undefined) return holdsMeasure(folded, dimension)
  if (MENTIONED.has(kind) && mentionsIn(text).some((mention) => mention.kind === kind)) return 1
  return table()
    .detectors(kind)
    .reduce(
      (best, { pattern, isCased, certainty }) =>
        certainty > best && pattern.test(isCased ? text : folded) ? certainty : best,
      0,
    )
}

const MENTIONED: ReadonlySet<string> = new Set(['email', 'phone', 'money', 'date'])
/** Kinds that are numbers of something: the number of a year is none of them. */
const COUNTED: ReadonlySet<string> = new Set(['number', 'measure', 'money'])
const POINTS_IN_TIME =
  /(?<![\p{L}\p{N}.,])(?:1[5-9]|20)\p{Nd}{2}s?(?![\p{L}\p{N}%]|[.,]\p{Nd}| ?(?:m|km|kg|g|w|mah|pixels?)(?!\p{L}))|\p{Nd}{1,2}:\p{Nd}{2}|\p{Nd}{4}年|\p{Nd}{1,2}月(?:\p{Nd}{1,2}[日号])?/gu

/** A unit may stand apart from its number: `weight in grams, up to 500`. How fast a thing grows may be told by a length and a time. */
function holdsMeasure(folded: string, dimension: string): number {
  if (table().expression(dimension, 'value').test(folded)) return 1
  if (dimension === 'speed')
    return holdsMeasure(folded, 'length') === 1 && table().expression('time', 'units').test(folded)
      ? APART
      : 0
  return /\p{Nd}/u.test(folded) && table().expression(dimension, 'units').test(folded) ? APART : 0
}

const APART = 0.6

/** Whether a folded text begins with a unit or a currency, as what stands behind a number does. */
export function beginsWithUnit(folded: string): boolean {
  return table().expression('measure', 'after').test(folded)
}

interface Detector {
  pattern: RegExp
  /** Names are recognised by their capitals, everything else without marks. */
  isCased: boolean
  certainty: number
}

let read: Table | undefined

function table(): Table {
  return (read ??= new Table(readFileSync(new URL('answer-kinds.txt', import.meta.url), 'utf8')))
}

/**
 * How questions ask for each kind of value and how texts hold it. A line of the file has a kind or a dimension, what it
 * says about that, and an expression. A name in capitals with `=` stands for an expression in others.
 */
class Table {
  readonly dimensions: readonly string[]
  private readonly rows: readonly (readonly [name: string, use: string, source: string])[]
  private readonly parts = new Map<string, string>()
  private readonly made = new Map<string, RegExp>()
  private readonly found = new Map<string, readonly Detector[]>()

  constructor(file: string) {
    this.parts.set('DAYS', weekdays().join('|'))
    this.parts.set(
      'MONTHS',
      [...monthsByName().keys()]
        .filter((name) => name.length > 2)
        .map(fold)
        .join('|'),
    )
    this.rows = file
      .trimEnd()
      .split('\n')
      .flatMap((line) => {
        const [, name = '', use = '', source = ''] = /^(\S+) (\S+) (.*)$/su.exec(line)!
        if (use === '=') this.parts.set(name, this.whole(source))
        return use === '=' ? [] : [[name, use, source] as const]
      })
    this.dimensions = this.rows.flatMap(([name, use]) => (use === 'measured' ? [name] : []))
  }

  private whole(source: string): string {
    return source.replaceAll(/\{([A-Z_]+)\}/g, (all, name: string) => this.parts.get(name) ?? all)
  }

  asks(kind: string): RegExp {
    return this.expression(kind, 'asks')
  }

  /** The expression of a line; one that never fits where there is none. */
  expression(name: string, use: string): RegExp {
    const key = `${name} ${use}`
    const made = this.made.get(key) ?? new RegExp(this.sourceOf(name, use), 'u')
    this.made.set(key, made)
    return made
  }

  private sourceOf(name: string, use: string): string {
    const source = this.rows.find((row) => row[0] === name && row[1] === use)?.[2]
    if (use === 'value') return this.valueOf(name)
    if (source === undefined) return '(?!)'
    // The classes of expressions know Latin letters only.
    if (use === 'asks' || use === 'counts')
      return this.whole(source)
        .replaceAll('\\b', EDGE)
        .replaceAll('\\w', String.raw`[\p{L}\p{N}]`)
    if (use === 'spent') return `^(?:${source.split(' ').map(ended).join('|')})$`
    return this.whole(use === 'after' ? `^[ -]?(?:${source}){END}` : `{START}(?:${source}){END}`)
  }

  private valueOf(dimension: string): string {
    const of = (wanted: string) => this.rows.find(([name, use]) => name === dimension && use === wanted)?.[2]
    const spaced = String.raw`(?:{NUMBER}|\p{Nd}\/\p{Nd}{1,3}|[½¼¾])[ -]{0,2}(?:${of('units')})(?![\p{L}\p{N}/])`
    const unspaced = of('unspaced')
    return this.whole(unspaced ? `${spaced}|{UNSPACED_NUMBER}+ ?(?:${unspaced})` : spaced)
  }

  /** Made when first asked for: they are many, and a page is asked about one kind. */
  detectors(kind: string): readonly Detector[] {
    const known = this.found.get(kind)
    if (known) return known
    const found = this.rows.flatMap(([name, use, source]): Detector[] => {
      const [, how, certainty = '1'] = /^(text|folded|words)(?::(.*))?$/.exec(use) ?? []
      if (name !== kind || how === undefined) return []
      const written = how === 'words' ? `{START}(?:${source}){END}` : source
      return [
        {
          pattern: new RegExp(this.whole(written), 'u'),
          isCased: how === 'text',
          certainty: Number(certainty),
        },
      ]
    })
    this.found.set(kind, found)
    return found
  }
}

/** Where a word begins or ends, whatever its letters. */
const EDGE = String.raw`(?:(?<=\p{L})(?!\p{L})|(?<!\p{L})(?=\p{L}))`

/** Long stems match with an ending, short ones only as they are. */
function ended(stem: string): string {
  return stem.length > 3 ? String.raw`${stem}\p{L}{0,4}` : stem
}

/** The names of the days of the week in all languages. */
function weekdays(): string[] {
  return 'en de fr es it pt nl sv da pl ru tr ar hi th'.split(' ').flatMap((language) => {
    const format = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
    return [1, 2, 3, 4, 5, 6, 7].map((day) => fold(format.format(Date.UTC(2024, 0, day))))
  })
}
