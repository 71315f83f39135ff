import type { Language } from '../../../contract/code-run.ts'

/** Where bubblewrap lies where it is installed. */
export const BUBBLEWRAP = ['/usr/bin/bwrap', '/usr/local/bin/bwrap', '/bin/bwrap']

/** What a program may take, one process of it each. */
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
  return [
    '--unshare-all',
    '--die-with-parent',
    '--new-session',
    '--cap-drop',
    'ALL',
    '--uid',
    String(id),
    '--gid',
    String(id),
    '--hostname',
    'program',
    '--clearenv',
    ...Object.entries(ENVIRONMENT).flatMap(([name, value]) => ['--setenv', name, value]),
    ...SYSTEM.flatMap((path) => ['--ro-bind-try', path, path]),
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    '--size',
    String(fileMb * megabyte),
    '--tmpfs',
    '/tmp',
    '--ro-bind',
    runtime,
    INSIDE,
    '--chdir',
    '/tmp',
    '--',
    'prlimit',
    `--cpu=${seconds}`,
    `--as=${memoryMb * megabyte}`,
    `--nproc=${processes}`,
    `--fsize=${fileMb * megabyte}`,
    '--nofile=128',
    '--core=0',
    '--',
    'python3',
    '-I',
    INSIDE,
    language,
  ]
}

const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/tmp', LANG: 'C.UTF-8' }
