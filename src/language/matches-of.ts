/**
 * All matches of a global pattern in a text. `String.matchAll` clones the pattern at each call, which for
 * long patterns and short texts takes much longer than the search.
 */
export function matchesOf(text: string, pattern: RegExp): RegExpExecArray[] {
  const found: RegExpExecArray[] = []
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    if (match[0] === '') pattern.lastIndex++
    found.push(match)
  }
  return found
}
