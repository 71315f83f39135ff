import { readFile, readdir } from 'node:fs/promises'

/**
 * Kills the processes that have the folder on their command line, and tells which. Only where command lines can be
 * read from /proc; elsewhere the browser has ended by itself when its pipe closed.
 */
export async function killCarriersOf(folder: string): Promise<number[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number)
  const killed: number[] = []
  for (const pid of pids) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (pid === process.pid || !command.includes(`--user-data-dir=${folder}/`)) continue
    try {
      process.kill(pid, 'SIGKILL')
      killed.push(pid)
    } catch {
      // It ended meanwhile, or is not ours to end.
    }
  }
  return killed
}
