/** The structure limits of a JSON text. Its size is limited where it is read. */
interface JsonLimits {
  depth: number
  keys: number
  values: number
}

/** Real data has fewer levels, and `JSON.parse` needs seconds for millions of them. */
const MAX_DEPTH = 200
/** Each key costs about 1 µs to parse and validate; a schema of a thousand fields has a few thousand. */
const MAX_KEYS = 10_000

/** For an API request: the `urls` of a batch, up to the largest map, and 10,000 other values. */
export const BODY_LIMITS: JsonLimits = { depth: MAX_DEPTH, keys: MAX_KEYS, values: 110_000 }
/** For a message or a form field, which has no such list. */
export const MESSAGE_LIMITS: JsonLimits = { depth: MAX_DEPTH, keys: MAX_KEYS, values: 10_000 }
/** For a DevTools message: it carries data of pages and is not validated in depth. */
export const DEVTOOLS_LIMITS: JsonLimits = { depth: MAX_DEPTH, keys: 100_000, values: 100_000 }

/**
 * Counts the structure of a JSON text chunk by chunk, as far as it is well-formed, so that a costly text is
 * refused before it is parsed. The returned function returns a phrase once a limit is exceeded. UTF-8 bytes
 * beyond ASCII never look like a delimiter, so chunks may split characters.
 */
export function createJsonScan(limits: JsonLimits): (chunk: Uint8Array) => string | undefined {
  let progress: ScanState = { state: OUTSIDE, depth: 0, keys: 0, commas: 0 }
  return (chunk) => {
    progress = scanChunk(chunk, progress, limits.depth)
    if (progress.depth > limits.depth) return `is nested more than ${limits.depth} levels deep`
    if (progress.keys > limits.keys) return `has more than ${limits.keys} keys`
    // A list has one comma fewer than values.
    return progress.commas >= limits.values ? `has more than ${limits.values} values` : undefined
  }
}

interface ScanState {
  state: number
  depth: number
  keys: number
  commas: number
}

/** Continues from the previous state, to the end of the chunk or to the first level that is too deep. */
function scanChunk(chunk: Uint8Array, before: ScanState, maxDepth: number): ScanState {
  // Plain variables and tables, because this runs for every byte of every body.
  let { state, depth, keys, commas } = before
  for (let index = 0; index < chunk.length && depth <= maxDepth; index++) {
    const byte = chunk[index]!
    if (state === OUTSIDE) {
      const mark = MARKS[byte]
      if (mark === COMMA) commas++
      else if (mark === COLON) keys++
      else if (mark === OPEN) depth++
      else if (mark === CLOSE) depth--
    }
    state = NEXT[state + byte]!
  }
  return { state, depth, keys, commas }
}

const COMMA = 1
const COLON = 2
const OPEN = 3
const CLOSE = 4
/** The meaning of a byte outside a string. */
const MARKS = new Uint8Array(256)
for (const [character, mark] of Object.entries({
  ',': COMMA,
  ':': COLON,
  '[': OPEN,
  '{': OPEN,
  ']': CLOSE,
  '}': CLOSE,
}))
  MARKS[character.charCodeAt(0)] = mark

/** Each state is the offset of its row in the transition table. */
const OUTSIDE = 0
const INSIDE = 256
const ESCAPED = 512
const NEXT = new Uint16Array(3 * 256).fill(INSIDE, INSIDE)
const QUOTE = '"'.charCodeAt(0)
NEXT[OUTSIDE + QUOTE] = INSIDE
NEXT[INSIDE + QUOTE] = OUTSIDE
NEXT[INSIDE + '\\'.charCodeAt(0)] = ESCAPED

/** The limit that a whole text exceeds, as a phrase of `createJsonScan`. */
export function exceededJsonLimit(text: string, limits: JsonLimits): string | undefined {
  return createJsonScan(limits)(Buffer.from(text))
}
