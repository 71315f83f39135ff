/** What gathers before it is written together. */
interface Gathering {
  /** Has it written in a while, or now when there is enough of it. */
  soon(isEnough: boolean): void
  /** Has it written now, and waits until everything before it is written too. */
  flush(): Promise<void>
}

/**
 * Writes one batch after the other. `take` empties what has gathered and gives what writes it, or nothing; what it gives
 * never fails.
 */
export function createGathering(gatherMs: number, take: () => (() => Promise<void>) | undefined): Gathering {
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const write = take()
    if (write) writing = writing.then(write)
    return writing
  }

  return {
    flush,
    soon(isEnough) {
      if (isEnough) void flush()
      else timer ??= setTimeout(() => void flush(), gatherMs).unref()
    },
  }
}
