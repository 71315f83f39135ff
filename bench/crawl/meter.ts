import { readFileSync } from 'node:fs'
import { memoryMb, treeOf } from '../process-tree.ts'

/** What a tree of processes used between two moments. */
export interface Usage {
  cpuMs: number
  wallMs: number
  peakMb: number
  samples: Sample[]
}

export interface Sample {
  /** Since the meter was started. */
  atMs: number
  memoryMb: number
  cpuMs: number
}

const SAMPLE_MS = 1_000

/** Watches a tree of processes, by its root: processor time, and memory once a second (shared pages counted once). */
export function startMeter(root: number): { read(): Usage } & Disposable {
  const cpuBefore = treeCpuMs(root)
  const since = performance.now()
  const samples: Sample[] = []
  const sample = () => {
    const atMs = performance.now() - since
    samples.push({ atMs, memoryMb: memoryMb(treeOf(root)), cpuMs: treeCpuMs(root) - cpuBefore })
  }
  const timer = setInterval(sample, SAMPLE_MS)
  return {
    read() {
      const wallMs = performance.now() - since
      sample()
      return {
        cpuMs: samples.at(-1)!.cpuMs,
        wallMs,
        peakMb: Math.max(...samples.map((one) => one.memoryMb)),
        samples,
      }
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

/** With the threads that have ended and the children that were waited for, such as the server's vacuum workers. */
export function treeCpuMs(root: number): number {
  return treeOf(root).reduce((sum, pid) => sum + processCpuMs(pid), 0)
}

/** The kernel's unit in /proc/<pid>/stat is a hundredth of a second on every Linux that Node runs on. */
const TICK_MS = 10

function processCpuMs(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS
  } catch {
    return 0
  }
}

/** How fast memory grows, by least squares. */
export function slopeMbPerMinute(samples: readonly Sample[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const minutes = samples.map(({ atMs }) => atMs / 60_000)
  const middle = mean(minutes)
  const memory = mean(samples.map((one) => one.memoryMb))
  const together = samples.reduce(
    (sum, one, place) => sum + (minutes[place]! - middle) * (one.memoryMb - memory),
    0,
  )
  return together / minutes.reduce((sum, minute) => sum + (minute - middle) ** 2, 0)
}
