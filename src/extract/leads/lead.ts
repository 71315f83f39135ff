/** A link of a page, with what the page says about where it leads. Plain data. */
export interface Lead {
  /** Absolute, over http or https, without a fragment. */
  url: string
  /** The text of the link, or what its picture is called. */
  text: string
  /** What stands around it: the rest of its card, row or sentence, and the heading above; cut. */
  context: string
  area: 'content' | 'navigation' | 'aside' | 'footer'
  /** Whether it leads to the next page of the same list, as far as can be told. */
  isNext: boolean
  /** Whether the page asks robots not to follow it. */
  isUnfollowed: boolean
}

/** Where a record of a list leads: the page about it alone. */
export interface RecordLink {
  /** A JSON pointer to the record in the value. */
  record: string
  url: string
}

/** No more of a text than is wanted, and no part of a word where there are any. */
export function cutAtWord(text: string, most: number): string {
  if (text.length <= most) return text
  const end = text.lastIndexOf(' ', most)
  return text.slice(0, end > most / 2 ? end : most).trimEnd()
}
