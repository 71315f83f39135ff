import { fold } from '../../language/fold.ts'
import { indexWords } from '../../language/index-words.ts'
import { isUnspaced } from '../../language/words.ts'
import type { PageForIndex } from '../../scrape/scrape.ts'
import type { LocalHit, LocalSearchRequest } from '../../search/search.ts'
import type { Queryable } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { Candidate } from './rank.ts'

interface PageRow {
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
  const rows = await db.prepared<PageRow>(sql`
    select p.id, p.url, p.title, p.description, p.published_at, p.pictures, p.content
    from unnest(${ids}::bigint[]) with ordinality as wanted (id,
      place) join search_pages p on p.id = wanted.id
    order by wanted.place`)
  const hits = rows.map((row) => ({ row, hit: hitOf(row, words) }))
  if (source !== 'images') return hits.map(({ hit }) => hit)
  return hits.flatMap(({ row, hit }) => imageHits(hit, row, words)).slice(0, limit)
}

function hitOf(row: PageRow, words: readonly PassageWord[]): LocalHit {
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

function picturesIn({ pictures }: PageRow): Picture[] {
  return pictures === null ? [] : (JSON.parse(pictures) as Picture[])
}

function imageHits(hit: LocalHit, row: PageRow, words: readonly PassageWord[]): LocalHit[] {
  const pictures = picturesIn(row).map((image) => ({ image, score: pictureScore(image, words) }))
  const matching = pictures.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score)
  return (matching.length > 0 ? matching : pictures.slice(0, 1)).map(({ image }) => ({ ...hit, image }))
}

function pictureScore({ alt = '' }: Picture, words: readonly PassageWord[]): number {
  const altWords = indexWords(alt)
  const isInAlt = ({ stems }: PassageWord) =>
    stems.some((stem) => altWords.some((word) => word.startsWith(stem)))
  return words.filter(isInAlt).reduce((sum, { weight }) => sum + weight, 0)
}

const MAX_PASSAGE_CHARS = 200
/** A text may repeat a word very often; the first occurrences are sufficient. */
const MAX_HITS = 200

interface PassageWord {
  stems: readonly string[]
  weight: number
}

/** The passage of a text that matches the query best: whole words, about 200 characters. */
export function passageOf(text: string, words: readonly PassageWord[]): string | undefined {
  const hits = findHits(text, words)
  if (hits.length === 0) return undefined
  const { from, to } = bestWindow(hits)
  return passageAround(text, from, to)
}

interface WordHit {
  word: PassageWord
  start: number
  end: number
}

/** Words that occur everywhere do not locate a topic. */
const MIN_WEIGHT_SHARE = 0.2

function findHits(text: string, words: readonly PassageWord[]): WordHit[] {
  const best = Math.max(...words.map(({ weight }) => weight))
  const distinctive = words.filter(({ weight }) => weight >= best * MIN_WEIGHT_SHARE)
  const lowered = text.toLowerCase()
  const plain = distinctive.map((word) => findWordHits(lowered, word))
  // Folding diacritics costs more than everything else, and most words are found without it.
  const isEnough = lowered.length === text.length && plain.every((hits) => hits.length > 0)
  const hits = isEnough ? plain : findFoldedHits(text, distinctive)
  return hits.flat().sort((a, b) => a.start - b.start)
}

function findFoldedHits(text: string, words: readonly PassageWord[]): WordHit[][] {
  const folded = foldSameLength(text)
  return words.map((word) => findWordHits(folded, word))
}

function findWordHits(text: string, word: PassageWord): WordHit[] {
  const hits: WordHit[] = []
  for (const stem of word.stems) {
    let start = text.indexOf(stem)
    while (start >= 0 && hits.length < MAX_HITS) {
      const end = endOfForm(text, start, stem)
      if (end !== undefined) hits.push({ word, start, end })
      start = text.indexOf(stem, start + stem.length)
    }
  }
  return hits
}

function foldSameLength(text: string): string {
  const folded = fold(text)
  if (folded.length === text.length) return folded
  return text.replaceAll(/[^\p{ASCII}]|[A-Z]+/gu, (letters) => {
    const lowered = fold(letters)
    return lowered.length === letters.length ? lowered : letters
  })
}

const LETTER = /[\p{L}\p{N}\p{M}]/u
/** An inflected word begins with its stem and is not much longer. */
const MAX_ENDING_CHARS = 4

function endOfForm(text: string, start: number, stem: string): number | undefined {
  let end = start + stem.length
  if (isUnspaced(stem)) return end
  if (start > 0 && LETTER.test(text[start - 1]!)) return undefined
  const latest = end + (stem.length > 3 ? MAX_ENDING_CHARS : 2)
  while (end <= latest && end < text.length && LETTER.test(text[end]!)) end++
  return end > latest ? undefined : end
}

function bestWindow(hits: readonly WordHit[]): { from: number; to: number } {
  let best = { from: 0, to: 0, weight: -1 }
  for (const [at, first] of hits.entries()) {
    const seen = new Set<PassageWord>()
    let weight = 0
    let to = first.end
    for (let next = at; next < hits.length && hits[next]!.end - first.start <= MAX_PASSAGE_CHARS; next++) {
      const hit = hits[next]!
      weight += seen.has(hit.word) ? hit.word.weight / 20 : hit.word.weight
      seen.add(hit.word)
      to = hit.end
    }
    if (weight > best.weight) best = { from: first.start, to, weight }
  }
  return best
}

const SENTENCE_END = /[.!?…。！？]["')\]]?\s|\n/g

/** Starts at the beginning of the sentence if it is near, and fills the rest of the length. */
function passageAround(text: string, from: number, to: number): string {
  const room = Math.max(0, MAX_PASSAGE_CHARS - (to - from))
  const earliest = Math.max(0, from - Math.floor(room * 0.6))
  const sentence = [...text.slice(earliest, from).matchAll(SENTENCE_END)].at(-1)
  const isWhole = sentence !== undefined || earliest === 0
  const start = sentence ? earliest + sentence.index + sentence[0].length : afterSpace(text, earliest, from)
  const end = beforeSpace(text, Math.min(text.length, start + MAX_PASSAGE_CHARS), to)
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
