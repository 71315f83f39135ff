import type { CDPSession } from 'playwright-core'
import type { Pass } from '../../egress/egress.ts'
import type { AdFilter } from '../ads/ads.ts'
import type { Visit } from '../visit.ts'
import { languagesOf } from './context-options.ts'
import type { Identity } from './identity.ts'
import { intercept } from './intercept.ts'
import type { Interception } from './intercept.ts'

/** What every tab of a visit gets. */
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

/** Gives a tab its identity, and looks at what it sends from then on. */
export async function equip(
  { session, visit, ...tab }: Equipping,
  { identity, pass, ads }: TabNeeds,
): Promise<void> {
  await Promise.all([
    disguise(session.send.bind(session) as CDPSession['send'], visit, identity),
    intercept({ session, visit, pass, ads, ...tab }),
  ])
}

async function disguise(send: CDPSession['send'], visit: Visit, identity: Identity): Promise<void> {
  const { userAgent, platform, hints } = identity
  await send('Emulation.setUserAgentOverride', {
    userAgent,
    acceptLanguage: languagesOf(visit).join(','),
    platform,
    ...(hints && { userAgentMetadata: hints }),
  })
}
