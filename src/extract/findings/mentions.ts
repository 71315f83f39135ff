import { matchesOf } from '../../language/matches-of.ts'
import { moneyIn } from '../../language/money.ts'
import { monthsByName } from '../../language/months.ts'
import { numbersIn } from '../../language/numbers.ts'
import { phonesIn } from '../../language/phones.ts'
import { NUMBER_WORDS } from '../../language/number-words.ts'
import { unitAfter } from '../../language/units.ts'
import { lazy } from '../../language/memoize.ts'

export type MentionKind =
  | 'email'
  | 'url'
  | 'date'
  | 'time'
  | 'phone'
  | 'money'
  | 'number'
  | 'code'
  | 'name'
  | 'quote'

export interface Mention {
  kind: MentionKind
  text: string
  start: number
  end: number
  /** Which end of a range it is: -1 the lower, 1 the upper, 0 none. */
  side: -1 | 0 | 1
  /** What it says in full, where the line says a part of it once for both ends: `18` in `18–20 October 2024`. */
  full?: string
}

const MOST_CHARS = 2000
const MOST = 60

export function mentionsIn(line: string, language?: string): Mention[] {
  const text = line.slice(0, MOST_CHARS)
  const found: Mention[] = []
  const add = (kind: MentionKind, start: number, end: number): void => {
    const said = text.slice(start, end).trim()
    if (said === '' || found.length >= MOST) return
    if (kind !== 'name' && kind !== 'quote' && found.some((one) => start < one.end && end > one.start)) return
    const at = text.indexOf(said, start)
    found.push({ kind, text: said, start: at, end: at + said.length, side: 0 })
  }
  const all = (kind: MentionKind, pattern: RegExp): void => {
    for (const { 0: said, index } of matchesOf(text, pattern)) add(kind, index, index + said.length)
  }
  if (text.includes('@')) all('email', EMAIL)
  if (/[./]/.test(text)) all('url', URL_LIKE)
  if (/\d/.test(text)) {
    all('date', datePattern())
    all('time', TIMES)
    for (const { at, end } of phonesIn(text)) add('phone', at, end)
    for (const { start, end } of moneyIn(text, { language })) add('money', start, withMagnitude(text, end))
    all('code', CODE)
    for (const { 0: whole, 1: low = '', 2: high = '', index } of matchesOf(text, NUMBER_RANGE)) {
      const at = index + whole.length - high.length
      add('number', index, index + low.length)
      add('number', at, endOfNumber(text, at, at + high.length))
    }
    for (const { start, end } of numbersIn(text, language))
      add('number', start, endOfNumber(text, start, end))
  }
  for (const { 0: word, index } of matchesOf(text, NUMBER_WORDS)) {
    const end = unitAfter(text, index + word.length)
    add('number', index, end)
  }
  const masked = found.reduce(
    (rest, { start, end }) => `${rest.slice(0, start)}${'#'.repeat(end - start)}${rest.slice(end)}`,
    text,
  )
  for (const { 0: said, index } of matchesOf(masked, NAME))
    if (!isOpening(said, index, text)) add('name', index, index + said.length)
  for (const { 0: said, 1: inner = '', index } of matchesOf(text, QUOTED))
    add('quote', index + said.indexOf(inner), index + said.indexOf(inner) + inner.length)
  return withRanges(
    found.toSorted((one, other) => one.start - other.start),
    text,
  )
}

const RANGE_JOINER = /^\s?(?:[-–—]|to|bis|until|till|a|à|al|até|tot|do|and|und|et|y|e)\s?$/iu
const DAY_RANGE =
  /(?<![\d./-])(\d{1,2})(?:st|nd|rd|th|\.)?(?:\s\p{L}{3,12})?\s?(?:[-–—]|to|bis|al?|au|and|und)\s?$/iu

function withRanges(found: Mention[], text: string): Mention[] {
  const plain = found.filter(({ kind }) => kind !== 'name' && kind !== 'quote')
  plain.forEach((one, at) => {
    const next = plain[at + 1]
    if (!next || next.kind !== one.kind || !RANGE_JOINER.test(text.slice(one.end, next.start))) return
    if (
      /(?:and|und|et|y|e)\s?$/i.test(text.slice(one.end, next.start)) &&
      !/(?:between|zwischen|entre|tra|fra)\s$/i.test(text.slice(0, one.start))
    )
      return
    one.side = -1
    next.side = 1
    if (one.kind === 'date' && /\d{4}$/.test(next.text) && !/\d{4}$/.test(one.text))
      one.full = `${one.text} ${/\d{4}$/.exec(next.text)![0]}`
  })
  const days = plain.flatMap((one): Mention[] => {
    const before = one.kind === 'date' && one.side === 0 ? DAY_RANGE.exec(text.slice(0, one.start)) : null
    if (!before) return []
    one.side = 1
    const day = before[1]!
    const start = before.index
    return [
      {
        kind: 'date',
        text: day,
        start,
        end: start + day.length,
        side: -1,
        full: one.text.replace(/\d{1,2}/, day),
      },
    ]
  })
  const taken = new Set(days.map(({ start }) => start))
  return [...found.filter(({ kind, start }) => kind !== 'number' || !taken.has(start)), ...days].toSorted(
    (one, other) => one.start - other.start,
  )
}

/** Whether a word has its capital only because a sentence begins with it. */
function isOpening(said: string, index: number, text: string): boolean {
  if (said.includes(' ') || said.length === text.length)
    return NO_NAME.test(said.split(' ', 1)[0]!) && !said.includes(' ')
  const opens = index === 0 || /[.!?:|·]\s$/.test(text.slice(Math.max(0, index - 2), index))
  return NO_NAME.test(said) || (opens && /^\s\p{Ll}/u.test(text.slice(index + said.length)))
}

