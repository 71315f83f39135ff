/** Where a page leads and what tells it from others, as whoever visits it finds. */
export interface Discovery {
  links: string[]
  /** Those that the page asks robots not to follow. */
  unfollowed: string[]
  /** The next pages of a series, as the page itself names them. */
  next: string[]
  /** The address that the page says it should be known by. */
  canonical: string | undefined
  /**
   * `exact` is equal for equal text, `undated` for text that differs in numbers and dates alone, `similar` differs in few
   * bits for texts that differ little, of so many words.
   */
  fingerprint: { exact: string; undated: string; similar: string; words: number } | undefined
}
