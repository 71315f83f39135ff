import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import type { Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { chown, readFile, stat } from 'node:fs/promises'
import { spawnAs } from '../../concurrency/confined-process.ts'
import type { OwnAccount } from '../../concurrency/confined-process.ts'
import { Fault } from '../../fault.ts'

interface GuardedCommand {
  command: string
  args: readonly string[]
  account: OwnAccount
  /** File descriptors that the command inherits as 3, 4, … */
  descriptors?: readonly number[]
  onLine?(line: string): void
}

export interface GuardedProcess {
  ended: Promise<ProcessExit>
  unref(): void
  /** Sends SIGINT. The command also gets one when this process ends for any reason. */
  interrupt(): void
}

export interface ProcessExit {
  code: number | null
  signal: NodeJS.Signals | null
  lastLines: readonly string[]
}

/**
 * Stdin is a pipe that closes when this process ends for any reason; then the command gets a SIGINT. Its pid
 * can be reused only after `wait`, so the signal cannot hit another process.
 */
const WATCHDOG = `
exec 9<&0 </dev/null
"$@" 9<&- &
command=$!
(read -r never <&9; kill -INT "$command") >/dev/null 2>&1 &
guard=$!
exec 9<&- >/dev/null 2>&1
wait "$command"
code=$?
kill "$guard"
exit "$code"`

const MAX_KEPT_LINES = 40

/**
 * Runs a command that cannot outlive this process, in its own session, so that Ctrl+C in a terminal does not
 * reach it.
 */
export function spawnGuarded({
  command,
  args,
  account,
  descriptors = [],
  onLine,
}: GuardedCommand): GuardedProcess {
  const shell = spawn('/bin/sh', ['-c', WATCHDOG, 'winnow-watchdog', command, ...args], {
    cwd: '/',
    env: SERVER_ENVIRONMENT,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe', ...descriptors],
    ...spawnAs(account),
  })
  const lastLines: string[] = []
  for (const output of [shell.stdout!, shell.stderr!]) {
    createInterface({ input: output }).on('line', (line) => {
      if (lastLines.push(line) > MAX_KEPT_LINES) lastLines.shift()
      onLine?.(line)
    })
  }
  const ended = new Promise<ProcessExit>((resolve, reject) => {
    shell.once('error', reject)
    shell.once('close', (code, signal) => resolve({ code, signal, lastLines }))
  })
  ended.catch(() => {})
  shell.stdin!.on('error', () => {})
  const handles = [shell, shell.stdin, shell.stdout, shell.stderr] as (ChildProcess | Socket)[]
  return {
    ended,
    unref() {
      for (const handle of handles) handle.unref()
    },
    interrupt() {
      for (const handle of handles) handle.ref()
      shell.stdin!.destroy()
    },
  }
}

/**
 * The user for the database server, because PostgreSQL refuses to run as root: the current user or, for root,
 * the owner of the existing cluster or an unprivileged user that initdb can find.
 */
export async function serverAccount(cluster: string): Promise<OwnAccount> {
  const uid = process.getuid!()
  if (uid !== 0) return { uid, gid: process.getgid!(), separate: false }
  const owner = await stat(cluster).catch(() => undefined)
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, separate: true }
  const found = findUnprivileged(await readFile('/etc/passwd', 'utf8'))
  if (found !== undefined) return { ...found, separate: true }
  throw new Fault(
    'UNAVAILABLE',
    'The embedded database cannot run as root, and /etc/passwd has no user `nobody` as a substitute. Start Winnow as an ordinary user, or set DATABASE_URL.',
  )
}

const NOBODY = 65_534

/** The unprivileged user, by name or by its usual number. Negative numbers and root's are not usable. */
export function findUnprivileged(passwd: string): { uid: number; gid: number } | undefined {
  const users = passwd
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => uid > 0 && gid > 0)
  const found = users.find(({ name }) => name === 'nobody') ?? users.find(({ uid }) => uid === NOBODY)
  return found && { uid: found.uid, gid: found.gid }
}

export async function changeOwner({ uid, gid, separate }: OwnAccount, path: string): Promise<void> {
  if (!separate) return
  try {
    await chown(path, uid, gid)
  } catch (cause) {
    throw new Fault(
      'UNAVAILABLE',
      `Running as root, the embedded database uses user ${uid}, but changing the owner of ${path} failed: ${(cause as Error).message}. Start Winnow as an ordinary user, or set DATABASE_URL.`,
      { cause },
    )
  }
}

export const SERVER_ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

export type ServerSettings = Readonly<Record<string, string>>

/**
 * Little memory, little log output, and reachable only through its socket. Durability settings keep their
 * defaults.
 */
export const SERVER_SETTINGS: ServerSettings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '30',
  shared_buffers: '16MB',
  huge_pages: 'off',
  // A container's /dev/shm is often too small for other methods.
  dynamic_shared_memory_type: 'mmap',
  io_method: 'sync',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  // Updating the process title takes a tenth of the time of a short statement.
  update_process_title: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '256MB',
  min_wal_size: '32MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // A failing statement's text and values may contain data that must not be stored. The client logs the
  // reason.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_line_prefix: '',
  // After kill -9 this needs one call per file system instead of one per file, so recovery starts at once.
  recovery_init_sync_method: process.platform === 'linux' ? 'syncfs' : 'fsync',
}

/**
 * Passed as server arguments, so that a new version of this program applies its settings to an old cluster.
 */
export function settingsToArguments(settings: ServerSettings): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
