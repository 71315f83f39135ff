import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { killGroup } from '../../confined-process.ts'
import type { Account } from '../../confined-process.ts'
import { insideModules } from './inside-modules.ts'
import { FROM_PROGRAM, TO_PROGRAM } from './pipes.ts'

/** A process that runs one program, and the two pipes it speaks over. */
export interface ProgramProcess {
  readonly pid: number
  readonly to: Writable
  readonly from: Readable
  /** What it prints, where that does not come over the pipes. */
  readonly printed: Record<'stdout' | 'stderr', Readable> | undefined
  readonly exited: Promise<{ code: number | null }>
  hasEnded(): boolean
  /** Ends it with everything that it started. */
  end(): Promise<void>
}

/** The heap of the process itself, which holds the interpreter and what goes in and out of it. */
const HEAP_MB = 128
/** The interpreter takes this many kilobytes of the stack for what it counts as its own limit. */
const STACK_KB = 3_900

/** A process with an interpreter in it, for programs in JavaScript. It waits until it is told which. */
export function startInterpreter(account: Account | undefined): ProgramProcess {
  const main = fileURLToPath(new URL('./worker/main.mjs', import.meta.url))
  const limits = [`--max-old-space-size=${HEAP_MB}`, `--stack-size=${STACK_KB}`]
  const args = [...limits, '--disable-warning=ExperimentalWarning', main]
  const one = startProgram(process.execPath, args, account)
  // What the process itself has to say is for nobody: a program prints over the pipe.
  one.printed?.stdout.resume()
  one.printed?.stderr.resume()
  one.to.write(`${JSON.stringify({ say: 'modules', modules: insideModules() })}\n`)
  return { ...one, printed: undefined }
}

/** Any process that speaks over the pipes. */
export function startProgram(command: string, args: string[], account: Account | undefined): ProgramProcess {
  const child = spawn(command, args, {
    // What the service was started with is none of a program's business.
    env: {},
    ...account,
    // Our own folder may be closed to that user.
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
    // A group of its own, which ends together.
    detached: true,
  })
  const exited = new Promise<{ code: number | null }>((resolve) => {
    child.once('exit', (code) => resolve({ code }))
    child.once('error', () => resolve({ code: null }))
  })
  let hasEnded = false
  void exited.then(() => (hasEnded = true))
  return {
    pid: child.pid ?? 0,
    to: pipeOf(child, TO_PROGRAM) as Writable,
    from: pipeOf(child, FROM_PROGRAM) as Readable,
    printed: { stdout: pipeOf(child, 1) as Readable, stderr: pipeOf(child, 2) as Readable },
    exited,
    hasEnded: () => hasEnded,
    async end() {
      killGroup(child)
      await exited
    },
  }
}

/** A pipe whose other end is gone says so by an error; that the process is gone is told otherwise. */
function pipeOf(child: ChildProcess, number: number): Readable | Writable {
  return (child.stdio[number] as Readable).on('error', () => {})
}
