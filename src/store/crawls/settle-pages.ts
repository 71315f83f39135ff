import type { ClaimedPage, FirstPage, FoundPage, Frontier, Settled, Settlement } from '../../crawl/crawl.ts'
import { batchedBy } from '../database/batched.ts'
import type { Queryable } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { PLAIN } from '../jobs/job-keys.ts'
import type { JobCipher, JobKeys } from '../jobs/job-keys.ts'

/** What the database raises when the credits of a page are no longer held: its process was taken for dead. */
const HOLD_IS_GONE = 'WN001'

interface Settling {
  page: ClaimedPage
  settlement: Settlement
  cipher: JobCipher
}

/** Settlements of one crawl share a statement. When it fails, each is tried alone, so that none suffers for another. */
export function createSettle(db: Queryable, jobKeys: JobKeys): Frontier['settle'] {
  const together = batchedBy<Settling, PromiseSettledResult<Settled>>(
    ({ page }) => page.crawlId,
    async (some) => {
      if (some.length > 1) {
        const [all] = await Promise.allSettled([settleAll(db, some, jobKeys)])
        if (all.status === 'fulfilled')
          return all.value.map((value) => ({ status: 'fulfilled' as const, value }))
      }
      return await Promise.allSettled(some.map((one) => settleOne(db, one, jobKeys)))
    },
    MOST_TOGETHER,
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
    const end = await together(one)
    if (end.status === 'rejected') throw end.reason
    return end.value
  }
}

const MOST_TOGETHER = 8
const LARGE_CHARS = 256 * 1024

async function settleOne(db: Queryable, one: Settling, jobKeys: JobKeys): Promise<Settled> {
  try {
    return (await settleAll(db, [one], jobKeys))[0]!
  } catch (failure) {
    if (codeOf(failure) === HOLD_IS_GONE) return { result: 'gone', twin: undefined }
    throw failure
  }
}

async function settleAll(db: Queryable, all: readonly Settling[], jobKeys: JobKeys): Promise<Settled[]> {
  const rows = await db.prepared<{ result: Settled['result']; twin: string | null }>(
    SETTLE[all.length - 1]!,
    all.flatMap((one) => valuesOf(one, jobKeys)),
  )
  return rows.map(({ result, twin }, place) => ({
    result,
    twin: twin === null ? undefined : all[place]!.cipher.open(twin),
  }))
}

const PARAMETERS = 18

/** For each number of pages one statement, which settles them in order and then hands their places on. */
const SETTLE = Array.from({ length: MOST_TOGETHER }, (_, most) =>
  Array.from({ length: most + 1 }, (_page, place) => {
    const parameters = Array.from({ length: PARAMETERS }, (_value, nr) => `$${place * PARAMETERS + nr + 1}`)
    const handOn = place === most ? 'hand_on_crawl_places($1)' : 'null'
    return `select result, twin, ${handOn}::text from settle_crawl_page(${parameters.join(', ')})`
  }).join(' union all '),
)

function valuesOf({ page, settlement, cipher }: Settling, jobKeys: JobKeys): unknown[] {
  const done = settlement.outcome === 'done' ? settlement : undefined
  const later = settlement.outcome === 'later' ? settlement : undefined
  const failed = settlement.outcome === 'failed' ? settlement : undefined
  return [
    page.crawlId,
    keyBytes(page.key, cipher),
    page.claimId,
    settlement.outcome,
    'credits' in settlement ? settlement.credits : 0,
    orNull(done?.document, cipher.closeDocument),
    done?.scrapeId ?? null,
    orNull(done?.copy, cipher.mark),
    orNull(done?.exact, cipher.mark),
    orNull(done?.near, cipher.mark),
    orNull(done?.similar, cipher.close),
    failed?.code ?? null,
    orNull('error' in settlement ? settlement.error : undefined, cipher.close),
    orNull(done?.target, (target) => targetEntry(target, cipher, jobKeys)),
    orNull('baseUrl' in settlement ? settlement.baseUrl : undefined, cipher.close),
    later?.laterMs ?? 0,
    orNull(later?.awaited, (key) => keyBytes(key, cipher)),
    settlement.links.length > 0 ? entriesOf(settlement.links, cipher, jobKeys) : null,
  ]
}

function orNull<Value, Written>(value: Value | undefined, write: (value: Value) => Written): Written | null {
  return value === undefined ? null : write(value)
}

function targetEntry(
  target: { key: string; url: string; host: string },
  cipher: JobCipher,
  { hostMark }: JobKeys,
): string {
  const { key, url } = cipher.closePage(target)
  return JSON.stringify({ k: key, u: url, h: hostMark(target.host) })
}

function codeOf(failure: unknown): unknown {
  const { code, cause } = failure as { code?: unknown; cause?: { code?: unknown } }
  return cause?.code ?? code
}

export async function releaseClaim(db: Queryable, claimId: string): Promise<void> {
  await db.prepared(sql`select close_holds(array[${claimId}::uuid], array[null::bigint])`)
}

export async function cipherOfPage(
  { crawlId, isSealed }: Pick<ClaimedPage, 'crawlId' | 'isSealed'>,
  jobKeys: JobKeys,
): Promise<JobCipher | undefined> {
  return isSealed ? await jobKeys.of(crawlId) : PLAIN
}

export function entriesOf(
  found: readonly FoundPage[],
  cipher: JobCipher,
  { hostMark }: Pick<JobKeys, 'hostMark'>,
): string {
  return JSON.stringify(
    found.map((page) => {
      const { key, url } = cipher.closePage(page)
      return {
        k: key,
        u: url,
        h: hostMark(page.host),
        kind: page.kind,
        r: page.rank,
        d: page.depth,
        c: page.chain,
        s: page.parentMark && cipher.close(page.parentMark),
      }
    }),
  )
}

export function repeatsOf(pages: readonly FirstPage[], cipher: JobCipher): string {
  return JSON.stringify(
    pages.map((page) => {
      const { key, url } = cipher.closePage(page)
      return { k: key, f: cipher.mark(page.repeats!), u: url, r: page.rank, d: page.depth }
    }),
  )
}

export function keyBytes(key: string, { mark }: Pick<JobCipher, 'mark'>): Buffer {
  return Buffer.from(mark(key), 'hex')
}
