import { insufficientCredits } from '../../access/access.ts'
import type { Cipher } from '../../access/access.ts'
import type {
  ActiveCrawl,
  CrawlPlan,
  CrawlProgress,
  Crawls,
  CrawlState,
  FirstPage,
  firstPages,
  MorePages,
  NewCrawl,
} from '../../crawl/crawl.ts'
import { Fault } from '../../fault.ts'
import { balanceOf, takeCredits } from '../credits/ledger.ts'
import { withoutNulls } from '../database/database.ts'
import type { Database, Queryable } from '../database/database.ts'
import { newId } from '../database/keyset.ts'
import { raw, sql } from '../database/sql.ts'
import { NO_ENCRYPTION } from '../jobs/job-keys.ts'
import type { JobCipher, JobKeys } from '../jobs/job-keys.ts'
import { hideCredentials } from '../pages/target-credentials.ts'
import type { TargetCredentials } from '../pages/target-credentials.ts'
import { reportStart } from '../reports/webhooks.ts'
import { notifyWork } from './frontier.ts'
import { pageEntries, keyBytes, repeatEntries } from './settle-pages.ts'

interface CrawlsNeeds {
  firstPages: typeof firstPages
  processId: () => string
  targetCipher: Cipher
  jobKeys: JobKeys
  credentials: TargetCredentials
}

/** Crawls and batches as their callers see them. URLs and content pass through a cipher. */
export function createCrawls(db: Database, needs: CrawlsNeeds): Crawls {
  const cipherOf = (id: string, isEncrypted: boolean) => cipherFor(needs.jobKeys, id, isEncrypted)
  const progressOf = async (row: CrawlProgress) =>
    toProgress(row, await cipherOf(row.id, row.retention === 'untilRead'))
  return {
    start: (crawl) => db.transaction((tx) => startCrawl(tx, crawl, needs)),
    append: (more) => db.transaction((tx) => appendToBatch(tx, more, needs)),

    async find(id, teamId, kind) {
      const [row] = await db.prepared<CrawlProgress>(sql`
        ${raw(PROGRESS)} where id = ${id} and team_id = ${teamId} and kind = ${kind}
          and (state = 'scraping' or expires_at > now())`)
      return row && (await progressOf(row))
    },

    async progressOf(ids) {
      const rows = await db.prepared<CrawlProgress>(sql`${raw(PROGRESS)} where id = any (${ids})`)
      const read = await Promise.allSettled(rows.map(progressOf))
      return read.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    },

    async documents({ id, retention }, { skip, limit, maxBytes, known }) {
      const cipher = await cipherOf(id, retention === 'untilRead')
      const last = Math.min(skip + limit, known)
      const rows = await db.prepared<{ seq: number; document: string }>(WINDOW, [id, skip, last, maxBytes])
      // It existed a moment ago: another caller has read it to its end, or it has expired.
      if (rows.length === 0 && skip < last)
        throw new Fault('NOT_FOUND', 'The results of this job are no longer stored.')
      return {
        documents: rows.map(({ document }) => cipher.decryptDocument(document)),
        next: rows.at(-1)?.seq ?? skip,
      }
    },

    async markDelivered({ id, retention, state }, since, until) {
      if (retention !== 'untilRead' || state === 'scraping') return
      await db.prepared(sql`select hand_over_crawl(${id}, ${since}, ${until})`)
    },

    async errors({ id, retention }) {
      const cipher = await cipherOf(id, retention === 'untilRead')
      const rows = await db.rows<ErrorRow>(sql`
        select state, url, claim_id as id, settled_at as timestamp, error_code as code, error from crawl_pages
        where crawl_id = ${id} and state in ('failed', 'blocked') order by place limit ${raw(MAX_ERRORS)}`)
      const failed = rows.filter(({ state }) => state === 'failed')
      return {
        errors: failed.map(({ id, timestamp, url, code, error }) => ({
          id,
          timestamp,
          url: cipher.decrypt(url),
          code: code ?? undefined,
          error: cipher.decrypt(error ?? ''),
        })),
        robotsBlocked: rows.filter(({ state }) => state === 'blocked').map(({ url }) => cipher.decrypt(url)),
      }
    },

    async active(teamId) {
      const rows = await db.rows<ActiveRow>(sql`
        select id, url, created_at as "createdAt", request, sealed from crawls
        where team_id = ${teamId} and kind = 'crawl' and state = 'scraping' order by id`)
      return await Promise.all(rows.map(async (row) => toActive(row, await cipherOf(row.id, row.sealed))))
    },

    async cancel(id, teamId, kind) {
      const [row] = await db.rows<{ before: CrawlState | null }>(sql`
        select cancel_crawl(${id}, ${teamId}, ${kind}) as before`)
      return row!.before ?? undefined
    },
  }
}

