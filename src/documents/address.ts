/** Longer than any that a reader could follow; a file can name one address, and use it for any number of words. */
export const MAX_ADDRESS_CHARS = 8192

/** Whether an address leads out of the document to where a reader can follow. */
export function isFollowable(address: string): boolean {
  return address.length <= MAX_ADDRESS_CHARS && /^(?:https?|ftps?|mailto|tel):/i.test(address)
}
