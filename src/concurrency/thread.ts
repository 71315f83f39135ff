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
}

export function startThread<Question, Reply extends { state: string }>(
  file: URL,
  { name, memoryMb, youngMb, isLeftAlone = false }: ThreadSettings,
): Thread<Question, Reply> {
  const worker = new Worker(file, {
    name,
    // Pages are hostile; what the service was started with is none of the thread's business.
    env: {},
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
  }
}

function isFailed(reply: { state: string }): reply is Failed {
  return reply.state === 'failed'
}
