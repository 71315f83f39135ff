import type { Element } from 'domhandler'
import type { ReadablePage } from '../page.ts'
import { placesOf } from './places.ts'
import type { Candidate } from './value-candidate.ts'

export type { Candidate } from './value-candidate.ts'

/** Everything on a page, or within an element of it, that may be the value of something. */
export function candidatesOf(page: ReadablePage, within?: Element): Candidate[] {
  return placesOf(page, within).map(({ text, bare, labels, source, element, order }) => ({
    text,
    ...(bare !== undefined && { bare }),
    labels,
    source,
    element,
    order,
  }))
}
