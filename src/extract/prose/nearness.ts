import type { Expected } from './expected.ts'
import { isNow } from './guards.ts'
import type { Piece } from './piece.ts'
import type { Said } from './said.ts'
import type { Mention } from './topic.ts'

/** A piece of a sentence with how surely it is what the field asks for. */
export interface Near {
  piece: Piece
  /** From 0 to 1. */
  worth: number
  /** What words of the request speak for it. */
  hinted: number
}

const MARKS = String.raw`[;,](?=\s)|\s[–—]\s`
const COMMON = 'and or but while whereas und oder aber sowie et ou mais'
/** Words that part clauses in one language and join words in another. */
const CONJUNCTIONS: Record<string, string> = {
  es: 'y o pero',
  it: 'e o ma',
  nl: 'en of maar',
  pt: 'e ou mas',
}
const separators = new Map<string, RegExp>()

function separatorOf(language = ''): RegExp {
  const known = separators.get(language)
  if (known) return known
  const words = `${COMMON} ${CONJUNCTIONS[language] ?? ''}`.trim().split(' ').join('|')
  const made = new RegExp(String.raw`${MARKS}|(?<!\p{L})(?:${words})(?!\p{L})`, 'giu')
  if (separators.size < 20) separators.set(language, made)
  return made
}

const BY = { segment: 1, before: 0.7, parted: 0.5, after: 0.3, heading: 0.7, paragraph: 0.5, above: 0.45 }
const HINT = 0.06
const QUALIFIED = 0.3
/** How far a number stands from the word that says what is counted, at most. */
const FARTHEST = 45

/** Weighs pieces of one kind by where the words of the topic stand. */
export function nearness(
  said: Said,
  pieces: readonly Piece[],
  { topic, hints, qualifiers, kind, words }: Expected,
): Near[] {
  const mentions = topic.mentionsIn(said)
  const hinted = hints.mentionsIn(said)
  const outside = topic.words.map((_, at) =>
    outsideWorth(
      said,
      topic.within(said.headingWords)[at]!,
      topic.within(said.before)[at]!,
      topic.within(said.aboveWords)[at]!,
    ),
  )
  const told = qualifiers.mentionsIn(said).flat()
  const hasOwn = mentions.some((some) => some.length > 0)
  return pieces.map((piece) => {
    const segment = segmentAt(said, piece)
    const weights = mentions.map((some, at) =>
      Math.max(outside[at]!, ...some.map((mention) => weightOf(mention, piece, { segment, pieces }))),
    )
    const share = weights.length === 0 ? 0 : weights.reduce((sum, one) => sum + one, 0) / weights.length
    const hint = hintedBy(hinted, piece, segment)
    const isSaid = hasOwn || (outside.some((one) => one >= BY.heading) && said.place < 3)
    const isJoined = kind !== 'amount' || isCounted(said, piece, { mentions: mentions.flat(), words })
    const worth = weights.length === 0 ? withoutTopic(said, kind, hint) : isSaid && isJoined ? share : 0
    const isTold = told.some(({ at, end }) => at >= segment.at && end <= segment.end)
    const qualified = told.length === 0 || worth === 0 ? worth : worth + (isTold ? QUALIFIED : -QUALIFIED)
    return { piece, worth: Math.min(1, qualified), hinted: HINT * hint + (isNow(said.text) ? HINT : 0) }
  })
}

function outsideWorth(said: Said, inHeading: boolean, inParagraph: boolean, above: boolean): number {
  if (inHeading && said.place < 3) return BY.heading
  return Math.max(inParagraph ? BY.paragraph : 0, above ? BY.above : 0)
}

interface Around {
  segment: { at: number; end: number }
  pieces: readonly Piece[]
}

function weightOf({ at, end }: Mention, piece: Piece, { segment, pieces }: Around): number {
  if (at >= segment.at && end <= segment.end) return BY.segment
  if (at > piece.at) return BY.after
  const isParted = pieces.some((other) => other !== piece && other.at >= end && other.end <= piece.at)
  return isParted ? BY.parted : BY.before
}

/** The part of a sentence between the commas and conjunctions around a piece. */
export function segmentAt(
  { text, language }: Pick<Said, 'text' | 'language'>,
  { at, end }: Pick<Piece, 'at' | 'end'>,
): { at: number; end: number } {
  let start = 0
  for (const match of text.matchAll(separatorOf(language))) {
    const stop = match.index + match[0].length
    if (stop <= at) start = stop
    else if (match.index >= end) return { at: start, end: match.index }
  }
  return { at: start, end: text.length }
}

