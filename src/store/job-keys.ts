import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { createSeal } from '../access/access.ts'
import type { Seal } from '../access/access.ts'
import type { Queryable } from './database.ts'
import { createJobCipher } from './job-cipher.ts'
import type { JobCipher } from './job-cipher.ts'

/** The keys of jobs of which nothing may be kept. */
export interface JobKeys {
  /** Makes the key of a new job, in the transaction that starts it. */
  begin(tx: Queryable, jobId: string): Promise<JobCipher>
  /** Undefined when the job has none, or none any more. */
  of(jobId: string): Promise<JobCipher | undefined>
  /** What a host is known by: visits of all jobs are counted for it, and its name is not kept. */
  hostMark(host: string): string
}

/** So many stay at hand; reading one again costs a statement. */
const MOST_AT_HAND = 1_000
const MOST_HOSTS = 10_000

export function createJobKeys(db: Queryable, rootSecret: string): JobKeys {
  const seal = createSeal(rootSecret, 'job key')
  const hostKey = Buffer.from(hkdfSync('sha256', rootSecret, 'winnow', 'host mark', 32))
  const ciphers = new Map<string, JobCipher>()
  const hosts = new Map<string, string>()
  return {
    async begin(tx, jobId) {
      const secret = randomBytes(32).toString('base64')
      await tx.rows(`insert into job_keys (job_id, sealed) values ($1, $2)`, [jobId, seal.close(secret)])
      return createJobCipher(secret)
    },
    async of(jobId) {
      const known = ciphers.get(jobId)
      if (known) return known
      const [row] = await db.prepared<{ sealed: Buffer }>(`select sealed from job_keys where job_id = $1`, [
        jobId,
      ])
      const secret = row && opened(seal, row.sealed)
      if (secret === undefined) return undefined
      const cipher = createJobCipher(secret)
      remember(ciphers, MOST_AT_HAND, jobId, cipher)
      return cipher
    },
    hostMark(host) {
      const known = hosts.get(host)
      if (known !== undefined) return known
      const mark = createHmac('sha256', hostKey).update(host).digest('base64url').slice(0, HOST_CHARS)
      remember(hosts, MOST_HOSTS, host, mark)
      return mark
    },
  }
}

const HOST_CHARS = 22

/** A key that was sealed under another root secret is lost, and no reason for others to wait. */
function opened(seal: Seal, sealed: Buffer): string | undefined {
  try {
    return seal.open(sealed)
  } catch {
    return undefined
  }
}

/** What came first goes first. */
function remember<Value>(map: Map<string, Value>, most: number, key: string, value: Value): void {
  if (map.size >= most) map.delete(map.keys().next().value!)
  map.set(key, value)
}

/** Forgets keys of jobs that are gone, or were read. */
export async function forgetJobKeys(db: Queryable): Promise<void> {
  await db.rows(`select forget_job_keys(array(select job_id from job_keys))`)
}
