import type { Seal } from '../../access/access.ts'
import type { Webhook } from '../../contract/webhook.ts'
import type {
  Delivery,
  DeliveryLog,
  DeliveryRecord,
  Outbox,
  Outcome,
  Receiver,
  Target,
} from '../../webhooks/webhooks.ts'
import { batched } from '../database/batched.ts'
import type { Database, Queryable } from '../database/database.ts'
import { pageStart, toPage } from '../database/keyset.ts'
import { sql } from '../database/sql.ts'
import { isClosed, openOrLost, PLAIN } from '../jobs/job-keys.ts'
import type { JobCipher, JobKeys } from '../jobs/job-keys.ts'

interface HookedJob {
  jobId: string
  teamId: string
  hook: Webhook
  cipher?: JobCipher
}

/** Gives a job its webhook, in the transaction that starts the job: it hears everything or nothing. */
export async function registerWebhook(
  tx: Queryable,
  seal: Seal,
  { jobId, teamId, hook, cipher = PLAIN }: HookedJob,
): Promise<void> {
  const { url, headers, metadata, events } = hook
  const target: Target = { url, headers, metadata }
  const sealed = seal.close(cipher.close(JSON.stringify(target)))
  await tx.rows(sql`
    insert into webhooks (job_id, team_id, events, sealed) values (${jobId}, ${teamId}, ${events}, ${sealed})`)
}

/** The same, and reports the start of the job as an event of this type. */
export async function reportStart(tx: Queryable, seal: Seal, type: string, job: HookedJob): Promise<void> {
  await registerWebhook(tx, seal, job)
  await tx.rows(sql`select tell_webhook(${job.jobId}, ${type}, true, '[]', null, null)`)
}

interface WebhookSeals {
  target: Seal
  secret: Seal
}

export function createOutbox(db: Database, seals: WebhookSeals & { jobKeys: JobKeys }): Outbox {
  const settle = batched((settled: Settled[]) => settleAll(db, settled))
  return {
    async claim({ processId, holding, most }) {
      const rows = await db.prepared<DueRow>(sql`
        select id, claim_id as "claimId", job_id as "jobId", type, success, error, data, attempts, sealed,
          document_seq as "documentSeq", webhook_secret as "webhookSecret"
        from claim_webhook_deliveries(${processId}, ${holding}, ${most})`)
      const documents = await documentsOf(db, rows)
      return await Promise.all(rows.map((row) => toDelivery(row, documents.get(row.id), seals)))
    },
    settle: ({ id, claimId, jobId, isSealed }, outcome) => settle({ id, claimId, jobId, isSealed, outcome }),
    listen: (hear) => db.listen('webhooks', hear, hear),
  }
}

type DueRow = Pick<Delivery, 'id' | 'claimId' | 'jobId' | 'type' | 'success' | 'error' | 'attempts'> & {
  data: string | null
  documentSeq: number | null
  sealed: Buffer | null
  webhookSecret: Buffer | null
}

/**
 * The documents that deliveries carry, by delivery id. Those of a job that was read meanwhile are in the
 * deliveries themselves.
 */
async function documentsOf(db: Queryable, rows: DueRow[]): Promise<Map<string, string>> {
  const wanted = rows.filter((row) => row.documentSeq !== null)
  if (wanted.length === 0) return new Map()
  const ids = wanted.map((row) => row.id)
  const found = await db.prepared<{ id: string; document: string }>(sql`
    select wanted.id, c.document
    from unnest(${ids}::uuid[], ${wanted.map((row) => row.jobId)}::uuid[],
      ${wanted.map((row) => row.documentSeq)}::int[]) as wanted (id, job_id, seq)
    join crawl_documents c on c.crawl_id = wanted.job_id and c.seq = wanted.seq
    union all
    select d.id, d.data from webhook_deliveries d
    where d.id = any (${ids}::uuid[]) and d.document_seq is null and d.data is not null`)
  return new Map(found.map(({ id, document }) => [id, document]))
}

