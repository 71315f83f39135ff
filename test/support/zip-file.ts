import { crc32 } from 'node:zlib'

/** A ZIP archive of these entries, stored as they are, for tests of documents that are archives. */
export function zipOf(entries: Record<string, string | Uint8Array>): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [entryName, content] of Object.entries(entries)) {
    const name = Buffer.from(entryName)
    const data = Buffer.from(content)
    const shared = sharedFields(name, data)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), shared, name, data])
    const central = Buffer.alloc(46)
    central.write('PK\u0001\u0002\u0014', 'latin1')
    shared.copy(central, 6)
    central.writeUInt32LE(offset, 42)
    directory.push(central, name)
    locals.push(local)
    offset += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(locals.length, 8)
  end.writeUInt16LE(locals.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, listed, end])
}

/** What the header of an entry and its line in the directory say alike, from the version on. */
function sharedFields(name: Buffer, data: Buffer): Buffer {
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(20, 0)
  // The name is UTF-8; the method is 0, stored.
  fields.writeUInt16LE(0x800, 2)
  fields.writeUInt32LE(crc32(data), 10)
  fields.writeUInt32LE(data.length, 14)
  fields.writeUInt32LE(data.length, 18)
  fields.writeUInt16LE(name.length, 22)
  return fields
}
