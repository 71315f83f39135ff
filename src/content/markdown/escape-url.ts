/** An address as it may stand between the parentheses of a link. */
export function escapeUrl(url: string): string {
  if (!UNSAFE.test(url)) return url
  const plain = url.replace(/[\s<>\\`]/g, (character) => encodeURIComponent(character))
  return isBalanced(plain, '(', ')') ? plain : plain.replaceAll('(', '%28').replaceAll(')', '%29')
}

/** A backtick would begin code that ends where real code begins. */
const UNSAFE = /[\s<>()\\`]/

export function isBalanced(text: string, open: string, close: string): boolean {
  let depth = 0
  for (const character of text) {
    if (character === open) depth++
    else if (character === close && --depth < 0) return false
  }
  return depth === 0
}