async function toDelivery(
  row: DueRow,
  document: string | undefined,
  { target: targets, secret: secrets, jobKeys }: WebhookSeals & { jobKeys: JobKeys },
): Promise<Delivery> {
  const { data, documentSeq: _, sealed, webhookSecret, ...delivery } = row
  const target = sealed === null ? undefined : openOrLost(targets, sealed)
  const isSealed = target !== undefined && isClosed(target)
  const cipher = isSealed ? await jobKeys.of(row.jobId) : PLAIN
  return {
    ...delivery,
    isSealed,
    error: row.error === null || !cipher ? null : cipher.open(row.error),
    data: cipher ? dataOf(data, document, cipher) : '[]',
    receiver:
      target === undefined || !cipher ? UNREADABLE : toReceiver(webhookSecret, cipher.open(target), secrets),
  }
}

const UNREADABLE: Receiver = { state: 'unreadable' }

function toReceiver(secret: Buffer | null, target: string, secrets: Seal): Receiver {
  try {
    return {
      state: 'ready',
      target: JSON.parse(target) as Target,
      secret: secret === null ? undefined : secrets.open(secret),
    }
  } catch {
    return UNREADABLE
  }
}

/** An array. A document that was read before it was told stands where other data does. */
function dataOf(data: string | null, document: string | undefined, cipher: JobCipher): string {
  const whole = document ?? (data?.startsWith('{') ? data : undefined)
  return whole === undefined ? cipher.openJson(data ?? '[]') : `[${cipher.openDocument(whole)}]`
}

interface Settled {
  id: string
  claimId: string
  jobId: string
  isSealed: boolean
  outcome: Outcome
}

async function settleAll(db: Queryable, settled: Settled[]): Promise<void> {
  const failures = settled.map(({ outcome }) => (outcome.result === 'failed' ? outcome : undefined))
  await db.prepared(sql`
    select settle_webhook_deliveries(${settled.map(({ id }) => id)}, ${settled.map(({ claimId }) => claimId)},
      ${settled.map(({ outcome }) => outcome.status)}, ${settled.map(errorOf)},
      ${failures.map((failure) => failure?.retryInMs ?? null)})`)
  const sealed = settled.filter(({ isSealed }) => isSealed).map(({ jobId }) => jobId)
  if (sealed.length > 0) await db.prepared(sql`select forget_job_keys(${sealed})`)
}

/** What a failed connection says may name the receiver. */
function errorOf({ isSealed, outcome }: Settled): string | null {
  if (outcome.result === 'delivered') return null
  return isSealed && outcome.status === null ? 'The receiver could not be reached.' : outcome.error
}

export function createDeliveryLog(db: Queryable): DeliveryLog {
  return {
    async list(teamId, filter) {
      const values: unknown[] = [teamId, filter.limit + 1]
      // Only what was given stands in the text: one plan serves all values, and would use no index otherwise.
      const conditions = [
        filter.jobId && `and job_id = $${values.push(filter.jobId)}`,
        filter.state && `and state = $${values.push(filter.state)}`,
        filter.cursor && `and place < ${PLACE_OF} $${values.push(pageStart(filter))})`,
      ]
      const rows = await db.rows<DeliveryRecord>(
        `select id, job_id as "jobId", type, state, attempts, last_status as "lastStatus", last_error as "lastError",
           created_at as "createdAt", case state when 'waiting' then next_at end as "nextAttemptAt", ended_at as "endedAt"
         from webhook_deliveries where team_id = $1 ${conditions.filter(Boolean).join(' ')}
         order by place desc limit $2`,
        values,
      )
      return toPage(rows, filter)
    },
  }
}

/** A cursor is the id of a delivery; their order is known to the database alone. */
const PLACE_OF = `(select c.place from webhook_deliveries c where c.team_id = $1 and c.id =`
