import { fold } from '../../language/fold.ts'
import { indexWords } from '../../language/index-words.ts'
import { isUnspaced } from '../../language/words.ts'
import type { PageForIndex } from '../../scrape/scrape.ts'
import type { LocalHit, LocalSearchRequest } from '../../search/search.ts'
import type { Queryable } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { Candidate } from './rank.ts'

interface Row {
  id: number
  url: string
  title: string
  description: string
  published_at: Date | null
  pictures: string | null
  content: string
}

type Picture = PageForIndex['pictures'][number]

export async function hitsOf(
  db: Queryable,
  best: readonly Candidate[],
  { limit, source }: LocalSearchRequest,
  words: readonly PassageWord[],
): Promise<LocalHit[]> {
  const ids = best.slice(0, limit).map(({ page_id }) => page_id)
  const rows = await db.prepared<Row>(sql`
    select p.id, p.url, p.title, p.description, p.published_at, p.pictures, p.content
    from unnest(${ids}::bigint[]) with ordinality as wanted (id,
      place) join search_pages p on p.id = wanted.id
    order by wanted.place`)
  const hits = rows.map((row) => ({ row, hit: hitOf(row, words) }))
  if (source !== 'images') return hits.map(({ hit }) => hit)
  return hits.flatMap(({ row, hit }) => withPictures(hit, row, words)).slice(0, limit)
}

function hitOf(row: Row, words: readonly PassageWord[]): LocalHit {
  const [picture] = picturesIn(row)
  return {
    url: row.url,
    title: row.title || row.url,
    description: passageOf(row.content, words) ?? (row.description || beginningOf(row.content)),
    publishedAt: row.published_at ?? undefined,
    image: picture,
  }
}

const BEGINNING_CHARS = 200

function beginningOf(text: string): string {
  if (text.length <= BEGINNING_CHARS) return text.replaceAll('\n', ' ')
  return `${text
    .slice(0, BEGINNING_CHARS)
    .replace(/\s+\S*$/, '')
    .replaceAll('\n', ' ')
    .toWellFormed()} …`
}

function picturesIn({ pictures }: Row): Picture[] {
  return pictures === null ? [] : (JSON.parse(pictures) as Picture[])
}

function withPictures(hit: LocalHit, row: Row, words: readonly PassageWord[]): LocalHit[] {
  const pictures = picturesIn(row).map((image) => ({ image, worth: worthOf(image, words) }))
  const fitting = pictures.filter(({ worth }) => worth > 0).sort((a, b) => b.worth - a.worth)
  return (fitting.length > 0 ? fitting : pictures.slice(0, 1)).map(({ image }) => ({ ...hit, image }))
}

function worthOf({ alt = '' }: Picture, words: readonly PassageWord[]): number {
  const said = indexWords(alt)
  const isSaid = ({ stems }: PassageWord) => stems.some((stem) => said.some((word) => word.startsWith(stem)))
  return words.filter(isSaid).reduce((sum, { worth }) => sum + worth, 0)
}

const LONGEST = 200
/** A text may be full of a word; its first places show what it says as well as all. */
const MOST_HITS = 200

interface PassageWord {
  stems: readonly string[]
  worth: number
}

/** The passage of a text that goes best with what is looked for: whole words, about 200 characters. */
export function passageOf(text: string, words: readonly PassageWord[]): string | undefined {
  const hits = hitsIn(text, words)
  if (hits.length === 0) return undefined
  const { from, to } = bestWindow(hits)
  return cutOut(text, from, to)
}

interface Hit {
  word: PassageWord
  start: number
  end: number
}

/** What stands everywhere does not show where the text is about anything. */
const LEAST_SHARE = 0.2

