let addresses = 0

/** A client IP address that no test of this process has used, so that tests do not share rate limits. */
export function newAddress(): string {
  addresses++
  return `198.51.${addresses >> 8}.${addresses & 255}`
}
