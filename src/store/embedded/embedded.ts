import type { Log } from '../../log.ts'
import { prepareDataDirectory, lockInstance, openSocketFolder } from './data-directory.ts'
import { findBinaries, findNativeFolder } from './binaries.ts'
import { serviceConnection, startServer, reportsFullDisk } from './start-server.ts'
import type { Server } from './start-server.ts'
import { prepareCluster } from './prepare-cluster.ts'
import { serverAccount } from './spawn-guarded.ts'
import type { ServerSettings } from './spawn-guarded.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { isFullDisk } from '../../fault.ts'

interface EmbeddedOptions {
  dataDir: string
  log: Log
  settings?: ServerSettings
}

export async function openEmbeddedServer({ dataDir, log, settings = {} }: EmbeddedOptions) {
  const native = findNativeFolder()
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

const MAX_RESTARTS = 3
const RESTART_WINDOW_MS = 60_000
const RESTART_PAUSE_MS = 2_000

/**
 * Restarts a server that exited unexpectedly. After repeated exits it stops trying, unless the disk is full.
 */
export async function keepRunning(start: () => Promise<Server>, log: Log, pauseMs = RESTART_PAUSE_MS) {
  let server = await start()
  let stopping = false

  async function watch(): Promise<unknown> {
    const restarts: number[] = []
    for (;;) {
      const { code, signal, lastLines } = await server.ended
      if (stopping) return undefined
      const now = performance.now()
      if (reportsFullDisk(lastLines)) await delay(pauseMs)
      else if (
        restarts.push(now) > MAX_RESTARTS &&
        now - restarts.at(-1 - MAX_RESTARTS)! < RESTART_WINDOW_MS
      ) {
        return new Error('The embedded database keeps exiting. See the log for its last output.')
      }
      log.error({ code, signal }, 'the embedded database exited unexpectedly; restarting it')
      server = await startWhenDiskHasSpace()
      // A stop request during the restart reached only the old server.
      if (stopping) await server.stop()
    }
  }

  async function startWhenDiskHasSpace(): Promise<Server> {
    for (;;) {
      try {
        return await start()
      } catch (failure) {
        if (stopping || !isFullDisk(failure)) throw failure
        log.error({ err: failure }, 'the disk is too full to start the embedded database; retrying')
        await delay(pauseMs)
      }
    }
  }

  const watching = watch().catch((failure: unknown) => failure)
  return {
    lost: watching.then((failure) => (stopping ? new Promise<never>(() => {}) : failure)),
    async stop(): Promise<void> {
      stopping = true
      await server.stop()
      await watching
    },
  }
}
