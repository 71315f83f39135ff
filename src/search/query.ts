/** A search as its words say it: what must be there, what must not, and where. */
export interface Query {
  /** As it was written, without the operators. */
  text: string
  /** Single words, in order, as written; a page may lack some. */
  words: string[]
  /** What stood between quotes, single words too. */
  phrases: string[]
  /** Groups of words and phrases with OR between them: of each group one must be there. */
  either?: string[][]
  /** Words and phrases behind a minus. */
  excluded: string[]
  /** Hosts of `site:`, with a path where one was written; a host stands for its subdomains too. */
  sites: string[]
  excludedSites: string[]
  /** Words and phrases of `intitle:`. */
  inTitle: string[]
  excludedInTitle?: string[]
  /** Words of `inurl:`. */
  inUrl: string[]
  excludedInUrl?: string[]
  /** Ending of `filetype:`, without a dot. */
  fileType: string | undefined
  excludedFileTypes?: string[]
}
