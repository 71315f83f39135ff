interface Waiting<Item, Answer> {
  item: Item
  resolve(answer: Answer): void
  reject(failure: unknown): void
}

/**
 * Lets calls that wait at the same time share one statement. While one flush is under way, new calls gather for the
 * next; a call made alone is sent at once, so an idle service answers as fast as without batching. Every caller waits
 * for the commit of the statement that carried its own item.
 */
export function batched<Item, Answer>(
  run: (items: Item[]) => Promise<Answer[]>,
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
        batch.forEach(({ resolve }, place) => resolve(answers[place]!))
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

/** The same, with a line of its own for each key: what stands in different ones does not travel together. */
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
