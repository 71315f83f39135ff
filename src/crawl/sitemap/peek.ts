/** The beginning of what comes, and all of it. */
export interface Peeked {
  /** Shorter than asked for only when there is no more. */
  head: Uint8Array
  whole: AsyncIterable<Uint8Array>
}

/** Looks at the beginning of a stream without taking it away. A failure is kept for whoever reads that far. */
export async function peek(source: AsyncIterable<Uint8Array>, sizeBytes: number): Promise<Peeked> {
  const chunks = source[Symbol.asyncIterator]()
  let head: Uint8Array = new Uint8Array()
  let following = chunks
  try {
    while (head.length < sizeBytes) {
      const next = await chunks.next()
      if (next.done) break
      head = Buffer.concat([head, next.value])
    }
  } catch (failure) {
    following = { next: () => Promise.reject(failure) }
  }
  return { head, whole: headThen(head, following) }
}

async function* headThen(head: Uint8Array, following: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield head
    for (let next = await following.next(); !next.done; next = await following.next()) yield next.value
  } finally {
    await following.return?.()
  }
}
