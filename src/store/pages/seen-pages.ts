import type { SeenIndex, PageIdentity } from '../../crawl/crawl.ts'
import type { Log } from '../../log.ts'
import type { SeenPage, SeenPages } from '../../scrape/scrape.ts'
import { storable, withoutNulls } from '../database/database.ts'
import type { Queryable } from '../database/database.ts'
import { raw, sql } from '../database/sql.ts'
import { createWriteBuffer } from '../database/create-batched.ts'

const RETENTION = `interval '30 days'`
const WRITE_DELAY_MS = 1_000
const MAX_BATCH = 500
const MAX_TEXT_CHARS = 500

/**
 * The pages that teams have scraped. Callers do not wait for writes, which never fail. Reads include
 * unwritten pages.
 */
export function createSeenPages(
  db: Queryable,
  { identityOf, log }: { identityOf: (url: string) => PageIdentity | undefined; log: Log },
): SeenPages & SeenIndex & AsyncDisposable {
  let waiting = new Map<string, SeenRow>()
  const { flush, schedule } = createWriteBuffer(WRITE_DELAY_MS, () => {
    if (waiting.size === 0) return undefined
    const items = [...waiting.values()]
    waiting = new Map()
    return () =>
      write(db, items).catch((failure: unknown) => log.warn({ err: failure }, 'cannot record scraped pages'))
  })

  return {
    remember(page) {
      const identity = identityOf(page.url)
      if (!identity) return
      waiting.set(`${page.teamId} ${identity.key.toString('latin1')}`, { ...page, ...identity })
      schedule(waiting.size >= MAX_BATCH)
    },

    async pagesOf(teamId, url, most) {
      const identity = identityOf(url)
      if (!identity) return []
      await flush()
      const rows = await db.prepared<object>(sql`
        select url, title, description from seen_pages
        where team_id = ${teamId} and host = ${identity.host} and seen_at > now() - ${raw(RETENTION)}
          order by seen_at desc, url limit ${most}`)
      return rows.map((row) => withoutNulls(row))
    },

    [Symbol.asyncDispose]: flush,
  }
}

type SeenRow = SeenPage & PageIdentity

async function write(db: Queryable, items: readonly SeenRow[]): Promise<void> {
  await db.prepared(sql`
    select remember_seen_pages(${items.map(({ teamId }) => teamId)}, ${items.map(({ host }) => host)},
      ${items.map(({ key }) => key)}, ${items.map(({ url }) => url)},
      ${items.map(({ title }) => storedText(title))}, ${items.map(({ description }) => storedText(description))})`)
}

function storedText(text: string | undefined): string | null {
  if (text === undefined || text === '') return null
  return storable(text.slice(0, MAX_TEXT_CHARS))
}
