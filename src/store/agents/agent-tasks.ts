import { insufficient } from '../../access/access.ts'
import type { Seal } from '../../access/access.ts'
import { leastBalance, reasonOf } from '../../agent/agent.ts'
import type {
  AgentTasks,
  NewTask,
  TaskKind,
  TaskPlan,
  TaskResult,
  TaskState,
  TaskView,
} from '../../agent/agent.ts'
import { Fault } from '../../fault.ts'
import type { Database, Queryable } from '../database/database.ts'
import { newId } from '../database/keyset.ts'
import { unpack } from '../database/pack.ts'
import type { TargetCredentials } from '../pages/target-credentials.ts'
import { registerWebhook } from '../reports/webhooks.ts'
import { findSeen, readLines } from './agent-steps.ts'

const PAGE_SIZE = 20

interface AgentTasksNeeds {
  /** What closes where a task reports to. */
  targetSeal: Seal
  credentials: TargetCredentials
}

/** Tasks of agents and extractions as those who started them see them. */
export function createAgentTasks(db: Database, needs: AgentTasksNeeds): AgentTasks {
  return {
    start: (task) => db.transaction((tx) => start(tx, task, needs)),

    async find(id, teamId, kind) {
      const [row] = await db.prepared<TaskRow>(
        `select *, ${SEEN_STATE} from agent_tasks where id = $1 and team_id = $2 and kind = $3 and ${IS_KEPT}`,
        [id, teamId, kind],
      )
      return row && (await toView(row))
    },

    async list(teamId, before) {
      const rows = await db.prepared<TaskRow>(
        `select ${COLUMNS}, null::bytea as result, ${SEEN_STATE} from agent_tasks
         where ${IS_LISTED} and created_at < $2 order by created_at desc fetch first ${PAGE_SIZE} rows with ties`,
        [teamId, before ?? 'infinity'],
      )
      const older = await db.prepared(
        `select from agent_tasks where ${IS_LISTED} and created_at < $2 limit 1`,
        [teamId, rows.at(-1)?.created_at ?? '-infinity'],
      )
      return { tasks: await Promise.all(rows.map(toView)), hasMore: older.length > 0 }
    },

    async thread(threadId, teamId) {
      const rows = await db.prepared<TaskRow>(
        `select *, ${SEEN_STATE} from agent_tasks
         where thread_id = $1 and team_id = $2 and kind = 'agent' and ${IS_KEPT} order by turn`,
        [threadId, teamId],
      )
      return await Promise.all(rows.map(toView))
    },

    lines: (id, after) => readLines(db, id, after),
    snapshot: (id, snapshotId) => findSeen(db, id, snapshotId),

    async cancel(id, teamId, kind) {
      const [row] = await db.rows<{ before: TaskState | null }>(
        `select cancel_agent_task($1, $2, $3) as before`,
        [id, teamId, kind],
      )
      return row!.before ?? undefined
    },
  }
}

const IS_KEPT = `(state = 'processing' or expires_at > now())`
const IS_LISTED = `team_id = $1 and kind = 'agent' and ${IS_KEPT}`
/** A task that was cancelled says so at once, although a last step may be under way. */
const SEEN_STATE = `case when cancelled_at is null then state else 'cancelled' end as seen_state,
  case state when 'processing' then now() + result_lifetime() else expires_at end as seen_until`
const COLUMNS = `id, kind, plan, thread_id, turn, cancelled_at, steps, credits_used, engine, error, warning, stop_reason,
  created_at, started_at, ended_at`

interface TaskRow {
  id: string
  kind: TaskKind
  plan: string
  thread_id: string
  turn: number
  seen_state: TaskState
  seen_until: Date
  cancelled_at: Date | null
  steps: number
  credits_used: number
  engine: string | null
  result: Buffer | null
  error: string | null
  warning: string | null
  stop_reason: string | null
  created_at: Date
  started_at: Date | null
  ended_at: Date | null
}

async function toView(row: TaskRow): Promise<TaskView> {
  const packed = row.result === null ? undefined : await unpack(row.result)
  return {
    id: row.id,
    kind: row.kind,
    plan: JSON.parse(row.plan) as TaskPlan,
    threadId: row.thread_id,
    turn: row.turn,
    state: row.seen_state,
    cancelledAt: row.cancelled_at ?? undefined,
    steps: row.steps,
    creditsUsed: row.credits_used,
    engine: row.engine ?? undefined,
    result: packed === undefined ? {} : (JSON.parse(packed.toString()) as TaskResult),
    error: row.error ?? undefined,
    warning: row.warning ?? undefined,
    stopReason: row.stop_reason ?? undefined,
    createdAt: row.created_at,
    startedAt: row.started_at ?? undefined,
    endedAt: row.ended_at ?? undefined,
    expiresAt: row.seen_until,
  }
}

async function start(tx: Queryable, task: NewTask, { targetSeal, credentials }: AgentTasksNeeds) {
  const { kind, teamId, keyId, plan, webhook } = task
  await checkBalance(tx, teamId, leastBalance(plan))
  const id = newId()
  const { threadId, turn } = await takeTurn(tx, task)
  await tx.rows(
    `insert into agent_tasks (id, team_id, api_key_id, kind, plan, reason, thread_id, turn, credits_used, audit)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      id,
      teamId,
      keyId,
      kind,
      JSON.stringify(credentials.close(plan)),
      reasonOf(kind, plan),
      threadId,
      turn,
      plan.spentCredits ?? 0,
      task.audit ?? null,
    ],
  )
  if (webhook) {
    await registerWebhook(tx, targetSeal, { jobId: id, teamId, hook: webhook })
    await tx.rows(`select tell_webhook($1, $2, true, '[]', null, null)`, [id, `${kind}.started`])
  }
  await tx.rows(`select pg_notify('agent_tasks', '')`)
  return { id, threadId, threadTurn: turn }
}

async function checkBalance(tx: Queryable, teamId: string, needed: number): Promise<void> {
  const [row] = await tx.rows<{ amount: number; unlimited: boolean }>(
    `select amount, unlimited from balances where team_id = $1`,
    [teamId],
  )
  if (!row!.unlimited && row!.amount < needed) throw insufficient(needed, row!.amount)
}

/** The next turn of a thread; one at a time, so that each knows what the one before it found. */
async function takeTurn(
  tx: Queryable,
  { threadId, teamId }: NewTask,
): Promise<{ threadId: string; turn: number }> {
  if (threadId === undefined) return { threadId: newId(), turn: 1 }
  await tx.rows(`select pg_advisory_xact_lock(hashtextextended($1, 2))`, [threadId])
  // A turn that was cancelled may end, and expire, after the next one.
  const [last] = await tx.rows<{ id: string; last_turn: number; seen_state: TaskState }>(
    `select id, ${SEEN_STATE}, (select max(turn) from agent_tasks where thread_id = $1) as last_turn from agent_tasks
     where thread_id = $1 and team_id = $2 and kind = 'agent' and ${IS_KEPT} order by turn desc limit 1`,
    [threadId, teamId],
  )
  if (!last) {
    throw new Fault('thread_not_found', 'threadId: there is no thread with this id, or it has expired.')
  }
  if (last.seen_state === 'processing') {
    throw new Fault(
      'thread_busy',
      'threadId: a task of this thread is still running. Wait for its end, or cancel it.',
      {
        details: { runId: last.id },
      },
    )
  }
  return { threadId, turn: last.last_turn + 1 }
}
