import { readDate } from '../values/date.ts'
import { moneyIn } from '../values/money.ts'
import { monthsByName } from '../values/month-names.ts'

/** What a piece of a line is by its look; what is of no such kind is text. */
export type PieceKind = 'date' | 'time' | 'money' | 'phone' | 'email' | 'year' | 'version' | 'text'

/** A part of a line between two marks. */
export interface Piece {
  text: string
  kind: PieceKind
  /** What parts it from the piece before it. */
  mark: 'none' | 'comma' | 'colon' | 'dash' | 'bracket'
}

const LONGEST = 240
const MOST_PIECES = 12
/** The comma of `April 4, 2026` parts nothing. */
const MARK =
  /(?<!\p{L}\.?\s\d{1,2}),\s+|\s*[:;：]\s+|\s+[–—-]\s+|\s*[|·•‧∙⋅]\s*|\s*[([]([^()[\]]{1,80})[)\]]\s*[:,;–—-]?\s*/gu

/** The pieces of one line: `4 April 2026, 11:00: Regatta (Lake)` has four. */
export function piecesOf(line: string): Piece[] {
  if (line.length > LONGEST || kindOf(line) === 'date') return []
  const pieces: Piece[] = []
  let at = 0
  let mark: Piece['mark'] = 'none'
  const end = (to: number): void => {
    const text = line.slice(at, to).trim()
    if (text !== '') pieces.push(...peeled(text, mark))
  }
  for (const match of line.matchAll(MARK)) {
    end(match.index)
    const inside = match[1]?.trim()
    if (inside) pieces.push({ text: inside, kind: kindOf(inside), mark: 'bracket' })
    mark = markOf(match[0])
    at = match.index + match[0].length
    if (pieces.length > MOST_PIECES) return []
  }
  end(line.length)
  return joined(pieces)
}

function markOf(match: string): Piece['mark'] {
  const sign = match.trim().at(-1)!
  if (sign === ',') return 'comma'
  return /[:;：]/.test(sign) ? 'colon' : 'dash'
}

/** A piece that begins with a day or a time, or ends in a price or a number to call, is two. */
function peeled(text: string, mark: Piece['mark']): Piece[] {
  const kind = kindOf(text)
  if (kind !== 'text') return [{ text: kind === 'version' ? bareVersion(text) : text, kind, mark }]
  const head = HEADS.map((pattern) => pattern.exec(text)?.[0].trim() ?? '').find(
    (one) => one !== '' && kindOf(one) !== 'text',
  )
  if (head !== undefined && WORDS.test(text.slice(head.length))) {
    const rest = text.slice(head.length).replace(/^[\s,:;–—-]+/u, '')
    return [{ text: head, kind: kindOf(head), mark }, ...peeled(rest, 'dash')]
  }
  const tail = TAILS.map((pattern) => pattern.exec(text)?.[0].trim() ?? '').find(
    (one) => one !== '' && kindOf(one) !== 'text',
  )
  const before = tail === undefined ? '' : text.slice(0, -tail.length).replace(/[\s,:;.–—-]+$/u, '')
  if (tail === undefined || !WORDS.test(before)) return [{ text, kind, mark }]
  return [
    { text: before, kind, mark },
    { text: tail, kind: kindOf(tail), mark: 'dash' },
  ]
}

