import type { PiiSpan } from './span.ts'

type Find = (text: string) => readonly PiiSpan[]

/** How many letters of texts are remembered at most: those of a page that is given back in several forms. */
const MAX_LETTERS = 50_000_000
const MAX_TEXTS = 50_000

/** The same search, made once for every text: values, parts of addresses and whole pages come again and again. */
export function remember(find: Find): Find {
  const seen = new Map<string, readonly PiiSpan[]>()
  let letters = 0
  return (text) => {
    const known = seen.get(text)
    if (known) return known
    const spans = find(text)
    letters += text.length
    if (letters > MAX_LETTERS || seen.size >= MAX_TEXTS) {
      seen.clear()
      letters = text.length
    }
    seen.set(text, spans)
    return spans
  }
}
