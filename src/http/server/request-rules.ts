import { threatPolicy } from '../../access/access.ts'
import type { Caller, Price } from '../../access/access.ts'
import { badRequest } from '../../fault.ts'
import type { ThreatProtectionOverride } from '../../contract/threat-protection.ts'
import type { OpenScreen } from '../../screening/screening.ts'

export interface TimeLimit {
  maxTimeoutMs: number
}

/** The same options with no more time than the operator allows. */
export function limitTimeout<Options extends { timeout: number }>(
  { maxTimeoutMs }: TimeLimit,
  options: Options,
): Options {
  return options.timeout <= maxTimeoutMs ? options : { ...options, timeout: maxTimeoutMs }
}

/** A request as its team wants all of them: where nothing of them may be kept, each is one under zero data retention. */
export function applyZeroRetention<Request extends { zeroDataRetention: boolean }>(
  { zeroDataRetention }: Pick<Caller, 'zeroDataRetention'>,
  request: Request,
): Request {
  return zeroDataRetention ? { ...request, zeroDataRetention } : request
}

/** Refuses work whose every step is written down until it is done. */
export function refuseZeroRetention(
  { zeroDataRetention }: Pick<Caller, 'zeroDataRetention'>,
  feature: string,
): void {
  if (!zeroDataRetention) return
  throw badRequest(
    `${feature} keeps what it finds until it is done, and nothing of this team’s requests may be kept (zero data retention). Use scrape, crawl, search or map.`,
  )
}

export interface ScreenNeeds {
  openScreen: OpenScreen
}

export type RequestScreen = ReturnType<OpenScreen>

/** Opens what screens a request; undefined where nothing is screened. Refuses an override that is not allowed. */
export function screenFor(
  { openScreen }: ScreenNeeds,
  caller: Caller,
  override: ThreatProtectionOverride | undefined,
): RequestScreen | undefined {
  const policy = threatPolicy(caller, override)
  return policy && openScreen(policy)
}

/** The price of work that first visits `url`: what is asked about addresses is paid for, also when the work fails. */
export function priceWithChecks(price: Price, screen: RequestScreen | undefined, url?: string): Price {
  if (!screen) return price
  return {
    ...price,
    credits: price.credits + (url === undefined ? 0 : screen.leastCredits(url)),
    ofFailure: (failure) => (price.ofFailure?.(failure) ?? 0) + screen.credits(),
  }
}
