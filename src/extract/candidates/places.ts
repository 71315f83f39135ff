import type { ReadablePage } from '../page.ts'
import { attributePlaces } from './attribute-places.ts'
import { CUE_KINDS, cuesOf, labelIn } from './cues.ts'
import type { Cues } from './cues.ts'
import type { Place } from './place.ts'
import { survey } from './survey.ts'
import type { Spot } from './survey.ts'
import type { Candidate } from './candidate.ts'

/** All candidates of a page in its order; addresses of the web, which are many, where they are asked for. */
export function placesOf(page: ReadablePage, hasAddresses: boolean): Place[] {
  const spots = survey(page.root)
  const cues = cuesOf(spots)
  const places = spots.map((spot, at) => textPlace(spot, cues[at]!))
  places.push(...attributePlaces(page, hasAddresses))
  places.forEach((place, order) => (place.order = order))
  return places
}

function textPlace(spot: Spot, cues: Cues): Place {
  const parted = labelIn(spot.text)
  const bare = parted?.value ?? (/^[:：=]\s*\S/.test(spot.text) ? spot.text.slice(1).trim() : undefined)
  return {
    text: spot.text,
    ...(bare !== undefined && { bare }),
    labels: labelsIn(cues),
    source: sourceOf(spot, cues),
    element: spot.element,
    order: 0,
    cues,
    spot,
    isAddress: false,
  }
}

function sourceOf(spot: Spot, cues: Cues): Candidate['source'] {
  if (cues.named) return 'microdata'
  if (spot.level > 0) return 'heading'
  if (cues.row || cues.column) return spot.block.name === 'dd' ? 'definition' : 'table'
  return cues.inText || cues.colon || cues.marked ? 'pair' : 'text'
}

function labelsIn(cues: Cues): string[] {
  return CUE_KINDS.map((kind) => cues[kind]).filter((label) => label !== '')
}
