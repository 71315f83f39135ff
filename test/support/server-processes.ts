import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { clusterName } from '../../src/store/embedded/stop-orphaned-servers.ts'

export interface FoundProcess {
  pid: number
  command: string
}

/** Every process of the embedded server of a data directory: postmaster, children and watchdog. */
export async function serverProcesses(dataDir: string): Promise<FoundProcess[]> {
  const cluster = join(dataDir, 'postgres')
  if (!existsSync(cluster)) return []
  const mark = await clusterName(cluster)
  return (await allProcesses()).filter(({ command }) => command.includes(mark))
}

/** The postmaster, without its children and its watchdog. */
export async function postmaster(dataDir: string): Promise<FoundProcess | undefined> {
  return (await serverProcesses(dataDir)).find(({ command }) => /^\/[^\0]*\/postgres(\0| -D)/.test(command))
}

export async function watchdogs(dataDir: string): Promise<FoundProcess[]> {
  return (await serverProcesses(dataDir)).filter(({ command }) => command.includes('winnow-watchdog'))
}

async function allProcesses(): Promise<FoundProcess[]> {
  if (process.platform !== 'linux') {
    const { stdout } = await promisify(execFile)('/bin/ps', ['-axww', '-o', 'pid=,command='])
    return stdout
      .split('\n')
      .map((line) => ({ pid: Number.parseInt(line, 10), command: line.trim().replace(/^\d+\s+/, '') }))
  }
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  return Promise.all(
    pids.map(async (pid) => ({
      pid,
      command: await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
    })),
  )
}
