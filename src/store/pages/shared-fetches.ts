import { randomUUID } from 'node:crypto'
import type { Log } from '../../log.ts'
import type { FetchRole, SharedFetches, FetchOutcome } from '../../scrape/scrape.ts'
import { createBatched } from '../database/create-batched.ts'
import type { Database, Queryable } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/**
 * How often shared fetches of other processes are checked, in case a notification was lost or their process
 * died.
 */
const POLL_MS = 1_000

/** All callers in this process for one key. One of them queries the database, or fetches, for all. */
interface WaitingGroup {
  key: string
  waiting: Set<Waiter>
  /** The shared fetch of another process that the group waits for; undefined while querying or fetching. */
  awaitedFetchId: string | undefined
}

interface Waiter {
  resolve(joined: FetchRole): void
  reject(reason: unknown): void
}

/**
 * Callers within the process are notified directly, other processes by the database. A key has one group per
 * process, and a group has one query at a time.
 */
export async function openSharedFetches(
  db: Database,
  processId: () => string,
  log: Log,
): Promise<SharedFetches & AsyncDisposable> {
  const table = createFetchTable(db, processId)
  const { join, look: poll } = createGroups(table, log)
  const listener = await db.listen(
    'flights',
    (flightId) => void poll(({ awaitedFetchId }) => awaitedFetchId === flightId),
    () => void poll(),
  )
  let polling = Promise.resolve()
  const timer = setInterval(() => {
    polling = polling
      .then(table.removeUncertain)
      .then(() => poll())
      .catch((cause: unknown) => warnOfFailedPoll(log, cause))
  }, POLL_MS)

  return {
    join,
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await polling
      await listener[Symbol.asyncDispose]()
    },
  }
}

function warnOfFailedPoll(log: Log, cause: unknown): undefined {
  log.warn({ err: cause }, 'cannot check the running shared fetches')
}

function createGroups(table: FetchTable, log: Log) {
  const groups = new Map<string, WaitingGroup>()

  async function register(group: WaitingGroup): Promise<void> {
    group.awaitedFetchId = undefined
    try {
      const { id, isOwn } = await table.join(group.key)
      if (isOwn) return startLeading(group, id)
      group.awaitedFetchId = id
    } catch (failure) {
      return closeGroup(group, ({ reject }) => reject(failure))
    }
    if (group.waiting.size === 0) closeGroup(group)
    // It may have finished, and sent its notification, before this group waited for it.
    else await poll((one) => one === group)
  }

  /** The longest-waiting caller becomes the leader. Without callers, the shared fetch is abandoned. */
  function startLeading(group: WaitingGroup, id: string): void {
    const [next] = group.waiting
    if (next === undefined) return void finish(group, id, undefined)
    group.waiting.delete(next)
    next.resolve(leaderOf((outcome) => finish(group, id, outcome)))
  }

  /** Callers that arrive while the statement runs get its outcome. */
  async function finish(group: WaitingGroup, id: string, outcome: FetchOutcome | undefined): Promise<void> {
    await table
      .finish(id, outcome)
      .catch((cause: unknown) => log.warn({ err: cause }, 'cannot record the end of a shared fetch yet'))
    if (outcome) closeGroup(group, ({ resolve }) => resolve({ role: 'follower', outcome }))
    else if (group.waiting.size > 0) void register(group)
    else closeGroup(group)
  }

  function closeGroup(group: WaitingGroup, notify: (waiting: Waiter) => void = () => {}): void {
    groups.delete(group.key)
    group.awaitedFetchId = undefined
    for (const waiting of group.waiting) notify(waiting)
    group.waiting.clear()
  }

  async function poll(isSelected: (group: WaitingGroup) => boolean = () => true): Promise<void> {
    const awaiting = [...groups.values()].flatMap((group) =>
      group.awaitedFetchId !== undefined && isSelected(group) ? [{ group, id: group.awaitedFetchId }] : [],
    )
    if (awaiting.length === 0) return
    const states = await table
      .readStates(awaiting.map(({ id }) => id))
      .catch((cause: unknown) => warnOfFailedPoll(log, cause))
    for (const { group, id } of awaiting) {
      // Meanwhile another check may have run, or all callers may have left.
      if (!states || group.awaitedFetchId !== id) continue
      const { outcome, alive } = states.get(id) ?? { outcome: undefined, alive: false }
      if (outcome) closeGroup(group, ({ resolve }) => resolve({ role: 'follower', outcome }))
      else if (!alive) void register(group)
    }
  }

  return {
    look: poll,
    async join(key: string, signal: AbortSignal): Promise<FetchRole> {
      signal.throwIfAborted()
      const known = groups.get(key)
      const group = known ?? { key, waiting: new Set(), awaitedFetchId: undefined }
      const joined = waitInGroup(group, signal, () => closeGroup(group))
      if (known === undefined) {
        groups.set(key, group)
        void register(group)
      }
      return await joined
    },
  }
}

