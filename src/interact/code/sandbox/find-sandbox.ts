import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Account } from '../../../confined-process.ts'
import type { Language } from '../../../contract/code-run.ts'
import { Fault } from '../../../fault.ts'
import { startProgram } from '../program-process.ts'
import type { ProgramProcess } from '../program-process.ts'
import { BUBBLEWRAP, bubblewrapArguments } from './bubblewrap.ts'
import type { SandboxLimits } from './bubblewrap.ts'

/** Starts a program's process in a sandbox of the system. */
export type StartInSandbox = (timeoutMs: number) => ProgramProcess

const LIMITS: Omit<SandboxLimits, 'seconds'> = { memoryMb: 512, processes: 32, fileMb: 32 }
const NOBODY = 65_530
const CHECK_MS = 10_000

/** The program that runs programs, beside this file. */
export const RUNTIME = fileURLToPath(new URL('./page.py', import.meta.url))

/** The sandbox for a language, after it was really tried; a fault that says what is missing when there is none. */
export async function findSandbox(
  language: Exclude<Language, 'node'>,
  account: Account | undefined,
): Promise<StartInSandbox> {
  const bubblewrap = BUBBLEWRAP.find((path) => existsSync(path))
  if (bubblewrap === undefined) {
    throw missing(language, 'bubblewrap (`bwrap`) is not installed, and they run in no other sandbox')
  }
  const argumentsFor = (seconds: number) =>
    bubblewrapArguments(language, RUNTIME, account?.uid ?? NOBODY, { ...LIMITS, seconds })
  const check = argumentsFor(10)
  // The same sandbox and limits, with something in it that only says that it was there.
  check.splice(check.indexOf('python3'), Infinity, ...CHECKS[language])
  const { code, said } = await tryOut(bubblewrap, check, account)
  if (code !== 0)
    throw missing(language, `the sandbox does not work here (${said || `it ended with ${code}`})`)
  return (timeoutMs) => startProgram(bubblewrap, argumentsFor(Math.ceil(timeoutMs / 1_000) + 1), account)
}

const CHECKS: Record<Exclude<Language, 'node'>, string[]> = {
  python: ['python3', '-c', 'pass'],
  bash: ['bash', '-c', 'command -v python3'],
}

function tryOut(
  command: string,
  args: string[],
  account: Account | undefined,
): Promise<{ code: number | null; said: string }> {
  const child = spawn(command, args, {
    env: {},
    cwd: '/',
    ...account,
    timeout: CHECK_MS,
    killSignal: 'SIGKILL',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(0, 200)))
  return new Promise((resolve) => {
    child.once('error', (failure) => resolve({ code: null, said: failure.message }))
    child.once('close', (code) => resolve({ code, said: said.trim() }))
  })
}

function missing(language: Language, why: string): Fault {
  return new Fault('NOT_IMPLEMENTED', `Programs in '${language}' cannot be run here: ${why}. 'node' can.`)
}
