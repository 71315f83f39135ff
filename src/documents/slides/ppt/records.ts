/** A record of an old presentation: an atom with bytes of its own, or a container of further records. */
export interface PptRecord {
  type: number
  instance: number
  /** Its bytes, without its header. */
  data: DataView
}

/** The records that lie side by side in some bytes, until these end or break off. */
export function* readRecords(data: DataView): Generator<PptRecord> {
  let at = 0
  while (at + 8 <= data.byteLength) {
    const record = recordAt(data, at)!
    yield record
    at += 8 + record.data.byteLength
  }
}

/** The record that begins at a place. */
export function recordAt(data: DataView, at: number): PptRecord | undefined {
  if (at < 0 || at + 8 > data.byteLength) return undefined
  const head = data.getUint16(at, true)
  const length = Math.min(data.getUint32(at + 4, true), data.byteLength - at - 8)
  return {
    type: data.getUint16(at + 2, true),
    instance: head >> 4,
    data: new DataView(data.buffer, data.byteOffset + at + 8, length),
  }
}

/** The first record of a type among those that lie side by side. */
export function findRecord(data: DataView | undefined, type: number): DataView | undefined {
  if (!data) return undefined
  for (const record of readRecords(data)) if (record.type === type) return record.data
  return undefined
}

/** The records that are read, by their names in the specification. */
export const PPT = {
  document: 0x3e8,
  slideAtom: 0x3ef,
  slidePersist: 0x3f3,
  slideShowInfo: 0x3f9,
  drawing: 0x40c,
  placeholder: 0xbc3,
  outlineTextRef: 0xf9e,
  textHeader: 0xf9f,
  textChars: 0xfa0,
  textStyles: 0xfa1,
  textBytes: 0xfa8,
  slideList: 0xff0,
  userEdit: 0xff5,
  persistDirectory: 0x1772,
  drawingContainer: 0xf002,
  shapeGroup: 0xf003,
  shape: 0xf004,
  clientText: 0xf00d,
  childAnchor: 0xf00f,
  clientAnchor: 0xf010,
  clientData: 0xf011,
  lastProperties: 0xf122,
} as const
