import type { Query } from '../parse-query.ts'

export interface LocalIndex {
  find(wish: LocalWish, signal: AbortSignal): Promise<LocalHit[]>
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
  to: Date | undefined
  byDate: boolean
  language: string | undefined
}

export interface LocalHit {
  url: string
  title: string
  description: string
  publishedAt: Date | undefined
  image: { url: string; width?: number; height?: number; alt?: string } | undefined
}
