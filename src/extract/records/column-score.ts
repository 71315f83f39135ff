import { Naming } from '../schema/naming.ts'
import type { WishedField } from '../schema/wished-field.ts'
import { currencyCode } from '../values/currency.ts'
import type { Reading } from '../values/read-scalar.ts'
import { readCell, wantsAddress } from './read-cell.ts'
import { KINDS } from './kinds.ts'
import { isLast, lastScore, wantsLast } from './last-of.ts'
import { isParticularDay } from './particular-day.ts'
import type { Column } from './sheet.ts'
import { wholeOf } from './slots.ts'
import { isLabelled } from './surroundings.ts'
import type { Surroundings } from './surroundings.ts'
import type { Traits } from './traits.ts'

/** What no column of a lower score could become. */
export const HOPELESS = 0.5

/** How probably a column holds a field: by what the page calls it, by what its values look like, by where it stands. */
export function columnScore(
  field: WishedField,
  traits: Traits,
  around: Surroundings,
  reading: Reading,
): number {
  const { column, sample } = traits
  if (sample.length === 0 || !isOfKind(field, traits)) return 0
  if (wantsSite(field) && column.kind === 'link' && !isElsewhere(traits, reading)) return 0
  const isNamedAlone = column.isAside || column.source === 'json-ld' || column.source === 'meta'
  const named = namedScore(field, traits, around.isPage) * (column.isAside ? 0.6 : 1)
  const looks = isNamedAlone ? 0 : looksScore(field, traits, around)
  if (Math.max(named, looks) < HOPELESS) return 0
  const fit = sample.filter((cell) => readCell(cell, field, reading) !== undefined).length / sample.length
  if (fit < 0.5) return 0
  const isNumber = field.wish.type === 'number' || field.wish.type === 'integer'
  const prose = isNumber && traits.length > 60 ? 0.5 : 1
  const repeated = column.repeats > 1.5 ? 0.85 : 1
  const agree = named > 0.5 && looks > 0.5 ? 0.05 : 0
  return (Math.max(named, looks) + agree) * (0.7 + 0.3 * fit) * prose * repeated
}

/** Whether a column may hold a field although nothing of it is called so. */
export function needsNoName(field: WishedField, isPage: boolean): boolean {
  return (
    looksOf(field, isPage).length > 0 || field.naming.isJust('url', 'image') || field.naming.means('currency')
  )
}

/** Addresses are for who wants them; those of mail and telephones are as good as the texts of them. */
function isOfKind(field: WishedField, traits: Traits): boolean {
  const isAddress = traits.column.kind !== 'text'
  const wants = wantsAddress(field)
  if (wants === isAddress) return true
  if (wants) return /^(?:https?:|www\.|\/)/.test(traits.sample[0]!.text)
  if (wantsEmail(field)) return traits.emails > 0.7
  return field.naming.means('phone') && traits.phones > 0.7
}

/** Who wrote what a record is may be called by what they are on the site. */
const USER = new Naming({ name: 'username' })
const BY_USER = 0.9

/** What every link is called. */
const ANY_LINK = 'url link'

/** Whether the address of somebody's own site is wanted, and not of a page about it here. */
function wantsSite({ naming }: WishedField): boolean {
  return naming.names('website', 'homepage', 'webseite', 'web', 'site', 'sitio')
}

function isElsewhere({ sample, column }: Traits, { base }: Reading): boolean {
  const own = base !== undefined && URL.canParse(base) ? new URL(base).host : undefined
  const isLabelled = column.key.startsWith('label:')
  return sample.every(({ text }) => {
    if (!URL.canParse(text, base)) return false
    const { host, protocol, pathname } = new URL(text, base)
    return protocol.startsWith('http') && (host !== own || (isLabelled && pathname !== '/'))
  })
}

