import type { PoolConfig } from 'pg'
import type { Log } from '../../log.ts'
import { prepareDataDirectory, lockInstance } from './data-directory.ts'
import { findBinaries, locateNative } from './binaries.ts'
import { keepRunning } from './keep-running.ts'
import { serviceConnection } from './log-in.ts'
import { prepareCluster } from './prepare-cluster.ts'
import { serverAccount } from './server-account.ts'
import type { ServerSettings } from './settings.ts'
import { openSocketFolder } from './folders.ts'
import { startServer } from './start-server.ts'

export interface EmbeddedDatabase extends AsyncDisposable {
  connection: PoolConfig
  /** Settles with the reason when the server ended unasked and could not be brought back. */
  lost: Promise<unknown>
  /** Ends the server in order and gives the data directory free; may be called more than once. */
  stop(): Promise<void>
}

interface EmbeddedOptions {
  dataDir: string
  log: Log
  /** Server settings over our own, such as `fsync: 'off'` for data nobody will miss. */
  settings?: ServerSettings
}

/** Locks the data directory and runs its PostgreSQL in it until stopped, or until this process ends in any way. */
export async function openEmbedded({
  dataDir,
  log,
  settings = {},
}: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const native = locateNative()
  const directory = await prepareDataDirectory(dataDir)
  await using opening = new AsyncDisposableStack()
  opening.use(lockInstance(directory))
  const account = await serverAccount(directory.cluster)
  const binaries = await findBinaries(account, directory.path, native)
  const password = await prepareCluster({ directory, binaries, account, log })
  const sockets = opening.use(await openSocketFolder(directory, account))
  const start = {
    binaries,
    account,
    cluster: directory.cluster,
    socketFolder: sockets.path,
    password,
    settings,
    log,
  }
  const server = await keepRunning(() => startServer(start), log)
  opening.defer(() => server.stop())

  const open = opening.move()
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= open.disposeAsync())
  return { connection: serviceConnection(start), lost: server.lost, stop, [Symbol.asyncDispose]: stop }
}
