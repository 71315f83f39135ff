import type { PoolClient } from 'pg'
import { Fault } from '../../fault.ts'
import { queryable } from '../database/database.ts'
import type { Database, Queryable } from '../database/database.ts'
import { unpack } from '../database/pack.ts'
import { hideCredentials } from '../pages/target-credentials.ts'
import { inCamelCase, TEAM_ACCOUNT, TEAM_CONTENT } from './holdings.ts'
import type { Holding } from './holdings.ts'

type Row = Record<string, unknown>

/** Rows that are small are read so many at a time. */
const MANY = 200

/**
 * Reads everything of a team from one snapshot, line by line and never much more than one line at once. A snapshot holds
 * up the tidying of the whole database and a connection of the few there are, so a process gives one at a time.
 */
export function createTeamExport(db: Database) {
  let isBusy = false

  async function* read(client: PoolClient, teamId: string, signal: AbortSignal): AsyncGenerator<string> {
    let isWhole = false
    try {
      const tx = queryable(client)
      await tx.rows('begin isolation level repeatable read, read only')
      await tx.rows('set local idle_in_transaction_session_timeout = 0')
      // Whoever asked for the first line knows that the snapshot is there.
      yield ''
      const counts: Record<string, number> = {}
      for (const holding of [...TEAM_ACCOUNT, ...TEAM_CONTENT]) {
        const { kind } = holding
        if (typeof kind !== 'string') continue
        counts[kind] = 0
        for await (const row of rowsOf(tx, holding, teamId)) {
          signal.throwIfAborted()
          counts[kind] += 1
          yield `${JSON.stringify({ kind, ...(await shown(row, holding)) })}\n`
        }
      }
      // Without this line something is missing.
      yield `${JSON.stringify({ kind: 'end', counts })}\n`
      await tx.rows('commit')
      isWhole = true
    } finally {
      isBusy = false
      client.release(!isWhole)
    }
  }

  return async (teamId: string, signal: AbortSignal): Promise<AsyncIterable<string>> => {
    if (isBusy) throw new Fault('CONFLICT', 'Another export is under way. Try again when it has ended.')
    isBusy = true
    try {
      const lines = read(await db.borrow(), teamId, signal)
      await lines.next()
      return lines
    } catch (failure) {
      isBusy = false
      throw failure
    }
  }
}

async function* rowsOf(tx: Queryable, holding: Holding, teamId: string): AsyncGenerator<Row> {
  const { table, ofTeam, shownIf = 'true', isLarge } = holding
  const columns = columnsOf(holding).map(({ name }) => name)
  await tx.rows(
    `declare things no scroll cursor for select ${columns.join(', ')} from ${table} where (${ofTeam}) and (${shownIf})`,
    [teamId],
  )
  for (;;) {
    const rows = await tx.rows<Row>(`fetch ${isLarge ? 1 : MANY} from things`)
    yield* rows
    if (rows.length === 0) break
  }
  await tx.rows('close things')
}

interface Column {
  name: string
  /** What is in it, where that is not plain to see. */
  form: string | undefined
}

export function columnsOf({ columns = '' }: Holding): Column[] {
  return columns
    .split(/\s+/)
    .filter(Boolean)
    .map((column) => {
      const [name, form] = column.split(':')
      return { name: name!, form }
    })
}

async function shown(row: Row, holding: Holding): Promise<Row> {
  const entries = columnsOf(holding).map(async ({ name, form }) => {
    const value = row[name]
    return [fieldOf(name), value === null ? null : await SHOWN[form ?? 'plain']!(value)]
  })
  return Object.fromEntries(await Promise.all(entries)) as Row
}

/** A line's own kind is what the thing is. */
function fieldOf(column: string): string {
  return column === 'kind' ? 'type' : inCamelCase(column)
}

const SHOWN: Record<string, (value: unknown) => unknown> = {
  plain: (value) => (Buffer.isBuffer(value) ? value.toString('base64') : value),
  json: (value) => JSON.parse(value as string) as unknown,
  options: (value) => hideCredentials(JSON.parse(value as string) as unknown),
  packed: async (value) => (await unpack(value as Buffer)).toString(),
  'packed-json': async (value) => JSON.parse((await unpack(value as Buffer)).toString()) as unknown,
  'packed-bytes': async (value) => (await unpack(value as Buffer)).toString('base64'),
}
