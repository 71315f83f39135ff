import { parentPort, workerData } from 'node:worker_threads'

/** Searches JavaScript patterns in a separate thread, where an endless search blocks nothing else. */
export interface PatternRequest {
  patterns: readonly string[]
  texts: readonly (readonly string[])[]
}

export type PatternResponse =
  | { state: 'begun' }
  | { state: 'done'; found: boolean[]; spentMs: number }
  /** JavaScript rejected the pattern while matching. */
  | { state: 'failed'; failure: unknown }

/** Tells the main thread which pattern runs; a busy thread cannot be asked. */
const current = new Int32Array(workerData as SharedArrayBuffer)
const compiled = new Map<string, RegExp>()

parentPort?.on('message', (request: PatternRequest) => {
  respond({ state: 'begun' })
  const began = performance.now()
  try {
    const found = search(request)
    respond({ state: 'done', found, spentMs: performance.now() - began })
  } catch (failure) {
    respond({ state: 'failed', failure })
  }
})

function respond(response: PatternResponse): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- The other end is a thread and not a window.
  parentPort!.postMessage(response)
}

function search({ patterns, texts }: PatternRequest): boolean[] {
  const found = texts.map(() => false)
  for (const [patternIndex, pattern] of patterns.entries()) {
    Atomics.store(current, 0, patternIndex)
    const expression = compile(pattern)
    for (const [index, variants] of texts.entries()) {
      found[index] ||= variants.some((text) => expression.test(text))
    }
  }
  return found
}

function compile(pattern: string): RegExp {
  const known = compiled.get(pattern) ?? new RegExp(pattern)
  compiled.set(pattern, known)
  return known
}
