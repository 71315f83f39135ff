import { insufficient } from '../../access/access.ts'
import type { Seal } from '../../access/access.ts'
import type { CrawlState, FirstPage, firstPages, MorePages, NewCrawl } from '../../crawl/crawl.ts'
import { Fault } from '../../fault.ts'
import { takeCredits } from '../credits/ledger.ts'
import type { Queryable } from '../database/database.ts'
import { newId } from '../database/keyset.ts'
import { PLAIN } from '../jobs/job-keys.ts'
import type { JobCipher, JobKeys } from '../jobs/job-keys.ts'
import type { TargetCredentials } from '../pages/target-credentials.ts'
import { registerWebhook } from '../reports/webhooks.ts'
import { announceWork } from './frontier.ts'
import { entriesOf, keyBytes, repeatsOf } from './settle-pages.ts'

export interface CrawlsNeeds {
  firstPages: typeof firstPages
  processId: () => string
  /** What closes where a job reports to. */
  targetSeal: Seal
  jobKeys: JobKeys
  credentials: TargetCredentials
}

/** Starts a crawl or batch and gives its id, all or nothing. */
export async function startCrawl(tx: Queryable, crawl: NewCrawl, needs: CrawlsNeeds): Promise<string> {
  if (crawl.idempotencyKey !== undefined) await useOnce(tx, crawl.teamId, crawl.idempotencyKey)
  const pages = needs.firstPages(crawl.kind, crawl.urls)
  const limit = crawl.kind === 'batch' ? pages.length : crawl.limit
  await takeCredits(tx, needs.processId(), { ...crawl, credits: crawl.spentCredits, reason: crawl.kind })
  const reach = await affordable(tx, crawl, limit)
  const id = newId()
  const cipher = crawl.zeroDataRetention ? await needs.jobKeys.begin(tx, id) : PLAIN
  await tx.rows(
    `insert into crawls (
       id, team_id, api_key_id, kind, url, base_url, request, public_url, page_credits, page_limit, concurrency, delay_ms,
       warning, sealed, credits_used, audit
     ) values ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      id,
      crawl.teamId,
      crawl.keyId,
      crawl.kind,
      cipher.close(crawl.urls[0]!),
      cipher.close(JSON.stringify(needs.credentials.close(crawl.plan))),
      crawl.publicUrl,
      crawl.pageCredits,
      Math.min(limit, reach),
      crawl.concurrency ?? null,
      crawl.delayMs,
      sealedWarning(crawl, reach < limit ? reach : undefined, cipher),
      cipher.isSealed,
      crawl.spentCredits,
      crawl.audit ?? null,
    ],
  )
  await addPages(tx, id, pages, { cipher, jobKeys: needs.jobKeys })
  await reportTo(tx, { jobId: id, cipher }, crawl, needs)
  await announceWork(tx)
  return id
}

async function addPages(
  tx: Queryable,
  id: string,
  pages: readonly FirstPage[],
  { cipher, jobKeys }: { cipher: JobCipher; jobKeys: JobKeys },
): Promise<void> {
  const firsts = pages.filter(({ repeats }) => repeats === undefined)
  const repeats = pages.filter((page) => page.repeats !== undefined)
  for (const portion of portionsOf(firsts))
    await tx.rows(`select add_crawl_pages($1, $2)`, [id, entriesOf(portion, cipher, jobKeys)])
  for (const portion of portionsOf(repeats))
    await tx.rows(`select add_crawl_repeats($1, $2)`, [id, repeatsOf(portion, cipher)])
}

/** Other requests are served between two portions. */
const PORTION = 5_000

function portionsOf<Page>(pages: readonly Page[]): Page[][] {
  const count = Math.ceil(pages.length / PORTION)
  return Array.from({ length: count }, (_, index) => pages.slice(index * PORTION, (index + 1) * PORTION))
}

/** From its start on, a job reports what happens to it. */
async function reportTo(
  tx: Queryable,
  { jobId, cipher }: { jobId: string; cipher: JobCipher },
  { kind, teamId, webhook }: NewCrawl,
  { targetSeal }: CrawlsNeeds,
): Promise<void> {
  if (!webhook) return
  await registerWebhook(tx, targetSeal, { jobId, teamId, hook: webhook, cipher })
  const type = kind === 'crawl' ? 'crawl.started' : 'batch_scrape.started'
  await tx.rows(`select tell_webhook($1, $2, true, '[]', null, null)`, [jobId, type])
}

function sealedWarning(
  { warning }: NewCrawl,
  affordablePages: number | undefined,
  cipher: JobCipher,
): string | null {
  const warnings = [
    ...(warning === undefined ? [] : [warning]),
    ...(affordablePages === undefined
      ? []
      : [`The team has credits for ${affordablePages} pages, so no more are visited.`]),
  ]
  return warnings.length === 0 ? null : cipher.close(warnings.join(' '))
}

async function useOnce(tx: Queryable, teamId: string, key: string): Promise<void> {
  const rows = await tx.rows(
    `insert into idempotency_keys (team_id, key) values ($1, $2) on conflict do nothing returning key`,
    [teamId, key],
  )
  if (rows.length === 0) throw new Fault('CONFLICT', 'A request with this x-idempotency-key was made before.')
}

/**
 * How many pages the team has credits for. A crawl goes as far as they reach, because nobody knows beforehand how many
 * pages a site has; a batch is taken whole or not at all.
 */
async function affordable(
  tx: Queryable,
  crawl: Pick<NewCrawl, 'kind' | 'teamId' | 'pageCredits'>,
  wanted: number,
): Promise<number> {
  const [row] = await tx.rows<{ amount: number; unlimited: boolean }>(
    `select amount, unlimited from balances where team_id = $1`,
    [crawl.teamId],
  )
  if (row!.unlimited) return wanted
  const pages = Math.floor(row!.amount / crawl.pageCredits)
  const needed = crawl.kind === 'batch' ? wanted : 1
  if (pages < needed) throw insufficient(needed * crawl.pageCredits, row!.amount)
  return pages
}

/** Adds pages to a running batch. */
export async function appendToBatch(tx: Queryable, more: MorePages, needs: CrawlsNeeds) {
  const { id, teamId, urls, spentCredits, zeroDataRetention } = more
  const { jobKeys, processId } = needs
  const [row] = await tx.rows<{ state: CrawlState; page_credits: number; open: number; sealed: boolean }>(
    `select state, page_credits, known - settled as open, sealed from crawls where id = $1 and team_id = $2 and kind = 'batch' and (state = 'scraping' or expires_at > now()) for update`,
    [id, teamId],
  )
  if (row === undefined) return 'unknown'
  if (row.state !== 'scraping') return 'ended'
  if (zeroDataRetention && !row.sealed) return 'kept'
  const cipher = await cipherIn(jobKeys, id, row.sealed)
  const known = await knownKeys(tx, id, needs.firstPages('batch', urls), cipher)
  const pages = needs.firstPages('batch', urls, (key) => known.has(cipher.mark(key)))
  await takeCredits(tx, processId(), { ...more, credits: spentCredits, reason: 'batch' })
  await affordable(tx, { kind: 'batch', teamId, pageCredits: row.page_credits }, row.open + pages.length)
  await tx.rows(
    `update crawls set page_limit = page_limit + $2, credits_used = credits_used + $3 where id = $1`,
    [id, pages.length, spentCredits],
  )
  await addPages(tx, id, pages, { cipher, jobKeys })
  await announceWork(tx)
  return 'added'
}

/** Of the keys of some pages, those that a batch has, as the database knows them. */
async function knownKeys(tx: Queryable, id: string, pages: readonly FirstPage[], cipher: JobCipher) {
  const rows = await tx.rows<{ key: string }>(
    `select encode(key, 'hex') as key from crawl_pages where crawl_id = $1 and key = any ($2::bytea[])`,
    [id, pages.map(({ key }) => keyBytes(key, cipher))],
  )
  return new Set(rows.map(({ key }) => key))
}

/** A job whose key was lost, as all are that come out of a backup, cannot be read any more. */
export async function cipherIn(jobKeys: JobKeys, id: string, isSealed: boolean): Promise<JobCipher> {
  const cipher = isSealed ? await jobKeys.of(id) : PLAIN
  if (!cipher) throw new Fault('NOT_FOUND', 'What was kept of this job cannot be read any more.')
  return cipher
}
