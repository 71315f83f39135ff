import type { Query } from '../parse-query.ts'

/** The pages that a team has had, by their texts. */
export interface LocalIndex {
  find(wish: LocalWish, signal: AbortSignal): Promise<LocalHit[]>
  /** Whether the team has any page in it at all. */
  isEmpty(teamId: string): Promise<boolean>
}

export interface LocalWish {
  teamId: string
  query: Query
  /** Web gives pages, news pages that have a date of publication, images the pictures of pages. */
  source: 'web' | 'news' | 'images'
  limit: number
  /** Published, or where that is not known seen, from then on. */
  from: Date | undefined
  /** The first moment that is too late. */
  to: Date | undefined
  /** Newest first instead of best first. */
  byDate: boolean
  /** Only pages of this language, as a code such as `de`; undefined takes all. */
  language: string | undefined
}

export interface LocalHit {
  url: string
  title: string
  /** The passage that goes best with the query, or what the page says of itself. */
  description: string
  publishedAt: Date | undefined
  image: { url: string; width?: number; height?: number; alt?: string } | undefined
}
