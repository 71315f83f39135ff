/**
 * The places of a text that match a global pattern, one after the other. Unlike `matchAll` it copies no pattern, which
 * is what most of the time would go into where texts are short and hold nothing. Where the search goes on is kept
 * here, so searches with one pattern do not disturb each other.
 */
export function search(text: string, pattern: RegExp): Iterable<RegExpExecArray> {
  pattern.lastIndex = 0
  const first = pattern.exec(text)
  return first ? following(text, pattern, first) : NOTHING
}

const NOTHING: readonly RegExpExecArray[] = []

function* following(text: string, pattern: RegExp, first: RegExpExecArray): Iterable<RegExpExecArray> {
  let found: RegExpExecArray | null = first
  while (found) {
    const end: number = found.index + (found[0].length || 1)
    yield found
    pattern.lastIndex = end
    found = pattern.exec(text)
  }
}
