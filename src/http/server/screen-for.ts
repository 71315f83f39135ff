import { threatPolicy } from '../../access/access.ts'
import type { Caller, Price } from '../../access/access.ts'
import type { ThreatProtectionOverride } from '../../contract/threat-protection.ts'
import type { OpenScreen } from '../../screening/screening.ts'

export interface ScreenNeeds {
  openScreen: OpenScreen
}

/** What screens the addresses of one request. */
export type RequestScreen = ReturnType<OpenScreen>

/** Opens what screens a request; undefined where nothing is screened. Refuses an override that is not allowed. */
export function screenFor(
  { openScreen }: ScreenNeeds,
  who: Caller,
  override: ThreatProtectionOverride | undefined,
): RequestScreen | undefined {
  const policy = threatPolicy(who, override)
  return policy && openScreen(policy)
}

/** The price of work that first visits `url`: what is asked about addresses is paid for, also when the work fails. */
export function withChecks(price: Price, screen: RequestScreen | undefined, url?: string): Price {
  if (!screen) return price
  return {
    ...price,
    credits: price.credits + (url === undefined ? 0 : screen.leastCredits(url)),
    ofFailure: (failure) => (price.ofFailure?.(failure) ?? 0) + screen.credits(),
  }
}
