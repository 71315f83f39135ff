/** What a sitemap names: a page, or another sitemap. */
export interface SitemapEntry {
  kind: 'page' | 'sitemap'
  /** Absolute, http or https. */
  url: string
}

/** Reads a text that comes in pieces. */
export interface SitemapFormat {
  /** What this piece made whole; `isDone` means that nothing worth reading follows. */
  read(text: string): { found: SitemapEntry[]; isDone: boolean }
  /** What the end of the text made whole. */
  end(): SitemapEntry[]
}

/** Servers take no longer ones; the protocol ends at 2,048. */
export const MAX_ADDRESS_CHARS = 8192

/** The address of a page as a sitemap writes it, made absolute. */
export function webAddress(written: string, base?: string): string | undefined {
  const address = written.trim()
  if (address === '' || address.length > MAX_ADDRESS_CHARS) return undefined
  const url = URL.parse(address, base)
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined
}
