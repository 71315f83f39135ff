import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'

/** A text as it is kept: its bytes, unless they are too many, and a digest that tells it from others. */
export interface EncodedText {
  digest: string
  bytes: Uint8Array | undefined
}

/** A book of more than a thousand pages; comparing more line by line takes memory that nobody is given. */
export const LARGEST_BYTES = 8 * 1024 * 1024

const PORTION_CHARS = 1024 * 1024

/** Encodes a text in portions, between which the service does other things. */
export async function encodeText(text: string): Promise<EncodedText> {
  const hash = createHash('sha256')
  const portions: Buffer[] = []
  let sizeBytes = 0
  for (let from = 0; from < text.length;) {
    if (from > 0) await setImmediate()
    const to = portionEnd(text, from)
    const portion = Buffer.from(text.slice(from, to))
    hash.update(portion)
    sizeBytes += portion.length
    if (sizeBytes <= LARGEST_BYTES) portions.push(portion)
    from = to
  }
  return {
    digest: hash.digest('hex'),
    bytes: sizeBytes <= LARGEST_BYTES ? Buffer.concat(portions) : undefined,
  }
}

function portionEnd(text: string, from: number): number {
  const to = Math.min(from + PORTION_CHARS, text.length)
  const isHalf = to < text.length && text.charCodeAt(to - 1) >= 0xd8_00 && text.charCodeAt(to - 1) < 0xdc_00
  return isHalf ? to - 1 : to
}
