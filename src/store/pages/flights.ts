import { randomUUID } from 'node:crypto'
import type { Log } from '../../log.ts'
import type { Boarding, Flights, Landing } from '../../scrape/scrape.ts'
import { batched } from '../database/batched.ts'
import type { Database, Queryable } from '../database/database.ts'

/** How often flights of others are looked at, in case a notice was lost or their process died. */
const LOOK_MS = 1_000

/** Everyone of this process who is at one key. One of them asks the database, or flies, for all. */
interface Group {
  key: string
  /** Who waits, in the order of coming. */
  waiting: Set<Waiting>
  /** The flight of another process that is waited for; undefined while asking or flying. */
  awaited: string | undefined
}

interface Waiting {
  resolve(boarding: Boarding): void
  reject(reason: unknown): void
}

/**
 * Flights as rows of the process that flies. Those who wait within the process are told directly, other processes by a
 * notice. A key has one group per process at most, and a group asks one question at a time.
 */
export async function openFlights(
  db: Database,
  processId: () => string,
  log: Log,
): Promise<Flights & AsyncDisposable> {
  const table = createFlightTable(db, processId)
  const groups = new Map<string, Group>()
  const warn = (cause: unknown) => log.warn({ err: cause }, 'could not look at the fetches under way')

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
    else await look([group])
  }

  /** The longest waiting flies; a place that nobody wants is given up. */
  function takeOff(group: Group, id: string): void {
    const [next] = group.waiting
    if (next === undefined) return void land(group, id, undefined)
    group.waiting.delete(next)
    let over = false
    const end = async (landing: Landing | undefined) => {
      if (over) return
      over = true
      await land(group, id, landing)
    }
    next.resolve({ role: 'pilot', land: end, [Symbol.asyncDispose]: () => end(undefined) })
  }

  /** Whoever comes while the statement is under way shares its outcome. */
  async function land(group: Group, id: string, landing: Landing | undefined): Promise<void> {
    await table
      .end(id, landing)
      .catch((cause: unknown) => log.warn({ err: cause }, 'could not enter the end of a fetch yet'))
    if (landing) dissolve(group, ({ resolve }) => resolve({ role: 'passenger', landing }))
    else if (group.waiting.size > 0) void ask(group)
    else dissolve(group)
  }

  function dissolve(group: Group, tell: (waiting: Waiting) => void = () => {}): void {
    groups.delete(group.key)
    group.awaited = undefined
    for (const waiting of group.waiting) tell(waiting)
    group.waiting.clear()
  }

  /** What became of the flights that these groups wait for. */
  async function look(those: Group[]): Promise<void> {
    const asked = those.flatMap((group) =>
      group.awaited === undefined ? [] : [{ group, id: group.awaited }],
    )
    if (asked.length === 0) return
    const seen = await table.see(asked.map(({ id }) => id)).catch(warn)
    for (const { group, id } of asked) {
      // Meanwhile somebody else may have looked, or everybody left.
      if (!seen || group.awaited !== id) continue
      const { landing, alive } = seen.get(id) ?? { landing: undefined, alive: false }
      if (landing) dissolve(group, ({ resolve }) => resolve({ role: 'passenger', landing }))
      else if (!alive) void ask(group)
    }
  }

  const lookAtAll = () => look([...groups.values()])
  const listener = await db.listen(
    'flights',
    (flightId) => void look([...groups.values()].filter(({ awaited }) => awaited === flightId)),
    () => void lookAtAll(),
  )
  let looking = Promise.resolve()
  const again = setInterval(() => {
    looking = looking.then(table.settleDoubts).then(lookAtAll).catch(warn)
  }, LOOK_MS)

  return {
    async board(key, signal) {
      signal.throwIfAborted()
      const { promise, resolve, reject } = Promise.withResolvers<Boarding>()
      const waiting = { resolve, reject }
      const known = groups.get(key)
      const group = known ?? { key, waiting: new Set(), awaited: undefined }
      group.waiting.add(waiting)
      if (known === undefined) {
        groups.set(key, group)
        void ask(group)
      }
      const leave = () => {
        if (!group.waiting.delete(waiting)) return
        reject(signal.reason)
        if (group.waiting.size === 0 && group.awaited !== undefined) dissolve(group)
      }
      signal.addEventListener('abort', leave, { once: true })
      try {
        return await promise
      } finally {
        signal.removeEventListener('abort', leave)
      }
    },
    async [Symbol.asyncDispose]() {
      clearInterval(again)
      await looking
      await listener[Symbol.asyncDispose]()
    },
  }
}

/** The fetches under way of all processes, as this one sees them. */
interface FlightTable {
  /** Which flight is in the air under a key: a new one of this process, or one that was there. */
  enter(key: string): Promise<{ id: string; isOwn: boolean }>
  /** Ends a flight of this process; without a landing it is given up. */
  end(flightId: string, landing: Landing | undefined): Promise<void>
  /** What became of flights, by their id; one that is not answered is not there any more. */
  see(flightIds: string[]): Promise<Map<string, Seen>>
  /**
   * Takes rows of this process back that nobody here knows of. There may be some after a statement failed: whether it
   * took effect is not known.
   */
  settleDoubts(): Promise<void>
}

interface Seen {
  landing: Landing | undefined
  /** Whether the process that flies is alive. */
  alive: boolean
}

function createFlightTable(db: Queryable, processId: () => string): FlightTable {
  /** Flights that this process has, or is asking for. */
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
    async enter(key) {
      const id = randomUUID()
      own.add(id)
      const inTheAir = await noted(enterAll({ id, key })).catch((failure: unknown) => {
        own.delete(id)
        throw failure
      })
      if (inTheAir !== id) own.delete(id)
      return { id: inTheAir, isOwn: inTheAir === id }
    },
    async end(id, landing) {
      await noted(endAll({ id, landing })).finally(() => own.delete(id))
    },
    see: (ids) => seeFlights(db, ids),
    async settleDoubts() {
      if (!doubtful) return
      await db.prepared(
        `delete from flights where process_id = $1 and outcome is null and id <> all ($2::uuid[])`,
        [processId(), [...own]],
      )
      doubtful = false
    },
  }
}

interface Asked {
  id: string
  key: string
}

async function boardFlights(db: Queryable, processId: string, asked: Asked[]): Promise<string[]> {
  const rows = await db.prepared<{ flight_key: string; flight_id: string }>(
    `select flight_key, flight_id from board_flights($1, $2, $3)`,
    [processId, asked.map(({ id }) => id), asked.map(({ key }) => key)],
  )
  const inTheAir = new Map(rows.map((row) => [row.flight_key, row.flight_id]))
  return asked.map(({ key }) => inTheAir.get(key)!)
}

interface Ended {
  id: string
  landing: Landing | undefined
}

async function landFlights(db: Queryable, ended: Ended[]): Promise<undefined[]> {
  await db.prepared(`select land_flights($1, $2)`, [
    ended.map(({ id }) => id),
    ended.map(({ landing }) => (landing ? JSON.stringify(landing) : null)),
  ])
  return ended.map(() => undefined)
}

async function seeFlights(db: Queryable, ids: string[]): Promise<Map<string, Seen>> {
  const rows = await db.prepared<{ id: string; outcome: string | null; alive: boolean }>(
    `select id, outcome, process_is_alive(process_id) as alive from flights where id = any ($1)`,
    [ids],
  )
  return new Map(
    rows.map(({ id, outcome, alive }) => [
      id,
      { landing: outcome === null ? undefined : (JSON.parse(outcome) as Landing), alive },
    ]),
  )
}
