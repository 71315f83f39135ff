import type { Seal } from '../../access/access.ts'
import type { Webhook } from '../../contract/webhook.ts'
import type {
  ClaimWish,
  Delivery,
  DeliveryLog,
  DeliveryRecord,
  DeliveryState,
  Outbox,
  Outcome,
  Receiver,
  Target,
} from '../../webhooks/webhooks.ts'
import { batched } from '../database/batched.ts'
import type { Database, Queryable } from '../database/database.ts'
import { pageStart, toPage } from '../database/keyset.ts'
import { isClosed, PLAIN } from '../jobs/job-keys.ts'
import type { JobCipher, JobKeys } from '../jobs/job-keys.ts'

/** Gives a job its webhook, in the transaction that starts the job: it hears everything or nothing. */
export async function registerWebhook(
  tx: Queryable,
  seal: Seal,
  {
    jobId,
    teamId,
    hook,
    cipher = PLAIN,
  }: { jobId: string; teamId: string; hook: Webhook; cipher?: JobCipher },
): Promise<void> {
  const { url, headers, metadata, events } = hook
  const target: Target = { url, headers, metadata }
  await tx.rows(`insert into webhooks (job_id, team_id, events, sealed) values ($1, $2, $3, $4)`, [
    jobId,
    teamId,
    events,
    seal.close(cipher.close(JSON.stringify(target))),
  ])
}

/** What opens the sealed parts of a delivery: where it goes, and the team's secret that it is signed with. */
interface WebhookSeals {
  target: Seal
  secret: Seal
}

/** The deliveries of all jobs. What a job that has a key reports is opened with it. */
export function createOutbox(db: Database, seals: WebhookSeals & { jobKeys: JobKeys }): Outbox {
  const settle = batched((settled: Settled[]) => settleAll(db, settled))
  return {
    async claim(wish) {
      const rows = await claimDue(db, wish)
      const documents = await documentsOf(db, rows)
      return await Promise.all(rows.map((row) => toDelivery(row, documents.get(row.id), seals)))
    },
    settle: ({ id, claimId, jobId, isSealed }, outcome) => settle({ id, claimId, jobId, isSealed, outcome }),
    listen: (hear) => db.listen('webhooks', hear, hear),
  }
}

interface DueRow {
  id: string
  claim_id: string
  job_id: string
  type: string
  success: boolean
  error: string | null
  data: string | null
  document_seq: number | null
  attempts: number
  sealed: Buffer | null
  webhook_secret: Buffer | null
}

function claimDue(db: Queryable, { processId, holding, most }: ClaimWish): Promise<DueRow[]> {
  return db.prepared<DueRow>(`select * from claim_webhook_deliveries($1, $2, $3)`, [processId, holding, most])
}

/**
 * The documents that are the data of deliveries, by the delivery's id; one that expired meanwhile is not among them. Those of
 * a job that was read meanwhile have gone over to the deliveries themselves.
 */
async function documentsOf(db: Queryable, rows: DueRow[]): Promise<Map<string, string>> {
  const wanted = rows.filter((row) => row.document_seq !== null)
  if (wanted.length === 0) return new Map()
  const found = await db.prepared<{ id: string; document: string }>(
    `select wanted.id, c.document from unnest($1::uuid[], $2::uuid[], $3::int[]) as wanted (id, job_id, seq)
     join crawl_documents c on c.crawl_id = wanted.job_id and c.seq = wanted.seq
     union all
     select d.id, d.data from webhook_deliveries d
     where d.id = any ($1) and d.document_seq is null and d.data is not null`,
    [wanted.map((row) => row.id), wanted.map((row) => row.job_id), wanted.map((row) => row.document_seq)],
  )
  return new Map(found.map(({ id, document }) => [id, document]))
}

async function toDelivery(
  row: DueRow,
  document: string | undefined,
  { target: targets, secret: secrets, jobKeys }: WebhookSeals & { jobKeys: JobKeys },
): Promise<Delivery> {
  const target = openedTarget(row, targets)
  const isSealed = target !== undefined && isClosed(target)
  const cipher = isSealed ? await jobKeys.of(row.job_id) : PLAIN
  const { error } = row
  return {
    id: row.id,
    claimId: row.claim_id,
    jobId: row.job_id,
    isSealed,
    type: row.type,
    success: row.success,
    error: error === null || !cipher ? null : cipher.open(error),
    data: cipher ? dataOf(row, document, cipher) : '[]',
    attempts: row.attempts,
    receiver: target === undefined || !cipher ? UNREADABLE : toReceiver(row, cipher.open(target), secrets),
  }
}

const UNREADABLE: Receiver = { state: 'unreadable' }

function toReceiver({ webhook_secret: secret }: DueRow, target: string, secrets: Seal): Receiver {
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

/** Undefined when it was sealed under another root secret. */
function openedTarget({ sealed }: DueRow, targets: Seal): string | undefined {
  try {
    return sealed === null ? undefined : targets.open(sealed)
  } catch {
    return undefined
  }
}

/** An array. A document that was read before it was told stands where other data does. */
function dataOf({ data }: DueRow, document: string | undefined, cipher: JobCipher): string {
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

async function settleAll(db: Queryable, settled: Settled[]): Promise<undefined[]> {
  const failures = settled.map(({ outcome }) => (outcome.result === 'failed' ? outcome : undefined))
  await db.prepared(`select settle_webhook_deliveries($1, $2, $3, $4, $5)`, [
    settled.map(({ id }) => id),
    settled.map(({ claimId }) => claimId),
    settled.map(({ outcome }) => outcome.status),
    settled.map(errorOf),
    failures.map((failure) => failure?.retryInMs ?? null),
  ])
  const sealed = settled.filter(({ isSealed }) => isSealed).map(({ jobId }) => jobId)
  if (sealed.length > 0) await db.prepared(`select forget_job_keys($1)`, [sealed])
  return settled.map(() => undefined)
}

/** What a failed connection says may name the receiver. */
function errorOf({ isSealed, outcome }: Settled): string | null {
  if (outcome.result === 'delivered') return null
  return isSealed && outcome.status === null ? 'The receiver could not be reached.' : outcome.error
}

/** What teams can see of their deliveries. */
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
      const rows = await db.rows<RecordRow>(
        `select id, job_id, type, state, attempts, last_status, last_error, created_at, next_at, ended_at
         from webhook_deliveries where team_id = $1 ${conditions.filter(Boolean).join(' ')}
         order by place desc limit $2`,
        values,
      )
      return toPage(rows.map(toRecord), filter)
    },
  }
}

/** A cursor is the id of a delivery; their order is known to the database alone. */
const PLACE_OF = `(select c.place from webhook_deliveries c where c.team_id = $1 and c.id =`

interface RecordRow {
  id: string
  job_id: string
  type: string
  state: DeliveryState
  attempts: number
  last_status: number | null
  last_error: string | null
  created_at: Date
  next_at: Date
  ended_at: Date | null
}

function toRecord(row: RecordRow): DeliveryRecord {
  return {
    id: row.id,
    jobId: row.job_id,
    type: row.type,
    state: row.state,
    attempts: row.attempts,
    lastStatus: row.last_status,
    lastError: row.last_error,
    createdAt: row.created_at,
    nextAttemptAt: row.state === 'waiting' ? row.next_at : null,
    endedAt: row.ended_at,
  }
}
