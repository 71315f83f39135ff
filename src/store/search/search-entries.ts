import { createHash } from 'node:crypto'
import type { SeenPlace } from '../../crawl/crawl.ts'
import { Fault } from '../../fault.ts'
import type { Log } from '../../log.ts'
import type { PageIndex, PageToEnter } from '../../scrape/scrape.ts'
import type { Queryable } from '../database/database.ts'
import { createRoom } from '../housekeeping/room.ts'
import type { StemTable, StemWords } from './stems.ts'
import { vectorOf, wordsToStem } from './terms.ts'

/** Pages gather for so long, or until there are so many or so much of them, before they are written together. */
const GATHER_MS = 500
const MOST_TOGETHER = 32
const MOST_CHARS_TOGETHER = 500_000
/** When the database does not keep up, what comes is left out. */
const MOST_WAITING_CHARS = 30_000_000
const MOST_NOTES = 1_000
const REST_MS = 2_000

interface SearchEntriesNeeds {
  placeOf: (url: string) => SeenPlace | undefined
  isShared: boolean
  maxBytes: number
  /** For how long no page must come before the index is tidied up. */
  restMs?: number
  stemWords: StemWords
  log: Log
}

interface Entry extends PageToEnter {
  key: Buffer
}

interface Note {
  teamId: string
  key: Buffer
  url: string
}

/** Writes pages into the index, several together and one batch after the other. */
export function createSearchEntries(
  db: Queryable,
  { placeOf, isShared, maxBytes, restMs = REST_MS, stemWords, log }: SearchEntriesNeeds,
): PageIndex & { flush(): Promise<void>; end(): Promise<void> } {
  const room = createRoom(db, 'search_pages', maxBytes)
  const rest = createRest(db, restMs, log)
  let entries = new Map<string, Entry>()
  let notes = new Map<string, Note>()
  let chars = 0
  let writingChars = 0
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  async function write(batch: readonly Entry[]): Promise<void> {
    try {
      if (batch.length > 0) await room.taken(await writeEntries(db, batch, stemWords))
    } catch (failure) {
      log.warn({ err: failure }, 'pages could not be entered into the search index')
      // One that the database does not take must not keep the others out.
      if (batch.length > 1 && !(failure instanceof Fault)) for (const entry of batch) await write([entry])
    }
  }

  async function note(noted: readonly Note[]): Promise<void> {
    try {
      if (noted.length > 0) await writeNotes(db, noted, isShared)
    } catch (failure) {
      log.warn({ err: failure }, 'pages that were seen again could not be noted in the search index')
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (entries.size === 0 && notes.size === 0) return writing
    const batch = [...entries.values()].sort(byKey)
    const noted = [...notes.values()].sort(byKey)
    entries = new Map()
    notes = new Map()
    const batchChars = chars
    chars = 0
    writingChars += batchChars
    writing = writing.then(async () => {
      // What another team takes over must be there first.
      await write(batch)
      await note(noted)
      rest.wrote(batch.length)
      writingChars -= batchChars
    })
    return writing
  }

  function soon(): void {
    if (entries.size >= MOST_TOGETHER || chars >= MOST_CHARS_TOGETHER) void flush()
    else timer ??= setTimeout(() => void flush(), GATHER_MS).unref()
  }

  return {
    enter(page) {
      const place = placeOf(page.url)
      if (!place || writingChars >= MOST_WAITING_CHARS) return
      const id = `${page.teamId} ${place.key.toString('latin1')}`
      entries.set(id, { ...page, key: place.key })
      notes.delete(id)
      chars += page.text.length
      soon()
    },

    note({ teamId, url }) {
      const place = placeOf(url)
      if (!place) return
      const id = `${teamId} ${place.key.toString('latin1')}`
      if (entries.has(id) || notes.size >= MOST_NOTES) return
      notes.set(id, { teamId, key: place.key, url })
      soon()
    },

    flush,

    async end() {
      await flush()
      await rest.end()
    },
  }
}

/** In one order for all processes, so that none waits for another in a circle. */
function byKey(a: Note, b: Note): number {
  return a.key.compare(b.key) || (a.teamId < b.teamId ? -1 : 1)
}

/** Gives how much room they took. */
async function writeEntries(db: Queryable, batch: readonly Entry[], stemWords: StemWords): Promise<number> {
  const stems = await stemWords(wordsToStem(batch))
  const rows = batch.map((entry) => rowOf(entry, stems))
  const column = <Name extends keyof Row>(name: Name) => rows.map((row) => row[name])
  const [row] = await db.prepared<{ size: number }>(
    `select enter_search_pages($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) as size`,
    [
      column('teamId'),
      column('key'),
      column('url'),
      column('title'),
      column('description'),
      column('language'),
      column('publishedAt'),
      column('pictures'),
      column('content'),
      column('digest'),
      column('length'),
      column('titleLength'),
      column('vector'),
    ],
  )
  return row!.size
}

type Row = ReturnType<typeof rowOf>

function rowOf(page: Entry, stems: StemTable) {
  const { teamId, key, url, terms } = page
  const pictures = page.pictures.length === 0 ? null : clean(JSON.stringify(page.pictures))
  const shown = [
    clean(url),
    clean(page.title),
    clean(page.description),
    page.language,
    page.publishedAt,
    pictures,
  ]
  const digest = createHash('md5').update(JSON.stringify([shown, page.text, terms]))
  return {
    teamId,
    key,
    url: clean(url),
    title: clean(page.title),
    description: clean(page.description),
    language: page.language ?? '',
    publishedAt: page.publishedAt === undefined ? null : new Date(page.publishedAt),
    pictures,
    content: clean(page.text),
    digest: digest.digest(),
    length: terms.length,
    titleLength: terms.title === '' ? 0 : terms.title.split(' ').length,
    vector: vectorOf(page, stems),
  }
}

/** The database takes neither U+0000 nor half a letter. */
function clean(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

async function writeNotes(db: Queryable, notes: readonly Note[], isShared: boolean): Promise<void> {
  await db.prepared(`select note_search_pages($1, $2, $3, $4)`, [
    notes.map(({ teamId }) => teamId),
    notes.map(({ key }) => key),
    notes.map(({ url }) => clean(url)),
    isShared,
  ])
}

/** What so many pages leave to be sorted in is read by every search without being felt. */
const FEW_PAGES = 20

interface Rest {
  /** To be called after every write. */
  wrote(pages: number): void
  /** Waits for what is under way, and begins nothing more. */
  end(): Promise<void>
}

/**
 * Has the server sort new pages into the index once none came for a while. While they keep coming it does so by itself, much
 * at a time, which costs least; what would be left over then slows every search.
 */
function createRest(db: Queryable, restMs: number, log: Log): Rest {
  let unsorted = 0
  let timer: NodeJS.Timeout | undefined
  let sorting: Promise<void> = Promise.resolve()

  async function sort(): Promise<void> {
    unsorted = 0
    try {
      await db.rows(`select gin_clean_pending_list('search_terms_index')`)
    } catch (failure) {
      log.debug({ err: failure }, 'the search index could not be tidied up')
    }
  }

  return {
    wrote(pages) {
      unsorted += pages
      clearTimeout(timer)
      if (unsorted < FEW_PAGES) return
      timer = setTimeout(() => {
        sorting = sorting.then(sort)
      }, restMs).unref()
    },

    async end() {
      clearTimeout(timer)
      await sorting
    },
  }
}
