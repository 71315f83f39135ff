import { availableParallelism } from 'node:os'
import { LARGE_BYTES, createWorkerPool } from '../../concurrency/worker-pool.ts'
import { startUnderstandThread } from './understand-thread.ts'
import type { ThreadLimits } from './understand-thread.ts'
import type { UnderstandSource, Wanted } from './understand-source.ts'

/** Understands sources in threads of their own: the service's thread stays free, and a bad page harms only itself. */
export interface UnderstandThreads extends AsyncDisposable {
  understand: UnderstandSource
}

export interface ThreadSettings extends ThreadLimits {
  threads: number
  idleMs: number
  forModel: boolean
}

const SETTINGS: ThreadSettings = {
  timeMs: 30_000,
  memoryMb: 1024,
  // At least two, so that one page that takes its whole time does not hold up all others. Small pages have a spare one.
  threads: Math.max(2, availableParallelism()),
  idleMs: 30_000,
  forModel: false,
}

export function openUnderstandThreads(settings: Partial<ThreadSettings> = {}): UnderstandThreads {
  const { threads: most, idleMs, forModel, ...threadLimits } = { ...SETTINGS, ...settings }
  const threads = createWorkerPool(() => startUnderstandThread(threadLimits), {
    maxWorkers: most,
    idleMs,
    warm: 1,
  })
  return {
    understand: (source, wanted, signal) =>
      threads.use({ teamId: wanted.teamId, isLarge: source.bytes.length >= LARGE_BYTES }, signal, (thread) =>
        thread.understand(source, { ...onlyWanted(wanted), material: forModel }, signal),
      ),
    [Symbol.asyncDispose]: () => threads[Symbol.asyncDispose](),
  }
}

/** A request carries more than what is wanted of the content, credentials among it; none of that leaves this thread. */
function onlyWanted(wanted: Wanted): Wanted {
  const { formats, onlyMainContent, includeTags, excludeTags, removeBase64Images } = wanted
  const { discovers = false, leads = false, indexes = false, redactPII, siblings = [] } = wanted
  return {
    formats,
    onlyMainContent,
    includeTags,
    excludeTags,
    removeBase64Images,
    discovers,
    leads,
    indexes,
    redactPII,
    siblings,
  }
}
