import { Fault } from '../../fault.ts'

/** Remembers which pages a live browser did not open because of its screen, until somebody can be told. */
export interface Refusals {
  /** Aborts with why a tab was first kept from going somewhere. */
  readonly strayed: AbortSignal
  stray(why: unknown): void
  withhold(what: 'frame' | 'part', why: Fault): void
  /** What was not told yet, each sentence once. */
  take(): string[]
}

/** A page that tries forever must not fill the memory. */
const MOST_KEPT = 20

export function createRefusals(): Refusals {
  const strayed = new AbortController()
  const untold = new Set<string>()
  const note = (why: unknown) => {
    if (why instanceof Fault && untold.size < MOST_KEPT) untold.add(why.message)
  }
  return {
    strayed: strayed.signal,
    stray(why) {
      strayed.abort(why)
      note(why)
    },
    withhold(what, why) {
      if (what === 'frame') note(why)
    },
    take() {
      const told = [...untold]
      untold.clear()
      return told
    },
  }
}
