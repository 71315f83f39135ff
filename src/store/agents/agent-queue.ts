import type { ClaimedTask, TaskEnd, TaskPlan, TaskQueue } from '../../agent/agent.ts'
import type { Database, Queryable } from '../database/database.ts'
import { createPack } from '../database/pack.ts'
import type { Pack } from '../database/pack.ts'
import type { TargetCredentials } from '../pages/target-credentials.ts'
import { readSteps, storable, writeStep } from './agent-steps.ts'

/** The tasks that are to be worked on. Every change of them is one call of a function in the database. */
export function createAgentQueue(
  db: Database,
  { processId, credentials }: { processId: () => string; credentials: TargetCredentials },
): TaskQueue {
  const pack = createPack()
  return {
    async claim(most, holding) {
      const rows = await db.prepared<ClaimRow>(`select * from claim_agent_tasks($1, $2, $3)`, [
        processId(),
        holding,
        most,
      ])
      const tasks: ClaimedTask[] = []
      for (const row of rows) {
        const plan = JSON.parse(row.plan) as TaskPlan
        try {
          tasks.push(toClaimed(row, credentials.open(plan)))
        } catch (failure) {
          await finish(db, toClaimed(row, plan), { end: unreadable(failure), report: [] }, pack)
        }
      }
      return tasks
    },
    steps: (id) => readSteps(db, id),
    async earlierPages({ threadId, turn }) {
      const rows = await db.prepared<{ page_url: string }>(EARLIER_PAGES, [threadId, turn, MOST_EARLIER])
      return rows.map(({ page_url: url }) => url)
    },
    async hold({ id, claimId }, credits) {
      const [row] = await db.prepared<{ result: 'held' | 'insufficient' | 'cancelled' | 'gone' }>(
        `select hold_for_agent_task($1, $2, $3) as result`,
        [id, claimId, credits],
      )
      return row!.result
    },
    record: (task, step) => writeStep(db, task, step, pack),
    finish: (task, end, report) => finish(db, task, { end, report }, pack),
    async release({ id, claimId }) {
      await db.prepared(`select release_agent_task($1, $2)`, [id, claimId])
    },
    onNews: (hear) => db.listen('agent_tasks', hear, () => hear('')),
  }
}

const MOST_EARLIER = 20

/** Those of the latest turn first, each in the order of its steps. */
const EARLIER_PAGES = `
  select page_url from (
    select s.page_url, max(t.turn) as turn, min(s.seq) as seq
    from agent_tasks t join agent_steps s on s.task_id = t.id
    where t.thread_id = $1 and t.turn < $2 and s.page_url is not null group by s.page_url
  ) p order by turn desc, seq limit $3`

interface ClaimRow {
  id: string
  claim_id: string
  team_id: string
  kind: ClaimedTask['kind']
  plan: string
  thread_id: string
  turn: number
  attempts: number
  is_cancelled: boolean
  created_at: Date
}

function toClaimed(row: ClaimRow, plan: TaskPlan): ClaimedTask {
  return {
    id: row.id,
    claimId: row.claim_id,
    kind: row.kind,
    teamId: row.team_id,
    plan,
    threadId: row.thread_id,
    turn: row.turn,
    attempts: row.attempts,
    isCancelled: row.is_cancelled,
    createdAt: row.created_at,
  }
}

/** A task whose headers cannot be decrypted any more must not visit pages without them. */
function unreadable(failure: unknown): TaskEnd {
  return {
    state: 'failed',
    isBilled: false,
    result: {},
    error: (failure as Error).message,
    stopReason: 'error',
    engine: '',
  }
}

async function finish(
  db: Queryable,
  { id, claimId }: ClaimedTask,
  { end, report }: { end: TaskEnd; report: unknown[] },
  pack: Pack,
): Promise<'ended' | 'cancelled' | 'gone'> {
  const [row] = await db.prepared<{ result: 'ended' | 'cancelled' | 'gone' }>(
    `select finish_agent_task($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as result`,
    [
      id,
      claimId,
      end.state,
      end.isBilled,
      await pack(Buffer.from(JSON.stringify(end.result))),
      storable(end.error),
      storable(end.warning),
      end.stopReason,
      end.engine,
      JSON.stringify(report),
    ],
  )
  return row!.result
}
