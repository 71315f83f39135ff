import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Account } from '../../../concurrency/confined-process.ts'
import type { Language } from '../../../contract/code-run.ts'
import { startProgram } from '../program-process.ts'
import type { ProgramProcess } from '../program-process.ts'

type SystemLanguage = Exclude<Language, 'node'>

export type StartInSandbox = (timeoutMs: number) => ProgramProcess

const LIMITS: Omit<SandboxLimits, 'seconds'> = { memoryMb: 512, processes: 32, fileMb: 32 }
const NOBODY = 65_530
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
    bubblewrapArguments(language, RUNTIME, account?.uid ?? NOBODY, { ...LIMITS, seconds })
  const check = argumentsFor(10)
  // The same sandbox and limits, with something in it that only says that it was there.
  check.splice(check.indexOf('python3'), Infinity, ...CHECKS[language])
  const { code, said } = await tryOut(bubblewrap, check, account)
  if (code !== 0) return { missing: `bubblewrap does not work here (${said || `it ended with ${code}`})` }
  return {
    start: (timeoutMs) => startProgram(bubblewrap, argumentsFor(Math.ceil(timeoutMs / 1_000) + 1), account),
  }
}

const CHECKS: Record<SystemLanguage, string[]> = {
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

export const BUBBLEWRAP = ['/usr/bin/bwrap', '/usr/local/bin/bwrap', '/bin/bwrap']

export interface SandboxLimits {
  seconds: number
  memoryMb: number
  processes: number
  fileMb: number
}

const INSIDE = '/run/winnow/page.py'
const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/etc/ld.so.cache', '/etc/alternatives']

/**
 * The arguments of bubblewrap for a program: nothing of this machine but the system, read only; a folder of its own in
 * memory; no network, no other processes, no environment, no rights.
 */
export function bubblewrapArguments(
  language: Exclude<Language, 'node'>,
  runtime: string,
  id: number,
  { seconds, memoryMb, processes, fileMb }: SandboxLimits,
): string[] {
  const megabyte = 1024 * 1024
  const environment = Object.entries(ENVIRONMENT).flatMap(([name, value]) => ['--setenv', name, value])
  const system = SYSTEM.flatMap((path) => ['--ro-bind-try', path, path])
  return [
    ...'--unshare-all --die-with-parent --new-session --cap-drop ALL'.split(' '),
    ...`--uid ${id} --gid ${id} --hostname program --clearenv`.split(' '),
    ...environment,
    ...system,
    ...`--proc /proc --dev /dev --size ${fileMb * megabyte} --tmpfs /tmp --ro-bind`.split(' '),
    runtime,
    ...`${INSIDE} --chdir /tmp -- prlimit --cpu=${seconds} --as=${memoryMb * megabyte}`.split(' '),
    ...`--nproc=${processes} --fsize=${fileMb * megabyte} --nofile=128 --core=0`.split(' '),
    ...`-- python3 -I ${INSIDE} ${language}`.split(' '),
  ]
}

const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/tmp', LANG: 'C.UTF-8' }
