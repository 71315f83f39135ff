/** Whether a word is a job id, as opposed to a URL or a prompt. */
export function isJobId(word: string | undefined): word is string {
  return word !== undefined && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(word)
}

/** Whether the first word of a command line is a URL, which is then scraped. */
export function isUrl(word: string): boolean {
  return /^https?:\/\//i.test(word) || /^(?:localhost|[\w-]+(?:\.[\w-]+)+)(?::\d+)?(?:[/?#]|$)/i.test(word)
}

/** The URL of a page with its scheme. */
export function toUrl(word: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(word) ? word : `https://${word}`
}