/** How many of the words that may be said are, those beside the piece more than others. */
function hintedBy(
  hinted: readonly (readonly Mention[])[],
  piece: Piece,
  segment: { at: number; end: number },
): number {
  const found = hinted.map((some) =>
    some.some(({ at, end }) => at >= segment.at && end <= segment.end)
      ? 1
      : some.some(({ at }) => Math.abs(at - piece.at) < FARTHEST_HINT)
        ? 0.5
        : 0,
  )
  return found.length === 0 ? 0 : found.reduce<number>((sum, one) => sum + one, 0) / found.length
}

const FARTHEST_HINT = 120

/** How much words of the request speak for a sentence as a whole. */
export function hintedIn(said: Said, { hints }: Expected): number {
  const found = hints.mentionsIn(said)
  return found.length === 0 ? 0 : (HINT * found.filter((some) => some.length > 0).length) / found.length
}

/** A field that is called by its kind alone: a sentence must use a word for it, or words of the request. */
function withoutTopic(said: Said, kind: Expected['kind'], hint: number): number {
  const words = KIND_SAID[kind]
  if (words?.test(said.text)) return 0.7 + 0.3 * hint
  return hint >= 0.5 ? 0.6 + 0.2 * hint : 0
}

const KIND_SAID: Partial<Record<Expected['kind'], RegExp>> = {
  phone:
    /(?<!\p{L})(?:tel|phone|call|ring|telephone|telefon|fon|rufen|unter|tél|téléphone|appelez|au|teléfono|llam\p{L}+|telefono|chiam\p{L}+|telefoon|bel|op)(?!\p{L})/iu,
  email: /@/u,
  money:
    /(?<!\p{L})(?:costs?|price|priced|fee|pay|kostet|kosten|preis|beträgt|coûte|prix|tarif|cuesta|precio|costa|prezzo|kost|prijs)(?!\p{L})/iu,
  hours:
    /(?<!\p{L})(?:open|opens|opening|hours|geöffnet|offen|öffnungszeiten|sprechzeiten|ouvert\p{L}?|horaires|abr[eo]n?|abiert[oa]|horario|apert[oa]|orari|geopend|call|monday|office)(?!\p{L})/iu,
  duration: /(?<!\p{L})(?:takes?|lasts?|dauert|dure|dura|duurt|long)(?!\p{L})/iu,
  postcode: /\d/u,
  percent: /(?<!\p{L})(?:off|discount|rabatt|remise|descuento|sconto|korting)(?!\p{L})/iu,
}

const NOUN_AFTER = /^[\s-]*(?:[\p{L}\p{M}'’-]+\s+){0,2}?$/u
const JOINING =
  /^\s*(?:[\p{L}\p{M}'’]+\s+){0,5}$|^\s*(?:is|are|of|at|beträgt|von|de|di|van|to|about|around|some|up to|bis zu|rund|etwa|environ|unos|circa|ongeveer|:|=|\()?\s*$/u

/** Whether a number counts what is mentioned: `310 beds`, `seats 640`, `a capacity of 300`. */
function isCounted(
  { text }: Said,
  piece: Piece,
  { mentions, words }: { mentions: readonly Mention[]; words: ReadonlySet<string> },
): boolean {
  const unit = /^\s?([\p{L}²]{1,12})/u.exec(text.slice(piece.end))?.[1]?.toLowerCase()
  if (unit !== undefined && words.has(unit)) return true
  return mentions.some(({ at, end }) => {
    if (at >= piece.end) return at - piece.end < FARTHEST && NOUN_AFTER.test(text.slice(piece.end, at))
    const gap = text.slice(end, piece.at)
    return (
      piece.at >= end &&
      gap.length < FARTHEST &&
      !/[\d;:.]/.test(gap.replace(/^\s?:/, '')) &&
      JOINING.test(gap)
    )
  })
}

/** What a date stands behind: one until which something is to be done is not when it is. */
export function standing({ text }: Said, { at }: Piece): { isLimit: boolean } {
  return { isLimit: LIMIT.test(text.slice(Math.max(0, at - 24), at)) }
}

const LIMIT =
  /(?<!\p{L})(?:by|until|till|before|bis(?: zum| spätestens)?|spätestens|avant(?: le)?|jusqu['’]au|hasta(?: el)?|antes del?|entro(?: il)?|tot|vóór|uiterlijk)\s+(?:\p{L}+,?\s+)?$/iu
