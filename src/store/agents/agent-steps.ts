import type { NewStep, Seen, Step, StepLine } from '../../agent/agent.ts'
import type { Queryable } from '../database/database.ts'
import { unpack } from '../database/pack.ts'
import type { Pack } from '../database/pack.ts'

/** So many steps are read at once. */
const CHUNK = 50

/** The steps of a task, in their order. */
export async function* readSteps(db: Queryable, taskId: string): AsyncGenerator<Step> {
  for (let last = 0; ;) {
    const rows = await db.prepared<{ seq: number; move: string; seen: Buffer; credits: number }>(
      `select seq, move, seen, credits from agent_steps where task_id = $1 and seq > $2 order by seq limit ${CHUNK}`,
      [taskId, last],
    )
    for (const { move, seen, credits } of rows) {
      yield { move: JSON.parse(move) as Step['move'], seen: await unpackSeen(seen), credits }
    }
    if (rows.length < CHUNK) return
    last = rows.at(-1)!.seq
  }
}

interface LineRow {
  seq: number
  summary: string
  credits: number
  snapshot_id: string
  began_at: Date
  ended_at: Date
}

/** What is told of the steps after the first so many. */
export async function readLines(db: Queryable, taskId: string, after: number): Promise<StepLine[]> {
  const rows = await db.prepared<LineRow>(
    `select seq, summary, credits, snapshot_id, began_at, ended_at from agent_steps
     where task_id = $1 and seq > $2 order by seq`,
    [taskId, after],
  )
  return rows.map((row) => ({
    seq: row.seq,
    summary: JSON.parse(row.summary) as StepLine['summary'],
    credits: row.credits,
    snapshotId: row.snapshot_id,
    beganAt: row.began_at,
    endedAt: row.ended_at,
  }))
}

export async function findSeen(db: Queryable, taskId: string, snapshotId: string): Promise<Seen | undefined> {
  const [row] = await db.prepared<{ seen: Buffer }>(
    `select seen from agent_steps where task_id = $1 and snapshot_id = $2`,
    [taskId, snapshotId],
  )
  return row && (await unpackSeen(row.seen))
}

async function unpackSeen(packed: Buffer): Promise<Seen> {
  return JSON.parse((await unpack(packed)).toString()) as Seen
}

export async function writeStep(
  db: Queryable,
  { id, claimId }: { id: string; claimId: string },
  { seq, move, seen, credits, beganAt, summary, report }: NewStep,
  pack: Pack,
): Promise<'recorded' | 'cancelled' | 'gone'> {
  const broughtSomething = seen.kind === 'visit' && seen.value !== undefined
  const [row] = await db.prepared<{ result: 'recorded' | 'cancelled' | 'gone' }>(
    `select record_agent_step($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as result`,
    [
      id,
      claimId,
      seq,
      JSON.stringify(move),
      await pack(Buffer.from(JSON.stringify(seen))),
      broughtSomething ? storable(seen.url) : null,
      credits,
      beganAt,
      JSON.stringify(summary),
      report === undefined ? null : JSON.stringify(report),
    ],
  )
  return row!.result
}

/** Texts may quote a page, and the database takes neither U+0000 nor half a character; JSON escapes both. */
export function storable(text: string | undefined): string | null {
  return text?.replaceAll('\0', '').toWellFormed() ?? null
}
