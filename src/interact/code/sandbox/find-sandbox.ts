import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Account } from '../../../concurrency/confined-process.ts'
import type { Language } from '../../../contract/code-run.ts'
import { startProgram } from '../program-process.ts'
import type { ProgramProcess } from '../program-process.ts'

type SystemLanguage = Exclude<Language, 'node'>

export type StartInSandbox = (timeoutMs: number) => ProgramProcess

const MEGABYTE = 1024 * 1024
const [MEMORY_BYTES, FILE_BYTES, PROCESSES] = [512 * MEGABYTE, 32 * MEGABYTE, 32]
const UNPRIVILEGED_ID = 65_530
const CHECK_MS = 10_000

export const RUNTIME = fileURLToPath(new URL('./page.py', import.meta.url))

/** The sandbox of the system for a language, after it was really tried; otherwise why there is none. */
export async function findSandbox(
  language: SystemLanguage,
  account: Account | undefined,
): Promise<{ start: StartInSandbox } | { missing: string }> {
  const bubblewrap = BUBBLEWRAP.find((path) => existsSync(path))
  if (bubblewrap === undefined) return { missing: 'bubblewrap (`bwrap`) is not installed' }
  const argumentsFor = (seconds: number) =>
    bubblewrapArguments(language, account?.uid ?? UNPRIVILEGED_ID, seconds)
  const check = argumentsFor(10)
  // The same sandbox and limits, with something in it that only says that it was there.
  check.splice(check.indexOf('python3'), Infinity, ...CHECKS[language])
  const problem = await runCheck(bubblewrap, check, account)
  if (problem !== undefined) return { missing: `bubblewrap does not work here (${problem})` }
  return {
    start: (timeoutMs) => startProgram(bubblewrap, argumentsFor(Math.ceil(timeoutMs / 1_000) + 1), account),
  }
}

const CHECKS: Record<SystemLanguage, string[]> = {
  python: ['python3', '-c', 'pass'],
  bash: ['bash', '-c', 'command -v python3'],
}

async function runCheck(command: string, args: string[], account: Account | undefined) {
  const options = { env: {}, cwd: '/', ...account, timeout: CHECK_MS, killSignal: 'SIGKILL' } as const
  try {
    await promisify(execFile)(command, args, options)
    return undefined
  } catch (failure) {
    const { stderr = '', code } = failure as { stderr?: string; code?: unknown }
    return stderr.trim().slice(0, 200) || `it ended with ${code}`
  }
}

export const BUBBLEWRAP = ['/usr/bin/bwrap', '/usr/local/bin/bwrap', '/bin/bwrap']

const INSIDE = '/run/winnow/page.py'
const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/etc/ld.so.cache', '/etc/alternatives']

/** Nothing of this machine but the system, read only; a folder in memory; no network, processes, environment or rights. */
export function bubblewrapArguments(language: SystemLanguage, id: number, seconds: number): string[] {
  const environment = Object.entries(ENVIRONMENT).flatMap(([name, value]) => ['--setenv', name, value])
  const system = SYSTEM.flatMap((path) => ['--ro-bind-try', path, path])
  return [
    ...'--unshare-all --die-with-parent --new-session --cap-drop ALL'.split(' '),
    ...`--uid ${id} --gid ${id} --hostname program --clearenv`.split(' '),
    ...environment,
    ...system,
    ...`--proc /proc --dev /dev --size ${FILE_BYTES} --tmpfs /tmp --ro-bind`.split(' '),
    RUNTIME,
    ...`${INSIDE} --chdir /tmp -- prlimit --cpu=${seconds} --as=${MEMORY_BYTES}`.split(' '),
    ...`--nproc=${PROCESSES} --fsize=${FILE_BYTES} --nofile=128 --core=0`.split(' '),
    ...`-- python3 -I ${INSIDE} ${language}`.split(' '),
  ]
}

const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/tmp', LANG: 'C.UTF-8' }