const WORDS = /\p{L}{2}/u
const HEADS = [
  /^\d{4}-\d\d-\d\d(?=\s)/,
  /^(?:\p{L}{2,10}[.,]?\s)?\d{1,2}[./]\s?\d{1,2}[./](?:\s?\d{2,4})?(?=\s)/u,
  /^(?:\p{L}{2,10}[.,]?\s)?\d{1,2}(?:st|nd|rd|th|er|º|\.)?\s(?:de\s)?\p{L}{3,10}\.?(?:\sde)?\s\d{4}(?=\s)/u,
  /^\p{L}{3,10}\.?\s\d{1,2},?\s\d{4}(?=\s)/u,
  /^\d{1,2}(?:[:.h]\d\d)?\s?(?:uhr|[ap]\.?m\.?|h)(?=\s)/iu,
  /^\d{1,2}:\d\d(?=\s)/,
]
const TAILS = [
  /(?<=\s)(?:[$€£]\s?\d[\d.,]*|\d[\d.,]*\s?(?:[€£$]|EUR|CHF|USD|GBP))$/u,
  /(?<=\s)\+?\(?0?\d[\d\s()/-]{6,18}\d$/,
  /(?<=\s)[\w.+-]{1,60}@[\w.-]{2,60}\.\p{L}{2,20}$/u,
  /(?<=\s)\d{1,2}(?:st|nd|rd|th|\.)?\s\p{L}{3,10}\.?\s\d{4}$/u,
  /(?<=\s)\d{1,2}[./]\d{1,2}[./]\d{2,4}$/,
]

/** A weekday before its day, and a time after it, belong to the date only where they are not told apart by a mark. */
function joined(pieces: readonly Piece[]): Piece[] {
  const found: Piece[] = []
  for (const piece of pieces) {
    const last = found.at(-1)
    if (last && isWeekday(last.text) && piece.kind === 'date')
      found[found.length - 1] = { ...piece, text: `${last.text}, ${piece.text}`, mark: last.mark }
    else found.push(piece)
  }
  return found
}

/** What a text is as a whole. */
export function kindOf(text: string): PieceKind {
  if (/^\S+@\S+\.\p{L}{2,20}$/u.test(text)) return 'email'
  if (!/\d/.test(text) || text.length > 60) return 'text'
  if (/^(?:1[5-9]|20)\d\d$/.test(text)) return 'year'
  if (VERSION.test(text)) return 'version'
  if (isTime(text)) return 'time'
  if (isDayAlone(text)) return 'date'
  if (/^(?:\p{L}{2,12}\.?:?\s)?\+?\(?\d[\d\s()/-]{5,20}\d$/u.test(text) && !MEASURE.test(text)) return 'phone'
  const [price, ...others] = moneyIn(text)
  if (!price || others.length > 0) return 'text'
  const rest = text.slice(0, price.start) + text.slice(price.end)
  return rest.trim().length <= 16 && !/\d/.test(rest) ? 'money' : 'text'
}

const VERSION = /^(?:version|release|v\.?)?\s?\d{1,4}(?:\.\d{1,4}){1,3}(?:-[\w.]{1,12})?$/i
const MEASURE = /\d\s?\p{L}/u
const CLOCK = String.raw`\d{1,2}(?:[:.h]\d\d)?`
const TIME = new RegExp(
  String.raw`^(?:(um|at|à|ore|alle|a las|om|ab|from|von|dès|de)\s)?(${CLOCK})\s?(uhr|h|[ap]\.?m\.?|hrs?)?(?:\s?(?:[–—-]|to|bis|à|a|until)\s?(${CLOCK})\s?(?:uhr|h|[ap]\.?m\.?|hrs?)?)?$`,
  'iu',
)

/** `11:00`, `19 Uhr`, `7 pm`, `20h30`; `12.30` is one only with a word that says so. */
function isTime(text: string): boolean {
  const found = TIME.exec(text)
  return found !== null && (found[1] !== undefined || found[3] !== undefined || /:|\dh/.test(found[2]!))
}

function bareVersion(text: string): string {
  return text.replace(/^(?:version|release)\s?/i, '')
}

/** A day and nothing else but the name of its weekday or its time. */
function isDayAlone(text: string): boolean {
  if (/[()[\]]|(?:^|\s)v?\d{1,3}\.\d{1,3}(?:\.\d{1,3})?\s/.test(text)) return false
  const words = text.toLowerCase().match(/\p{L}{2,}/gu) ?? []
  const others = words.filter(
    (word) => !monthsByName().has(word) && !isWeekday(word) && !BESIDE_DAYS.has(word),
  )
  if (others.length > 0) return false
  return (
    readDate(text) !== undefined || SHORT_DAY.test(text) || words.some((word) => monthsByName().has(word))
  )
}

/** A day without its year, or one of which the month is not sure. */
const SHORT_DAY = /^(?:\p{L}{2,10}[.,]?\s)?\d{1,2}(?:\.\s?\d{1,2}\.|([/.-])\d{1,2}\1(?:\d\d|\d{4}))$/u
const BESIDE_DAYS: ReadonlySet<string> = new Set(
  'st nd rd th er de of den am le el il uhr at um bis to du au al'.split(' '),
)

let weekdays: ReadonlySet<string> | undefined

function isWeekday(word: string): boolean {
  weekdays ??= new Set(
    ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'sv', 'da'].flatMap((language) =>
      (['long', 'short'] as const).flatMap((weekday) => {
        const format = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' })
        return Array.from({ length: 7 }, (_, day) =>
          format
            .format(new Date(Date.UTC(2024, 0, day + 1)))
            .toLowerCase()
            .replace(/\.$/, ''),
        )
      }),
    ),
  )
  return weekdays.has(word.toLowerCase().replace(/\.$/, ''))
}
