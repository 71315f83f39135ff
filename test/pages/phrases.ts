import { OFFER_PHRASES } from './offer-phrases.ts'
import { TEXT_PHRASES } from './text-phrases.ts'

/** What is found on a page, and what is not, by the name of the page. */
export type Phrases = Readonly<Record<string, { has: readonly string[]; hasNot: readonly string[] }>>

/** Words that tell whether the right parts of a page were taken: its ends and corners, and what often slips in. */
export const PHRASES: Phrases = { ...TEXT_PHRASES, ...OFFER_PHRASES }
