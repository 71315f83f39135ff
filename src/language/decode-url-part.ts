/** A part of a URL without percent escapes, or unchanged when they are not valid UTF-8. */
export function decodeUrlPart(part: string): string {
  if (!part.includes('%')) return part
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
