/** One table, and what of it is a team's. */
export interface Holding {
  table: string
  /** What is the team's, whose id is `$1`. */
  ofTeam: string
  /** What of that an export shows; absent: all. */
  shownIf?: string
  /** What lines of an export are called, or why there are none. */
  kind: string | { notShown: string }
  /**
   * The columns of a line. A colon is followed by the column's form: `json` as text, `options` as JSON whose credentials
   * are hidden, or compressed text (`packed`), JSON (`packed-json`) or bytes (`packed-bytes`). Bytes are shown as base64.
   */
  columns?: string
  /** Columns that no line has, and why; the one that names the team need not be said. */
  leftOut?: Record<string, string>
  /** Rows may be megabytes: they are read one by one. */
  isLarge?: true
}

/** Content, which an erasure removes and counts under a name. */
export interface ErasedHolding extends Holding {
  erasedAs: string
}

/** What an erasure leaves alone, and why. */
export interface StayingHolding extends Holding {
  stays: string
}
