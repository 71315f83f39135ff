import type { PageForIndex } from '../scrape/scrape.ts'
import { indexWords } from '../language/index-words.ts'
import type { LocalHit, LocalWish } from '../search/search.ts'
import type { Queryable } from './database.ts'
import { passageOf } from './search-passage.ts'
import type { PassageWord } from './search-passage.ts'
import type { Candidate } from './search-rank.ts'

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

/** What is told of the best pages; of pictures, each is a hit of its own. */
export async function hitsOf(
  db: Queryable,
  best: readonly Candidate[],
  { limit, source }: LocalWish,
  words: readonly PassageWord[],
): Promise<LocalHit[]> {
  const ids = best.slice(0, limit).map(({ page_id }) => page_id)
  const rows = await db.prepared<Row>(
    `select p.id, p.url, p.title, p.description, p.published_at, p.pictures, p.content
     from unnest($1::bigint[]) with ordinality as wanted (id, place) join search_pages p on p.id = wanted.id
     order by wanted.place`,
    [ids],
  )
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

/** What goes with what was asked first; of a page without such, its main picture. */
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
