/** The parts of DER that a certificate needs. */
export const der = {
  sequence: (...parts: Buffer[]) => element(0x30, ...parts),
  set: (...parts: Buffer[]) => element(0x31, ...parts),
  /** A value under a context tag: constructed unless it is primitive. */
  tagged: (tag: number, ...parts: Buffer[]) => element(0xa0 | tag, ...parts),
  plainTagged: (tag: number, content: Buffer) => element(0x80 | tag, content),
  integer: (bytes: Buffer) =>
    element(0x02, bytes[0]! & 0x80 ? Buffer.concat([Buffer.alloc(1), bytes]) : bytes),
  bits: (bytes: Buffer) => element(0x03, Buffer.alloc(1), bytes),
  octets: (bytes: Buffer) => element(0x04, bytes),
  text: (text: string) => element(0x0c, Buffer.from(text)),
  yes: () => element(0x01, Buffer.from([0xff])),
  oid,
  time,
}

function element(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag]), lengthOf(content), content])
}

function lengthOf({ length }: Buffer): Buffer {
  if (length < 0x80) return Buffer.from([length])
  const bytes = Buffer.from(length.toString(16).padStart(length > 0xff ? 4 : 2, '0'), 'hex')
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes])
}

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return element(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

function base128(number: number): number[] {
  const digits = [number & 0x7f]
  for (let left = number >>> 7; left > 0; left >>>= 7) digits.unshift(0x80 | (left & 0x7f))
  return digits
}

function time(date: Date): Buffer {
  const digits = date.toISOString().replaceAll(/[-:T]|\..*$/g, '')
  // Years from 2050 on have another format.
  return date.getUTCFullYear() < 2050
    ? element(0x17, Buffer.from(`${digits.slice(2)}Z`))
    : element(0x18, Buffer.from(`${digits}Z`))
}
