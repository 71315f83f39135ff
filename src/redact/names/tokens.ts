/** Where the tokens of a text stand: words, numbers, single signs, and line ends as a token of their own. */
export interface Tokens {
  count: number
  starts: Int32Array
  ends: Int32Array
  texts: string[]
}

const TOKEN = /\n\s*|[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*|\p{Nd}+|[^\s]/gu
const POSSESSIVE = /['’]s$/iu
/** Of a longer word only the beginning is looked at. */
const MAX_WORD = 40

export function tokenize(text: string): Tokens {
  const starts: number[] = []
  const ends: number[] = []
  const texts: string[] = []
  const add = (start: number, end: number) => {
    starts.push(start)
    ends.push(end)
    texts.push(text.charCodeAt(start) === 10 ? '\n' : text.slice(start, Math.min(end, start + MAX_WORD)))
  }
  for (const match of text.matchAll(TOKEN)) {
    const end = match.index + match[0].length
    const isPossessive = match[0].length > 3 && match[0].length <= MAX_WORD && POSSESSIVE.test(match[0])
    add(match.index, isPossessive ? end - 2 : end)
    if (isPossessive) add(end - 2, end)
  }
  return { count: starts.length, starts: Int32Array.from(starts), ends: Int32Array.from(ends), texts }
}
