import type { Document } from '../../contract/document.ts'
import type { ScrapeRequest } from '../../contract/scrape.ts'
import type { CrawlPlan } from '../../crawl/crawl.ts'
import type { Scrapes } from '../../scrape/scrape.ts'
import { batched } from '../database/batched.ts'
import type { Queryable } from '../database/database.ts'
import { raw, sql } from '../database/sql.ts'
import { createRoom } from '../housekeeping/room.ts'
import type { TargetCredentials } from './target-credentials.ts'

export function createScrapes(
  db: Queryable,
  { maxBytes, credentials }: { maxBytes: number; credentials: TargetCredentials },
): Scrapes {
  const room = createRoom(db, 'scrapes', maxBytes)
  const write = async (items: Item[]) => {
    const [row] = await db.prepared<{ size: number }>(sql`
      select keep_scrapes(${items.map((item) => item.id)}, ${items.map((item) => item.teamId)},
        ${items.map((item) => item.request).join(SEPARATOR)},
        ${items.map((item) => item.document).join(SEPARATOR)}) as size`)
    await room.taken(row!.size)
  }
  const writeTogether = batched(write, MOST_TOGETHER)

  return {
    async keep({ id, teamId, request, document }) {
      const kept = JSON.stringify(credentials.close(request))
      const item = { id, teamId, request: kept, document: JSON.stringify(document) }
      await (item.document.length > LARGEST_TOGETHER ? write([item]) : writeTogether(item))
    },

    async markUnstored(id, teamId) {
      await writeTogether({ id, teamId, request: UNKEPT, document: UNKEPT })
    },

    async isUnstored(id, teamId) {
      const [row] = await db.prepared<{ unkept: boolean }>(sql`
        select exists (
          select from scrapes
          where id = ${id} and team_id = ${teamId} and document = '${raw(UNKEPT)}' and expires_at > now()
        ) or exists (
          select from crawl_documents d join crawls c on c.id = d.crawl_id
          where d.scrape_id = ${id} and c.team_id = ${teamId} and c.sealed
            and (c.state = 'scraping' or c.expires_at > now())
        ) as unkept`)
      return row!.unkept
    },

    async find(id, teamId) {
      const [row] = await db.prepared<{ request: string; document: string; created_at: Date }>(sql`
        select request, document, created_at from scrapes
        where id = ${id} and team_id = ${teamId} and document <> '${raw(UNKEPT)}' and expires_at > now()`)
      if (row === undefined) return await findInCrawl(db, id, teamId, credentials)
      const { request, document, created_at: createdAt } = row
      return {
        request: () => credentials.open(JSON.parse(request) as ScrapeRequest),
        document: JSON.parse(document) as Document,
        createdAt,
      }
    },
  }
}

async function findInCrawl(db: Queryable, id: string, teamId: string, credentials: TargetCredentials) {
  const [row] = await db.prepared<{ request: string; document: string; url: string; created_at: Date }>(sql`
    select c.request, d.document, d.url, d.created_at
      from crawl_documents d join crawls c on c.id = d.crawl_id
    where d.scrape_id = ${id} and c.team_id = ${teamId} and not c.sealed
      and (c.state = 'scraping' or c.expires_at > now())`)
  if (row === undefined) return undefined
  const { scrapeOptions } = JSON.parse(row.request) as CrawlPlan
  return {
    request: () => ({ ...credentials.open(scrapeOptions), url: row.url, zeroDataRetention: false }),
    document: JSON.parse(row.document) as Document,
    createdAt: row.created_at,
  }
}

const UNKEPT = 'null'

/** JSON writes control characters as escapes, so this one never stands in it. */
const SEPARATOR = '\x1f'
const MOST_TOGETHER = 50
/** A large document goes by itself, so that it neither holds up small ones nor makes a statement of gigabytes. */
const LARGEST_TOGETHER = 256 * 1024

interface Item {
  id: string
  teamId: string
  request: string
  document: string
}
