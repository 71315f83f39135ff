import { placeFrom } from '../candidates/place.ts'
import type { Place } from '../candidates/place.ts'
import { placesOf } from '../candidates/places.ts'
import type { Candidate } from '../candidates/candidate.ts'
import type { ReadablePage } from '../page.ts'
import { looksOf } from './looks.ts'
import { weightOf } from './word-vectors.ts'
import { wordsIn } from './words.ts'

/** A page as it is looked at for any field. */
export interface PageView {
  places: readonly Place[]
  /** Of each place, how it looks; see `LOOKS`. */
  looks: readonly Float32Array[]
  words: readonly (readonly string[])[]
  /** The first of those that say something by themselves, as `by` does not. */
  telling: readonly (readonly string[])[]
  /** Whether it can be a value at all, and not only punctuation or the label of one. */
  isValue: Uint8Array
  /** Of each place, the features that are the same for every field, one after another. */
  traits: Float32Array
}

export function viewOf(page: ReadablePage, extra: readonly Candidate[], hasAddresses: boolean): PageView {
  const own = placesOf(page, hasAddresses)
  const places = extra.length > 0 ? [...own, ...extra.map(placeFrom)] : own
  const words = places.map(({ text }) => wordsIn(text))
  return {
    places,
    words,
    telling: words.map((own) => own.slice(0, 8).filter((word) => weightOf(word) > TELLING_WEIGHT)),
    looks: places.map(({ bare, text }) => looksOf(bare ?? text)),
    isValue: Uint8Array.from(places, ({ text }) =>
      Number(/[\p{L}\p{N}]/u.test(text) && !/[:：]$/.test(text)),
    ),
    traits: traitsOf(places, words),
  }
}

const TELLING_WEIGHT = 0.4

/** The names of the traits, in their order. */
export const TRAITS = [
  'chars',
  'words',
  'digits',
  'capitals',
  'endsWithColon',
  'startsLow',
  'hasLetters',
  'isMarked',
  'level',
  'isInLink',
  'isLinkAlone',
  'depth',
  'position',
  'sameText',
  'samePath',
  'inTitle',
  'ofTitle',
  'titleStarts',
  'fromSubject',
  'isSubject',
  'subjectScore',
  'isTitle',
  'isMachine',
  'hasInText',
  'hasColon',
  'hasRow',
  'hasMarked',
  'inLine',
  'isLabelOfNext',
  'labelCount',
  'labelRank',
  'isAction',
] as const

function traitsOf(places: readonly Place[], words: readonly (readonly string[])[]): Float32Array {
  const title = new Set(places.find(({ source }) => source === 'title')?.cues && wordsIn(titleOf(places)))
  const titleText = titleOf(places).toLowerCase()
  const texts = counted(places.map(({ text }) => text))
  const paths = counted(places.map(({ spot }) => spot?.path ?? -1))
  const lines = counted(places.map(({ spot }) => spot?.line ?? -1))
  const lastLine = places.reduce((last, { spot }) => Math.max(last, spot?.line ?? 0), 1)
  const labels = counted(places.map(strongCue))
  const seen = new Map<string, number>()
  const standing = places.map((place, at) => standingOf(place, words[at]!, title))
  const mostStanding = standing.reduce((most, one) => Math.max(most, one), 0.5)
  const subject = mostStanding > 0.5 ? places[standing.indexOf(mostStanding)] : undefined
  const subjectLine = subject?.spot?.line ?? 0
  const width = TRAITS.length
  const traits = new Float32Array(places.length * width)
  places.forEach((place, at) => {
    const { text, spot, cues, source } = place
    const own = words[at]!
    const shared = own.filter((word) => title.has(word)).length
    const next = places[at + 1]
    const label = strongCue(place)
    const rank = seen.get(label) ?? 0
    seen.set(label, rank + 1)
    traits.set(
      [
        Math.min(text.length, 300),
        own.length,
        share(text, /\p{N}/gu),
        share(text, /\p{Lu}/gu),
        Number(/[:：]$/.test(text)),
        Number(/^\p{Ll}/u.test(text)),
        Number(/\p{L}/u.test(text)),
        Number(spot?.isMarked ?? false),
        spot ? (spot.level === 0 ? 7 : spot.level) : 8,
        Number(spot?.link !== undefined),
        Number(spot?.link !== undefined && lines.get(spot.line) === 1),
        spot?.depth ?? 0,
        spot ? spot.line / lastLine : -1,
        Math.min(texts.get(text)!, 20),
        spot ? Math.min(paths.get(spot.path)!, 50) : 0,
        own.length > 0 ? shared / own.length : 0,
        title.size > 0 ? shared / title.size : 0,
        Number(text.length > 2 && titleText.startsWith(text.toLowerCase())),
        spot ? clamp(spot.line - subjectLine, -60, 300) : -100,
        Number(place === subject || (subject !== undefined && place.text === subject.text)),
        standing[at]! / mostStanding,
        Number(source === 'title'),
        Number(spot === undefined),
        Number(cues.inText !== ''),
        Number(cues.colon !== ''),
        Number(cues.row !== ''),
        Number(cues.marked !== ''),
        spot ? Math.min(lines.get(spot.line)!, 10) : 0,
        Number(next !== undefined && /^[:：=]/.test(next.text)),
        label === '' ? -1 : Math.min(labels.get(label)!, 30),
        label === '' ? -1 : Math.min(rank, 30),
        Number(isAction(place, own)),
      ],
      at * width,
    )
  })
  return traits
}

/** Whether a text only says what happens when one follows its link. */
function isAction({ spot, text }: Place, words: readonly string[]): boolean {
  return spot?.link !== undefined && spot.level === 0 && words.length <= 5 && ACTION.test(text)
}

const ACTION =
  /^[^\p{L}]{0,3}(?:(?:more|view|see|click|read|get|find|add|compare|buy|sign|log|learn|show|all|details?|edit|print|share|e-?mail|save|search|browse|go|back|next|previous|write|contact|apply|check|mehr|zum|zur|alle|weiter|anzeigen|voir|lire|plus|ver|más|leggi|vedi)\b)|(?:»|›|>|\.\.\.|…)$/iu

/** The label that most certainly is one. */
function strongCue({ cues }: Place): string {
  return cues.inText || cues.colon || cues.row || cues.marked
}

function titleOf(places: readonly Place[]): string {
  return places.find(({ source }) => source === 'title')?.text ?? ''
}

/** How much a text may be what the page is about: it stands out, and its title repeats it. */
function standingOf({ spot }: Place, words: readonly string[], title: ReadonlySet<string>): number {
  if (!spot || words.length === 0) return 0
  const shared = words.filter((word) => title.has(word)).length
  const mark = spot.level > 0 ? 2 - spot.level * 0.2 : spot.isMarked ? 0.4 : 0
  return Math.max(0, (shared / words.length) * Math.min(shared, 6) * 0.5 + mark - (spot.link ? 0.7 : 0))
}

function counted<Key>(keys: readonly Key[]): Map<Key, number> {
  const counts = new Map<Key, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

function share(text: string, of: RegExp): number {
  const start = text.slice(0, 100)
  return (start.match(of)?.length ?? 0) / Math.max(start.length, 1)
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}

/** A trait of a place. */
export function traitAt({ traits }: PageView, row: number, trait: (typeof TRAITS)[number]): number {
  return traits[row * TRAITS.length + INDEX[trait]!]!
}

const INDEX: Readonly<Record<string, number>> = Object.fromEntries(TRAITS.map((name, at) => [name, at]))
