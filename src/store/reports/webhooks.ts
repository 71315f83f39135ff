import type { Cipher } from '../../access/access.ts'
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
import { createBatched } from '../database/create-batched.ts'
import type { Database, Queryable } from '../database/database.ts'
import { pageStart, toPage } from '../database/keyset.ts'
import { sql } from '../database/sql.ts'
import { isEncryptedText, tryDecrypt, NO_ENCRYPTION } from '../jobs/job-keys.ts'
import type { JobCipher, JobKeys } from '../jobs/job-keys.ts'

interface JobWebhook {
  jobId: string
  teamId: string
  hook: Webhook
  cipher?: JobCipher
}

/** Gives a job its webhook in the transaction that starts the job, so that no event is missed. */
export async function registerWebhook(
  tx: Queryable,
  webhookCipher: Cipher,
  { jobId, teamId, hook, cipher = NO_ENCRYPTION }: JobWebhook,
): Promise<void> {
  const { url, headers, metadata, events } = hook
  const target: Target = { url, headers, metadata }
  const encrypted = webhookCipher.encrypt(cipher.encrypt(JSON.stringify(target)))
  await tx.rows(sql`
    insert into webhooks (job_id, team_id, events, sealed) values (${jobId}, ${teamId}, ${events}, ${encrypted})`)
}

/** Registers the webhook, and reports the start of the job as an event of this type. */
export async function reportStart(
  tx: Queryable,
  webhookCipher: Cipher,
  type: string,
  job: JobWebhook,
): Promise<void> {
  await registerWebhook(tx, webhookCipher, job)
  await tx.rows(sql`select tell_webhook(${job.jobId}, ${type}, true, '[]', null, null)`)
}

interface WebhookCiphers {
  target: Cipher
  secret: Cipher
}

export function createOutbox(db: Database, ciphers: WebhookCiphers & { jobKeys: JobKeys }): Outbox {
  const settle = createBatched((settled: SettledDelivery[]) => settleAll(db, settled))
  return {
    async claim({ processId, heldClaimIds, limit }) {
      const rows = await db.prepared<DueDeliveryRow>(sql`
        select id, claim_id as "claimId", job_id as "jobId", type, success, error, data, attempts, sealed,
          document_seq as "documentSeq", webhook_secret as "webhookSecret"
        from claim_webhook_deliveries(${processId}, ${heldClaimIds}, ${limit})`)
      const documents = await documentsOf(db, rows)
      return await Promise.all(rows.map((row) => toDelivery(row, documents.get(row.id), ciphers)))
    },
    settle: ({ id, claimId, jobId, isEncrypted }, outcome) =>
      settle({ id, claimId, jobId, isEncrypted, outcome }),
    listen: (onNotice) => db.listen('webhooks', onNotice, onNotice),
  }
}

type DueDeliveryRow = Pick<
  Delivery,
  'id' | 'claimId' | 'jobId' | 'type' | 'success' | 'error' | 'attempts'
> & {
  data: string | null
  documentSeq: number | null
  sealed: Buffer | null
  webhookSecret: Buffer | null
}

/**
 * The documents for deliveries, by delivery id. If a job was read and erased meanwhile, the deliveries
 * contain them.
 */
async function documentsOf(db: Queryable, rows: DueDeliveryRow[]): Promise<Map<string, string>> {
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
  row: DueDeliveryRow,
  document: string | undefined,
  { target: targetCipher, secret: secretCipher, jobKeys }: WebhookCiphers & { jobKeys: JobKeys },
): Promise<Delivery> {
  const { data, documentSeq: _, sealed, webhookSecret, ...delivery } = row
  const target = sealed === null ? undefined : tryDecrypt(targetCipher, sealed)
  const isEncrypted = target !== undefined && isEncryptedText(target)
  const cipher = isEncrypted ? await jobKeys.findCipher(row.jobId) : NO_ENCRYPTION
  return {
    ...delivery,
    isEncrypted,
    error: row.error === null || !cipher ? null : cipher.decrypt(row.error),
    data: cipher ? dataOf(data, document, cipher) : '[]',
    receiver:
      target === undefined || !cipher
        ? UNREADABLE_RECEIVER
        : toReceiver(webhookSecret, cipher.decrypt(target), secretCipher),
  }
}

const UNREADABLE_RECEIVER: Receiver = { state: 'unreadable' }

function toReceiver(secret: Buffer | null, target: string, secretCipher: Cipher): Receiver {
  try {
    return {
      state: 'ready',
      target: JSON.parse(target) as Target,
      secret: secret === null ? undefined : secretCipher.decrypt(secret),
    }
  } catch {
    return UNREADABLE_RECEIVER
  }
}

/** A JSON array. A document whose job was erased before the delivery is stored like other data. */
function dataOf(data: string | null, document: string | undefined, cipher: JobCipher): string {
  const storedDocument = document ?? (data?.startsWith('{') ? data : undefined)
  return storedDocument === undefined
    ? cipher.decryptJson(data ?? '[]')
    : `[${cipher.decryptDocument(storedDocument)}]`
}

interface SettledDelivery {
  id: string
  claimId: string
  jobId: string
  isEncrypted: boolean
  outcome: Outcome
}

async function settleAll(db: Queryable, settled: SettledDelivery[]): Promise<void> {
  const failures = settled.map(({ outcome }) => (outcome.result === 'failed' ? outcome : undefined))
  await db.prepared(sql`
    select settle_webhook_deliveries(${settled.map(({ id }) => id)}, ${settled.map(({ claimId }) => claimId)},
      ${settled.map(({ outcome }) => outcome.status)}, ${settled.map(errorOf)},
      ${failures.map((failure) => failure?.retryInMs ?? null)})`)
  const sealed = settled.filter(({ isEncrypted }) => isEncrypted).map(({ jobId }) => jobId)
  if (sealed.length > 0) await db.prepared(sql`select forget_job_keys(${sealed})`)
}

/** The error of a failed connection may contain the receiver's host. */
function errorOf({ isEncrypted, outcome }: SettledDelivery): string | null {
  if (outcome.result === 'delivered') return null
  return isEncrypted && outcome.status === null ? 'The receiver is unreachable.' : outcome.error
}

export function createDeliveryLog(db: Queryable): DeliveryLog {
  return {
    async list(teamId, filter) {
      const values: unknown[] = [teamId, filter.limit + 1]
      // Only given filters are in the text: with one plan for all values, optional filters would prevent the
      // use of an index.
      const conditions = [
        filter.jobId && `and job_id = $${values.push(filter.jobId)}`,
        filter.state && `and state = $${values.push(filter.state)}`,
        filter.cursor && `and place < ${POSITION_OF} $${values.push(pageStart(filter))})`,
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

/** A cursor is the id of a delivery; only the database knows their order. */
const POSITION_OF = `(select c.place from webhook_deliveries c where c.team_id = $1 and c.id =`
