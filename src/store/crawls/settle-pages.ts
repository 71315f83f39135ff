import type { ClaimedPage, FirstPage, FoundPage, Frontier, Settled, Settlement } from '../../crawl/crawl.ts'
import { createBatchedByKey } from '../database/create-batched.ts'
import type { Queryable } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { NO_ENCRYPTION } from '../jobs/job-keys.ts'
import type { JobCipher, JobKeys } from '../jobs/job-keys.ts'

/**
 * The database raises this when the credits of a page are no longer held, because its process was considered
 * dead.
 */
const HOLD_IS_GONE = 'WN001'

interface PendingSettlement {
  page: ClaimedPage
  settlement: Settlement
  cipher: JobCipher
}

/**
 * Settlements of one crawl share a statement. If it fails, each is retried alone, so that one error does not
 * affect the others.
 */
export function createSettlePage(db: Queryable, jobKeys: JobKeys): Frontier['settle'] {
  const settleBatched = createBatchedByKey<PendingSettlement, PromiseSettledResult<Settled>>(
    ({ page }) => page.crawlId,
    async (batch) => {
      if (batch.length > 1) {
        const [all] = await Promise.allSettled([settleAll(db, batch, jobKeys)])
        if (all.status === 'fulfilled')
          return all.value.map((value) => ({ status: 'fulfilled' as const, value }))
      }
      return await Promise.allSettled(batch.map((one) => settleOne(db, one, jobKeys)))
    },
    MAX_BATCH,
  )
  return async (page, settlement) => {
    const cipher = await cipherOfPage(page, jobKeys)
    if (!cipher) {
      await releaseClaim(db, page.claimId)
      return { result: 'gone', twin: undefined }
    }
    const one = { page, settlement, cipher }
    const isLarge = settlement.outcome === 'done' && settlement.document.length > LARGE_CHARS
    if (isLarge) return await settleOne(db, one, jobKeys)
    const outcome = await settleBatched(one)
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  }
}

const MAX_BATCH = 8
const LARGE_CHARS = 256 * 1024

async function settleOne(db: Queryable, one: PendingSettlement, jobKeys: JobKeys): Promise<Settled> {
  try {
    return (await settleAll(db, [one], jobKeys))[0]!
  } catch (failure) {
    if (sqlStateOf(failure) === HOLD_IS_GONE) return { result: 'gone', twin: undefined }
    throw failure
  }
}

async function settleAll(
  db: Queryable,
  all: readonly PendingSettlement[],
  jobKeys: JobKeys,
): Promise<Settled[]> {
  const rows = await db.prepared<{ result: Settled['result']; twin: string | null }>(
    SETTLE[all.length - 1]!,
    all.flatMap((one) => parametersOf(one, jobKeys)),
  )
  return rows.map(({ result, twin }, index) => ({
    result,
    twin: twin === null ? undefined : all[index]!.cipher.decrypt(twin),
  }))
}

const PARAMETERS = 18

/** One statement for each number of pages. It settles them in order and then assigns the released slots. */
const SETTLE = Array.from({ length: MAX_BATCH }, (_, last) =>
  Array.from({ length: last + 1 }, (_page, index) => {
    const parameters = Array.from({ length: PARAMETERS }, (_value, nr) => `$${index * PARAMETERS + nr + 1}`)
    const releaseQueue = index === last ? 'hand_on_crawl_places($1)' : 'null'
    return `select result, twin, ${releaseQueue}::text from settle_crawl_page(${parameters.join(', ')})`
  }).join(' union all '),
)

function parametersOf({ page, settlement, cipher }: PendingSettlement, jobKeys: JobKeys): unknown[] {
  const done = settlement.outcome === 'done' ? settlement : undefined
  const later = settlement.outcome === 'later' ? settlement : undefined
  const failed = settlement.outcome === 'failed' ? settlement : undefined
  return [
    page.crawlId,
    keyBytes(page.key, cipher),
    page.claimId,
    settlement.outcome,
    'credits' in settlement ? settlement.credits : 0,
    orNull(done?.document, cipher.encryptDocument),
    done?.scrapeId ?? null,
    orNull(done?.copy, cipher.hash),
    orNull(done?.exact, cipher.hash),
    orNull(done?.near, cipher.hash),
    orNull(done?.similar, cipher.encrypt),
    failed?.code ?? null,
    orNull('error' in settlement ? settlement.error : undefined, cipher.encrypt),
    orNull(done?.target, (target) => targetEntry(target, cipher, jobKeys)),
    orNull('baseUrl' in settlement ? settlement.baseUrl : undefined, cipher.encrypt),
    later?.delayMs ?? 0,
    orNull(later?.awaitedKey, (key) => keyBytes(key, cipher)),
    settlement.links.length > 0 ? pageEntries(settlement.links, cipher, jobKeys) : null,
  ]
}

function orNull<Value, Written>(value: Value | undefined, write: (value: Value) => Written): Written | null {
  return value === undefined ? null : write(value)
}

function targetEntry(
  target: { key: string; url: string; host: string },
  cipher: JobCipher,
  { hostHash }: JobKeys,
): string {
  const { key, url } = cipher.encryptPage(target)
  return JSON.stringify({ k: key, u: url, h: hostHash(target.host) })
}

function sqlStateOf(failure: unknown): unknown {
  const { code, cause } = failure as { code?: unknown; cause?: { code?: unknown } }
  return cause?.code ?? code
}

export async function releaseClaim(db: Queryable, claimId: string): Promise<void> {
  await db.prepared(sql`select close_holds(array[${claimId}::uuid], array[null::bigint])`)
}

export async function cipherOfPage(
  { crawlId, isEncrypted }: Pick<ClaimedPage, 'crawlId' | 'isEncrypted'>,
  jobKeys: JobKeys,
): Promise<JobCipher | undefined> {
  return isEncrypted ? await jobKeys.findCipher(crawlId) : NO_ENCRYPTION
}

export function pageEntries(
  found: readonly FoundPage[],
  cipher: JobCipher,
  { hostHash }: Pick<JobKeys, 'hostHash'>,
): string {
  return JSON.stringify(
    found.map((page) => {
      const { key, url } = cipher.encryptPage(page)
      return {
        k: key,
        u: url,
        h: hostHash(page.host),
        kind: page.kind,
        r: page.rank,
        d: page.depth,
        c: page.chain,
        s: page.parentMark && cipher.encrypt(page.parentMark),
      }
    }),
  )
}

export function repeatEntries(pages: readonly FirstPage[], cipher: JobCipher): string {
  return JSON.stringify(
    pages.map((page) => {
      const { key, url } = cipher.encryptPage(page)
      return { k: key, f: cipher.hash(page.repeats!), u: url, r: page.rank, d: page.depth }
    }),
  )
}

export function keyBytes(key: string, { hash }: Pick<JobCipher, 'hash'>): Buffer {
  return Buffer.from(hash(key), 'hex')
}