const NO_NAME =
  /^(?:The|This|That|These|Those|Our|Its|It|We|You|They|He|She|By|In|On|At|For|From|Since|After|Before|When|Where|While|Today|See|Former|And|But|Or|If|As|An|A|I|My|Your|All|Each|Every|No|Not|New|More|Der|Die|Das|Ein|Eine|Im|Am|Von|Seit|Wir|Sie|Ihr|Le|La|Les|Un|Une|En|Au|Il|Elle|Nous|Vous|El|Los|Las|Su|Por|Desde|De|Het|Een|Door)$/u

function endOfNumber(text: string, start: number, end: number): number {
  const after = unitAfter(text, withMagnitude(text, end))
  const next = /^\s?(?:and\s)?(\d{1,2})\s?(?:min(?:ute)?s?|m|sec(?:ond)?s?|s)(?!\p{L})/u.exec(
    text.slice(after),
  )
  return next && /(?:h|hrs?|hours?|std|min(?:ute)?s?)\.?$/i.test(text.slice(start, after))
    ? after + next[0].length
    : after
}

const MAGNITUDE =
  /^\s?(?:million|billion|thousand|mio|mrd|millionen|milliarden|millions|milliards|millones|milioni|miljoen|miljard|bn|[kmM](?!\p{L})|[万億亿])\.?(?:\s(?:euros?|dollars?|pounds?|kroner|kronor|francs?|yen|€|£|\$))?/u

function withMagnitude(text: string, end: number): number {
  return end + (MAGNITUDE.exec(text.slice(end, end + 30))?.[0].length ?? 0)
}

const NUMBER_RANGE =
  /(?<![\p{L}\d.,:/-])(\d[\d.,]*)(?:\s?(?:°C|°F|°|%|\p{Ll}{1,3}))?\s?[-–—]\s?(\d[\d.,]*\d|\d)(?![\d:]|-\d|[-–—]\s?\d)/gu
const EMAIL = /[\p{L}\p{N}._%+-]{1,64}(?:@|\s?[([]at[)\]]\s?)[\p{L}\p{N}.-]{1,190}\.\p{L}{2,24}/gu
const URL_LIKE =
  /(?:https?:\/\/|www\.)[^\s<>"'“”)]{3,300}[^\s<>"'“”).,;:]|(?<![\p{L}\p{N}@./-])\/(?:[\w.{}-]+\/){0,8}[\w.{}-]+(?![\p{L}\p{N}])/gu
const TIMES = new RegExp(
  String.raw`(?<![\d.,:/])(?:(?:[01]?\d|2[0-4])[:h][0-5]\d(?!\d)(?:\s?[ap]\.?m\b\.?)?(?:\s?Uhr\b)?|(?:[01]?\d|2[0-4])\.[0-5]\d\s?(?:[ap]\.?m\b\.?|Uhr\b)|(?:1[0-2]|\d)\s?[ap]\.?m\b\.?|(?:[01]?\d|2[0-4])\s?(?:Uhr\b|h\b(?!\s?\d)))`,
  'giu',
)
const CODE =
  /(?<![\p{L}\p{N}._/-])(?:[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2}|v?\d+(?:\.\d+){2,}(?:-[a-z]+(?:\.?\d+)?)?|v\d+(?:\.\d+)*|(?=[\p{Lu}\d/.-]*\d)(?=[\p{Lu}\d/.-]*\p{Lu})[\p{Lu}\d]+(?:[-/.][\p{Lu}\d]+)+|(?=\w*\d)[A-Z]{1,4}\d{3,}[A-Z\d]*|[A-Z]{2,4}\d{1,2}[A-Z]?|(?<=(?:no|nr|№)\.?\s)\d{5,})(?![\p{L}\p{N}])/gu
const QUOTED = /[“"„«‘]\s?([^“”"„«»’‘\n]{2,120}?)\s?[”"“»’]/gu
const PARTICLES =
  'of|de|du|des|da|do|dos|di|del|della|van|von|der|den|zu|zur|am|an|la|le|el|y|e|et|und|&|and|the|for|bin|al'
const CAPITAL = String.raw`\p{Lu}[\p{L}\p{M}\p{N}'’.-]*[\p{L}\p{M}\p{N}'’]|\p{Lu}\.(?=\s\p{Lu})`
const NAME = new RegExp(
  String.raw`(?:(?:Prof|Dr|Mr|Mrs|Ms|St|Dra|Sra|Sr|Dott|Ing)\.\s)*(?:${CAPITAL})(?:\s(?:(?:${PARTICLES})\s){0,2}(?:${CAPITAL}))*`,
  'gu',
)

const datePattern = lazy(() => {
  const month = `(?:${[...monthsByName().keys()]
    .filter((name) => name.length > 2 && /^\p{L}+$/u.test(name))
    .toSorted((one, other) => other.length - one.length)
    .join('|')})`
  const dayFirst = String.raw`\d{1,2}(?:st|nd|rd|th|er|º|\.)?\s(?:de\s|of\s|d['’])?${month}(?!\p{L})\.?,?(?:\s(?:de\s|del\s)?\d{4}(?!\d))?`
  const monthFirst = String.raw`${month}\.?\s\d{1,2}(?:st|nd|rd|th)?(?!\d)(?:,?\s\d{4}(?!\d))?`
  const monthOnly = String.raw`${month}\s(?:de\s)?\d{4}(?!\d)`
  const numeric = String.raw`\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)?)?|\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d\d)(?!\d)|\d{4}[年/.]\s?\d{1,2}[月/.]\s?\d{1,2}日?`
  return new RegExp(String.raw`(?<![\p{L}\d./-])(?:${numeric}|${dayFirst}|${monthFirst}|${monthOnly})`, 'giu')
})
