export interface Field {
  number: number
  value: number | Uint8Array
}

const MOST_VARINT_BYTES = 10

export function fieldsIn(bytes: Uint8Array): Field[] {
  const fields: Field[] = []
  const reader = { bytes, at: 0 }
  while (reader.at < bytes.length) {
    const tag = varint(reader)
    fields.push({ number: Math.floor(tag / 8), value: valueOf(reader, tag % 8) })
  }
  return fields
}

/** Numbers that stand together, or one that stands alone. */
export function numbersIn({ value }: Field): number[] {
  if (typeof value === 'number') return [value]
  const numbers: number[] = []
  const reader = { bytes: value, at: 0 }
  while (reader.at < value.length) numbers.push(varint(reader))
  return numbers
}

interface Reader {
  bytes: Uint8Array
  at: number
}

function valueOf(reader: Reader, wireType: number): number | Uint8Array {
  switch (wireType) {
    case 0:
      return varint(reader)
    case 1:
      return take(reader, 8)
    case 2:
      return take(reader, varint(reader))
    case 5:
      return take(reader, 4)
    default:
      throw new Error('It answered with something that is no protocol buffer.')
  }
}

function take(reader: Reader, length: number): Uint8Array {
  const from = reader.at
  reader.at += length
  if (reader.at > reader.bytes.length) throw new Error('It answered with a protocol buffer that is cut off.')
  return reader.bytes.subarray(from, reader.at)
}

function varint(reader: Reader): number {
  let value = 0
  for (let place = 0; place < MOST_VARINT_BYTES; place++) {
    const [byte = 0] = take(reader, 1)
    value += (byte % 128) * 128 ** place
    if (byte < 128) return value
  }
  throw new Error('It answered with something that is no protocol buffer.')
}
