import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import type { Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { SERVER_ENVIRONMENT } from './settings.ts'
import { spawnAs } from './server-account.ts'
import type { ServerAccount } from './server-account.ts'

interface GuardedCommand {
  command: string
  args: readonly string[]
  account: ServerAccount
  /** Descriptors of ours that it gets as 3, 4, … */
  descriptors?: readonly number[]
  /** Gets each line it writes. */
  onLine?(line: string): void
}

export interface GuardedProcess {
  /** Settles when it has ended and everything it wrote has been read. */
  ended: Promise<Ending>
  /** Lets this process end while the command runs; until then it waits. */
  background(): void
  /** Asks it to end with SIGINT; it also gets that when this process ends, however it does. */
  interrupt(): void
}

export interface Ending {
  code: number | null
  signal: NodeJS.Signals | null
  /** The last it wrote. */
  lastLines: readonly string[]
}

/**
 * Its stdin is a pipe that nothing is ever written to: it closes when we close it or when the kernel does because we
 * are gone, and then a SIGINT goes to the command. The shell waits for the command and ends as it did. Its pid is
 * free for others only after that `wait`, so the signal cannot hit a stranger.
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

const KEPT_LINES = 40

/** Runs a command that cannot outlive this process, in a session of its own that no terminal interrupts. */
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
      if (lastLines.push(line) > KEPT_LINES) lastLines.shift()
      onLine?.(line)
    })
  }
  const ended = new Promise<Ending>((resolve, reject) => {
    shell.once('error', reject)
    shell.once('close', (code, signal) => resolve({ code, signal, lastLines }))
  })
  // Whoever is not interested in how it ended must not be stopped by it.
  ended.catch(() => {})
  shell.stdin!.on('error', () => {})
  const handles = [shell, shell.stdin, shell.stdout, shell.stderr] as (ChildProcess | Socket)[]
  return {
    ended,
    background() {
      for (const handle of handles) handle.unref()
    },
    interrupt() {
      for (const handle of handles) handle.ref()
      shell.stdin!.destroy()
    },
  }
}
