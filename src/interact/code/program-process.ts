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
  /** The standard output streams, unless the program prints over the pipes. */
  readonly printed: Record<'stdout' | 'stderr', Readable> | undefined
  readonly exited: Promise<{ code: number | null }>
  hasEnded(): boolean
  end(): Promise<void>
}

/** The stack limit in kilobytes that the interpreter needs for its own limit to take effect. */
const STACK_KB = 3_900
/**
 * More CPU time than any program may use, so that a process ends even if the service was killed before it.
 */
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
  // A shell sets the limit and is replaced by the command, without environment variables. Windows has neither
  // the shell nor the limit.
  const limited = ['-c', `ulimit -t ${MOST_CPU_SECONDS}; exec env -i "$0" "$@"`, process.execPath, ...args]
  const [command, given] = process.platform === 'win32' ? [process.execPath, args] : ['/bin/sh', limited]
  const one = startProgram(command, given, account, image === 'make' ? undefined : image)
  // Discards the process's own output: programs print over the pipe.
  one.printed?.stdout.resume()
  one.printed?.stderr.resume()
  if (language === 'node') one.input.write(`${JSON.stringify({ say: 'modules', modules: guestModules() })}\n`)
  return { ...one, printed: undefined }
}

/**
 * Python can reach the surrounding JavaScript, and Bash is JavaScript, so both may read only code. See
 * `worker/seal.mjs`.
 */
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
    // A program must not see the service's environment.
    env: {},
    ...account,
    // This user may have no access to the service's own folder.
    cwd: '/',
    // The last descriptor is the image. `worker/parent.mjs` has its number.
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe', image ?? 'ignore'],
    // A separate process group, so that the program and its children are killed together.
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

/** Writing to a closed pipe emits an error. The `exit` event already reports the end of the process. */
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

/** The descriptors of the pipes, as numbered in the program's process. */
const TO_PROGRAM = 3
const FROM_PROGRAM = 4
