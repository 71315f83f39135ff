import type { FeedbackStore, SearchStore } from '../../search/search.ts'
import type { Queryable } from '../database/database.ts'
import { raw, sql } from '../database/sql.ts'

const MOST_A_DAY = 1000

export function createSearches(db: Queryable): SearchStore {
  return {
    async remember({ id, teamId }) {
      await db.prepared(sql`insert into searches (id, team_id) values (${id}, ${teamId})`)
    },
  }
}

/** Nothing else is kept of maps and parsed files than what the ledger has of them, which names no content. */
const isCharged = (reason: string) => `select exists (
    select from credit_entries where hold_id = $1 and team_id = $2 and kind = 'settle' and reason = '${reason}'
      and created_at > now() - interval '1 day'
  ) as there`

const IS_THERE: Record<string, string> = {
  map: isCharged('map'),
  parse: isCharged('parse'),
  search: `select exists (select from searches where id = $1 and team_id = $2 and expires_at > now()) as there`,
  scrape: `select exists (
      select from scrapes where id = $1 and team_id = $2 and document <> 'null' and expires_at > now()
    ) or exists (
      select from crawl_documents d join crawls c on c.id = d.crawl_id
      where d.scrape_id = $1 and c.team_id = $2 and not c.sealed and (c.state = 'scraping' or c.expires_at > now())
    ) as there`,
}

export function createFeedbackBook(db: Queryable): FeedbackStore {
  return {
    async record({ teamId, endpoint, jobId, said }) {
      const look = IS_THERE[endpoint]
      if (look === undefined) return 'unknown'
      const [row] = await db.prepared<{ there: boolean }>(look, [jobId, teamId])
      if (!row!.there) return 'unknown'
      const [written] = await db.prepared<{ id: string }>(sql`
        insert into feedback (team_id, endpoint, job_id, said)
        select ${teamId}, ${endpoint}, ${jobId}, ${JSON.stringify(said)}
        where (
          select count(*) from feedback where team_id = ${teamId} and created_at > now() - interval '1 day'
        ) < ${raw(MOST_A_DAY)}
        on conflict (team_id, endpoint, job_id) do nothing returning id`)
      if (written) return { feedbackId: written.id, isFirst: true }
      const [earlier] = await db.prepared<{ id: string }>(sql`
        select id from feedback where team_id = ${teamId} and endpoint = ${endpoint} and job_id = ${jobId}`)
      return earlier ? { feedbackId: earlier.id, isFirst: false } : 'too many'
    },
  }
}
