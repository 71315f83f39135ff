import type { ClaimedPage, CrawlJob, CrawlPlan, FoundPage, Frontier, RefusedPage } from '../../crawl/crawl.ts'
import { takeCredits } from '../credits/ledger.ts'
import type { Database, Queryable } from '../database/database.ts'
import { isClosed, PLAIN } from '../jobs/job-keys.ts'
import type { JobCipher, JobKeys } from '../jobs/job-keys.ts'
import type { TargetCredentials } from '../pages/target-credentials.ts'
import { cipherOfPage, createSettle, entriesOf, keyBytes, releaseClaim } from './settle-pages.ts'

interface FrontierSettings {
  processId: () => string
  /** How many pages of one host are visited at once, over all processes. */
  hostConcurrency: number
  jobKeys: JobKeys
  credentials: TargetCredentials
}

/**
 * The pages of all crawls that are to be visited. Every change of them is one call of a function in the database. What holds
 * an address or content passes the cipher of its job on its way in and out.
 */
export function createFrontier(db: Database, settings: FrontierSettings): Frontier {
  const { processId, hostConcurrency, jobKeys, credentials } = settings
  let pacedUntil = 0
  return {
    async claim(most) {
      const rows = await db.prepared<PageRow>(CLAIM, [processId(), most, hostConcurrency])
      if (rows.some(({ is_paced }) => is_paced)) pacedUntil = performance.now() + PACED_MS
      const pages: ClaimedPage[] = []
      for (const row of rows) {
        const cipher = isClosed(row.url) ? await jobKeys.of(row.crawl_id) : PLAIN
        if (cipher) pages.push(toClaimedPage(row, cipher))
        else await giveUp(db, row)
      }
      return pages
    },
    async job(id) {
      const [row] = await db.prepared<JobRow>(
        `select id, kind, team_id, request, page_credits, public_url, url, sealed from crawls where id = $1`,
        [id],
      )
      const cipher = row?.sealed ? await jobKeys.of(id) : PLAIN
      return row && cipher && toJob(row, cipher, credentials)
    },
    async running(ids) {
      const rows = await db.prepared<{ id: string }>(
        `select id from crawls where id = any ($1) and state = 'scraping'`,
        [ids],
      )
      return new Set(rows.map(({ id }) => id))
    },
    settle: createSettle(db, jobKeys),
    async outcomeOf(page, key) {
      const cipher = await cipherOfPage(page, jobKeys)
      if (!cipher) return undefined
      const [row] = await db.prepared<OutcomeRow>(`select * from crawl_page_outcome($1, $2)`, [
        page.crawlId,
        keyBytes(key, cipher),
      ])
      if (row?.error_code)
        return { state: 'failed', code: row.error_code, error: cipher.open(row.error ?? '') }
      return row?.document ? { state: 'done', document: cipher.openDocument(row.document) } : undefined
    },
    async grow(page, found) {
      const cipher = await cipherOfPage(page, jobKeys)
      if (!cipher) return false
      const [row] = await db.prepared<{ grown: boolean }>(`select grow_crawl($1, $2, $3, $4) as grown`, [
        page.crawlId,
        keyBytes(page.key, cipher),
        page.claimId,
        entriesOf(found, cipher, jobKeys),
      ])
      return row!.grown
    },
    async refuse(from, pages) {
      const cipher = await cipherOfPage(from, jobKeys)
      if (cipher) await refusePages(db, from.crawlId, pages, { cipher, jobKeys })
    },
    charge: (crawlId, credits) => db.transaction((tx) => charge(tx, processId(), crawlId, credits)),
    async suspect({ crawlId, isSealed, url }, parameter) {
      // The database would have to look into addresses for that. Copies are still folded, but each after its visit.
      if (isSealed) return
      await db.prepared(`select suspect_crawl_parameter($1, $2, $3)`, [
        crawlId,
        parameter,
        url.split('?')[0]!,
      ])
    },
    async slowCrawl(crawlId, delayMs) {
      await db.prepared(`select slow_crawl($1, $2)`, [crawlId, delayMs])
    },
    async slowDown(host, delayMs) {
      await db.prepared(
        `insert into crawl_paces (host, team_id, delay_ms, next_at)
         values ($1, $2, $3::int, now() + $3::int * interval '1 millisecond')
         on conflict (host, team_id) do update set delay_ms = excluded.delay_ms`,
        [jobKeys.hostMark(host), EVERYBODY, delayMs],
      )
    },
    async warn(crawlId, sentence) {
      await db.prepared(
        `update crawls set warning = concat_ws(' ', warning, $2::text)
         where id = $1 and position($2 in coalesce(warning, '')) = 0`,
        [crawlId, sentence],
      )
    },
    hasPaces: () => performance.now() < pacedUntil,
    async releaseOthers(claimIds) {
      await db.prepared(`select release_crawl_pages($1, $2)`, [processId(), claimIds])
    },
    async fail(crawlId, error) {
      const cipher = (await jobKeys.of(crawlId)) ?? PLAIN
      await db.prepared(`select fail_crawl($1, $2)`, [crawlId, cipher.close(error)])
    },
    onWork: (hear) => db.listen(CHANNEL, hear, hear),
  }
}

