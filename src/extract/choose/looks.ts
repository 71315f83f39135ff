import { readFileSync } from 'node:fs'
import type { Field } from './asked-field.ts'
import { organizationIn, personIn, placeIn } from './names.ts'
import type { FieldWords } from './similarity.ts'
import { classOf } from './word-vectors.ts'
import type { CLASSES } from './word-vectors.ts'

type Class = (typeof CLASSES)[number]

/** A kind of value that can be told by how it looks, and what tells that a field wants such values. */
interface Look {
  name: string
  /** Whether a text, of 200 characters at most, looks so: from 0 to 1. */
  of: (text: string) => number
  /** Whether nothing without a digit looks so. */
  needsDigit: boolean
  /** Words that such fields are named by or with something like. */
  near: readonly string[]
  /** What a dictionary says such fields are. */
  classes: readonly Class[]
  formats: readonly string[]
}

/** Letters and digits together, in parts: `GMA/7/112`, `e41c09d`, `693.1 ATT`. */
const IDENTIFIER =
  /^(?=\D*\d)(?=[^\p{L}]*\p{L})[\p{Lu}\d]+(?:[-/._: ][\p{Lu}\d]+)*$|^(?=\D*\d)(?=[^a-f]*[a-f])[\da-f]{7,}$/u

const WEEKDAYS = weekdayNames()
const WEEKDAY = new RegExp(
  String.raw`^(?:${WEEKDAYS})s?\.?(?:\s?(?:[-–—,&/]|to|and|bis|und|et|y|e|a)\s?(?:${WEEKDAYS})s?\.?)*$|^(?:daily|weekdays|weekends|public holidays|every day|bank holidays)$`,
  'iu',
)

/** The names of the days of the week, long and short, in the languages that pages are mostly written in. */
function weekdayNames(): string {
  const names = new Set<string>()
  for (const language of 'en de fr es it pt nl sv da nb pl cs fi ja'.split(' '))
    for (const weekday of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' })
      for (let day = 1; day <= 7; day++)
        names.add(
          format
            .format(Date.UTC(2024, 0, day))
            .replace('.', '')
            .toLowerCase(),
        )
    }
  return [...names].toSorted((one, other) => other.length - one.length).join('|')
}

/** The names of countries and languages in English and in themselves. */
function namesOf(type: 'region' | 'language', codes: string): ReadonlySet<string> {
  const display = ['en', 'de', 'fr', 'es', 'it'].map((language) => new Intl.DisplayNames(language, { type }))
  return new Set(
    codes.split(' ').flatMap((code) => display.map((names) => (names.of(code) ?? '').toLowerCase())),
  )
}

const COUNTRIES = namesOf(
  'region',
  'AR AT AU BE BG BR CA CH CL CN CO CZ DE DK EE EG ES ET FI FR GB GR HR HU ID IE IL IN IR IS IT JP KE KR LK LT LU LV MA MX MY NL NO NP NZ PE PH PK PL PT RO RS RU SA SE SG SI SK TH TR TW TZ UA US UY VN ZA',
)
const LANGUAGES = namesOf(
  'language',
  'ar cs cy da de el en es et fi fr ga he hi hr hu is it ja ko la lt lv nl no pl pt ro ru sk sl sv th tr uk vi zh',
)
const COLOR =
  /(?:^|\s)(?:black|white|red|green|blue|yellow|orange|purple|violet|pink|brown|grey|gray|silver|gold|golden|beige|navy|cream|ivory|teal|turquoise|olive|charcoal|bronze|chalk|sand|schwarz|weiß|rot|grün|blau|gelb|braun|grau|noir|blanc|rouge|vert|bleu|jaune|gris|negro|blanco|rojo|verde|azul|nero|bianco|rosso|blu)$/iu

/** The share of the words of a short text that a dictionary says name such things. */
function shareOf(text: string, kind: Class): number {
  const words = text.toLowerCase().match(/\p{L}{3,}/gu) ?? []
  if (words.length === 0 || words.length > 5) return 0
  return words.filter((word) => classOf(word, kind) > 0.5).length / words.length
}

/** Looks that take more than an expression. */
const JUDGED: Readonly<Record<string, Look['of']>> = {
  code: (text) =>
    Number(
      /(?:^|[\s:#])(?=\S{0,30}\d)[\dA-Z][\dA-Z-]{5,30}$/.test(text) ||
        (text.length < 30 && IDENTIFIER.test(text)),
    ),
  person: personIn,
  organization: organizationIn,
  weekday: (text) => Number(WEEKDAY.test(text)),
  country: (text) => Number(COUNTRIES.has(text.toLowerCase())),
  language: (text) => Number(LANGUAGES.has(text.toLowerCase())),
  color: (text) => Number(text.length < 40 && COLOR.test(text)),
  role: (text) => (/\d/.test(text) ? 0 : shareOf(text, 'person')),
  locality: (text) => (/\d/.test(text) ? 0 : Math.max(shareOf(text, 'location'), placeIn(text))),
  sentence: (text) => Number(text.length > 40 && /\p{Ll}[.!?]["”’)]?$/u.test(text)),
}

/** All of them, in the order of the model's features: a line of the file has the parts of a look, with tabs between. */
export const LOOKS: readonly Look[] = readFileSync(new URL('looks.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => {
    const [name = '', digit, near = '', classes = '', formats = '', expression = ''] = line.split('\t')
    const [, source = '', flags] = /^\/(.*)\/(\w*)$/.exec(expression) ?? []
    const pattern = new RegExp(source, flags)
    return {
      name,
      of: JUDGED[name] ?? ((text) => Number(pattern.test(text))),
      needsDigit: digit === 'digit',
      near: near.split(' '),
      classes: wordsOf(classes) as Class[],
      formats: wordsOf(formats),
    }
  })

function wordsOf(list: string): string[] {
  return list === '' ? [] : list.split(' ')
}

/** How much a text looks like each kind of value. */
export function looksOf(text: string): Float32Array {
  const start = text.slice(0, 200)
  const hasDigit = /\d/.test(start)
  const looks = new Float32Array(LOOKS.length)
  LOOKS.forEach(({ of, needsDigit }, at) => {
    if (hasDigit || !needsDigit) looks[at] = of(start)
  })
  return looks
}

/** How much a field wants each kind of value. */
export function wantedLooks(field: Field, words: FieldWords): Float32Array {
  return Float32Array.from(LOOKS, ({ near, classes, formats }) => {
    if (field.format !== undefined && formats.includes(field.format)) return 1
    const byName = Math.max(...near.map((word) => words.nearest(word)))
    // The last word is what the thing is, those before tell which; several together may well mean something else.
    const kinds = words.words.map((word, at) => {
      const part = Math.max(0, ...classes.map((kind) => classOf(word, kind)))
      return part * (words.words.length === 1 ? 1 : at === words.words.length - 1 ? 0.7 : 0.5)
    })
    return Math.max(byName, ...kinds, 0)
  })
}

/** How much a text looks like what is wanted, and how much like something else. */
export function lookFit(wanted: Float32Array, looks: Float32Array): { fit: number; excess: number } {
  let fit = 0
  let excess = 0
  for (let at = 0; at < wanted.length; at++) {
    fit = Math.max(fit, wanted[at]! * looks[at]!)
    excess = Math.max(excess, (1 - wanted[at]!) * looks[at]!)
  }
  return { fit, excess }
}
