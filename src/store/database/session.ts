import { Client } from 'pg'
import type { ClientBase, ClientConfig, PoolConfig } from 'pg'

/** The settings that statements and results depend on, as the server shows them, so that they can be compared. */
const SESSION_SETTINGS: Readonly<Record<string, string>> = {
  // Compiling a plan takes longer than running it, and the costs that our functions declare would always trigger it.
  jit: 'off',
  // Our statements are written so that one plan fits all values; planning anew each time costs more than running.
  plan_cache_mode: 'force_generic_plan',
  max_parallel_workers_per_gather: '0',
  search_path: 'public',
  default_transaction_isolation: 'read committed',
  default_transaction_read_only: 'off',
  // Migrations, backups and listeners run long. Work that must end has an AbortSignal.
  statement_timeout: '0',
  lock_timeout: '0',
  transaction_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  idle_session_timeout: '0',
  // How values are written, for the driver and in backups.
  client_encoding: 'UTF8',
  standard_conforming_strings: 'on',
  DateStyle: 'ISO, YMD',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  // Acknowledged work survives a crash. Stricter and looser levels of replication stay the operator's choice.
  synchronous_commit: 'on',
}

export const DIFFERING_SETTINGS = `
  select name, value from (values ${Object.entries(SESSION_SETTINGS)
    .map(([name, value]) => `('${name}', '${value}')`)
    .join(', ')}) as wanted (name, value)
  where pg_catalog.current_setting(name, true) <> value
    and (name <> 'synchronous_commit' or pg_catalog.current_setting(name) = 'off')`

const APPLY_SETTINGS = `select pg_catalog.set_config(name, value, false) from (${DIFFERING_SETTINGS}) as differing`

/** Connection poolers refuse `options` in the startup packet, so this costs a round trip. */
async function applySettings(client: ClientBase): Promise<void> {
  await client.query(APPLY_SETTINGS)
}

export function withSessionSettings<Config extends PoolConfig>(config: Config): Config {
  return { ...config, onConnect: applySettings }
}

/** Opens one connection outside a pool, set up like those of the pools; the caller ends it. */
export async function openSession(config: ClientConfig): Promise<Client> {
  const client = new Client(config)
  // An 'error' event without a listener ends the process; the next query meets the failure.
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
