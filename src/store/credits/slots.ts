import type { SlotTable } from '../../access/access.ts'
import type { Log } from '../../log.ts'
import { createBatched } from '../database/create-batched.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/** How often the table is compared, in case a notification was lost or a process died with slots. */
const RECONCILE_MS = 1_000

/**
 * The slots of all teams. The table is unlogged: after a crash every process adds its slots again within a
 * second.
 */
export async function openSlots(
  db: Database,
  processId: () => string,
  log: Log,
): Promise<SlotTable & AsyncDisposable> {
  const held = new Map<string, string>()
  const waiting = new Map<string, string>()
  let onGranted: (slotId: string) => void = () => {}

  function grant(ids: string[]): void {
    for (const id of ids) {
      const teamId = waiting.get(id)
      if (teamId === undefined) continue
      waiting.delete(id)
      held.set(id, teamId)
      onGranted(id)
    }
  }

  const request = createBatched(async (items: { id: string; teamId: string }[]) => {
    for (const { id, teamId } of items) waiting.set(id, teamId)
    grant(await requestSlots(db, processId(), items))
    return items.map(({ id }) => (held.has(id) ? ('active' as const) : ('waiting' as const)))
  })
  const returnBatched = createBatched(async (ids: string[]) => {
    const rows = await db.prepared<{ id: string }>(sql`select return_slots(${processId()}, ${ids}) as id`)
    grant(rows.map((row) => row.id))
  })

  async function release(id: string): Promise<void> {
    held.delete(id)
    waiting.delete(id)
    // A slot that cannot be released now is released by `reconcile`. The finished work must not fail for it.
    await returnBatched(id).catch((cause: unknown) => log.warn({ err: cause }, 'cannot release a slot yet'))
  }

  /**
   * Makes the table agree with this process. Rows can be missing after a crash, or left over after a failed
   * release. A request is in `waiting` before its row exists, so a row unknown to this process is orphaned.
   */
  async function reconcile(): Promise<void> {
    if (held.size > 0) await reinsertHeld(db, processId(), held)
    if (waiting.size > 0) grant(await requestAgain(db, processId(), waiting))
    const rows = await db.prepared<{ id: string }>(sql`
      select id from slots where process_id = ${processId()}`)
    const orphaned = rows.filter(({ id }) => !held.has(id) && !waiting.has(id))
    await Promise.all(orphaned.map(({ id }) => returnBatched(id)))
  }

  const listener = await db.listen('slots', (payload) => {
    const [owner, id] = payload.split(' ')
    if (owner === processId() && id !== undefined) grant([id])
  })
  let reconciling = Promise.resolve()
  const timer = setInterval(() => {
    reconciling = reconciling
      .then(reconcile)
      .catch((cause: unknown) => log.warn({ err: cause }, 'cannot compare the slots with the database'))
  }, RECONCILE_MS)

  return {
    request: (id, teamId) => request({ id, teamId }),
    release,
    onGranted: (callback) => void (onGranted = callback),
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await reconciling
      await listener[Symbol.asyncDispose]()
    },
  }
}

async function requestSlots(db: Database, processId: string, items: { id: string; teamId: string }[]) {
  const rows = await db.prepared<{ id: string }>(sql`
    select request_slots(${processId}, ${items.map((item) => item.id)},
      ${items.map((item) => item.teamId)}) as id`)
  return rows.map((row) => row.id)
}

async function requestAgain(
  db: Database,
  processId: string,
  waiting: Map<string, string>,
): Promise<string[]> {
  const items = [...waiting].map(([id, teamId]) => ({ id, teamId }))
  const granted = await requestSlots(db, processId, items)
  const earlier = await db.rows<{ id: string }>(sql`
    select id from slots where active and id = any (${items.map((item) => item.id)})`)
  return [...granted, ...earlier.map((row) => row.id)]
}

async function reinsertHeld(db: Database, processId: string, held: Map<string, string>): Promise<void> {
  await db.prepared(sql`insert into slots (id, team_id, process_id, active)
    select id, team_id, ${processId}, true from unnest(${[...held.keys()]}::uuid[],
      ${[...held.values()]}::uuid[]) as s (id, team_id) on conflict do nothing`)
}