function hitsIn(text: string, words: readonly PassageWord[]): Hit[] {
  const best = Math.max(...words.map(({ worth }) => worth))
  const telling = words.filter(({ worth }) => worth >= best * LEAST_SHARE)
  const small = text.toLowerCase()
  const plain = telling.map((word) => placesOf(small, word))
  // Folding costs more than all the rest, and most words are found without it.
  const isEnough = small.length === text.length && plain.every((hits) => hits.length > 0)
  const hits = isEnough ? plain : ofFolded(text, telling)
  return hits.flat().sort((a, b) => a.start - b.start)
}

function ofFolded(text: string, words: readonly PassageWord[]): Hit[][] {
  const folded = inPlace(text)
  return words.map((word) => placesOf(folded, word))
}

function placesOf(text: string, word: PassageWord): Hit[] {
  const hits: Hit[] = []
  for (const stem of word.stems) {
    let start = text.indexOf(stem)
    while (start >= 0 && hits.length < MOST_HITS) {
      const end = endOfForm(text, start, stem)
      if (end !== undefined) hits.push({ word, start, end })
      start = text.indexOf(stem, start + stem.length)
    }
  }
  return hits
}

function inPlace(text: string): string {
  const folded = fold(text)
  if (folded.length === text.length) return folded
  return text.replaceAll(/[^\p{ASCII}]|[A-Z]+/gu, (letters) => {
    const small = fold(letters)
    return small.length === letters.length ? small : letters
  })
}

const LETTER = /[\p{L}\p{N}\p{M}]/u
/** A form of a word begins with its stem and is not much longer. */
const LONGEST_ENDING = 4

function endOfForm(text: string, start: number, stem: string): number | undefined {
  let end = start + stem.length
  if (isUnspaced(stem)) return end
  if (start > 0 && LETTER.test(text[start - 1]!)) return undefined
  const latest = end + (stem.length > 3 ? LONGEST_ENDING : 2)
  while (end <= latest && end < text.length && LETTER.test(text[end]!)) end++
  return end > latest ? undefined : end
}

function bestWindow(hits: readonly Hit[]): { from: number; to: number } {
  let best = { from: 0, to: 0, worth: -1 }
  for (const [at, first] of hits.entries()) {
    const seen = new Set<PassageWord>()
    let worth = 0
    let to = first.end
    for (let next = at; next < hits.length && hits[next]!.end - first.start <= LONGEST; next++) {
      const hit = hits[next]!
      worth += seen.has(hit.word) ? hit.word.worth / 20 : hit.word.worth
      seen.add(hit.word)
      to = hit.end
    }
    if (worth > best.worth) best = { from: first.start, to, worth }
  }
  return best
}

const SENTENCE_END = /[.!?…。！？]["')\]]?\s|\n/g

/** From the beginning of its sentence where that is near, with as much after it as there is room for. */
function cutOut(text: string, from: number, to: number): string {
  const room = Math.max(0, LONGEST - (to - from))
  const earliest = Math.max(0, from - Math.floor(room * 0.6))
  const sentence = [...text.slice(earliest, from).matchAll(SENTENCE_END)].at(-1)
  const isWhole = sentence !== undefined || earliest === 0
  const start = sentence ? earliest + sentence.index + sentence[0].length : afterSpace(text, earliest, from)
  const end = beforeSpace(text, Math.min(text.length, start + LONGEST), to)
  const passage = text.slice(start, end).replaceAll(/\s+/g, ' ').trim().toWellFormed()
  const isEnded = end >= text.length || /[.!?…。！？]$/.test(passage)
  return `${isWhole ? '' : '… '}${passage}${isEnded ? '' : ' …'}`
}

function afterSpace(text: string, from: number, latest: number): number {
  if (from === 0) return 0
  const space = text.slice(from, latest).search(/\s/)
  return space < 0 ? from : from + space + 1
}

function beforeSpace(text: string, to: number, earliest: number): number {
  if (to >= text.length || to <= earliest) return Math.max(to, earliest)
  const space = text.slice(earliest, to + 1).search(/\s\S*$/)
  return space < 0 ? to : earliest + space
}
