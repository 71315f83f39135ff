import { randomUUID } from 'node:crypto'
import type { Log } from '../../log.ts'
import type { FetchRole, SharedFetches, FetchOutcome } from '../../scrape/scrape.ts'
import { batched } from '../database/batched.ts'
import type { Database, Queryable } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/** How often flights of others are looked at, in case a notice was lost or their process died. */
const LOOK_MS = 1_000

/** Everyone of this process who is at one key. One of them asks the database, or flies, for all. */
interface Group {
  key: string
  waiting: Set<Waiting>
  /** The flight of another process that is waited for; undefined while asking or flying. */
  awaited: string | undefined
}

interface Waiting {
  resolve(boarding: FetchRole): void
  reject(reason: unknown): void
}

/**
 * Callers within the process are told directly, other processes by a notice. A key has one group per process, and
 * a group asks one question at a time.
 */
export async function openFlights(
  db: Database,
  processId: () => string,
  log: Log,
): Promise<SharedFetches & AsyncDisposable> {
  const table = createFlightTable(db, processId)
  const { board, look } = createGroups(table, log)
  const listener = await db.listen(
    'flights',
    (flightId) => void look(({ awaited }) => awaited === flightId),
    () => void look(),
  )
  let looking = Promise.resolve()
  const again = setInterval(() => {
    looking = looking
      .then(table.settleDoubts)
      .then(() => look())
      .catch((cause: unknown) => warnOfLook(log, cause))
  }, LOOK_MS)

  return {
    join: board,
    async [Symbol.asyncDispose]() {
      clearInterval(again)
      await looking
      await listener[Symbol.asyncDispose]()
    },
  }
}

function warnOfLook(log: Log, cause: unknown): undefined {
  log.warn({ err: cause }, 'could not look at the fetches under way')
}

function createGroups(table: FlightTable, log: Log) {
  const groups = new Map<string, Group>()

  async function ask(group: Group): Promise<void> {
    group.awaited = undefined
    try {
      const { id, isOwn } = await table.enter(group.key)
      if (isOwn) return takeOff(group, id)
      group.awaited = id
    } catch (failure) {
      return dissolve(group, ({ reject }) => reject(failure))
    }
    if (group.waiting.size === 0) dissolve(group)
    // It may have landed, and said so, before it was known here that it is waited for.
    else await look((one) => one === group)
  }

  /** The longest waiting flies; a place that nobody wants is given up. */
  function takeOff(group: Group, id: string): void {
    const [next] = group.waiting
    if (next === undefined) return void land(group, id, undefined)
    group.waiting.delete(next)
    next.resolve(pilot((landing) => land(group, id, landing)))
  }

  /** Whoever comes while the statement is under way shares its outcome. */
  async function land(group: Group, id: string, landing: FetchOutcome | undefined): Promise<void> {
    await table
      .end(id, landing)
      .catch((cause: unknown) => log.warn({ err: cause }, 'could not enter the end of a fetch yet'))
    if (landing) dissolve(group, ({ resolve }) => resolve({ role: 'follower', outcome: landing }))
    else if (group.waiting.size > 0) void ask(group)
    else dissolve(group)
  }

  function dissolve(group: Group, tell: (waiting: Waiting) => void = () => {}): void {
    groups.delete(group.key)
    group.awaited = undefined
    for (const waiting of group.waiting) tell(waiting)
    group.waiting.clear()
  }

  async function look(isMeant: (group: Group) => boolean = () => true): Promise<void> {
    const asked = [...groups.values()].flatMap((group) =>
      group.awaited !== undefined && isMeant(group) ? [{ group, id: group.awaited }] : [],
    )
    if (asked.length === 0) return
    const seen = await table.see(asked.map(({ id }) => id)).catch((cause: unknown) => warnOfLook(log, cause))
    for (const { group, id } of asked) {
      // Meanwhile somebody else may have looked, or everybody left.
      if (!seen || group.awaited !== id) continue
      const { landing, alive } = seen.get(id) ?? { landing: undefined, alive: false }
      if (landing) dissolve(group, ({ resolve }) => resolve({ role: 'follower', outcome: landing }))
      else if (!alive) void ask(group)
    }
  }

  return {
    look,
    async board(key: string, signal: AbortSignal): Promise<FetchRole> {
      signal.throwIfAborted()
      const known = groups.get(key)
      const group = known ?? { key, waiting: new Set(), awaited: undefined }
      const boarding = waitIn(group, signal, () => dissolve(group))
      if (known === undefined) {
        groups.set(key, group)
        void ask(group)
      }
      return await boarding
    },
  }
}

