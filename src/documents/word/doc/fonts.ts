import type { Bytes } from '../../compound-file/bytes.ts'

/** The names of fonts by their numbers. */
export function readFonts(bytes: Bytes): string[] {
  const count = Math.min(bytes.u16(0), 4096)
  const names: string[] = []
  let at = 4
  for (let index = 0; index < count && at < bytes.length; index++) {
    const length = bytes.u8(at)
    const whole = bytes.text(at + 40, Math.max(Math.floor((length - 39) / 2), 0))
    names.push(whole.split('\0', 1)[0] ?? '')
    at += 1 + length
  }
  return names
}
