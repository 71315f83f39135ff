/** Whether a word is the id of a job, as opposed to an address or a task in words. */
export function isJobId(word: string | undefined): word is string {
  return word !== undefined && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(word)
}

/** Whether the first word of a command line is an address, which is then scraped. */
export function isUrl(word: string): boolean {
  return /^https?:\/\//i.test(word) || /^(?:localhost|[\w-]+(?:\.[\w-]+)+)(?::\d+)?(?:[/?#]|$)/i.test(word)
}

/** The address of a page with its scheme. */
export function toUrl(word: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(word) ? word : `https://${word}`
}
