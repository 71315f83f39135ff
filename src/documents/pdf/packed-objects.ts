import { inflateSync } from 'node:zlib'

const MAX_UNPACKED_BYTES = 64 * 1024 * 1024
const MAX_PACKED = 100_000

/** The objects that a stream of objects holds, by their numbers; none when it cannot be unpacked. */
export function packedObjects(file: Buffer, start: number, end: number): Map<number, string> {
  const objects = new Map<number, string>()
  const head = file.toString('latin1', start, Math.min(end, start + 2048))
  const [count, first] = [numberIn(head, 'N'), numberIn(head, 'First')]
  const body = /stream\r?\n/.exec(head)
  if (!body || count === undefined || first === undefined || count > MAX_PACKED) return objects
  const unpacked = unpack(file.subarray(start + body.index + body[0].length, end), /\/FlateDecode/.test(head))
  const numbers = unpacked.slice(0, first).match(/\d+/g)?.map(Number) ?? []
  for (let index = 0; index < Math.min(count, numbers.length >> 1); index++) {
    const from = first + numbers[2 * index + 1]!
    const to = index + 1 < count ? first + (numbers[2 * index + 3] ?? unpacked.length) : unpacked.length
    objects.set(numbers[2 * index]!, unpacked.slice(from, to).trim())
  }
  return objects
}

function numberIn(head: string, name: string): number | undefined {
  const found = new RegExp(`/${name}\\s+(\\d{1,9})`).exec(head)?.[1]
  return found === undefined ? undefined : Number(found)
}

/** As much as can be unpacked: the bytes behind the stream do not matter, and a torn one gives nothing. */
function unpack(bytes: Buffer, isDeflated: boolean): string {
  if (!isDeflated) return bytes.toString('latin1')
  try {
    return inflateSync(bytes, { maxOutputLength: MAX_UNPACKED_BYTES }).toString('latin1')
  } catch {
    return ''
  }
}
