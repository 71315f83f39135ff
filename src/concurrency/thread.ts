import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'

interface ThreadSettings {
  name: string
  memoryMb: number
  /** What it may take of that for things that live shortly; the engine decides when it is absent. */
  youngMb?: number
  /** Whether the process may end while the thread has nothing to do, so that nobody has to end it. */
  unrefWhenIdle?: boolean
}

interface Failed {
  state: 'failed'
  failure: unknown
}

/** A thread of our own program that answers one question at a time. */
export interface Thread<Input, Output> {
  /** Throws what the thread says it failed with, or the reason for which it has ended. */
  run(input: Input, transfer?: ArrayBuffer[]): Promise<Exclude<Output, Failed>>
  hasEnded(): boolean
  /** Whoever waits for an answer gets the reason. */
  terminate(reason: unknown): Promise<void>
  /** Ends it unless this is disposed of in time. */
  endAfter(timeMs: number, reason: unknown): Disposable
  /**
   * Ends it once it has used so much processor time, unless this is disposed of before. On a busy machine that takes longer
   * than the time by the clock, which says nothing about the work.
   */
  endAfterWork(processorMs: number, reason: unknown): Disposable
}

/** By the clock, work may take so many times its processor time: what waits for ever ends too. */
const WALL_TIMES = 10

export function startThread<Input, Output extends { state: string }>(
  file: URL,
  { name, memoryMb, youngMb, unrefWhenIdle = false }: ThreadSettings,
): Thread<Input, Output> {
  const worker = new Worker(file, {
    name,
    // Pages are hostile; of the environment, the thread gets only where compiled modules are. Its start takes half the time.
    env: compileCache(),
    resourceLimits: {
      maxOldGenerationSizeMb: memoryMb,
      ...(youngMb !== undefined && { maxYoungGenerationSizeMb: youngMb }),
    },
  })
  if (unrefWhenIdle) worker.unref()
  let awaited: PromiseWithResolvers<Output> | undefined
  let ending: unknown
  const terminate = async (reason: unknown) => {
    ending ??= reason
    awaited?.reject(ending)
    await worker.terminate()
  }
  worker.on('message', (output: Output) => awaited?.resolve(output))
  worker.on('error', terminate)
  worker.on('messageerror', terminate)
  worker.on('exit', () => terminate(new Error('The thread has ended.')))

  return {
    async run(input, transfer = []) {
      if (ending !== undefined) throw ending
      awaited = Promise.withResolvers<Output>()
      if (unrefWhenIdle) worker.ref()
      try {
        worker.postMessage(input, transfer)
        const output = await awaited.promise
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

/** In milliseconds since the thread started; none while it does not run. */
async function processorTime(worker: Worker): Promise<number> {
  try {
    const { user, system } = await worker.cpuUsage()
    return (user + system) / 1000
  } catch {
    return 0
  }
}

/** The engine's own folder for this version is one below the folder that it was given. */
function compileCache(): NodeJS.ProcessEnv {
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}
