import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { killGroup } from '../../concurrency/confined-process.ts'
import type { Account } from '../../concurrency/confined-process.ts'
import type { Language } from '../../contract/code-run.ts'
import { readFileSync, readdirSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'

export interface ProgramProcess {
  readonly pid: number
  readonly input: Writable
  readonly output: Readable
  /** What it prints, where that does not come over the pipes. */
  readonly printed: Record<'stdout' | 'stderr', Readable> | undefined
  readonly exited: Promise<{ code: number | null }>
  hasEnded(): boolean
  end(): Promise<void>
}

/** The interpreter takes this many kilobytes of the stack for what it counts as its own limit. */
const STACK_KB = 3_900
/** More processor time than any program may take, so that a process ends even when the service was killed before it. */
const MOST_CPU_SECONDS = 360

const INTERPRETERS: Record<Language, { main: string; heapMb: number }> = {
  node: { main: './worker/main.mjs', heapMb: 128 },
  python: { main: './worker/python.mjs', heapMb: 128 },
  bash: { main: './worker/bash.mjs', heapMb: 320 },
}

export function startInterpreter(
  language: Language,
  account: Account | undefined,
  image?: number | 'make',
): ProgramProcess {
  const { main, heapMb } = INTERPRETERS[language]
  const args = [
    `--max-old-space-size=${heapMb}`,
    `--stack-size=${STACK_KB}`,
    '--disable-warning=ExperimentalWarning',
    ...(language === 'node' ? [] : permissionFlags()),
    fileURLToPath(new URL(main, import.meta.url)),
    ...(image === undefined ? [] : [image === 'make' ? 'make' : 'use']),
  ]
  // A shell sets the limit and becomes the command, without its own variables. Windows has neither shell nor limit.
  const limited = ['-c', `ulimit -t ${MOST_CPU_SECONDS}; exec env -i "$0" "$@"`, process.execPath, ...args]
  const [command, given] = process.platform === 'win32' ? [process.execPath, args] : ['/bin/sh', limited]
  const one = startProgram(command, given, account, image === 'make' ? undefined : image)
  // What the process itself has to say is for nobody: a program prints over the pipe.
  one.printed?.stdout.resume()
  one.printed?.stderr.resume()
  if (language === 'node') one.input.write(`${JSON.stringify({ say: 'modules', modules: guestModules() })}\n`)
  return { ...one, printed: undefined }
}

/** Python reaches the JavaScript around it, and Bash is JavaScript: they may read nothing but code. See `worker/seal.mjs`. */
export function permissionFlags(): string[] {
  const packages = new URL('..', import.meta.resolve('pyodide'))
  const folders = [packages, new URL('./', import.meta.url)].map((folder) => fileURLToPath(folder))
  return [
    '--permission',
    ...folders.map((folder) => `--allow-fs-read=${folder}*`),
    '--disallow-code-generation-from-strings',
  ]
}

export function startProgram(
  command: string,
  args: string[],
  account: Account | undefined,
  image?: number,
): ProgramProcess {
  const child = spawn(command, args, {
    // What the service was started with is none of a program's business.
    env: {},
    ...account,
    // Our own folder may be closed to that user.
    cwd: '/',
    // The last one is the image; `worker/parent.mjs` knows its number.
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe', image ?? 'ignore'],
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
    input: pipeOf(child, TO_PROGRAM) as Writable,
    output: pipeOf(child, FROM_PROGRAM) as Readable,
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

const GUEST_FOLDER = new URL('./guest/', import.meta.url)

let modules: Record<string, string> | undefined

function guestModules(): Record<string, string> {
  modules ??= Object.fromEntries(
    readdirSync(GUEST_FOLDER)
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => [name, stripTypeScriptTypes(readFileSync(new URL(name, GUEST_FOLDER), 'utf8'))]),
  )
  return modules
}

/** The pipes between the service and a program, as the program's process numbers them. */
const TO_PROGRAM = 3
const FROM_PROGRAM = 4
