import { Readable, pipeline } from 'node:stream'
import type { Transform } from 'node:stream'

interface Peeked {
  head: Uint8Array
  whole: AsyncIterable<Uint8Array>
}

/** Reads the beginning of a stream; `whole` still yields all of it. An error of the source is thrown when reading reaches it. */
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
    if (head.length > 0) yield head
    for (let next = await following.next(); !next.done; next = await following.next()) yield next.value
  } finally {
    await following.return?.()
  }
}

/** Pipes a stream through an engine. When the source fails, the output so far is yielded before the error is thrown. */
export async function* pipeThrough(
  source: AsyncIterable<Uint8Array>,
  engine: Transform,
  asBroken: (cause: unknown) => Error,
): AsyncGenerator<Uint8Array> {
  let broken: { failure: unknown } | undefined
  // The engine sees a failed source as an ended one; on an error it would discard its output.
  async function* sound() {
    try {
      yield* source
    } catch (failure) {
      broken = { failure }
    }
  }
  // The reader below receives the engine's own errors.
  pipeline(Readable.from(sound()), engine, () => {})
  try {
    yield* engine as AsyncIterable<Uint8Array>
  } catch (cause) {
    throw asBroken(cause)
  }
  if (broken) throw broken.failure
}

/** All bytes of a stream, or undefined when there are more than the limit. */
export async function readUpTo(
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  for await (const chunk of source) {
    sizeBytes += chunk.byteLength
    if (sizeBytes > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
