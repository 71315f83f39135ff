import { crc32 } from 'node:zlib'

/** A ZIP archive of these parts, uncompressed, for tests of archive-based documents. */
export function zipOf(parts: Record<string, string | Uint8Array>): Buffer {
  return zipOfEntries(Object.entries(parts).map(([name, content]) => ({ name, data: Buffer.from(content) })))
}

/** An entry of an archive, possibly with wrong headers. */
export interface ZipEntry {
  name: string
  data: Uint8Array
  /** The declared uncompressed size; absent: stored uncompressed. */
  inflatedSize?: number
  crc?: number
  /** The Unix mode, in the upper half of the external attributes. */
  mode?: number
}

export function zipOfEntries(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = []
  const listed: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const name = Buffer.from(entry.name)
    const shared = sharedFields(entry, name.length)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), shared, name, entry.data])
    const central = Buffer.alloc(46)
    central.write('PK\x01\x02\x14\x03', 'latin1')
    shared.copy(central, 6)
    central.writeUInt32LE((entry.mode ?? 0o100644) * 0x10000, 38)
    central.writeUInt32LE(offset, 42)
    listed.push(central, name)
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(listed)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(locals.length, 8)
  end.writeUInt16LE(locals.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}

/** The fields from the version on that the local header and the directory share. */
function sharedFields({ data, inflatedSize, crc = crc32(data) }: ZipEntry, nameBytes: number): Buffer {
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(20, 0)
  // The name is UTF-8; the method is 0, stored, or 8, deflated.
  fields.writeUInt16LE(0x800, 2)
  fields.writeUInt16LE(inflatedSize === undefined ? 0 : 8, 4)
  fields.writeUInt32LE(crc, 10)
  fields.writeUInt32LE(data.length, 14)
  fields.writeUInt32LE(inflatedSize ?? data.length, 18)
  fields.writeUInt16LE(nameBytes, 22)
  return fields
}
