import { WinnowError } from './failure.ts'
import { rejectOnAbort, abortError } from './pause.ts'

/** The bytes of a file, in whatever form they are at hand. */
export type Bytes =
  | Blob
  | Uint8Array
  | ArrayBuffer
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>
  | string

/** A document to parse: a path (where there are files), a `File`, bytes with a name, or an upload made earlier. */
export type FileLike =
  | string
  | File
  | { data: Bytes; filename: string; contentType?: string | undefined }
  | { uploadRef: string }

/** What the service takes at most. */
const MAX_BYTES = 52_428_800

/** A file with its name, ready for a form. */
export async function openFile(
  file: Exclude<FileLike, { uploadRef: string }>,
  signal?: AbortSignal | undefined,
): Promise<{ blob: Blob; filename: string }> {
  if (typeof file === 'string') return { blob: checkSize(await openPath(file)), filename: nameIn(file) }
  if (file instanceof Blob) return { blob: checkSize(file), filename: file.name }
  const blob = await toBlob(file.data, signal)
  const typed = file.contentType ? new Blob([blob], { type: file.contentType }) : blob
  return { blob: typed, filename: file.filename }
}

/** Bytes as a blob; a stream is read, no further than the service would take it. */
export async function toBlob(data: Bytes, signal?: AbortSignal | undefined): Promise<Blob> {
  if (data instanceof Blob) return checkSize(data)
  if (typeof data === 'string' || data instanceof ArrayBuffer) return checkSize(new Blob([data]))
  if (ArrayBuffer.isView(data)) return checkSize(new Blob([data as Uint8Array<ArrayBuffer>]))
  try {
    return await rejectOnAbort(readAll(data, signal), signal)
  } catch (cause) {
    if (cause instanceof WinnowError) throw cause
    throw new WinnowError('BAD_OPTION', 'The stream of the file cannot be read.', { cause })
  }
}

async function readAll(
  data: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const part of chunksOf(data)) {
    size += part.byteLength
    if (size > MAX_BYTES) throw tooLarge()
    if (signal?.aborted) throw abortError(signal)
    parts.push(part as Uint8Array<ArrayBuffer>)
  }
  return new Blob(parts)
}

/** Not every browser can iterate over a stream. */
async function* chunksOf(
  data: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (Symbol.asyncIterator in data) return yield* data
  const reader = (data as ReadableStream<Uint8Array>).getReader()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
  } finally {
    await reader.cancel()
  }
}

interface FileSystem {
  openAsBlob?(path: string): Promise<Blob>
  promises: { readFile(path: string): Promise<Uint8Array<ArrayBuffer>> }
}

/** Asked for only here and only when needed, so that bundles for browsers know nothing of files. */
async function openPath(path: string): Promise<Blob> {
  const { process } = globalThis as { process?: { getBuiltinModule?(name: string): FileSystem | undefined } }
  const fs = process?.getBuiltinModule?.('node:fs')
  if (!fs) throw new WinnowError('BAD_OPTION', 'There are no files here: hand over the bytes and the name.')
  try {
    // Stays on disk until it is sent.
    return fs.openAsBlob ? await fs.openAsBlob(path) : new Blob([await fs.promises.readFile(path)])
  } catch (cause) {
    throw new WinnowError('BAD_OPTION', `The file ${path} cannot be read.`, { cause })
  }
}

function nameIn(path: string): string {
  return path.split(/[/\\]/).at(-1)!
}

function checkSize(blob: Blob): Blob {
  if (blob.size > MAX_BYTES) throw tooLarge()
  return blob
}

function tooLarge(): WinnowError {
  return new WinnowError(
    'BAD_OPTION',
    `The file is larger than the ${MAX_BYTES / 1_048_576} MB the service takes.`,
  )
}
