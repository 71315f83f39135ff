const MARK = 'AIPrivate'
const OTHER = 'AIprivate'

/**
 * Renames what a drawing program keeps for itself in a PDF. It is a PDF like any other, but the base library takes it
 * for a file of that program by the name, and refuses it. Bytes without the name are given back as they are.
 */
export function withoutDrawingMark(bytes: Uint8Array): Uint8Array {
  const found = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!found.includes(MARK)) return bytes
  const changed = Buffer.from(found)
  for (let at = changed.indexOf(MARK); at >= 0; at = changed.indexOf(MARK, at + MARK.length))
    changed.write(OTHER, at, 'latin1')
  return changed
}
