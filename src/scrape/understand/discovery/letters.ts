/** What a character is to those who read a text for its words. */
export const SPACE = 0
const SIGN = 1
export const DIGIT = 2
export const LETTER = 3
/** A letter of a script that puts no space between words. */
export const LONE_LETTER = 4

/** The characters that share all but the last eight bits of their numbers. */
interface Block {
  kinds: Uint8Array
  /** Each as a small letter; those that have none, or one that takes several characters, as they are. */
  small: Uint16Array
}

const BLOCK = 256

/** The block of a UTF-16 code unit; what it says about `unit` stands at `unit & 255`. */
export function blockOf(unit: number): Block {
  return unit < BLOCK ? LATIN : (others[unit >>> 8] ??= readBlock(unit >>> 8))
}

function readBlock(number: number): Block {
  const block = { kinds: new Uint8Array(BLOCK), small: new Uint16Array(BLOCK) }
  for (let place = 0; place < BLOCK; place++) {
    const unit = number * BLOCK + place
    const character = String.fromCharCode(unit)
    const small = character.toLowerCase()
    block.kinds[place] = kindOf(character)
    block.small[place] = small.length === 1 ? small.charCodeAt(0) : unit
  }
  return block
}

function kindOf(character: string): number {
  if (/\s/.test(character)) return SPACE
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(character))
    return LONE_LETTER
  // Rare scripts take two units for a letter; both halves belong to its word.
  if (/[\p{L}\p{M}\uD800-\uDFFF]/u.test(character)) return LETTER
  return /\d/.test(character) ? DIGIT : SIGN
}

const LATIN = readBlock(0)
/** Read when a text has one of their characters. */
const others: (Block | undefined)[] = []
