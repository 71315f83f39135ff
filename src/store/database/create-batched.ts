interface PendingItem<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(failure: unknown): void
}

/**
 * Concurrent calls share one statement: while one statement runs, new calls gather for the next. Every caller
 * waits for the commit of its own statement.
 */
export function createBatched<Item, Result = void>(
  run: (items: Item[]) => Promise<Result[] | void>,
  maxItems = 500,
  onIdle: () => void = () => {},
): (item: Item) => Promise<Result> {
  let waiting: PendingItem<Item, Result>[] = []
  let running = false

  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxItems)
      waiting = waiting.slice(maxItems)
      try {
        const results = await run(batch.map(({ item }) => item))
        batch.forEach(({ resolve }, index) => resolve(results ? results[index]! : (undefined as Result)))
      } catch (failure) {
        for (const { reject } of batch) reject(failure)
      }
    }
    running = false
    onIdle()
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (running) return
      running = true
      // Waits one turn of the event loop, so that requests of the same turn share a statement.
      setImmediate(() => void flush())
    })
}

export function createBatchedByKey<Item, Result>(
  keyOf: (item: Item) => string,
  run: (items: Item[]) => Promise<Result[]>,
  maxItems: number,
): (item: Item) => Promise<Result> {
  const batches = new Map<string, (item: Item) => Promise<Result>>()
  return (item) => {
    const key = keyOf(item)
    const batch = batches.get(key) ?? createBatched(run, maxItems, () => batches.delete(key))
    batches.set(key, batch)
    return batch(item)
  }
}

/** Writes one batch after the other. `take` empties the buffer and returns its write, which never fails. */
export function createWriteBuffer(delayMs: number, takeWrite: () => (() => Promise<void>) | undefined) {
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const write = takeWrite()
    if (write) writing = writing.then(write)
    return writing
  }

  return {
    flush,
    schedule(isFull: boolean): void {
      if (isFull) void flush()
      else timer ??= setTimeout(() => void flush(), delayMs).unref()
    },
  }
}