function leaderOf(finish: (outcome: FetchOutcome | undefined) => Promise<void>): FetchRole {
  let isFinished = false
  const end = async (outcome: FetchOutcome | undefined) => {
    if (isFinished) return
    isFinished = true
    await finish(outcome)
  }
  return { role: 'leader', finish: end, [Symbol.asyncDispose]: () => end(undefined) }
}

async function waitInGroup(
  group: WaitingGroup,
  signal: AbortSignal,
  onEmpty: () => void,
): Promise<FetchRole> {
  const { promise, resolve, reject } = Promise.withResolvers<FetchRole>()
  const waiting = { resolve, reject }
  group.waiting.add(waiting)
  const leave = () => {
    if (!group.waiting.delete(waiting)) return
    reject(signal.reason)
    if (group.waiting.size === 0 && group.awaitedFetchId !== undefined) onEmpty()
  }
  signal.addEventListener('abort', leave, { once: true })
  try {
    return await promise
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

type FetchTable = ReturnType<typeof createFetchTable>

function createFetchTable(db: Queryable, processId: () => string) {
  const own = new Set<string>()
  let isUncertain = false
  const joinBatched = createBatched((requests: JoinRequest[]) => joinFetches(db, processId(), requests))
  const finishBatched = createBatched((finished: FinishedFetch[]) => finishFetches(db, finished))

  async function trackFailure<Result>(statement: Promise<Result>): Promise<Result> {
    try {
      return await statement
    } catch (failure) {
      isUncertain = true
      throw failure
    }
  }

  return {
    async join(key: string): Promise<{ id: string; isOwn: boolean }> {
      const id = randomUUID()
      own.add(id)
      const runningId = await trackFailure(joinBatched({ id, key })).catch((failure: unknown) => {
        own.delete(id)
        throw failure
      })
      if (runningId !== id) own.delete(id)
      return { id: runningId, isOwn: runningId === id }
    },
    async finish(id: string, outcome: FetchOutcome | undefined): Promise<void> {
      await trackFailure(finishBatched({ id, outcome })).finally(() => own.delete(id))
    },
    readStates: (ids: string[]) => readFetchStates(db, ids),
    /** After a failed statement, removes rows of this process that it does not know. */
    async removeUncertain(): Promise<void> {
      if (!isUncertain) return
      await db.prepared(sql`
        delete from flights where process_id = ${processId()} and outcome is null
          and id <> all (${[...own]}::uuid[])`)
      isUncertain = false
    },
  }
}

type JoinRequest = { id: string; key: string }

async function joinFetches(db: Queryable, processId: string, requests: JoinRequest[]): Promise<string[]> {
  const rows = await db.prepared<{ flight_key: string; flight_id: string }>(sql`
    select flight_key, flight_id from board_flights(${processId}, ${requests.map(({ id }) => id)},
      ${requests.map(({ key }) => key)})`)
  const runningIds = new Map(rows.map((row) => [row.flight_key, row.flight_id]))
  return requests.map(({ key }) => runningIds.get(key)!)
}

type FinishedFetch = { id: string; outcome: FetchOutcome | undefined }

async function finishFetches(db: Queryable, finished: FinishedFetch[]): Promise<void> {
  await db.prepared(sql`
    select land_flights(${finished.map(({ id }) => id)},
      ${finished.map(({ outcome }) => (outcome ? JSON.stringify(outcome) : null))})`)
}

async function readFetchStates(db: Queryable, ids: string[]) {
  const rows = await db.prepared<{ id: string; outcome: string | null; alive: boolean }>(sql`
    select id, outcome, process_is_alive(process_id) as alive from flights where id = any (${ids})`)
  return new Map(
    rows.map(({ id, outcome, alive }) => [
      id,
      { outcome: outcome === null ? undefined : (JSON.parse(outcome) as FetchOutcome), alive },
    ]),
  )
}