const MAX_ERRORS = 10_000

const PROGRESS = `select id, state, settled as completed, known as total, documents, credits_used as "creditsUsed",
    created_at as "createdAt", ended_at as "endedAt", error, warning,
    case when erased_at is not null then 'read' when sealed then 'untilRead' else 'kept' end as retention,
    case state when 'scraping' then now() + result_lifetime() else expires_at end as "expiresAt" from crawls`

function toProgress(row: CrawlProgress, cipher: JobCipher): CrawlProgress {
  const { error, warning, ...progress } = withoutNulls<CrawlProgress>(row)
  return { ...progress, error: error && cipher.decrypt(error), warning: warning && cipher.decrypt(warning) }
}

type ActiveRow = Omit<ActiveCrawl, 'plan'> & { request: string; sealed: boolean }

function toActive({ id, url, createdAt, request }: ActiveRow, cipher: JobCipher): ActiveCrawl {
  const plan = hideCredentials(JSON.parse(cipher.decrypt(request)) as CrawlPlan)
  return { id, url: cipher.decrypt(url), createdAt, plan }
}

interface ErrorRow {
  state: 'failed' | 'blocked'
  url: string
  id: string
  timestamp: Date
  code: string | null
  error: string | null
}

const WINDOW = `
  select d.seq, d.document from crawl_documents d
  where d.crawl_id = $1 and d.seq > $2 and d.seq <= (
    select coalesce(max(s.seq), 0) from (
      select seq, sum(size) over (order by seq) - size as before from crawl_documents
      where crawl_id = $1 and seq > $2 and seq <= $3
    ) s where s.before < $4
  ) order by d.seq`

async function startCrawl(tx: Queryable, crawl: NewCrawl, needs: CrawlsNeeds): Promise<string> {
  if (crawl.idempotencyKey !== undefined) await claimIdempotencyKey(tx, crawl.teamId, crawl.idempotencyKey)
  const pages = needs.firstPages(crawl.kind, crawl.urls)
  const limit = crawl.kind === 'batch' ? pages.length : crawl.limit
  await takeCredits(tx, needs.processId(), { ...crawl, credits: crawl.spentCredits, reason: crawl.kind })
  const affordable = await affordablePages(tx, crawl, limit)
  const id = newId()
  const cipher = crawl.zeroDataRetention ? await needs.jobKeys.createCipher(tx, id) : NO_ENCRYPTION
  const url = cipher.encrypt(crawl.urls[0]!)
  const request = cipher.encrypt(JSON.stringify(needs.credentials.encrypt(crawl.plan)))
  const warning = encryptedWarning(crawl, affordable < limit ? affordable : undefined, cipher)
  await tx.rows(sql`
    insert into crawls (
      id, team_id, api_key_id, kind, url, base_url, request, public_url, page_credits, page_limit, concurrency,
      delay_ms, warning, sealed, credits_used, audit
    ) values (
      ${id}, ${crawl.teamId}, ${crawl.keyId}, ${crawl.kind}, ${url}, ${url}, ${request}, ${crawl.publicUrl},
      ${crawl.pageCredits}, ${Math.min(limit, affordable)}, ${crawl.concurrency ?? null}, ${crawl.delayMs}, ${warning},
      ${cipher.isEncrypted}, ${crawl.spentCredits}, ${crawl.audit ?? null}
    )`)
  await addPages(tx, id, pages, { cipher, jobKeys: needs.jobKeys })
  const started = crawl.kind === 'crawl' ? 'crawl.started' : 'batch_scrape.started'
  const { teamId, webhook: hook } = crawl
  if (hook) await reportStart(tx, needs.targetCipher, started, { jobId: id, teamId, hook, cipher })
  await notifyWork(tx)
  return id
}

async function addPages(
  tx: Queryable,
  id: string,
  pages: readonly FirstPage[],
  { cipher, jobKeys }: { cipher: JobCipher; jobKeys: JobKeys },
): Promise<void> {
  const originals = pages.filter(({ repeats }) => repeats === undefined)
  const repeats = pages.filter((page) => page.repeats !== undefined)
  for (const chunk of chunksOf(originals))
    await tx.rows(sql`select add_crawl_pages(${id}, ${pageEntries(chunk, cipher, jobKeys)})`)
  for (const chunk of chunksOf(repeats))
    await tx.rows(sql`select add_crawl_repeats(${id}, ${repeatEntries(chunk, cipher)})`)
}

