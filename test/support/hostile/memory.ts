import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Worker } from 'node:worker_threads'

const MIB = 1024 * 1024

/** Samples the memory of the process in a separate thread, because the main one may be busy. */
export interface MemoryWatch extends AsyncDisposable {
  /** The maximum growth of the resident memory since the start. */
  growthMiB(): number
}

export async function watchMemory(): Promise<MemoryWatch> {
  collectGarbage()
  const peak = new BigInt64Array(new SharedArrayBuffer(8))
  const before = process.memoryUsage.rss()
  const sampler = new Worker(SAMPLER, { eval: true, workerData: peak })
  return {
    growthMiB: () => Math.max(0, Number(Atomics.load(peak, 0)) - before) / MIB,
    async [Symbol.asyncDispose]() {
      await sampler.terminate()
    },
  }
}

const SAMPLER = `
  const { workerData: peak } = require('node:worker_threads')
  setInterval(() => {
    const now = BigInt(process.memoryUsage.rss())
    if (now > peak[0]) Atomics.store(peak, 0, now)
  }, 5)`

/** The size of the heap and buffers after garbage collection. */
export function heldMiB(): number {
  collectGarbage()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / MIB
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
