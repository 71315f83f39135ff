import { Fault } from '../../fault.ts'

/** The content codings of a body in the order in which they are to be undone. */
export function codingsOf(contentEncoding: string): Coding[] {
  const names = contentEncoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
  if (names.length > MAX_CODINGS) throw unreadable(`it is compressed ${names.length} times`)
  return names.toReversed().map((name) => {
    const coding = CODINGS[name]
    if (!coding) throw unreadable(`its content encoding "${name.slice(0, 40)}" is unknown`)
    return coding
  })
}

const MAX_CODINGS = 3

/** How many bytes `Coding.undoneBy` wants to see, if there are as many. */
export const CODING_HEAD_BYTES = 4

export type Method = 'gunzip' | 'inflate' | 'inflateRaw' | 'brotli' | 'zstd'

export interface Coding {
  /** By what the first bytes say; bytes that cannot be what the header says are taken as they are. */
  undoneBy(head: Uint8Array): Method | 'nothing'
}

const gzip: Coding = {
  undoneBy: (head) => (begins(head, [0x1f, 0x8b]) ? 'gunzip' : 'nothing'),
}

const CODINGS: Record<string, Coding | undefined> = {
  gzip,
  'x-gzip': gzip,
  // It means the zlib wrapper, but servers send bare deflate under the same name.
  deflate: { undoneBy: (head) => (isWrapped(head) ? 'inflate' : 'inflateRaw') },
  br: { undoneBy: () => 'brotli' },
  zstd: { undoneBy: (head) => (begins(head, [0x28, 0xb5, 0x2f, 0xfd]) ? 'zstd' : 'nothing') },
}

function begins(bytes: Uint8Array, mark: number[]): boolean {
  return mark.every((byte, index) => bytes[index] === byte)
}

function isWrapped([first = 0, second = 0]: Uint8Array): boolean {
  return ((first << 8) | second) % 31 === 0 && (first & 0x0f) === 8
}

export function unreadable(reason: string, cause?: unknown): Fault {
  return new Fault('SCRAPE_SITE_ERROR', `The answer of the target cannot be read: ${reason}.`, { cause })
}
