import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Fault } from '../../fault.ts'
import type { Log } from '../../log.ts'

/** A name on the command line of every process of a cluster. Other users can read it too. */
export async function clusterName(cluster: string): Promise<string> {
  const { dev, ino } = await stat(cluster)
  return `winnow-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 12)}`
}

const STOP_TIMEOUT_MS = 5_000
const POLL_MS = 20

/**
 * Ends servers that an earlier process left running on the cluster. We hold the instance lock, so no other
 * process uses it.
 */
export async function stopOrphanedServers(cluster: string, log: Log): Promise<void> {
  const name = await clusterName(cluster)
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    const left = await serverProcesses(name)
    if (left.length === 0) break
    log.warn({ pids: left.map(({ pid }) => pid), signal }, 'ending an orphaned database server')
    // Without its postmaster, no other process would forward the signal to the rest.
    const postmasters = left.filter(({ isPostmaster }) => isPostmaster)
    for (const { pid } of signal === 'SIGINT' && postmasters.length > 0 ? postmasters : left)
      sendSignal(pid, signal)
    await waitUntilGone(name)
  }
  const remaining = await serverProcesses(name)
  if (remaining.length > 0) {
    const pids = remaining.map(({ pid }) => pid).join(', ')
    throw new Fault(
      'UNAVAILABLE',
      `An orphaned database server on ${cluster} does not exit: process ${pids}. Kill it, then start again.`,
    )
  }
  await removeStalePid(cluster)
}

async function waitUntilGone(name: string): Promise<void> {
  const deadline = performance.now() + STOP_TIMEOUT_MS
  while (performance.now() < deadline && (await serverProcesses(name)).length > 0) await delay(POLL_MS)
}

async function serverProcesses(name: string) {
  return (await commandLines())
    .filter(({ command }) => command.includes(name) && isServer(command))
    .map(({ pid, command }) => ({ pid, isPostmaster: !command.startsWith('postgres:') }))
}

/** The postmaster keeps its original command line; its children have titles like `postgres: mark: …`. */
function isServer(command: string): boolean {
  return command.startsWith('postgres:') || /^[^\0]*\/postgres\0|^\S*\/postgres /.test(command)
}

async function commandLines(): Promise<{ pid: number; command: string }[]> {
  if (process.platform !== 'linux') return commandLinesOfPs()
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  return Promise.all(pids.map(async (pid) => ({ pid, command: (await commandLineOf(pid)) ?? '' })))
}

async function commandLineOf(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined)
  return (await commandLinesOfPs()).find((line) => line.pid === pid)?.command
}

async function commandLinesOfPs(): Promise<{ pid: number; command: string }[]> {
  const { stdout } = await promisify(execFile)('/bin/ps', ['-axww', '-o', 'pid=,command='], {
    maxBuffer: 64 << 20,
  })
  return stdout.split('\n').map((line) => {
    const [, pid, command] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? []
    return { pid: Number(pid), command: command ?? '' }
  })
}

/** Whether we have such a process. Signal 0 only checks. */
function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch (failure) {
    const { code } = failure as NodeJS.ErrnoException
    if (code === 'ESRCH' || (code === 'EPERM' && signal === 0)) return false
    throw failure
  }
}

/**
 * After a reboot the pid in `postmaster.pid` may belong to another program, and PostgreSQL would refuse to
 * start. The file is stale, unless the process is a PostgreSQL that we did not start, or one we cannot
 * inspect.
 */
async function removeStalePid(cluster: string): Promise<void> {
  const file = join(cluster, 'postmaster.pid')
  const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10)
  if (!(pid > 0) || !sendSignal(pid, 0)) return
  const command = await commandLineOf(pid)
  if (command === undefined && !sendSignal(pid, 0)) return
  if (command === undefined || isServer(command)) {
    throw new Fault(
      'CONFLICT',
      `Another PostgreSQL, process ${pid}, seems to run on ${cluster}. Stop it first. If it is unrelated, remove ${file}.`,
    )
  }
  await rm(file, { force: true })
}
