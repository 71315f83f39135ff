import { threatPolicy } from '../../access/access.ts'
import type { Caller, Price } from '../../access/access.ts'
import { badRequest } from '../../fault.ts'
import type { ThreatProtectionOverride } from '../../contract/threat-protection.ts'
import type { OpenScreen } from '../../screening/screening.ts'

export interface TimeLimit {
  maxTimeoutMs: number
}

/** The same options with `timeout` limited to the operator's maximum. */
export function limitTimeout<Options extends { timeout: number }>(
  { maxTimeoutMs }: TimeLimit,
  options: Options,
): Options {
  return options.timeout <= maxTimeoutMs ? options : { ...options, timeout: maxTimeoutMs }
}

/** Sets zeroDataRetention for teams that require it for all requests. */
export function applyZeroRetention<Request extends { zeroDataRetention: boolean }>(
  { zeroDataRetention }: Pick<Caller, 'zeroDataRetention'>,
  request: Request,
): Request {
  return zeroDataRetention ? { ...request, zeroDataRetention } : request
}

/** Refuses work that stores every step until it is done. */
export function refuseZeroRetention(
  { zeroDataRetention }: Pick<Caller, 'zeroDataRetention'>,
  feature: string,
): void {
  if (!zeroDataRetention) return
  throw badRequest(
    `${feature} stores its results while it runs, but this team's requests run under zero data retention. Use scrape, crawl, search or map instead.`,
  )
}

export interface ScreenNeeds {
  openScreen: OpenScreen
}

export type RequestScreen = ReturnType<OpenScreen>

/** Creates the screen of a request; undefined without screening. Refuses overrides that are not allowed. */
export function screenFor(
  { openScreen }: ScreenNeeds,
  caller: Caller,
  override: ThreatProtectionOverride | undefined,
): RequestScreen | undefined {
  const policy = threatPolicy(caller, override)
  return policy && openScreen(policy)
}

/** The price of work that first visits `url`. URL checks are charged even if the work fails. */
export function priceWithChecks(price: Price, screen: RequestScreen | undefined, url?: string): Price {
  if (!screen) return price
  return {
    ...price,
    credits: price.credits + (url === undefined ? 0 : screen.leastCredits(url)),
    ofFailure: (failure) => (price.ofFailure?.(failure) ?? 0) + screen.credits(),
  }
}
