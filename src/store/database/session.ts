import { Client } from 'pg'
import type { ClientBase, ClientConfig, PoolConfig } from 'pg'

/** The settings that statements and results depend on, in the server's own notation for comparison. */
const SESSION_SETTINGS: Readonly<Record<string, string>> = {
  // Compiling a plan takes longer than running it, and the declared costs of our functions would always
  // trigger it.
  jit: 'off',
  // Our statements are written so that one plan fits all values. Planning again each time costs more than
  // running.
  plan_cache_mode: 'force_generic_plan',
  max_parallel_workers_per_gather: '0',
  search_path: 'public',
  default_transaction_isolation: 'read committed',
  default_transaction_read_only: 'off',
  // Migrations, backups and listeners run long. Other work is limited by an AbortSignal.
  statement_timeout: '0',
  lock_timeout: '0',
  transaction_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  idle_session_timeout: '0',
  // The format of values, for the driver and in backups.
  client_encoding: 'UTF8',
  standard_conforming_strings: 'on',
  DateStyle: 'ISO, YMD',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  // Committed work survives a crash. The operator may choose a stricter or looser level of replication.
  synchronous_commit: 'on',
}

export const DIFFERING_SETTINGS = `
  select name, value from (values ${Object.entries(SESSION_SETTINGS)
    .map(([name, value]) => `('${name}', '${value}')`)
    .join(', ')}) as wanted (name, value)
  where pg_catalog.current_setting(name, true) <> value
    and (name <> 'synchronous_commit' or pg_catalog.current_setting(name) = 'off')`

const APPLY_SETTINGS = `select pg_catalog.set_config(name, value, false) from (${DIFFERING_SETTINGS}) as differing`

/** Connection poolers reject `options` in the startup packet, so this needs a round trip. */
async function applySettings(client: ClientBase): Promise<void> {
  await client.query(APPLY_SETTINGS)
}

export function withSessionSettings<Config extends PoolConfig>(config: Config): Config {
  return { ...config, onConnect: applySettings }
}

/** Opens one connection outside a pool with the same settings; the caller ends it. */
export async function openSession(config: ClientConfig): Promise<Client> {
  const client = new Client(config)
  // An 'error' event without a listener ends the process; the next query reports the failure.
  client.on('error', () => {})
  try {
    await client.connect()
    await applySettings(client)
    return client
  } catch (failure) {
    await client.end().catch(() => undefined)
    throw failure
  }
}
