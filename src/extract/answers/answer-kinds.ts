import { mentionsIn } from '../findings/mentions.ts'
import { monthsByName } from '../../language/months.ts'
import { fold } from '../../language/fold.ts'
import type { Language } from '../../language/common-words.ts'
import { readLines } from '../../language/data-files.ts'
import { memoizePerText } from '../../language/memoize.ts'
import { weekdayNames } from '../choose/looks.ts'

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
export interface AnswerKind {
  kind: (typeof KINDS)[number]
  dimension?: string | undefined
}

/** Whether an answer must hold a value: a sentence without one does not say when, how much or how long. */
export function isStrict([first]: readonly AnswerKind[]): boolean {
  return first !== undefined && first.kind !== 'place' && first.kind !== 'reason'
}

export function answerKindsOf(folded: string, language: Language | undefined): AnswerKind[] {
  const last = ASKS_LAST.has(language) ? folded.length : LATEST_ASKING
  const asks = (kind: AnswerKind['kind']) =>
    expression(kind, 'asks').exec(folded)?.index ?? Number.POSITIVE_INFINITY
  const isOfUnits = expression('measure', 'counts').test(folded)
  const kind = isOfUnits ? 'measure' : KINDS.find((one) => asks(one) <= last)
  if (kind === undefined) return []
  if (kind === 'measure') return [{ kind, dimension: dimensionOf(folded) }]
  const isLength = kind === 'duration' && expression('length', 'asks').test(folded)
  return isLength ? [{ kind }, { kind: 'measure', dimension: 'length' }] : [{ kind }]
}

/** What a question wants to know stands where it begins, in most languages; `when` further on is a condition. */
const LATEST_ASKING = 14
const ASKS_LAST: ReadonlySet<Language | undefined> = new Set(['tr', 'ko', 'ja', 'zh', 'hi', 'th', 'ar'])

function dimensionOf(folded: string): string | undefined {
  const found = DIMENSIONS.flatMap((dimension) => {
    const match = expression(dimension, 'measured').exec(folded)
    return match && !AMBIGUOUS_DEGREE.test(match[0]) ? [{ dimension, at: match.index }] : []
  })
  return found.sort((a, b) => a.at - b.at)[0]?.dimension
}

/** Said of a fee or a share as well as of a tower, of a time as well as of a way. */
const AMBIGUOUS_DEGREE = /^(?:high|hoch|hoog|haute?|far in advance)$/

/** Whether a question for a kind of value says a word, or its stem, anyway: a price need not be called one. */
export function isImpliedBy(kind: AnswerKind['kind'], word: string): boolean {
  return expression(kind, 'spent').test(word)
}

export function certaintyOf(text: string, wants: readonly AnswerKind[]): number {
  return wants.reduce((most, want) => Math.max(most, certaintyOfKind(text, want)), 0)
}

function certaintyOfKind(text: string, { kind, dimension }: AnswerKind): number {
  const folded = COUNTED.has(kind) ? fold(text).replace(POINTS_IN_TIME, ' ') : fold(text)
  if (dimension !== undefined) return holdsMeasure(folded, dimension)
  if (MENTIONED.has(kind) && mentionsIn(text).some((mention) => mention.kind === kind)) return 1
  return detectorsOf(kind).reduce(
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

/** A unit may stand apart from its number: `weight in grams, up to 500`. */
function holdsMeasure(folded: string, dimension: string): number {
  if (expression(dimension, 'value').test(folded)) return 1
  return /\p{Nd}/u.test(folded) && expression(dimension, 'units').test(folded) ? APART : 0
}

const APART = 0.6

export function beginsWithUnit(folded: string): boolean {
  return expression('measure', 'after').test(folded)
}

/** Where a word begins or ends, whatever its letters. */
const EDGE = String.raw`(?:(?<=\p{L})(?!\p{L})|(?<!\p{L})(?=\p{L}))`
const PARTS = new Map([
  ['DAYS', weekdayNames('en de fr es it pt nl sv da pl ru tr ar hi th', ['long']).map(fold).join('|')],
  ['MONTHS', [...monthsByName().keys()].flatMap((name) => (name.length > 2 ? fold(name) : [])).join('|')],
])

/**
 * How questions ask for each kind of value and how texts hold it. A line of the file has a kind or a dimension, what it
 * says about that, and an expression. A name in capitals with `=` stands for an expression in others.
 */
const ROWS = readLines(new URL('answer-kinds.txt', import.meta.url)).flatMap((line) => {
  const [, name = '', use = '', source = ''] = /^(\S+) (\S+) (.*)$/su.exec(line)!
  if (use === '=') PARTS.set(name, whole(source))
  return use === '=' ? [] : [{ name, use, source }]
})
const DIMENSIONS = ROWS.flatMap(({ name, use }) => (use === 'measured' ? [name] : []))

function whole(source: string): string {
  return source.replaceAll(/\{([A-Z_]+)\}/g, (all, name: string) => PARTS.get(name) ?? all)
}

function expression(name: string, use: string): RegExp {
  return compiled(`${name} ${use}`)
}

/** The expression of a line; one that never fits where there is none. They are many, and a page is asked about one kind. */
const compiled = memoizePerText((key) => {
  const [name, use] = key.split(' ') as [string, string]
  return new RegExp(sourceOf(name, use), 'u')
})

function sourceOf(name: string, use: string): string {
  const source = ROWS.find((row) => row.name === name && row.use === use)?.source
  if (use === 'value') return valueOf(name)
  if (source === undefined) return '(?!)'
  // The classes of expressions know Latin letters only.
  if (use === 'asks' || use === 'counts')
    return whole(source)
      .replaceAll('\\b', EDGE)
      .replaceAll('\\w', String.raw`[\p{L}\p{N}]`)
  if (use === 'spent') return `^(?:${source.split(' ').map(ended).join('|')})$`
  return whole(use === 'after' ? `^[ -]?(?:${source}){END}` : `{START}(?:${source}){END}`)
}

function valueOf(dimension: string): string {
  const of = (wanted: string) => ROWS.find(({ name, use }) => name === dimension && use === wanted)?.source
  const spaced = String.raw`(?:{NUMBER}|\p{Nd}\/\p{Nd}{1,3}|[½¼¾])[ -]{0,2}(?:${of('units')})(?![\p{L}\p{N}/])`
  const unspaced = of('unspaced')
  return whole(unspaced ? `${spaced}|{UNSPACED_NUMBER}+ ?(?:${unspaced})` : spaced)
}

/** What finds a kind of value. Names are recognised by their capitals, everything else without marks. */
const detectorsOf = memoizePerText((kind) =>
  ROWS.flatMap(({ name, use, source }) => {
    const [, how, certainty = '1'] = /^(text|folded|words)(?::(.*))?$/.exec(use) ?? []
    if (name !== kind || how === undefined) return []
    const pattern = new RegExp(whole(how === 'words' ? `{START}(?:${source}){END}` : source), 'u')
    return [{ pattern, isCased: how === 'text', certainty: Number(certainty) }]
  }),
)

/** Long stems match with an ending, short ones only as they are. */
function ended(stem: string): string {
  return stem.length > 3 ? String.raw`${stem}\p{L}{0,4}` : stem
}
