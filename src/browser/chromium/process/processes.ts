import { readdir, readFile } from 'node:fs/promises'

export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    return process.kill(pid, 0)
  } catch (failure) {
    return (failure as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Works only where command lines can be read from /proc; elsewhere the browser ended when its pipe closed. */
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

interface ProcessStatus {
  memoryBytes: number
  /** It filters its system calls and sees only processes of its own. */
  sandboxed: boolean
}

export async function processStatus(pid: number): Promise<ProcessStatus | undefined> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const field = (name: string) => new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(text)?.[1] ?? ''
  const kilobytes = Number.parseInt(field('RssAnon'), 10) + Number.parseInt(field('RssShmem'), 10)
  return {
    memoryBytes: (kilobytes || 0) * 1024,
    sandboxed: field('Seccomp') === '2' && field('NSpid').split(/\s+/).length > 1,
  }
}
