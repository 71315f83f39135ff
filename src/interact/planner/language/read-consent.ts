import { readConsentButton } from '../consent/consent-words.ts'
import type { Step } from '../step.ts'
import type { Clause } from './clause.ts'
import { raw, seek } from './phrase.ts'

/** Verbs of who wants to see or do something about cookies rather than answer a banner. */
const OTHER =
  /^(open|go|click|press|read|question|search|download|find|type|fillIn|set|expand|scroll|copy|wait|hover)$/

/** `Continue without accepting cookies`, `only the necessary cookies, please`: an answer to a cookie banner. */
export function readConsent({ verb, whole }: Clause): Step | undefined {
  if (OTHER.test(verb ?? '') || !seek(whole, 'little', ['cookies'])) return undefined
  if (whole.tokens.some((token) => token.type === 'quoted')) return undefined
  const said = readConsentButton(raw(whole))
  if (verb === 'close' || said?.button === 'reject') return { do: 'cookies', accept: false }
  return said?.button === 'accept' || verb === 'accept' ? { do: 'cookies', accept: true } : undefined
}
