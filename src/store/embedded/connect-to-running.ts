import { realpath } from 'node:fs/promises'
import { Client } from 'pg'
import type { PoolConfig } from 'pg'
import { layoutOf } from '../data-directory.ts'
import { isNotYet, serviceConnection } from './log-in.ts'
import { readPassword } from './prepare-cluster.ts'

/** How to reach the server that another process runs on a data directory; nothing when none answers. */
export async function connectToRunning(dataDir: string): Promise<PoolConfig | undefined> {
  const { cluster, sockets } = layoutOf(dataDir)
  const socketFolder = await realpath(sockets).catch(() => undefined)
  if (socketFolder === undefined) return undefined
  const connection = serviceConnection({ socketFolder, password: await readPassword(cluster) })
  const client = new Client(connection)
  client.on('error', () => {})
  try {
    await client.connect()
    return connection
  } catch (failure) {
    if (isNotYet(failure)) return undefined
    throw failure
  } finally {
    await client.end().catch(() => undefined)
  }
}
