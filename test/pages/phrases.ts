import { OFFER_PHRASES } from './offer-phrases.ts'
import type { PhrasesByPage } from './phrases-by-page.ts'
import { TEXT_PHRASES } from './text-phrases.ts'

/** Words that tell whether the right parts of a page were taken: its ends and corners, and what often slips in. */
export const PHRASES: PhrasesByPage = { ...TEXT_PHRASES, ...OFFER_PHRASES }
