/** A record of a stream of the old binary formats: a number that says what it is, and its bytes. */
export interface BiffRecord {
  type: number
  data: DataView
}

/** The records of a stream from a place on, until the stream ends or breaks off. */
export function* readRecords(stream: Uint8Array, from: number): Generator<BiffRecord> {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.length)
  let at = from
  while (at + 4 <= stream.length) {
    const length = view.getUint16(at + 2, true)
    const end = Math.min(at + 4 + length, stream.length)
    const data = new DataView(stream.buffer, stream.byteOffset + at + 4, end - at - 4)
    yield { type: view.getUint16(at, true), data }
    at = end
  }
}

/** The records that are read, by their names in the specification. */
export const RECORD = {
  formula: 0x06,
  end: 0x0a,
  note: 0x1c,
  dateMode: 0x22,
  filePass: 0x2f,
  continue: 0x3c,
  codePage: 0x42,
  object: 0x5d,
  boundSheet: 0x85,
  mulRk: 0xbd,
  rString: 0xd6,
  xf: 0xe0,
  mergedCells: 0xe5,
  sharedStrings: 0xfc,
  labelSst: 0xfd,
  textObject: 0x1b6,
  link: 0x1b8,
  number: 0x203,
  label: 0x204,
  boolError: 0x205,
  string: 0x207,
  rk: 0x27e,
  format: 0x41e,
  begin: 0x809,
} as const
