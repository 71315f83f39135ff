/** What kinds of pages there are, as far as they differ in where their content is. */
export const PAGE_TYPES = [
  'article',
  'documentation',
  'service',
  'forum',
  'listing',
  'product',
  'collection',
] as const

export type PageType = (typeof PAGE_TYPES)[number]
