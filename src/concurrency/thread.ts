import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'

interface ThreadSettings {
  name: string
  memoryMb: number
  /** The part of the limit for the young generation. The engine decides when absent. */
  youngMb?: number
  /** True lets the process exit while the thread is idle, so that it need not be terminated. */
  unrefWhenIdle?: boolean
}

interface Failed {
  state: 'failed'
  failure: unknown
}

/** A thread that runs our code and handles one request at a time. */
export interface Thread<Input, Output> {
  /** Throws the error reported by the thread, or the reason for which it was terminated. */
  run(input: Input, transfer?: ArrayBuffer[]): Promise<Exclude<Output, Failed>>
  hasEnded(): boolean
  /** Pending callers receive the reason. */
  terminate(reason: unknown): Promise<void>
  /** Terminates the thread after this time unless disposed of first. */
  endAfter(timeMs: number, reason: unknown): Disposable
  /**
   * Terminates the thread after this much processor time unless disposed of first. Wall-clock time would also
   * count the load of the machine.
   */
  endAfterWork(processorMs: number, reason: unknown): Disposable
}

/** The wall-clock limit as a multiple of the processor time, for work that waits forever. */
const WALL_TIMES = 10

export function startThread<Input, Output extends { state: string }>(
  file: URL,
  { name, memoryMb, youngMb, unrefWhenIdle = false }: ThreadSettings,
): Thread<Input, Output> {
  const worker = new Worker(file, {
    name,
    // Pages are untrusted, so the thread gets only one environment variable: the compile cache, which halves
    // its start time.
    env: compileCache(),
    resourceLimits: {
      maxOldGenerationSizeMb: memoryMb,
      ...(youngMb !== undefined && { maxYoungGenerationSizeMb: youngMb }),
    },
  })
  if (unrefWhenIdle) worker.unref()
  let pending: PromiseWithResolvers<Output> | undefined
  let ending: unknown
  const terminate = async (reason: unknown) => {
    ending ??= reason
    pending?.reject(ending)
    await worker.terminate()
  }
  worker.on('message', (output: Output) => pending?.resolve(output))
  worker.on('error', terminate)
  worker.on('messageerror', terminate)
  worker.on('exit', () => terminate(new Error('The thread was terminated.')))

  return {
    async run(input, transfer = []) {
      if (ending !== undefined) throw ending
      pending = Promise.withResolvers<Output>()
      if (unrefWhenIdle) worker.ref()
      try {
        worker.postMessage(input, transfer)
        const output = await pending.promise
        if (isFailed(output)) throw output.failure
        return output as Exclude<Output, Failed>
      } finally {
        if (unrefWhenIdle) worker.unref()
      }
    },
    hasEnded: () => ending !== undefined,
    terminate,
    endAfter(timeMs, reason) {
      const timer = setTimeout(() => void terminate(reason), timeMs)
      return { [Symbol.dispose]: () => clearTimeout(timer) }
    },
    endAfterWork(processorMs, reason) {
      const latest = setTimeout(() => void terminate(reason), WALL_TIMES * processorMs)
      const before = processorTime(worker)
      const check = async () => {
        const leftMs = processorMs - ((await processorTime(worker)) - (await before))
        if (isDisposed) return
        if (leftMs <= 0) await terminate(reason)
        else timer = setTimeout(check, leftMs)
      }
      let isDisposed = false
      let timer = setTimeout(check, processorMs)
      return {
        [Symbol.dispose]() {
          isDisposed = true
          clearTimeout(timer)
          clearTimeout(latest)
        },
      }
    },
  }
}

function isFailed(output: { state: string }): output is Failed {
  return output.state === 'failed'
}

/** In milliseconds since the thread started; 0 while it is not running. */
async function processorTime(worker: Worker): Promise<number> {
  try {
    const { user, system } = await worker.cpuUsage()
    return (user + system) / 1000
  } catch {
    return 0
  }
}

/** The engine adds its version as a subfolder to the given folder, so the parent folder is passed on. */
function compileCache(): NodeJS.ProcessEnv {
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}
