import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { CommandResponse, Db, JobWithMetadata, PgBoss } from 'pg-boss'

/**
 * A job as held by one process. Every statement is fenced by `retryCount`: an expired claim changes nothing.
 */
type Claim = Pick<JobWithMetadata, 'id' | 'retryCount' | 'retryLimit'>

export interface Failure {
  name: string
  message: string
  code?: string
}

/** Records the end of a run. Each function returns whether the claim was still held. */
export interface Settlement {
  complete(claim: Claim): Promise<boolean>
  retry(claim: Claim, failure: Failure, delaySeconds: number): Promise<boolean>
  failForGood(claim: Claim, failure: Failure): Promise<boolean>
  /** Returns the job to the queue for another process, without using up an attempt. */
  requeue(claim: Claim): Promise<boolean>
}

export function createSettlement(boss: PgBoss, queue: string): Settlement {
  const complete = batchClaims(async (claims: Claim[]) => settledIds(await boss.complete(queue, claims)))

  const fail = async (claim: Claim, failure: Failure, db: Db) =>
    settledIds(await boss.fail(queue, claim, failure, { db })).has(claim.id)

  return {
    complete: (claim) => retryUntilStored(() => complete(claim)),

    retry: (claim, failure, delaySeconds) =>
      retryUntilStored(() =>
        inTransaction(boss, async (db) => {
          if (!(await fail(claim, failure, db))) return false
          await boss.update(queue, undefined, { id: claim.id, startAfter: delaySeconds, db })
          return true
        }),
      ),

    // Only a job that is not running can lose its remaining attempts. So it fails twice: once to return to
    // the queue, and then, without attempts, permanently. Other processes do not see the state in between.
    failForGood: (claim, failure) =>
      retryUntilStored(() =>
        inTransaction(boss, async (db) => {
          if (!(await fail(claim, failure, db))) return false
          if (claim.retryCount >= claim.retryLimit) return true
          await boss.update(queue, undefined, { id: claim.id, retryLimit: 0, db })
          await boss.fail(queue, claim.id, failure, { db })
          return true
        }),
      ),

    // Not retried, because a stopping process has no time for it. Cancelling and resuming in one statement
    // queues the job again even on its last attempt. The next start counts as an attempt, so the limit
    // increases by one. The update also announces the job.
    requeue: (claim) =>
      inTransaction(boss, async (db) => {
        if (!settledIds(await boss.cancel(queue, claim, { db })).has(claim.id)) return false
        await boss.resume(queue, claim.id, { db })
        await boss.update(queue, undefined, { id: claim.id, retryLimit: claim.retryLimit + 1, db })
        return true
      }),
  }
}

export function settledIds(response: CommandResponse): Set<string> {
  return new Set((response as { settled?: string[] }).settled)
}

export async function inTransaction<Result>(
  boss: PgBoss,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const tx = await boss.getDb().beginTransaction!()
  try {
    const result = await work(tx.db)
    await tx.commit()
    return result
  } catch (error) {
    await tx.rollback()
    throw error
  }
}

const MAX_TRIES = 5
const RETRY_PAUSE_MS = 1000

/**
 * All statements are fenced, so one that did arrive is not repeated. After the last try the claim expires.
 */
async function retryUntilStored<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; tries < MAX_TRIES; tries++) {
    try {
      return await attempt()
    } catch {
      await sleep(RETRY_PAUSE_MS, undefined, { ref: false })
    }
  }
  return attempt()
}

function batchClaims(flush: (claims: Claim[]) => Promise<Set<string>>): (claim: Claim) => Promise<boolean> {
  let open: { claims: Claim[]; result: Promise<Set<string>> } | undefined
  let last: Promise<unknown> = Promise.resolve()

  return async (claim) => {
    if (open === undefined) {
      const claims: Claim[] = []
      const result = Promise.all([last, nextTurn()]).then(() => {
        open = undefined
        return flush(claims)
      })
      last = result.catch(() => {})
      open = { claims, result }
    }
    open.claims.push(claim)
    return (await open.result).has(claim.id)
  }
}
