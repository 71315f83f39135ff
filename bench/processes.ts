import { readFileSync, readdirSync } from 'node:fs'

/** All processes below one, including itself. The embedded server leads its own process group, but its parent is ours. */
export function treeOf(root: number): number[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => {
        const stat = statOf(Number(pid))
        return stat ? [[Number(pid), Number(stat[1])] as const] : []
      }),
  )
  const tree = [root]
  for (const pid of tree) {
    for (const [child, parent] of parents) if (parent === pid && !tree.includes(child)) tree.push(child)
  }
  return tree
}

/** CPU time used so far, in milliseconds, over all threads; the scheduler counts it in nanoseconds. */
export function cpuMs(pids: readonly number[]): number {
  const nanoseconds = sumOf(pids, (pid) =>
    sumOf(readdirSync(`/proc/${pid}/task`), (thread) =>
      Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
    ),
  )
  return nanoseconds / 1e6
}

/**
 * The same for processes with short-lived threads and children: the time of ended ones is included, in the
 * process that waited for them. In steps of ten milliseconds.
 */
export function wholeCpuMs(pids: readonly number[]): number {
  return sumOf(pids, (pid) => {
    const [user, system, childUser, childSystem] = (statOf(pid) ?? []).slice(11, 15).map(Number)
    return ((user ?? 0) + (system ?? 0) + (childUser ?? 0) + (childSystem ?? 0)) * TICK_MS
  })
}

/** The kernel's unit in /proc/<pid>/stat is a hundredth of a second on every Linux that Node runs on. */
const TICK_MS = 10

/** Memory in MB; shared pages are divided among the processes that share them. */
export function memoryMb(pids: readonly number[]): number {
  return sumOf(pids, (pid) => kilobytesIn(`/proc/${pid}/smaps_rollup`, 'Pss')) / 1024
}

/** Peak memory of a process in MB; 0 when it has ended. */
export function peakMb(pid: number): number {
  return sumOf([pid], () => kilobytesIn(`/proc/${pid}/status`, 'VmHWM')) / 1024
}

/** The command line of a process; empty when it has ended. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

function kilobytesIn(file: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(file, 'utf8'))?.[1] ?? 0)
}

/** Processes that have ended count as zero. */
function sumOf<Item>(items: readonly Item[], read: (item: Item) => number): number {
  return items.reduce((sum, item) => {
    try {
      return sum + read(item)
    } catch {
      return sum
    }
  }, 0)
}

/** The fields of /proc/<pid>/stat after the command's name, which may hold spaces: 0 is the state, 1 the parent. */
function statOf(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
  } catch {
    return undefined
  }
}
