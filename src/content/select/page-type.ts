/** Page types that differ in the location of their content. */
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
