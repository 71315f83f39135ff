import { fold } from '../../language/fold.ts'

/** A text without what does not tell it from others: case, marks, spaces and punctuation. */
export function plainText(text: string): string {
  return fold(text.slice(0, 2000))
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
}
