import { absoluteUrl } from '../absolute-url.ts'
import type { MediaKind } from './media-kind.ts'

export interface MediaCandidate {
  address: string
  /** A player is a page that plays something, and no file. */
  is: MediaKind | 'player'
  /** How likely it is what the page is about. */
  score: number
  /** Lines of the picture, or kilobits of the sound, where that is declared. */
  quality: number
}

export const SCORES = {
  played: 60,
  described: 50,
  shared: 45,
  decorative: 40,
  enclosed: 35,
  linked: 30,
  late: 25,
  framed: 20,
  scripted: 10,
}

/** An address on the web, as long as addresses are; what only the page itself can open leads nowhere else. */
export function mediaUrl(reference: unknown, base: string | undefined): string | undefined {
  if (typeof reference !== 'string' || reference.length > MAX_URL_CHARS) return undefined
  const address = absoluteUrl(reference, base)
  return address !== undefined && /^https?:/i.test(address) ? address : undefined
}

/** The number in words such as `1080p` or `128 kbps`, or a bare number; 0 when nothing declares it. */
export function qualityOf(...texts: readonly (string | undefined)[]): number {
  for (const text of texts) {
    const [, number] = /(?<!\d)(\d{2,4})(?:p\b|p[_.-]|\s?k|$)/i.exec(text?.slice(-200) ?? '') ?? []
    if (number !== undefined) return Number(number)
  }
  return 0
}

export const MAX_URL_CHARS = 4000
