/** A part of an address without percent escapes, or as it is where they do not stand for text. */
export function readable(part: string): string {
  if (!part.includes('%')) return part
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
