import type { RefusedPage } from '../crawl/crawl.ts'
import type { Queryable } from './database.ts'
import type { JobCipher } from './job-cipher.ts'
import type { JobKeys } from './job-keys.ts'

/** As many as anybody reads; a site may link to any number of addresses that must not be visited. */
const MOST_REFUSED = 1_000

/**
 * Lists pages of a crawl that must not be visited. They are none of its pages, so its counters know nothing of them. The
 * crawl is locked first, as whoever changes its pages does.
 */
export async function refusePages(
  db: Queryable,
  crawlId: string,
  pages: readonly RefusedPage[],
  { cipher, jobKeys }: { cipher: JobCipher; jobKeys: Pick<JobKeys, 'hostMark'> },
): Promise<void> {
  const entries = pages.map(({ kind, host, rank, depth, code, error, ...page }) => {
    const { key, url } = cipher.closePage(page)
    return { key, kind, url, host: jobKeys.hostMark(host), rank, depth, code, error: cipher.close(error) }
  })
  await db.rows(REFUSE, [crawlId, JSON.stringify(entries)])
}

const REFUSE = `
  with crawl as materialized (select id from crawls where id = $1 and state = 'scraping' for update),
  room as (
    select ${MOST_REFUSED} - count(*) as places from crawl_pages p
    where p.crawl_id = $1 and p.state in ('failed', 'blocked') and p.error_code = 'unsafe_domain_blocked'
  )
  insert into crawl_pages (crawl_id, key, kind, state, url, host, rank, depth, claim_id, error_code, error, settled_at)
  select crawl.id, decode(f.key, 'hex'), f.kind, 'failed', f.url, f.host, f.rank, f.depth, gen_random_uuid(), f.code, f.error, now()
  from crawl, json_to_recordset($2::json) as f (
    key text, kind text, url text, host text, rank int, depth int, code text, error text
  )
  where not exists (select from crawl_pages p where p.crawl_id = $1 and p.key = decode(f.key, 'hex'))
  limit greatest(0, (select places from room))
  on conflict do nothing`
