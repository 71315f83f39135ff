import { insufficient } from '../../access/access.ts'
import type { Seal } from '../../access/access.ts'
import { minimumBalance, billingReasonOf } from '../../agent/agent.ts'
import type {
  AgentTasks,
  ClaimedTask,
  NewTask,
  Observation,
  Step,
  TraceStep,
  TaskEnd,
  TaskPlan,
  TaskQueue,
  TaskResult,
  TaskState,
  TaskView,
} from '../../agent/agent.ts'
import { balanceOf } from '../credits/ledger.ts'
import { Fault } from '../../fault.ts'
import { storable, withoutNulls } from '../database/database.ts'
import type { Database, Queryable } from '../database/database.ts'
import { newId } from '../database/keyset.ts'
import { createPack, unpack } from '../database/pack.ts'
import { raw, sql } from '../database/sql.ts'
import type { TargetCredentials } from '../pages/target-credentials.ts'
import { reportStart } from '../reports/webhooks.ts'

export function createAgentQueue(
  db: Database,
  { processId, credentials }: { processId: () => string; credentials: TargetCredentials },
): TaskQueue {
  const pack = createPack()
  const packed = (value: unknown) => pack(Buffer.from(JSON.stringify(value)))

  async function finish(
    { id, claimId }: Pick<ClaimedTask, 'id' | 'claimId'>,
    end: TaskEnd,
    report: unknown[],
  ) {
    const [row] = await db.prepared<{ result: 'ended' | 'cancelled' | 'gone' }>(sql`
      select finish_agent_task(${id}, ${claimId}, ${end.state}, ${end.isBilled}, ${await packed(end.result)},
        ${end.error && storable(end.error)}, ${end.warning && storable(end.warning)}, ${end.stopReason},
        ${end.engine}, ${JSON.stringify(report)}) as result`)
    return row!.result
  }

  return {
    async claim(most, holding) {
      const rows = await db.prepared<Omit<ClaimedTask, 'plan'> & { plan: string }>(sql`
        select id, claim_id as "claimId", kind, team_id as "teamId", plan, thread_id as "threadId", turn, attempts,
          is_cancelled as "isCancelled", created_at as "createdAt"
        from claim_agent_tasks(${processId()}, ${holding}, ${most})`)
      const tasks: ClaimedTask[] = []
      for (const row of rows) {
        const plan = JSON.parse(row.plan) as TaskPlan
        try {
          tasks.push({ ...row, plan: credentials.open(plan) })
        } catch (failure) {
          await finish(row, unreadable(failure), [])
        }
      }
      return tasks
    },
    steps: (id) => readSteps(db, id),
    async earlierPages({ threadId, turn }) {
      const rows = await db.prepared<{ url: string }>(sql`
        select url from (
          select s.page_url as url, max(t.turn) as turn, min(s.seq) as seq
          from agent_tasks t join agent_steps s on s.task_id = t.id
          where t.thread_id = ${threadId} and t.turn < ${turn} and s.page_url is not null group by s.page_url
        ) p order by turn desc, seq limit ${MOST_EARLIER}`)
      return rows.map(({ url }) => url)
    },
    async hold({ id, claimId }, credits) {
      const [row] = await db.prepared<{ result: 'held' | 'insufficient' | 'cancelled' | 'gone' }>(sql`
        select hold_for_agent_task(${id}, ${claimId}, ${credits}) as result`)
      return row!.result
    },
    async record({ id, claimId }, { seq, move, seen, credits, beganAt, summary, report }) {
      const broughtSomething = seen.kind === 'visit' && seen.value !== undefined
      const [row] = await db.prepared<{ result: 'recorded' | 'cancelled' | 'gone' }>(sql`
        select record_agent_step(${id}, ${claimId}, ${seq}, ${JSON.stringify(move)}, ${await packed(seen)},
          ${broughtSomething ? storable(seen.url) : null}, ${credits}, ${beganAt}, ${JSON.stringify(summary)},
          ${report === undefined ? null : JSON.stringify(report)}) as result`)
      return row!.result
    },
    finish,
    async release({ id, claimId }) {
      await db.prepared(sql`select release_agent_task(${id}, ${claimId})`)
    },
    onNotification: (hear) => db.listen('agent_tasks', hear, () => hear('')),
  }
}

const MOST_EARLIER = 20

/** A task whose headers cannot be decrypted any more must not visit pages without them. */
function unreadable(failure: unknown): TaskEnd {
  const error = (failure as Error).message
  return { state: 'failed', isBilled: false, result: {}, error, stopReason: 'error', engine: '' }
}

const CHUNK = 50

async function* readSteps(db: Queryable, taskId: string): AsyncGenerator<Step> {
  for (let last = 0; ;) {
    const rows = await db.prepared<{ seq: number; move: string; seen: Buffer; credits: number }>(sql`
      select seq, move, seen, credits from agent_steps where task_id = ${taskId} and seq > ${last}
      order by seq limit ${raw(CHUNK)}`)
    for (const { move, seen, credits } of rows) {
      yield { move: JSON.parse(move) as Step['move'], seen: await unpacked<Observation>(seen), credits }
    }
    if (rows.length < CHUNK) return
    last = rows.at(-1)!.seq
  }
}

async function unpacked<Value>(packed: Buffer): Promise<Value> {
  return JSON.parse((await unpack(packed)).toString()) as Value
}

const PAGE_SIZE = 20

interface AgentTasksNeeds {
  targetSeal: Seal
  credentials: TargetCredentials
}

