import { recordCodes } from '../../compound-file/compound-file.ts'

interface PptRecord {
  type: number
  instance: number
  data: DataView
}

/** The adjacent records in a buffer, until it ends or is truncated. */
export function* readRecords(data: DataView): Generator<PptRecord> {
  let at = 0
  while (at + 8 <= data.byteLength) {
    const record = recordAt(data, at)!
    yield record
    at += 8 + record.data.byteLength
  }
}

function recordAt(data: DataView, at: number): PptRecord | undefined {
  if (at < 0 || at + 8 > data.byteLength) return undefined
  const head = data.getUint16(at, true)
  const length = Math.min(data.getUint32(at + 4, true), data.byteLength - at - 8)
  return {
    type: data.getUint16(at + 2, true),
    instance: head >> 4,
    data: new DataView(data.buffer, data.byteOffset + at + 8, length),
  }
}

/** The first record of a type among adjacent records. */
export function findRecord(data: DataView | undefined, type: number): DataView | undefined {
  if (!data) return undefined
  for (const record of readRecords(data)) if (record.type === type) return record.data
  return undefined
}

export const PPT = recordCodes('ppt')

const MAX_EDITS = 10_000

/** The offsets of a presentation's parts. Each save appends the changed parts to the file. */
export class PersistDirectory {
  private readonly stream: DataView
  private readonly offsets = new Map<number, number>()
  private documentId = 1
  /** Directories and parts do not overlap, so each is read at most up to the size of the stream. */
  private leftDirectoryBytes: number
  private leftPartBytes: number
  isEncrypted = false

  /** Goes back from the newest edit; the newest entry of a part wins. */
  constructor(stream: DataView, newestEdit: number) {
    this.stream = stream
    this.leftDirectoryBytes = stream.byteLength
    this.leftPartBytes = stream.byteLength
    const seen = new Set<number>()
    let at = newestEdit
    while (!seen.has(at) && seen.size < MAX_EDITS) {
      const edit = recordAt(stream, at)
      if (edit?.type !== PPT.userEdit || edit.data.byteLength < 28) break
      if (seen.size === 0) {
        this.documentId = edit.data.getUint32(16, true)
        this.isEncrypted = edit.data.byteLength >= 32 && edit.data.getUint32(28, true) !== 0
      }
      seen.add(at)
      this.addEntries(recordAt(stream, edit.data.getUint32(12, true)))
      at = edit.data.getUint32(8, true)
    }
  }

  find(id: number): PptRecord | undefined {
    const offset = this.offsets.get(id)
    const part = offset === undefined ? undefined : recordAt(this.stream, offset)
    this.leftPartBytes -= part?.data.byteLength ?? 0
    return this.leftPartBytes < 0 ? undefined : part
  }

  document(): DataView | undefined {
    const listed = this.find(this.documentId)
    if (listed?.type === PPT.document) return listed.data
    for (const record of readRecords(this.stream)) if (record.type === PPT.document) return record.data
    return undefined
  }

  private addEntries(directory: PptRecord | undefined): void {
    if (directory?.type !== PPT.persistDirectory) return
    const { data } = directory
    this.leftDirectoryBytes -= data.byteLength
    if (this.leftDirectoryBytes < 0) return
    for (let at = 0; at + 4 <= data.byteLength;) {
      const head = data.getUint32(at, true)
      const first = head & 0xfffff
      const count = head >>> 20
      at += 4
      for (let index = 0; index < count && at + 4 <= data.byteLength; index++, at += 4) {
        const id = first + index
        if (!this.offsets.has(id)) this.offsets.set(id, data.getUint32(at, true))
      }
    }
  }
}
