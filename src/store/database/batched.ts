interface Waiting<Item, Answer> {
  item: Item
  resolve(answer: Answer): void
  reject(failure: unknown): void
}

/**
 * Calls that wait at the same time share one statement: while one is under way, new calls gather for the next.
 * Every caller waits for the commit of its own statement.
 */
export function batched<Item, Answer = void>(
  run: (items: Item[]) => Promise<Answer[] | void>,
  mostItems = 500,
  rested: () => void = () => {},
): (item: Item) => Promise<Answer> {
  let waiting: Waiting<Item, Answer>[] = []
  let running = false

  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, mostItems)
      waiting = waiting.slice(mostItems)
      try {
        const answers = await run(batch.map(({ item }) => item))
        batch.forEach(({ resolve }, place) => resolve(answers ? answers[place]! : (undefined as Answer)))
      } catch (failure) {
        for (const { reject } of batch) reject(failure)
      }
    }
    running = false
    rested()
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (running) return
      running = true
      // One turn later, so that requests which arrived in the same turn travel together.
      setImmediate(() => void flush())
    })
}

export function batchedBy<Item, Answer>(
  keyOf: (item: Item) => string,
  run: (items: Item[]) => Promise<Answer[]>,
  mostItems: number,
): (item: Item) => Promise<Answer> {
  const lines = new Map<string, (item: Item) => Promise<Answer>>()
  return (item) => {
    const key = keyOf(item)
    const line = lines.get(key) ?? batched(run, mostItems, () => lines.delete(key))
    lines.set(key, line)
    return line(item)
  }
}

/** Writes one batch after the other. `take` empties what has gathered and returns its write, which never fails. */
export function createGathering(gatherMs: number, take: () => (() => Promise<void>) | undefined) {
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
    soon(isEnough: boolean): void {
      if (isEnough) void flush()
      else timer ??= setTimeout(() => void flush(), gatherMs).unref()
    },
  }
}
