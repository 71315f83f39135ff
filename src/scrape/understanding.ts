import { availableParallelism } from 'node:os'
import { abortFault } from '../abort.ts'
import { Fault } from '../fault.ts'
import { startThread } from './understand-thread.ts'
import type { Thread, ThreadLimits } from './understand-thread.ts'
import type { Understand, Wanted } from './understand.ts'

/** Understands sources in threads of their own: the service's thread stays free, and a bad page harms only itself. */
export interface Understanding extends AsyncDisposable {
  understand: Understand
}

export interface UnderstandingLimits extends ThreadLimits {
  threads: number
  /** After how many idle milliseconds a thread ends. */
  idleMs: number
}

const LIMITS: UnderstandingLimits = {
  timeMs: 30_000,
  memoryMb: 1024,
  // At least two, so that one page that takes its whole time does not hold up all others.
  threads: Math.max(2, availableParallelism()),
  idleMs: 30_000,
}

/** From this size on a source makes a thread's heap grow so much that it is not kept. */
const LARGE_SOURCE_BYTES = 2 * 1024 * 1024

/**
 * Threads are started when there is work for them and end when there is none; one stays warm. Whoever waits gets the
 * next free thread in the order of asking. A thread that was ended leaves its place to a fresh one.
 */
export function openUnderstanding(limits: Partial<UnderstandingLimits> = {}): Understanding {
  const { threads: most, idleMs, ...threadLimits } = { ...LIMITS, ...limits }
  const idle: { thread: Thread; timer: NodeJS.Timeout }[] = []
  const waiting: PromiseWithResolvers<Thread>[] = []
  const threads = new Set<Thread>()
  let isClosed = false

  function start(): Thread {
    const thread = startThread(threadLimits)
    threads.add(thread)
    return thread
  }

  async function take(signal: AbortSignal): Promise<Thread> {
    if (isClosed) throw stopped()
    if (signal.aborted) throw abortFault(signal)
    for (let kept = idle.pop(); kept; kept = idle.pop()) {
      clearTimeout(kept.timer)
      if (!kept.thread.hasEnded()) return kept.thread
      threads.delete(kept.thread)
    }
    if (threads.size < most) return start()
    return await turn(signal)
  }

  async function turn(signal: AbortSignal): Promise<Thread> {
    const place = Promise.withResolvers<Thread>()
    const leave = () => {
      waiting.splice(waiting.indexOf(place), 1)
      place.reject(abortFault(signal))
    }
    waiting.push(place)
    signal.addEventListener('abort', leave, { once: true })
    try {
      return await place.promise
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }

  function giveBack(thread: Thread, hasGrown: boolean): void {
    if (thread.hasEnded()) threads.delete(thread)
    const next = waiting.shift()
    if (next) return next.resolve(thread.hasEnded() ? start() : thread)
    if (!thread.hasEnded()) keep(thread, hasGrown)
  }

  function keep(thread: Thread, hasGrown: boolean): void {
    const timer = setTimeout(() => {
      if (threads.size === 1 && !hasGrown) return
      idle.splice(
        idle.findIndex((kept) => kept.thread === thread),
        1,
      )
      threads.delete(thread)
      void thread.end()
    }, idleMs)
    idle.push({ thread, timer })
  }

  return {
    async understand(source, wanted, signal) {
      const thread = await take(signal)
      try {
        return await thread.understand(source, onlyWanted(wanted), signal)
      } finally {
        giveBack(thread, source.bytes.length > LARGE_SOURCE_BYTES)
      }
    },
    async [Symbol.asyncDispose]() {
      isClosed = true
      for (const { reject } of waiting.splice(0)) reject(stopped())
      for (const { timer } of idle.splice(0)) clearTimeout(timer)
      await Promise.all([...threads].map((thread) => thread.end()))
    },
  }
}

function stopped(): Fault {
  return new Fault('SCRAPE_JOB_CANCELLED', 'The service stops.')
}

/** A request carries more than what is wanted of the content, credentials among it; none of that leaves this thread. */
function onlyWanted(wanted: Wanted): Wanted {
  const { formats, onlyMainContent, includeTags, excludeTags, removeBase64Images, discovers = false } = wanted
  return { formats, onlyMainContent, includeTags, excludeTags, removeBase64Images, discovers }
}
