import type { SeenIndex, SeenPlace } from '../../crawl/crawl.ts'
import type { Log } from '../../log.ts'
import type { SeenPage, SeenPages } from '../../scrape/scrape.ts'
import type { Queryable } from '../database/database.ts'

/** How long a page counts as seen. */
const KEPT = `interval '30 days'`
/** Pages gather for so long, or until there are so many, before they are written together. */
const GATHER_MS = 1_000
const MOST_TOGETHER = 500
const LONGEST_TEXT = 500

interface SeenPagesNeeds {
  placeOf: (url: string) => SeenPlace | undefined
  log: Log
}

/**
 * The pages that teams have had. Remembering is not waited for and never fails: what cannot be written is forgotten.
 * Who asks gets also what this process has not written yet.
 */
export function createSeenPages(
  db: Queryable,
  { placeOf, log }: SeenPagesNeeds,
): SeenPages & SeenIndex & AsyncDisposable {
  let waiting = new Map<string, Item>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (waiting.size === 0) return writing
    const items = [...waiting.values()]
    waiting = new Map()
    writing = writing.then(async () => {
      try {
        await write(db, items)
      } catch (failure) {
        log.warn({ err: failure }, 'pages that were seen could not be remembered')
      }
    })
    return writing
  }

  return {
    remember(page) {
      const place = placeOf(page.url)
      if (!place) return
      waiting.set(`${page.teamId} ${place.key.toString('latin1')}`, { ...page, ...place })
      if (waiting.size >= MOST_TOGETHER) void flush()
      else timer ??= setTimeout(() => void flush(), GATHER_MS).unref()
    },

    async pagesOf(teamId, url, most) {
      const place = placeOf(url)
      if (!place) return []
      await flush()
      const rows = await db.prepared<{ url: string; title: string | null; description: string | null }>(
        `select url, title, description from seen_pages
         where team_id = $1 and host = $2 and seen_at > now() - ${KEPT} order by seen_at desc, url limit $3`,
        [teamId, place.host, most],
      )
      return rows.map(({ title, description, ...row }) => ({
        ...row,
        title: title ?? undefined,
        description: description ?? undefined,
      }))
    },

    [Symbol.asyncDispose]: flush,
  }
}

type Item = SeenPage & SeenPlace

async function write(db: Queryable, items: readonly Item[]): Promise<void> {
  await db.prepared(`select remember_seen_pages($1, $2, $3, $4, $5, $6)`, [
    items.map(({ teamId }) => teamId),
    items.map(({ host }) => host),
    items.map(({ key }) => key),
    items.map(({ url }) => url),
    items.map(({ title }) => textOf(title)),
    items.map(({ description }) => textOf(description)),
  ])
}

/** The database takes neither U+0000 nor half a letter. */
function textOf(text: string | undefined): string | null {
  if (text === undefined || text === '') return null
  return text.slice(0, LONGEST_TEXT).replaceAll('\0', '').toWellFormed()
}
