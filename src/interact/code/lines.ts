import type { Readable } from 'node:stream'

/** Hears every line of a stream; one that exceeds `maxBytes` destroys the stream, so that it cannot fill the memory. */
export function readLines(stream: Readable, maxBytes: number, hear: (line: string) => void): void {
  let pieces: Buffer[] = []
  let size = 0
  stream.on('data', (chunk: Buffer) => {
    let from = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      const line = Buffer.concat([...pieces, chunk.subarray(from, end)]).toString()
      pieces = []
      size = 0
      from = end + 1
      hear(line)
    }
    const rest = chunk.subarray(from)
    size += rest.length
    if (size > maxBytes) stream.destroy(new Error('A line is too long.'))
    else if (rest.length > 0) pieces.push(rest)
  })
}

const NEWLINE = 10
