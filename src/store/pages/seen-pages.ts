import type { SeenIndex, SeenPlace } from '../../crawl/crawl.ts'
import type { Log } from '../../log.ts'
import type { SeenPage, SeenPages } from '../../scrape/scrape.ts'
import { storable, withoutNulls } from '../database/database.ts'
import type { Queryable } from '../database/database.ts'
import { raw, sql } from '../database/sql.ts'
import { createGathering } from '../database/batched.ts'

const KEPT = `interval '30 days'`
const GATHER_MS = 1_000
const MOST_TOGETHER = 500
const LONGEST_TEXT = 500

/**
 * The pages that teams have had. Remembering is not waited for and never fails; readers also get what is not
 * written yet.
 */
export function createSeenPages(
  db: Queryable,
  { placeOf, log }: { placeOf: (url: string) => SeenPlace | undefined; log: Log },
): SeenPages & SeenIndex & AsyncDisposable {
  let waiting = new Map<string, Item>()
  const { flush, soon } = createGathering(GATHER_MS, () => {
    if (waiting.size === 0) return undefined
    const items = [...waiting.values()]
    waiting = new Map()
    return () =>
      write(db, items).catch((failure: unknown) =>
        log.warn({ err: failure }, 'pages that were seen could not be remembered'),
      )
  })

  return {
    remember(page) {
      const place = placeOf(page.url)
      if (!place) return
      waiting.set(`${page.teamId} ${place.key.toString('latin1')}`, { ...page, ...place })
      soon(waiting.size >= MOST_TOGETHER)
    },

    async pagesOf(teamId, url, most) {
      const place = placeOf(url)
      if (!place) return []
      await flush()
      const rows = await db.prepared<object>(sql`
        select url, title, description from seen_pages
        where team_id = ${teamId} and host = ${place.host} and seen_at > now() - ${raw(KEPT)}
          order by seen_at desc, url limit ${most}`)
      return rows.map((row) => withoutNulls(row))
    },

    [Symbol.asyncDispose]: flush,
  }
}

type Item = SeenPage & SeenPlace

async function write(db: Queryable, items: readonly Item[]): Promise<void> {
  await db.prepared(sql`
    select remember_seen_pages(${items.map(({ teamId }) => teamId)}, ${items.map(({ host }) => host)},
      ${items.map(({ key }) => key)}, ${items.map(({ url }) => url)},
      ${items.map(({ title }) => textOf(title))}, ${items.map(({ description }) => textOf(description))})`)
}

function textOf(text: string | undefined): string | null {
  if (text === undefined || text === '') return null
  return storable(text.slice(0, LONGEST_TEXT))
}
