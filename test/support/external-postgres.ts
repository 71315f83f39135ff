import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { findBinaries } from '../../src/store/embedded/binaries.ts'
import {
  giveTo,
  serverAccount,
  settingArguments,
  spawnGuarded,
} from '../../src/store/embedded/spawn-guarded.ts'
import type { ServerSettings } from '../../src/store/embedded/spawn-guarded.ts'
import { connectionUrl, withClient } from './template.ts'
import { waitUntil } from './wait-until.ts'

export interface ExternalPostgres extends AsyncDisposable {
  /** As the superuser. */
  adminUrl: string
  /** As the owner of an empty database. */
  url: string
  /** Ends the server; answers all that it logged. */
  stop(): Promise<string>
}

interface ExternalPostgresOptions {
  /** The folder of `initdb` and `postgres`; that of the embedded server otherwise. */
  bin?: string
  settings?: ServerSettings
}

/** A PostgreSQL as `initdb` makes it, without the settings that the embedded one gets from us. Only its socket is open. */
export async function startExternalPostgres({
  bin,
  settings = {},
}: ExternalPostgresOptions = {}): Promise<ExternalPostgres> {
  await using opening = new AsyncDisposableStack()
  // Open to the server's user; the temporary folder of the test run is not.
  const folder = await mkdtemp('/tmp/winnow-stock-')
  opening.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const cluster = join(folder, 'cluster')
  const account = await serverAccount(cluster)
  await chmod(folder, 0o711)
  for (const path of [cluster, join(folder, 'socket')]) {
    await mkdir(path, { mode: 0o700 })
    await giveTo(account, path)
  }
  const programs = bin ?? dirname((await findBinaries(account, folder)).postgres)
  const made = await spawnGuarded({
    command: join(programs, 'initdb'),
    args: [`--pgdata=${cluster}`, '--username=postgres', '--auth=trust', '--encoding=UTF8'],
    account,
  }).ended
  if (made.code !== 0) throw new Error(made.lastLines.join('\n'))
  const server = spawnGuarded({
    command: join(programs, 'postgres'),
    args: ['-D', cluster, ...settingArguments({ ...placesIn(folder), ...settings })],
    account,
  })
  const stop = async () => {
    server.interrupt()
    await server.ended
  }
  opening.defer(stop)
  const door = { host: join(folder, 'socket'), password: 'unused' }
  const adminUrl = connectionUrl({ ...door, user: 'postgres', database: 'postgres' })
  await waitUntil(async () => await withClient(adminUrl, async () => true).catch(() => false))
  await withClient(adminUrl, async (client) => {
    await client.query(`create role winnow login createdb`)
    await client.query(`create database winnow owner winnow`)
  })
  const open = opening.move()
  return {
    adminUrl,
    url: connectionUrl({ ...door, user: 'winnow', database: 'winnow' }),
    async stop() {
      await stop()
      return await readFile(join(cluster, 'log', LOG_FILE), 'utf8')
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

const LOG_FILE = 'server.log'

/** The collector keeps long entries of several processes apart, which a pipe does not. */
function placesIn(folder: string): ServerSettings {
  return {
    listen_addresses: '',
    unix_socket_directories: join(folder, 'socket'),
    logging_collector: 'on',
    log_filename: LOG_FILE,
  }
}
