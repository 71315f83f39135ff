let addresses = 0

/** The address of a caller that no test of this process has used: what is counted for one never counts for another. */
export function newAddress(): string {
  addresses++
  return `198.51.${addresses >> 8}.${addresses & 255}`
}
