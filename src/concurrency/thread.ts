import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'

interface ThreadSettings {
  name: string
  memoryMb: number
  /** What it may take of that for things that live shortly; the engine decides when it is absent. */
  youngMb?: number
  /** Whether the process may end while the thread has nothing to do, so that nobody has to end it. */
  isLeftAlone?: boolean
}

interface Failed {
  state: 'failed'
  failure: unknown
}

/** A thread of our own program that answers one question at a time. */
export interface Thread<Question, Reply> {
  /** Throws what the thread says it failed with, or the reason for which it has ended. */
  ask(question: Question, transfer?: ArrayBuffer[]): Promise<Exclude<Reply, Failed>>
  hasEnded(): boolean
  /** Whoever waits for an answer gets the reason. */
  endFor(reason: unknown): Promise<void>
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

export function startThread<Question, Reply extends { state: string }>(
  file: URL,
  { name, memoryMb, youngMb, isLeftAlone = false }: ThreadSettings,
): Thread<Question, Reply> {
  const worker = new Worker(file, {
    name,
    // Pages are hostile; of the environment, the thread gets only where compiled modules are. Its start takes half the time.
    env: compileCache(),
    resourceLimits: {
      maxOldGenerationSizeMb: memoryMb,
      ...(youngMb !== undefined && { maxYoungGenerationSizeMb: youngMb }),
    },
  })
  if (isLeftAlone) worker.unref()
  let awaited: PromiseWithResolvers<Reply> | undefined
  let ending: unknown
  const endFor = async (reason: unknown) => {
    ending ??= reason
    awaited?.reject(ending)
    await worker.terminate()
  }
  worker.on('message', (reply: Reply) => awaited?.resolve(reply))
  worker.on('error', endFor)
  worker.on('messageerror', endFor)
  worker.on('exit', () => endFor(new Error('The thread has ended.')))

  return {
    async ask(question, transfer = []) {
      if (ending !== undefined) throw ending
      awaited = Promise.withResolvers<Reply>()
      if (isLeftAlone) worker.ref()
      try {
        worker.postMessage(question, transfer)
        const reply = await awaited.promise
        if (isFailed(reply)) throw reply.failure
        return reply as Exclude<Reply, Failed>
      } finally {
        if (isLeftAlone) worker.unref()
      }
    },
    hasEnded: () => ending !== undefined,
    endFor,
    endAfter(timeMs, reason) {
      const timer = setTimeout(() => void endFor(reason), timeMs)
      return { [Symbol.dispose]: () => clearTimeout(timer) }
    },
    endAfterWork(processorMs, reason) {
      const latest = setTimeout(() => void endFor(reason), WALL_TIMES * processorMs)
      const before = processorTime(worker)
      const check = async () => {
        const leftMs = processorMs - ((await processorTime(worker)) - (await before))
        if (isDisposed) return
        if (leftMs <= 0) await endFor(reason)
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

function isFailed(reply: { state: string }): reply is Failed {
  return reply.state === 'failed'
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
