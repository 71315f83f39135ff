import { fstatSync, readSync, writeSync } from 'node:fs'

/** The pipes to and from the service; the numbers are those of `pipes.ts`. */
export const TO_PROGRAM = 3
const FROM_PROGRAM = 4
const IMAGE = 5

export function say(message) {
  write(Buffer.from(`${JSON.stringify(message)}\n`))
}

/** Written at once and in order, also when the program never lets go of the thread. */
export function write(bytes) {
  for (let written = 0; written < bytes.length;) written += writeSync(FROM_PROGRAM, bytes, written)
}

/** The whole image. Other processes read it too, so there is no common position. */
export function readImage() {
  const bytes = new Uint8Array(fstatSync(IMAGE).size)
  for (let at = 0; at < bytes.length;) at += readSync(IMAGE, bytes, at, bytes.length - at, at)
  return bytes
}

/** Waits for what the service says and reads at most as much as fits. 0 bytes: the service is gone. */
export function read(into) {
  return readSync(TO_PROGRAM, into)
}
