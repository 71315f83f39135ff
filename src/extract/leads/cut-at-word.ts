/** No more of a text than is wanted, and no part of a word where there are any. */
export function cutAtWord(text: string, most: number): string {
  if (text.length <= most) return text
  const end = text.lastIndexOf(' ', most)
  return text.slice(0, end > most / 2 ? end : most).trimEnd()
}
