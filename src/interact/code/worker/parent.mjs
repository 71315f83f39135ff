import { fstatSync, readSync, writeSync } from 'node:fs'

/** The descriptors of the pipes to and from the service. The numbers are those of `program-process.ts`. */
export const TO_PROGRAM = 3
const FROM_PROGRAM = 4
const IMAGE = 5

export function say(message) {
  write(Buffer.from(`${JSON.stringify(message)}\n`))
}

/** Written synchronously and in order, also if the program never yields the thread. */
export function write(bytes) {
  for (let written = 0; written < bytes.length;) written += writeSync(FROM_PROGRAM, bytes, written)
}

/** Reads the whole image by absolute positions, because other processes share the descriptor. */
export function readImage() {
  const bytes = new Uint8Array(fstatSync(IMAGE).size)
  for (let at = 0; at < bytes.length;) at += readSync(IMAGE, bytes, at, bytes.length - at, at)
  return bytes
}

/** Waits for bytes from the service and reads as many as fit. 0 bytes: the connection is lost. */
export function read(into) {
  return readSync(TO_PROGRAM, into)
}
