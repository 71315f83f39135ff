/** A record of a stream of the old binary formats: a number that says what it is, and its bytes. */
export interface BiffRecord {
  type: number
  data: DataView
  /** Where the record begins in the stream. */
  start: number
}

/** The records of a stream from a place on, until the stream ends or breaks off. */
export function* readRecords(stream: Uint8Array, from: number): Generator<BiffRecord> {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.length)
  let at = from
  while (at + 4 <= stream.length) {
    const length = view.getUint16(at + 2, true)
    const end = Math.min(at + 4 + length, stream.length)
    const data = new DataView(stream.buffer, stream.byteOffset + at + 4, end - at - 4)
    yield { type: view.getUint16(at, true), data, start: at }
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

/** A number in four bytes: a whole one or the upper half of a fraction, and maybe a hundred times what is meant. */
export function rkNumber(bits: number): number {
  const scratch = new DataView(new ArrayBuffer(8))
  scratch.setInt32(4, bits & ~3, true)
  const number = (bits & 2) !== 0 ? bits >> 2 : scratch.getFloat64(0, true)
  return (bits & 1) !== 0 ? number / 100 : number
}

/** What a cell shows that holds an error, by its number. */
export function errorText(code: number): string {
  return ERRORS.get(code) ?? '#ERROR!'
}

const ERRORS = new Map([
  [0x00, '#NULL!'],
  [0x07, '#DIV/0!'],
  [0x0f, '#VALUE!'],
  [0x17, '#REF!'],
  [0x1d, '#NAME?'],
  [0x24, '#NUM!'],
  [0x2a, '#N/A'],
  [0x2b, '#GETTING_DATA'],
])
