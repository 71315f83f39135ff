import { parentPort, workerData } from 'node:worker_threads'

/** Searches JavaScript's own patterns in a thread of its own, where one that never ends harms nobody. */
export interface Question {
  patterns: readonly string[]
  texts: readonly (readonly string[])[]
}

export type Reply =
  | { state: 'begun' }
  | { state: 'done'; found: boolean[]; spentMs: number }
  /** JavaScript itself gave up on the pattern. */
  | { state: 'failed'; failure: unknown }

/** Tells the other side, which cannot ask a busy thread, which pattern runs. */
const current = new Int32Array(workerData as SharedArrayBuffer)
const compiled = new Map<string, RegExp>()

parentPort?.on('message', (question: Question) => {
  say({ state: 'begun' })
  const began = performance.now()
  try {
    const found = search(question)
    say({ state: 'done', found, spentMs: performance.now() - began })
  } catch (failure) {
    say({ state: 'failed', failure })
  }
})

function say(reply: Reply): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- The other end is a thread and not a window.
  parentPort!.postMessage(reply)
}

function search({ patterns, texts }: Question): boolean[] {
  const found = texts.map(() => false)
  for (const [index, pattern] of patterns.entries()) {
    Atomics.store(current, 0, index)
    const expression = compile(pattern)
    for (const [place, ways] of texts.entries()) {
      found[place] ||= ways.some((text) => expression.test(text))
    }
  }
  return found
}

function compile(pattern: string): RegExp {
  const known = compiled.get(pattern) ?? new RegExp(pattern)
  compiled.set(pattern, known)
  return known
}
