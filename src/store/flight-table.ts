import { randomUUID } from 'node:crypto'
import type { Landing } from '../scrape/scrape.ts'
import { batched } from './batched.ts'
import type { Queryable } from './database.ts'

/** The fetches under way of all processes, as this one sees them. */
export interface FlightTable {
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

export function createFlightTable(db: Queryable, processId: () => string): FlightTable {
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