function pilot(land: (landing: FetchOutcome | undefined) => Promise<void>): FetchRole {
  let over = false
  const end = async (landing: FetchOutcome | undefined) => {
    if (over) return
    over = true
    await land(landing)
  }
  return { role: 'leader', finish: end, [Symbol.asyncDispose]: () => end(undefined) }
}

async function waitIn(group: Group, signal: AbortSignal, abandon: () => void): Promise<FetchRole> {
  const { promise, resolve, reject } = Promise.withResolvers<FetchRole>()
  const waiting = { resolve, reject }
  group.waiting.add(waiting)
  const leave = () => {
    if (!group.waiting.delete(waiting)) return
    reject(signal.reason)
    if (group.waiting.size === 0 && group.awaited !== undefined) abandon()
  }
  signal.addEventListener('abort', leave, { once: true })
  try {
    return await promise
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

type FlightTable = ReturnType<typeof createFlightTable>

function createFlightTable(db: Queryable, processId: () => string) {
  const own = new Set<string>()
  let doubtful = false
  const enterAll = batched((asked: Asked[]) => boardFlights(db, processId(), asked))
  const endAll = batched((ended: Ended[]) => landFlights(db, ended))

  async function noted<Answer>(statement: Promise<Answer>): Promise<Answer> {
    try {
      return await statement
    } catch (failure) {
      doubtful = true
      throw failure
    }
  }

  return {
    async enter(key: string): Promise<{ id: string; isOwn: boolean }> {
      const id = randomUUID()
      own.add(id)
      const inTheAir = await noted(enterAll({ id, key })).catch((failure: unknown) => {
        own.delete(id)
        throw failure
      })
      if (inTheAir !== id) own.delete(id)
      return { id: inTheAir, isOwn: inTheAir === id }
    },
    async end(id: string, landing: FetchOutcome | undefined): Promise<void> {
      await noted(endAll({ id, landing })).finally(() => own.delete(id))
    },
    see: (ids: string[]) => seeFlights(db, ids),
    /** After a failed statement, removes rows of this process that nobody here knows of. */
    async settleDoubts(): Promise<void> {
      if (!doubtful) return
      await db.prepared(sql`
        delete from flights where process_id = ${processId()} and outcome is null
          and id <> all (${[...own]}::uuid[])`)
      doubtful = false
    },
  }
}

type Asked = { id: string; key: string }

async function boardFlights(db: Queryable, processId: string, asked: Asked[]): Promise<string[]> {
  const rows = await db.prepared<{ flight_key: string; flight_id: string }>(sql`
    select flight_key, flight_id from board_flights(${processId}, ${asked.map(({ id }) => id)},
      ${asked.map(({ key }) => key)})`)
  const inTheAir = new Map(rows.map((row) => [row.flight_key, row.flight_id]))
  return asked.map(({ key }) => inTheAir.get(key)!)
}

type Ended = { id: string; landing: FetchOutcome | undefined }

async function landFlights(db: Queryable, ended: Ended[]): Promise<void> {
  await db.prepared(sql`
    select land_flights(${ended.map(({ id }) => id)},
      ${ended.map(({ landing }) => (landing ? JSON.stringify(landing) : null))})`)
}

async function seeFlights(db: Queryable, ids: string[]) {
  const rows = await db.prepared<{ id: string; outcome: string | null; alive: boolean }>(sql`
    select id, outcome, process_is_alive(process_id) as alive from flights where id = any (${ids})`)
  return new Map(
    rows.map(({ id, outcome, alive }) => [
      id,
      { landing: outcome === null ? undefined : (JSON.parse(outcome) as FetchOutcome), alive },
    ]),
  )
}
