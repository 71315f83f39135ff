import type { Document } from '../../contract/document.ts'
import type { ScrapeRequest } from '../../contract/scrape.ts'
import type { CrawlPlan } from '../../crawl/crawl.ts'
import type { Scrapes } from '../../scrape/scrape.ts'
import { batched } from '../database/batched.ts'
import type { Queryable } from '../database/database.ts'
import { createRoom } from '../housekeeping/room.ts'
import type { TargetCredentials } from './target-credentials.ts'

/** Scrapes done, until they expire, within about `maxBytes` of the database. */
export function createScrapes(
  db: Queryable,
  { maxBytes, credentials }: { maxBytes: number; credentials: TargetCredentials },
): Scrapes {
  const room = createRoom(db, 'scrapes', maxBytes)
  const write = async (items: Item[]) => {
    const [row] = await db.prepared<{ size: number }>(`select keep_scrapes($1, $2, $3, $4) as size`, [
      items.map((item) => item.id),
      items.map((item) => item.teamId),
      items.map((item) => item.request).join(SEPARATOR),
      items.map((item) => item.document).join(SEPARATOR),
    ])
    await room.taken(row!.size)
    return items.map(() => undefined)
  }
  const writeTogether = batched(write, MOST_TOGETHER)

  return {
    async keep({ id, teamId, request, document }) {
      const kept = JSON.stringify(credentials.close(request))
      const item = { id, teamId, request: kept, document: JSON.stringify(document) }
      await (item.document.length > LARGEST_TOGETHER ? write([item]) : writeTogether(item))
    },

    async noteUnkept(id, teamId) {
      await writeTogether({ id, teamId, request: UNKEPT, document: UNKEPT })
    },

    async isUnkept(id, teamId) {
      const [row] = await db.prepared<{ unkept: boolean }>(
        `select exists (
           select from scrapes where id = $1 and team_id = $2 and document = '${UNKEPT}' and expires_at > now()
         ) or exists (
           select from crawl_documents d join crawls c on c.id = d.crawl_id
           where d.scrape_id = $1 and c.team_id = $2 and c.sealed and (c.state = 'scraping' or c.expires_at > now())
         ) as unkept`,
        [id, teamId],
      )
      return row!.unkept
    },

    async find(id, teamId) {
      const [row] = await db.prepared<{ request: string; document: string; created_at: Date }>(
        `select request, document, created_at from scrapes
         where id = $1 and team_id = $2 and document <> '${UNKEPT}' and expires_at > now()`,
        [id, teamId],
      )
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

/** A page of a crawl or batch is kept with its others. */
async function findInCrawl(
  db: Queryable,
  id: string,
  teamId: string,
  credentials: TargetCredentials,
): ReturnType<Scrapes['find']> {
  const [row] = await db.prepared<{ request: string; document: string; url: string; created_at: Date }>(
    `select c.request, d.document, d.url, d.created_at from crawl_documents d join crawls c on c.id = d.crawl_id
     where d.scrape_id = $1 and c.team_id = $2 and not c.sealed and (c.state = 'scraping' or c.expires_at > now())`,
    [id, teamId],
  )
  if (row === undefined) return undefined
  const { scrapeOptions } = JSON.parse(row.request) as CrawlPlan
  return {
    request: () => ({ ...credentials.open(scrapeOptions), url: row.url, zeroDataRetention: false }),
    document: JSON.parse(row.document) as Document,
    createdAt: row.created_at,
  }
}

/** Stands where nothing is kept. */
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