/** A job whose key was lost, as all are that come out of a backup, cannot go on. */
async function giveUp(db: Queryable, { crawl_id: crawlId, claim_id: claimId }: PageRow): Promise<void> {
  await db.prepared(`select fail_crawl($1, $2)`, [
    crawlId,
    'The key of this job was lost, so it cannot go on.',
  ])
  await releaseClaim(db, claimId)
}

/** On which processes that visit pages hear of new ones. */
const CHANNEL = 'crawls'

/** Tells all processes that there are pages to visit, when the transaction commits. */
export async function announceWork(tx: Queryable): Promise<void> {
  await tx.rows(`select pg_notify('${CHANNEL}', '')`)
}

/** A page that waits for its pause shows up again by then: longer ones are not asked for. */
const PACED_MS = 65_000
const EVERYBODY = '00000000-0000-0000-0000-000000000000'

const CLAIM = `select * from claim_crawl_pages($1, $2, $3)`

interface PageRow {
  crawl_id: string
  key: string
  kind: FoundPage['kind']
  url: string
  rank: number
  depth: number
  chain: number
  parent_likeness: string | null
  attempts: number
  claim_id: string
  base_url: string
  noise: string[]
  is_paced: boolean
  awaited_state: string | null
  awaited_likeness: string | null
}

function toClaimedPage(row: PageRow, cipher: JobCipher): ClaimedPage {
  const { key, url } = cipher.openPage(row)
  const opened = (text: string | null) => (text === null ? undefined : cipher.open(text))
  return {
    crawlId: row.crawl_id,
    isSealed: cipher.isSealed,
    key,
    kind: row.kind,
    url,
    host: new URL(url).host,
    rank: row.rank,
    depth: row.depth,
    chain: row.chain,
    parentMark: opened(row.parent_likeness),
    attempts: row.attempts,
    claimId: row.claim_id,
    baseUrl: cipher.open(row.base_url),
    noise: row.noise,
    awaited:
      row.awaited_state === null
        ? undefined
        : { state: row.awaited_state, similar: opened(row.awaited_likeness) },
  }
}

interface OutcomeRow {
  error_code: string | null
  error: string | null
  document: string | null
}

interface JobRow {
  id: string
  kind: CrawlJob['kind']
  team_id: string
  request: string
  page_credits: number
  public_url: string
  url: string
  sealed: boolean
}

function toJob(row: JobRow, cipher: JobCipher, { open }: TargetCredentials): CrawlJob {
  return {
    id: row.id,
    kind: row.kind,
    teamId: row.team_id,
    plan: open(JSON.parse(cipher.open(row.request)) as CrawlPlan),
    zeroDataRetention: cipher.isSealed,
    pageCredits: row.page_credits,
    publicUrl: row.public_url,
    startUrl: cipher.open(row.url),
  }
}

async function charge(tx: Queryable, processId: string, crawlId: string, credits: number): Promise<void> {
  const [row] = await tx.rows<{ team_id: string; api_key_id: string | null; kind: string }>(
    `update crawls set credits_used = credits_used + $2 where id = $1 and state = 'scraping'
     returning team_id, api_key_id, kind`,
    [crawlId, credits],
  )
  if (row)
    await takeCredits(tx, processId, {
      teamId: row.team_id,
      keyId: row.api_key_id,
      credits,
      reason: row.kind,
    })
}

/** As many as anybody reads; a site may link to any number of addresses that must not be visited. */
const MOST_REFUSED = 1_000

/**
 * Lists pages of a crawl that must not be visited. They are none of its pages, so its counters know nothing of them. The
 * crawl is locked first, as whoever changes its pages does.
 */
async function refusePages(
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