/** Lets other requests run between two chunks. */
const CHUNK_SIZE = 5_000

function chunksOf<Page>(pages: readonly Page[]): Page[][] {
  const count = Math.ceil(pages.length / CHUNK_SIZE)
  return Array.from({ length: count }, (_, index) =>
    pages.slice(index * CHUNK_SIZE, (index + 1) * CHUNK_SIZE),
  )
}

function encryptedWarning({ warning }: NewCrawl, affordable: number | undefined, cipher: JobCipher) {
  const shortage =
    affordable === undefined
      ? undefined
      : `The team has credits for only ${affordable} ${affordable === 1 ? 'page' : 'pages'}, so the crawl visits no more than that.`
  const warnings = [warning, shortage].filter((one) => one !== undefined)
  return warnings.length === 0 ? null : cipher.encrypt(warnings.join(' '))
}

async function claimIdempotencyKey(tx: Queryable, teamId: string, key: string): Promise<void> {
  const rows = await tx.rows(sql`
    insert into idempotency_keys (team_id, key) values (${teamId}, ${key}) on conflict do nothing
      returning key`)
  if (rows.length === 0)
    throw new Fault('CONFLICT', 'A request with this x-idempotency-key was already made.')
}

/** A crawl is limited to the available credits; a batch is accepted completely or not at all. */
async function affordablePages(
  tx: Queryable,
  crawl: Pick<NewCrawl, 'kind' | 'teamId' | 'pageCredits'>,
  wanted: number,
): Promise<number> {
  const balance = await balanceOf(tx, crawl.teamId)
  if (balance === Infinity) return wanted
  const pages = Math.floor(balance / crawl.pageCredits)
  const needed = crawl.kind === 'batch' ? wanted : 1
  if (pages < needed) throw insufficientCredits(needed * crawl.pageCredits, balance)
  return pages
}

async function appendToBatch(tx: Queryable, more: MorePages, needs: CrawlsNeeds) {
  const { id, teamId, urls, spentCredits, zeroDataRetention } = more
  const { jobKeys, processId } = needs
  const [row] = await tx.rows<{ state: CrawlState; page_credits: number; open: number; sealed: boolean }>(sql`
    select state, page_credits, known - settled as open, sealed from crawls where id = ${id}
      and team_id = ${teamId} and kind = 'batch' and (state = 'scraping' or expires_at > now()) for update`)
  if (row === undefined) return 'unknown'
  if (row.state !== 'scraping') return 'ended'
  if (zeroDataRetention && !row.sealed) return 'kept'
  const cipher = await cipherFor(jobKeys, id, row.sealed)
  const known = await knownKeys(tx, id, needs.firstPages('batch', urls), cipher)
  const pages = needs.firstPages('batch', urls, (key) => known.has(cipher.hash(key)))
  await takeCredits(tx, processId(), { ...more, credits: spentCredits, reason: 'batch' })
  await affordablePages(tx, { kind: 'batch', teamId, pageCredits: row.page_credits }, row.open + pages.length)
  await tx.rows(sql`
    update crawls set page_limit = page_limit + ${pages.length},
      credits_used = credits_used + ${spentCredits} where id = ${id}`)
  await addPages(tx, id, pages, { cipher, jobKeys })
  await notifyWork(tx)
  return 'added'
}

async function knownKeys(tx: Queryable, id: string, pages: readonly FirstPage[], cipher: JobCipher) {
  const rows = await tx.rows<{ key: string }>(sql`
    select encode(key, 'hex') as key from crawl_pages where crawl_id = ${id}
      and key = any (${pages.map(({ key }) => keyBytes(key, cipher))}::bytea[])`)
  return new Set(rows.map(({ key }) => key))
}

/** A job whose key is lost cannot be read. Backups contain no job keys. */
async function cipherFor(jobKeys: JobKeys, id: string, isEncrypted: boolean): Promise<JobCipher> {
  const cipher = isEncrypted ? await jobKeys.findCipher(id) : NO_ENCRYPTION
  if (!cipher) throw new Fault('NOT_FOUND', 'The stored results of this job cannot be decrypted any longer.')
  return cipher
}
