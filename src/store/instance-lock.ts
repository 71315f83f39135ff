import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Fault } from '../fault.ts'
import type { DataDirectory } from './data-directory.ts'

/**
 * Holds the data directory for this process, or refuses with the name of the process that does. SQLite's lock is
 * the kernel's: it is gone the moment its process is, however that ended. It is also gone when any part of this
 * process opens and closes the file, so nothing else may touch `instance.lock`; who holds it stands in another file.
 */
export function lockInstance({ path, lock, holder }: DataDirectory): Disposable {
  const held = new DatabaseSync(lock)
  try {
    // Nothing is ever written, so a journal would only be one more file to be left behind.
    held.exec('pragma journal_mode = memory; begin exclusive')
    chmodSync(lock, 0o600)
  } catch (cause) {
    held.close()
    throw refusal(path, holder, cause)
  }
  writeFileSync(holder, JSON.stringify({ pid: process.pid, since: new Date().toISOString() }), {
    mode: 0o600,
  })
  return {
    [Symbol.dispose]() {
      rmSync(holder, { force: true })
      held.close()
    },
  }
}

const SQLITE_BUSY = 5

function refusal(path: string, holder: string, cause: unknown): Fault {
  if ((cause as { errcode?: number }).errcode !== SQLITE_BUSY) {
    const message = `WINNOW_DATA_DIR: ${path} cannot be locked against a second process: ${(cause as Error).message}`
    return new Fault('UNAVAILABLE', message, { cause })
  }
  return new Fault(
    'CONFLICT',
    `The data directory ${path} is in use by ${whoHolds(holder)}. Stop it first, or set WINNOW_DATA_DIR to another directory.`,
    { cause },
  )
}

/** The file may be a moment late or left over from a killed process, so it is believed only about the living. */
function whoHolds(holder: string): string {
  try {
    const { pid, since } = JSON.parse(readFileSync(holder, 'utf8')) as { pid: number; since: string }
    if (pid === process.pid) return 'this very process'
    return isAlive(pid) ? `process ${pid}, running since ${since}` : 'another process'
  } catch {
    return 'another process'
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (failure) {
    return (failure as NodeJS.ErrnoException).code === 'EPERM'
  }
}