export function createAgentTasks(db: Database, needs: AgentTasksNeeds): AgentTasks {
  return {
    start: (task) => db.transaction((tx) => start(tx, task, needs)),

    async find(id, teamId, kind) {
      const [row] = await db.prepared<TaskRow>(sql`
        select ${raw(COLUMNS)}, result from agent_tasks where id = ${id} and team_id = ${teamId}
          and kind = ${kind} and ${raw(IS_KEPT)}`)
      return row && (await toView(row))
    },

    async list(teamId, before) {
      const isListed = sql`team_id = ${teamId} and kind = 'agent' and ${raw(IS_KEPT)}`
      const rows = await db.prepared<TaskRow>(sql`
        select ${raw(COLUMNS)} from agent_tasks where ${isListed} and created_at < ${before ?? 'infinity'}
        order by created_at desc fetch first ${raw(PAGE_SIZE)} rows with ties`)
      const older = await db.prepared(sql`
        select from agent_tasks where ${isListed} and created_at < ${rows.at(-1)?.createdAt ?? '-infinity'} limit 1`)
      return { tasks: await Promise.all(rows.map(toView)), hasMore: older.length > 0 }
    },

    async thread(threadId, teamId) {
      const rows = await db.prepared<TaskRow>(sql`select ${raw(COLUMNS)}, result from agent_tasks
        where thread_id = ${threadId} and team_id = ${teamId} and kind = 'agent' and ${raw(IS_KEPT)}
          order by turn`)
      return await Promise.all(rows.map(toView))
    },

    async traceSteps(id, after) {
      const rows = await db.prepared<Omit<TraceStep, 'summary'> & { summary: string }>(sql`
        select seq, summary, credits, snapshot_id as "snapshotId", began_at as "beganAt", ended_at as "endedAt"
        from agent_steps where task_id = ${id} and seq > ${after} order by seq`)
      return rows.map((row) => ({ ...row, summary: JSON.parse(row.summary) as TraceStep['summary'] }))
    },

    async snapshot(id, snapshotId) {
      const [row] = await db.prepared<{ seen: Buffer }>(sql`
        select seen from agent_steps where task_id = ${id} and snapshot_id = ${snapshotId}`)
      return row && (await unpacked<Observation>(row.seen))
    },

    async cancel(id, teamId, kind) {
      const [row] = await db.rows<{ before: TaskState | null }>(sql`
        select cancel_agent_task(${id}, ${teamId}, ${kind}) as before`)
      return row!.before ?? undefined
    },
  }
}

const IS_KEPT = `(state = 'processing' or expires_at > now())`
/** A task that was cancelled says so at once, although a last step may be under way. */
const SEEN_STATE = `case when cancelled_at is null then state else 'cancelled' end`
const COLUMNS = `id, kind, plan, thread_id as "threadId", turn, ${SEEN_STATE} as state, cancelled_at as "cancelledAt", steps,
  credits_used as "creditsUsed", engine, error, warning, stop_reason as "stopReason", created_at as "createdAt",
  started_at as "startedAt", ended_at as "endedAt",
  case state when 'processing' then now() + result_lifetime() else expires_at end as "expiresAt"`

type TaskRow = Omit<TaskView, 'plan' | 'result'> & { plan: string; result?: Buffer }

async function toView(row: TaskRow): Promise<TaskView> {
  const { plan, result, ...task } = withoutNulls<TaskRow>(row)
  return {
    ...task,
    plan: JSON.parse(plan) as TaskPlan,
    result: result === undefined ? {} : await unpacked<TaskResult>(result),
  }
}

async function start(tx: Queryable, task: NewTask, { targetSeal, credentials }: AgentTasksNeeds) {
  const { kind, teamId, keyId, plan, webhook } = task
  const [needed, balance] = [minimumBalance(plan), await balanceOf(tx, teamId)]
  if (balance < needed) throw insufficient(needed, balance)
  const id = newId()
  const { threadId, turn } = await takeTurn(tx, task)
  await tx.rows(sql`
    insert into agent_tasks (id, team_id, api_key_id, kind, plan, reason, thread_id, turn, credits_used,
      audit)
    values (${id}, ${teamId}, ${keyId}, ${kind}, ${JSON.stringify(credentials.close(plan))},
      ${billingReasonOf(kind, plan)}, ${threadId}, ${turn}, ${plan.spentCredits ?? 0}, ${task.audit ?? null})`)
  if (webhook) await reportStart(tx, targetSeal, `${kind}.started`, { jobId: id, teamId, hook: webhook })
  await tx.rows(`select pg_notify('agent_tasks', '')`)
  return { id, threadId, threadTurn: turn }
}

async function takeTurn(tx: Queryable, { threadId, teamId }: NewTask) {
  if (threadId === undefined) return { threadId: newId(), turn: 1 }
  await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${threadId}, 2))`)
  // A turn that was cancelled may end, and expire, after the next one.
  const [last] = await tx.rows<{ id: string; lastTurn: number; state: TaskState }>(sql`
    select id, ${raw(SEEN_STATE)} as state,
      (select max(turn) from agent_tasks where thread_id = ${threadId}) as "lastTurn"
    from agent_tasks where thread_id = ${threadId} and team_id = ${teamId} and kind = 'agent' and ${raw(IS_KEPT)}
    order by turn desc limit 1`)
  if (!last) {
    throw new Fault('thread_not_found', 'threadId: there is no thread with this id, or it has expired.')
  }
  if (last.state === 'processing') {
    throw new Fault(
      'thread_busy',
      'threadId: a task of this thread is still running. Wait for its end, or cancel it.',
      { details: { runId: last.id } },
    )
  }
  return { threadId, turn: last.lastTurn + 1 }
}
