import type { ClaimedPage, CrawlJob, CrawlPlan, Frontier, RefusedPage } from '../../crawl/crawl.ts'
import { takeCredits } from '../credits/ledger.ts'
import type { Database, Queryable } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { isEncryptedText, NO_ENCRYPTION } from '../jobs/job-keys.ts'
import type { JobCipher, JobKeys } from '../jobs/job-keys.ts'
import type { TargetCredentials } from '../pages/target-credentials.ts'
import { cipherOfPage, createSettlePage, pageEntries, keyBytes, releaseClaim } from './settle-pages.ts'

interface FrontierSettings {
  processId: () => string
  hostConcurrency: number
  jobKeys: JobKeys
  credentials: TargetCredentials
}

/** The pages that crawls still have to visit. Every change is a single call of a database function. */
export function createFrontier(db: Database, settings: FrontierSettings): Frontier {
  const { processId, hostConcurrency, jobKeys, credentials } = settings
  let pacedUntil = 0
  return {
    async claim(most) {
      const rows = await claimPages(db, processId(), most, hostConcurrency)
      if (rows.some(({ isPaced }) => isPaced)) pacedUntil = performance.now() + PACED_WINDOW_MS
      return await toClaimedPages(rows, db, jobKeys)
    },
    async job(id) {
      const [row] = await db.prepared<JobRow>(sql`
        select id, kind, team_id as "teamId", request, page_credits as "pageCredits", public_url as "publicUrl",
          url as "startUrl", sealed from crawls where id = ${id}`)
      const cipher = row?.sealed ? await jobKeys.findCipher(id) : NO_ENCRYPTION
      return row && cipher && toJob(row, cipher, credentials)
    },
    async runningCrawls(ids) {
      const rows = await db.prepared<{ id: string }>(sql`
        select id from crawls where id = any (${ids}) and state = 'scraping'`)
      return new Set(rows.map(({ id }) => id))
    },
    settle: createSettlePage(db, jobKeys),
    async outcomeOf(page, key) {
      const cipher = await cipherOfPage(page, jobKeys)
      if (!cipher) return undefined
      const [row] = await db.prepared<OutcomeRow>(sql`
        select error_code as code, error, document
        from crawl_page_outcome(${page.crawlId}, ${keyBytes(key, cipher)})`)
      return row && toOutcome(row, cipher)
    },
    async addPages(page, found) {
      const cipher = await cipherOfPage(page, jobKeys)
      if (!cipher) return false
      const [row] = await db.prepared<{ grown: boolean }>(sql`
        select grow_crawl(${page.crawlId}, ${keyBytes(page.key, cipher)}, ${page.claimId},
          ${pageEntries(found, cipher, jobKeys)}) as grown`)
      return row!.grown
    },
    async addRefused(from, pages) {
      const cipher = await cipherOfPage(from, jobKeys)
      if (cipher) await refusePages(db, from.crawlId, pages, { cipher, jobKeys })
    },
    charge: (crawlId, credits) => db.transaction((tx) => charge(tx, processId(), crawlId, credits)),
    async reportNoise({ crawlId, isEncrypted, url }, parameter) {
      // The database would have to read URLs for that. Duplicates are still detected, but only after their
      // visit.
      if (isEncrypted) return
      await db.prepared(sql`select suspect_crawl_parameter(${crawlId}, ${parameter}, ${url.split('?')[0]})`)
    },
    async slowCrawl(crawlId, delayMs) {
      await db.prepared(sql`select slow_crawl(${crawlId}, ${delayMs})`)
    },
    async slowHost(host, delayMs) {
      await db.prepared(sql`
        insert into crawl_paces (host, team_id, delay_ms, next_at)
          values (${jobKeys.hostHash(host)}, ${ALL_TEAMS}, ${delayMs}::int,
            now() + ${delayMs}::int * interval '1 millisecond')
        on conflict (host, team_id) do update set delay_ms = excluded.delay_ms`)
    },
    async addWarning(crawlId, sentence) {
      await db.prepared(sql`
        update crawls set warning = concat_ws(' ', warning, ${sentence}::text)
        where id = ${crawlId} and position(${sentence}::text in coalesce(warning, '')) = 0`)
    },
    hasPacedPages: () => performance.now() < pacedUntil,
    async releaseOthers(claimIds) {
      await db.prepared(sql`select release_crawl_pages(${processId()}, ${claimIds})`)
    },
    async fail(crawlId, error) {
      const cipher = (await jobKeys.findCipher(crawlId)) ?? NO_ENCRYPTION
      await db.prepared(sql`select fail_crawl(${crawlId}, ${cipher.encrypt(error)})`)
    },
    onWork: (onNotice) => db.listen(NOTIFY_CHANNEL, onNotice, onNotice),
  }
}

