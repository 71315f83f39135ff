import { readFile } from 'node:fs/promises'

export interface ProcessStatus {
  /** Memory that is its own: what would be free without it. */
  memoryBytes: number
  /** It filters its system calls and sees only processes of its own. */
  sandboxed: boolean
}

/** What the kernel says about a process; undefined when it is gone, or where there is no /proc. */
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
