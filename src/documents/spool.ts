import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isAlive } from '../concurrency/confined-process.ts'
import { isFullDisk } from '../fault.ts'

/** The bytes of a document, wherever they are: in memory, or in a file that only who holds the key can read. */
export type StoredBytes = { bytes: Uint8Array } | { path: string; key: Uint8Array }

export interface SpooledFile extends AsyncDisposable {
  size: number
  head: Uint8Array
  stored: StoredBytes
}

/** Takes documents in piece by piece, so that a large one is never held whole. */
export interface Spool extends AsyncDisposable {
  /** `inMemory` keeps all of it off the disk, also when it is large. */
  take(chunks: AsyncIterable<Uint8Array>, inMemory?: boolean): Promise<SpooledFile>
}

const MEMORY_BYTES = 1024 * 1024
const HEAD_BYTES = 8192
const CIPHER = 'aes-256-ctr'
/** Each key is used for one file only, so every file may begin at the same count. */
const START = Buffer.alloc(16)

/** Files are encrypted with keys in memory: after a crash nobody can read them, and the next start removes them. */
export async function openSpool(home: string): Promise<Spool> {
  const name = `${PREFIX}${process.pid}-${randomUUID()}`
  const folder = join(home, name)
  OWN_FOLDERS.add(name)
  await removeStaleFolders(home)
  return {
    take: (chunks, inMemory = false) => takeIn(chunks, folder, inMemory ? Infinity : MEMORY_BYTES),
    async [Symbol.asyncDispose]() {
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const PREFIX = 'uploads-'
const FOLDER = /^uploads-(\d+)-/
/** Those of this process; in a container the process before often had the same number. */
const OWN_FOLDERS = new Set<string>()

async function removeStaleFolders(home: string): Promise<void> {
  await mkdir(home, { recursive: true })
  for (const name of await readdir(home)) {
    const pid = FOLDER.exec(name)?.[1]
    const isLeft = Number(pid) === process.pid ? !OWN_FOLDERS.has(name) : !isAlive(Number(pid))
    if (pid !== undefined && isLeft) await rm(join(home, name), { recursive: true, force: true })
  }
}

async function takeIn(
  chunks: AsyncIterable<Uint8Array>,
  folder: string,
  memoryBytes: number,
): Promise<SpooledFile> {
  const held: Uint8Array[] = []
  let size = 0
  const iterator = chunks[Symbol.asyncIterator]()
  while (size <= memoryBytes) {
    const { done, value } = await iterator.next()
    if (done) {
      const bytes = Buffer.concat(held)
      const stored = { bytes }
      return { size, head: bytes.subarray(0, HEAD_BYTES), stored, [Symbol.asyncDispose]: async () => {} }
    }
    held.push(value)
    size += value.length
  }
  const path = join(folder, randomUUID())
  const key = randomBytes(32)
  try {
    // Somebody may have tidied up here meanwhile.
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const written = await writeEncrypted(path, key, held, iterator)
    const head = Buffer.concat(held.slice(0, HEAD_CHUNKS)).subarray(0, HEAD_BYTES)
    return {
      size: written,
      head,
      stored: { path, key },
      [Symbol.asyncDispose]: () => rm(path, { force: true }),
    }
  } catch (failure) {
    // Whoever is still sending hears of it only after the last byte; otherwise the connection is cut.
    if (isFullDisk(failure)) while (!(await iterator.next()).done);
    await iterator.return?.()
    await rm(path, { force: true })
    throw failure
  }
}

/** Chunks may be tiny; so many of them hold what a head needs, or nearly. */
const HEAD_CHUNKS = 1024

async function writeEncrypted(
  path: string,
  key: Uint8Array,
  begun: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): Promise<number> {
  await using file = await open(path, 'wx', 0o600)
  const cipher = createCipheriv(CIPHER, key, START)
  let size = 0
  const write = async (chunk: Uint8Array) => {
    size += chunk.length
    await file.writeFile(cipher.update(chunk))
  }
  for (const chunk of begun) await write(chunk)
  for (let next = await rest.next(); !next.done; next = await rest.next()) await write(next.value)
  return size
}

export async function readStored(stored: StoredBytes): Promise<Uint8Array> {
  if ('bytes' in stored) return stored.bytes
  const decipher = createDecipheriv(CIPHER, stored.key, START)
  return decipher.update(await readFile(stored.path))
}

const PIECE_BYTES = 1024 * 1024

/** The same piece by piece, so that never much of it is held. */
export async function* piecesOf(stored: StoredBytes): AsyncGenerator<Uint8Array> {
  if ('bytes' in stored) {
    const { bytes } = stored
    for (let from = 0; from < bytes.length; from += PIECE_BYTES)
      yield bytes.subarray(from, from + PIECE_BYTES)
    return
  }
  const decipher = createDecipheriv(CIPHER, stored.key, START)
  for await (const chunk of createReadStream(stored.path, { highWaterMark: PIECE_BYTES })) {
    yield decipher.update(chunk as Buffer)
  }
}
