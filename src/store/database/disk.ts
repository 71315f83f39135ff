import { statfs } from 'node:fs/promises'
import { Fault, fullDisk, isFullDisk } from '../../fault.ts'
import type { Log } from '../../log.ts'
import type { Database } from './database.ts'

export interface DiskMonitor extends Disposable {
  isFull(): boolean
  describe(): string
}

type State = 'ok' | 'low' | 'full'

const CHECK_MS = 2_000
const MEGABYTE = 1024 * 1024
/** With less space, PostgreSQL cannot start the next segment of its log, and stops. */
const FULL_BYTES = 16 * MEGABYTE
const LOW_BYTES = 512 * MEGABYTE

/**
 * Watches the free space of the data directory, and statements that fail for lack of space. After such a
 * failure, each check tries a write until one succeeds.
 */
export async function watchDisk(
  database: Database,
  { dataDir, log }: { dataDir: string; log: Log },
): Promise<{ database: Database; disk: DiskMonitor }> {
  let writeError: unknown
  let free = await freeBytes(dataDir)
  let reported: State = 'ok'
  const state = (): State => {
    if (writeError !== undefined || free < FULL_BYTES) return 'full'
    return free < LOW_BYTES ? 'low' : 'ok'
  }

  function reportChange(): void {
    if (state() === reported) return
    reported = state()
    const fields = {
      dataDir,
      freeMB: megabytes(free),
      ...(writeError instanceof Error && { cause: writeError.message }),
    }
    if (reported === 'full')
      log.error(
        fields,
        'the disk is full: requests get 507 and jobs wait. Free space in the data directory or on the database server',
      )
    else if (reported === 'low') log.warn(fields, 'the disk is nearly full')
    else log.info(fields, 'the disk has free space again')
  }

  async function check(): Promise<void> {
    free = await freeBytes(dataDir)
    if (writeError !== undefined) {
      writeError = await tryWrite(database).then(
        () => undefined,
        (failure: unknown) => (failure instanceof Fault ? (failure.cause ?? failure) : undefined),
      )
    }
    reportChange()
  }

  let checking = Promise.resolve()
  const timer = setInterval(() => (checking = checking.then(check)), CHECK_MS).unref()
  reportChange()

  /** A server that ended because its disk is full is also unreachable. */
  async function trackFailure<Result>(query: Promise<Result>): Promise<Result> {
    try {
      return await query
    } catch (failure) {
      if (isFullDisk(failure)) {
        writeError = (failure as Fault).cause
        reportChange()
      } else if (failure instanceof Fault && failure.code === 'UNAVAILABLE' && state() === 'full') {
        throw fullDisk(failure.cause)
      }
      throw failure
    }
  }

  return {
    database: {
      ...database,
      rows: (statement, values) => trackFailure(database.rows(statement, values)),
      prepared: (statement, values) => trackFailure(database.prepared(statement, values)),
      transaction: (work) => trackFailure(database.transaction(work)),
    },
    disk: {
      isFull: () => state() === 'full',
      describe() {
        if (state() === 'full') return 'full (nothing can be stored until space is freed)'
        return state() === 'low' ? `low (${megabytes(free)} MB free)` : 'ok'
      },
      [Symbol.dispose]: () => clearInterval(timer),
    },
  }
}

/**
 * This sort does not fit into memory, so it needs disk space on the server. It writes nothing permanent, not
 * even to the log.
 */
async function tryWrite(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.rows(`set local work_mem = '64kB'`)
    await tx.rows(
      `select count(*) from (select md5(n::text) as word from generate_series(1, 60000) n order by word offset 1) sorted`,
    )
  })
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize, blocks } = await statfs(folder).catch(() => ({ bavail: 0, bsize: 0, blocks: 0 }))
  return blocks === 0 ? Infinity : bavail * bsize
}

function megabytes(bytes: number): number {
  return Math.floor(bytes / MEGABYTE)
}