async function toClaimedPages(
  rows: readonly PageRow[],
  db: Database,
  jobKeys: FrontierSettings['jobKeys'],
): Promise<ClaimedPage[]> {
  const pages: ClaimedPage[] = []
  for (const row of rows) {
    const cipher = isEncryptedText(row.url) ? await jobKeys.findCipher(row.crawlId) : NO_ENCRYPTION
    if (cipher) pages.push(toClaimedPage(row, cipher))
    else await failWithoutKey(db, row)
  }
  return pages
}

/** A job whose key is lost cannot continue. Backups contain no job keys. */
async function failWithoutKey(db: Queryable, { crawlId, claimId }: PageRow): Promise<void> {
  await db.prepared(sql`
    select fail_crawl(${crawlId}, ${'The encryption key of this job is lost, so the job cannot continue. Start it again.'})`)
  await releaseClaim(db, claimId)
}

const NOTIFY_CHANNEL = 'crawls'

export async function notifyWork(tx: Queryable): Promise<void> {
  await tx.rows(`select pg_notify('${NOTIFY_CHANNEL}', '')`)
}

/** Longer than any pause between visits (robots.txt delays are capped at 60 s), so that every paced page is claimable by then. */
const PACED_WINDOW_MS = 65_000
const ALL_TEAMS = '00000000-0000-0000-0000-000000000000'

function claimPages(db: Queryable, processId: string, most: number, hostConcurrency: number) {
  return db.prepared<PageRow>(sql`
    select crawl_id as "crawlId", key, kind, url, rank, depth, chain, parent_likeness as "parentMark", attempts,
      claim_id as "claimId", base_url as "baseUrl", noise, is_paced as "isPaced",
      awaited_state as "awaitedState", awaited_likeness as "awaitedMark"
    from claim_crawl_pages(${processId}, ${most}, ${hostConcurrency})`)
}

interface PageRow extends Omit<ClaimedPage, 'isEncrypted' | 'host' | 'parentMark' | 'awaited'> {
  parentMark: string | null
  isPaced: boolean
  awaitedState: string | null
  awaitedMark: string | null
}

function toClaimedPage(row: PageRow, cipher: JobCipher): ClaimedPage {
  const { parentMark, isPaced: _, awaitedState: state, awaitedMark, ...page } = row
  const { key, url } = cipher.decryptPage(page)
  const decrypted = (text: string | null) => (text === null ? undefined : cipher.decrypt(text))
  return {
    ...page,
    isEncrypted: cipher.isEncrypted,
    key,
    url,
    host: new URL(url).host,
    parentMark: decrypted(parentMark),
    baseUrl: cipher.decrypt(page.baseUrl),
    awaited: state === null ? undefined : { state, similar: decrypted(awaitedMark) },
  }
}

interface OutcomeRow {
  code: string | null
  error: string | null
  document: string | null
}

function toOutcome(
  { code, error, document }: OutcomeRow,
  cipher: JobCipher,
): Awaited<ReturnType<Frontier['outcomeOf']>> {
  if (code) return { state: 'failed', code, error: cipher.decrypt(error ?? '') }
  return document ? { state: 'done', document: cipher.decryptDocument(document) } : undefined
}

interface JobRow extends Omit<CrawlJob, 'plan' | 'zeroDataRetention'> {
  request: string
  sealed: boolean
}

function toJob(row: JobRow, cipher: JobCipher, { decrypt }: TargetCredentials): CrawlJob {
  const { request, sealed: _, ...job } = row
  return {
    ...job,
    plan: decrypt(JSON.parse(cipher.decrypt(request)) as CrawlPlan),
    zeroDataRetention: cipher.isEncrypted,
    startUrl: cipher.decrypt(job.startUrl),
  }
}

async function charge(tx: Queryable, processId: string, crawlId: string, credits: number): Promise<void> {
  const [row] = await tx.rows<{ teamId: string; keyId: string | null; reason: string }>(sql`
    update crawls set credits_used = credits_used + ${credits} where id = ${crawlId} and state = 'scraping'
    returning team_id as "teamId", api_key_id as "keyId", kind as reason`)
  if (row) await takeCredits(tx, processId, { ...row, credits })
}

/** More would not help a reader; a site may link to any number of disallowed URLs. */
const MAX_REFUSED = 1_000

/** Refused pages do not count. Locks the crawl first, like every change of its pages. */
async function refusePages(
  db: Queryable,
  crawlId: string,
  pages: readonly RefusedPage[],
  { cipher, jobKeys }: { cipher: JobCipher; jobKeys: Pick<JobKeys, 'hostHash'> },
): Promise<void> {
  const entries = pages.map(({ kind, host, rank, depth, code, error, ...page }) => {
    const { key, url } = cipher.encryptPage(page)
    return { key, kind, url, host: jobKeys.hostHash(host), rank, depth, code, error: cipher.encrypt(error) }
  })
  await db.rows(REFUSE, [crawlId, JSON.stringify(entries)])
}

const REFUSE = `
  with crawl as materialized (select id from crawls where id = $1 and state = 'scraping' for update),
  room as (
    select ${MAX_REFUSED} - count(*) as places from crawl_pages p
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
