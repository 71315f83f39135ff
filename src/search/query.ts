/** A search as its words say it: what must be there, what must not, and where. */
export interface Query {
  /** As it was written, without the operators. */
  text: string
  /** Single words, in order, as written. */
  words: string[]
  /** What stood between quotes. */
  phrases: string[]
  /** Words and phrases behind a minus. */
  excluded: string[]
  /** Hosts of `site:`, with a path where one was written; a host stands for its subdomains too. */
  sites: string[]
  excludedSites: string[]
  /** Words of `intitle:`. */
  inTitle: string[]
  /** Words of `inurl:`. */
  inUrl: string[]
  /** Ending of `filetype:`, without a dot. */
  fileType: string | undefined
}