function namedScore({ naming, wish }: WishedField, traits: Traits, isPage: boolean): number {
  let best = 0
  for (const { text, weight } of traits.column.labels) {
    // That a link is one says nothing among the many of a page.
    if (isPage && text === ANY_LINK) continue
    if (weight > best) best = Math.max(best, naming.likenessTo(text) * weight)
    if (!isPage && naming.isJust('author') && !isLast(traits))
      best = Math.max(best, USER.likenessTo(text) * weight * BY_USER)
  }
  if (best < 0.75 && naming.means('currency') && traits.sample.every(({ text }) => isCurrency(text)))
    return 0.75
  if (best < HOPELESS) return best
  if (naming.means('price', 'discount') && traits.money > 0.5) {
    const wantsOld = naming.names('original', 'regular', 'old', 'before', 'list', 'rrp', 'msrp', 'uvp')
    if (traits.isOld !== wantsOld) best *= traits.isOld ? 0.5 : 0.8
  }
  if ((wish.format === 'date' || wish.format === 'date-time') && traits.dates < 0.5) best *= 0.8
  if (naming.means('rating') && wish.type !== 'string') {
    best *= traits.rated > 0.7 ? 1.05 : traits.bracketed === 1 ? 0.5 : 1
  }
  return best
}

function isCurrency(text: string): boolean {
  return text.length <= 4 && currencyCode(text) !== undefined
}

/** A value that is told by what it looks like, for fields that are such a thing. */
interface Look {
  isFor(field: WishedField, isPage: boolean): boolean
  /** Undefined where this says nothing. */
  score(field: WishedField, traits: Traits, around: Surroundings): number | undefined
}

/** What texts look like; the first that says something decides. */
const LOOKS: readonly Look[] = [
  {
    isFor: (field, isPage) => !isPage && wantsLast(field),
    score: lastScore,
  },
  {
    isFor: wantsEmail,
    score: (_field, { emails }) => (emails > 0.7 ? 0.9 : undefined),
  },
  {
    isFor: ({ naming }) => naming.means('phone') && !naming.means('fax'),
    score: (_field, { phones }) => (phones > 0.7 ? 0.7 : undefined),
  },
  {
    isFor: (field) => field.wish.enum !== undefined && isText(field),
    score: (_field, { length }, { isPage }) => (length < 60 && !isPage ? 0.7 : 0),
  },
  {
    isFor: ({ naming }) => naming.means('price', 'salary', 'rent'),
    score: (_field, { money, isOld }, around) =>
      money > 0.7 && !isOld && around.money === 1 ? 0.75 : undefined,
  },
  {
    isFor: ({ naming, wish }) => naming.isJust('rating') && wish.type === 'number',
    score: (_field, { rated }) => (rated > 0.7 ? 0.8 : undefined),
  },
  {
    isFor: ({ naming, wish }) => wish.type === 'boolean' && naming.means('stock'),
    score: (_field, { length, worded }) => (length < 60 && worded > 0.7 ? 0.65 : undefined),
  },
  {
    isFor: (field, isPage) => !isPage && isDate(field),
    score: (field, { column, dates }, around) => {
      if (dates <= 0.7 || isLabelled(column) || !isSomeDay(field, column)) return undefined
      return around.dates === 1 ? 0.7 : 0.5
    },
  },
  {
    isFor: (field, isPage) => !isPage && isFreeText(field) && field.naming.means('brand', 'manufacturer'),
    score: (_field, traits, around) => (isBeginningOf(traits, around.firstHeading) ? 0.75 : undefined),
  },
  ...KINDS.map((kind): Look => ({
    isFor: (field, isPage) => !isPage && isFreeText(field) && kind.isFor(field),
    score: (_field, traits, around) =>
      isUnnamed(traits.column) &&
      !around.isWhole(traits.column) &&
      traits.varies &&
      traits.looking(kind) >= kind.least &&
      around.looking(kind) === 1
        ? 0.7
        : undefined,
  })),
  {
    isFor: (field, isPage) =>
      isText(field) &&
      field.wish.format === undefined &&
      (field.naming.isTitle() ||
        field.naming.isSomeName() ||
        (!isPage && field.naming.means('description', 'text'))),
    score: (field, traits, around) =>
      traits.column.key.includes('@')
        ? 0
        : Math.max(titleScore(field, traits, around), proseScore(field, traits, around)),
  },
]

const remembered = {
  page: new WeakMap<WishedField, readonly Look[]>(),
  record: new WeakMap<WishedField, readonly Look[]>(),
}

function looksOf(field: WishedField, isPage: boolean): readonly Look[] {
  const known = remembered[isPage ? 'page' : 'record']
  let looks = known.get(field)
  if (!looks) known.set(field, (looks = LOOKS.filter((look) => look.isFor(field, isPage))))
  return looks
}

