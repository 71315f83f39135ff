import type { Pass } from '../../../egress/egress.ts'
import type { AdFilter } from '../../ads/ad-filter.ts'
import type { Visit } from '../../visit.ts'
import { languagesOf } from './context-options.ts'
import type { Identity } from './identity.ts'
import { intercept } from './intercept.ts'
import type { Interception } from './intercept.ts'

export interface TabNeeds {
  pass: Pass
  ads: AdFilter
  identity: Identity
}

interface Equipping extends Pick<
  Interception,
  'session' | 'urlNow' | 'mainFrameId' | 'mayMoveOn' | 'onStray' | 'onWithheld' | 'signal'
> {
  visit: Visit
}

export async function equip(
  { session, visit, ...tab }: Equipping,
  { identity, pass, ads }: TabNeeds,
): Promise<void> {
  const { userAgent, platform, hints } = identity
  const acceptLanguage = languagesOf(visit).join(',')
  await Promise.all([
    session.send('Emulation.setUserAgentOverride', {
      userAgent,
      acceptLanguage,
      platform,
      ...(hints && { userAgentMetadata: hints }),
    }),
    intercept({ session, visit, pass, ads, ...tab }),
  ])
}

/** Removes rules by which a browser fetches pages ahead, which it does past everything that looks at its requests. */
export const FETCH_NOTHING_AHEAD = `new MutationObserver((changes) => {
  for (const { addedNodes } of changes)
    for (const node of addedNodes)
      for (const script of [node, ...(node.querySelectorAll?.('script') ?? [])])
        if (script.localName === 'script' && /^\\s*speculationrules\\s*$/i.test(script.type)) script.remove()
}).observe(document, { childList: true, subtree: true })`
