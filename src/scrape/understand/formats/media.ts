import type { Page } from '../../../content/parse/page.ts'
import type { MediaCandidate } from './media/media-candidate.ts'
import { isStream } from './media/media-kind.ts'
import type { MediaKind } from './media/media-kind.ts'
import { shownMedia } from './media/shown-media.ts'
import { statedMedia } from './media/stated-media.ts'

/**
 * The page's own audio or video. Media that it plays rank before media in its metadata, and those before
 * links.
 */
export function mediaOf(page: Page, kind: MediaKind): { url: string; warning?: string } | undefined {
  const candidates = [...shownMedia(page), ...statedMedia(page)]
  const file = best(candidates.filter(({ is }) => is === kind))
  if (file) return { url: file.address }
  const player = kind === 'video' ? best(candidates.filter(({ is }) => is === 'player')) : undefined
  return player && { url: player.address, warning: PLAYER_ONLY }
}

const PLAYER_ONLY = 'The page has no video file of its own, so the URL is that of the player on the page.'

function best(candidates: readonly MediaCandidate[]): MediaCandidate | undefined {
  return candidates.reduce<MediaCandidate | undefined>(
    (found, one) => (found === undefined || isBetter(one, found) ? one : found),
    undefined,
  )
}

function isBetter(one: MediaCandidate, other: MediaCandidate): boolean {
  if (one.score !== other.score) return one.score > other.score
  if (isStream(one.address) !== isStream(other.address)) return isStream(other.address)
  return one.quality > other.quality
}