function looksScore(field: WishedField, traits: Traits, around: Surroundings): number {
  if (traits.column.kind !== 'text') return addressScore(field, traits, around)
  for (const look of looksOf(field, around.isPage)) {
    const score = look.score(field, traits, around)
    if (score !== undefined) return score
  }
  return 0
}

function wantsEmail({ naming, wish }: WishedField): boolean {
  return (
    wish.format === 'email' || (wish.format === undefined && wish.type === 'string' && naming.isJust('email'))
  )
}

function isText({ wish }: WishedField): boolean {
  return wish.type === 'string' || wish.type === 'any'
}

function isFreeText(field: WishedField): boolean {
  return isText(field) && field.wish.format === undefined && field.wish.enum === undefined
}

/** Whether the titles of most records begin with it, as those of products do with their brand. */
function isBeginningOf({ column }: Traits, title: Column | undefined): boolean {
  if (title === undefined || title === column || column.key.includes('@')) return false
  const filled = column.cells.flatMap((cell, at) => (cell ? [{ text: cell.text, at }] : []))
  const begun = filled.filter(({ text, at }) => title.cells[at]?.text.startsWith(`${text} `))
  return begun.length * 2 > filled.length && begun.length > 1
}

/** Whether nothing says for sure what a text is, such as the head of a table. */
export function isUnnamed({ key, labels, source }: Column): boolean {
  if (key.includes('@')) return false
  return source === 'table' ? labels.length === 0 : labels.every(({ weight }) => weight < 1)
}

function isDate({ naming, wish }: WishedField): boolean {
  if (wish.format === 'date' || wish.format === 'date-time') return true
  return wish.format === undefined && wish.type === 'string' && naming.means('date', 'published')
}

/** Whether the only day of a record may be the one that is wanted: a deadline or a day of birth must be called so. */
function isSomeDay({ naming }: WishedField, column: Column): boolean {
  if (naming.isJust('date', 'published', 'start')) return true
  if (naming.means('published') && !isParticularDay(naming)) return true
  return naming.endsIn('date') && !isParticularDay(naming) && isUnnamed(column)
}

/** The only picture, or the address that the title leads to, needs no name; on a whole page there are too many. */
function addressScore({ naming }: WishedField, { column }: Traits, around: Surroundings): number {
  if (column.kind === 'image') {
    if (!naming.means('image') || !naming.isJust('image', 'url')) return 0
    return around.images === 1 ? 0.8 : around.isPage ? 0 : 0.65
  }
  if (around.isPage || !naming.isJust('url')) return 0
  return column === around.titleLink ? 0.8 : around.links === 1 ? 0.75 : 0
}

/** What something is called stands in its heading; without one, in its link or its first text. */
function titleScore(
  { naming }: WishedField,
  { column, distinct, worded, length, emails }: Traits,
  around: Surroundings,
): number {
  if (distinct <= 0.5 || worded < 0.7) return 0
  const isTitle = naming.isTitle()
  if (column === around.firstHeading) return isTitle ? 0.85 : naming.isSomeName() && around.isPage ? 0.6 : 0
  if (!isTitle || around.firstHeading !== undefined || around.isPage) return 0
  if (column.isLink && length > 4 && emails < 0.5 && isInAll(column)) return 0.7
  return column === around.firstText ? 0.6 : isLaterText(column) ? SURELY_LATER : 0
}

/** What a line says after something else, which it is called by where the first text of it is another field. */
function isLaterText({ key }: Column): boolean {
  return key.endsWith('/t1')
}

const SURELY_LATER = 0.56

/** A link that only some records have is no title of theirs. */
function isInAll({ cells }: Column): boolean {
  return cells.filter((cell) => cell !== undefined).length * 10 >= cells.length * 9
}

/** The longest text of the records; in one line with other values it may be short. */
function proseScore({ naming }: WishedField, { column, length }: Traits, around: Surroundings): number {
  if (around.isPage || !naming.means('description', 'text') || around.isWhole(column)) return 0
  const isProse = length > (wholeOf(column) === undefined ? 50 : 20)
  return isProse && length >= around.longest * 0.95 ? 0.65 : 0
}
