/** The text before a place, in lower case, no longer than what words around it are looked for. */
export const textBefore = (text: string, at: number, length = 60): string =>
  text.slice(Math.max(0, at - length), at).toLowerCase()

export const textAfter = (text: string, at: number, length = 30): string =>
  text.slice(at, at + length).toLowerCase()
