import { abortFault, deadline } from '../../concurrency/abort.ts'
import { threatPolicy } from '../../access/access.ts'
import type { Charge } from '../../access/access.ts'
import type { ThreatPolicy, ThreatProtectionOverride } from '../../contract/threat-protection.ts'
import { Fault } from '../../fault.ts'
import type { OpenScreen } from '../../screening/screening.ts'
import type { Call } from '../server/route.ts'

export interface ScreenStartNeeds {
  openScreen: OpenScreen
  charge: Charge
}

interface StartUrls {
  urls: readonly string[]
  override: ThreatProtectionOverride | undefined
  /** What the ledger says checks are for. */
  reason: string
  /** Whether blocked addresses are left out as long as there are others, instead of refusing the request. */
  omitsBlocked: boolean
}

interface ScreenedUrls {
  /** By what the job goes on to be screened; undefined where nothing is. */
  screening: ThreatPolicy | undefined
  urls: string[]
  blocked: string[]
  /** What asking about the blocked ones has cost, with which the job is to be charged. */
  spentCredits: number
  /** What asking about one of the others will cost at most, unless it redirects. */
  checkCredits: number
}

/** Of more addresses than these, the rest is asked about when its turn to be visited has come. */
const MAX_CHECKED = 100
const MAX_CONCURRENT = 10
/** What is not known by then is asked again when the address is about to be visited. */
const CHECK_TIMEOUT_MS = 10_000

/**
 * Screens the addresses that a job is given, before it begins. Asking about one that may be visited is charged with its visit,
 * which asks again; asking about one that may not, to the job. When the request is refused there is neither, and all that was
 * asked is charged at once.
 */
export async function screenStartUrls(
  { openScreen, charge }: ScreenStartNeeds,
  { caller, signal }: Pick<Call<'team', unknown, unknown, unknown>, 'caller' | 'signal'>,
  { urls, override, reason, omitsBlocked }: StartUrls,
): Promise<ScreenedUrls> {
  const screening = threatPolicy(caller, override)
  if (!screening) return { screening, urls: [...urls], blocked: [], spentCredits: 0, checkCredits: 0 }
  const listScreen = openScreen(screening)
  const unique = [...new Set(urls)]
  const checked = unique.filter((url) => listScreen.leastCredits(url) > 0).slice(0, MAX_CHECKED)
  let refusedCredits = 0

  const screenAll = async () => {
    using time = deadline(signal, CHECK_TIMEOUT_MS)
    const free = unique.filter((url) => listScreen.leastCredits(url) === 0)
    const verdicts = [
      ...(await checkUrls(free, () => listScreen, time)),
      ...(await checkUrls(checked, () => openScreen(screening), time)),
    ]
    if (signal.aborted) throw abortFault(signal)
    const faults = new Map(verdicts.flatMap(({ url, fault }) => (fault ? [[url, fault] as const] : [])))
    const blocked = urls.filter((url) => faults.has(url))
    const isRefused = blocked.length > 0 && (!omitsBlocked || blocked.length === urls.length)
    if (isRefused) {
      refusedCredits = creditsOf(verdicts)
      throw faults.get(blocked[0]!)!
    }
    const others = urls.filter((url) => !faults.has(url))
    const spentCredits = creditsOf(verdicts.filter(({ fault }) => fault))
    const checkCredits = checked.length > 0 ? listScreen.leastCredits(checked[0]!) : 0
    return { value: { screening, urls: others, blocked, spentCredits, checkCredits }, usedCredits: 0 }
  }
  if (checked.length === 0) return (await screenAll()).value
  const credits = checked.reduce((sum, url) => sum + listScreen.leastCredits(url), 0)
  const ofFailure = (failure: unknown) => (isBlock(failure) ? refusedCredits : 0)
  return await charge(caller, { credits, reason, ofFailure }, screenAll)
}

type Screen = ReturnType<OpenScreen>

interface UrlVerdict {
  url: string
  fault: Fault | undefined
  credits: number
}

function creditsOf(verdicts: readonly UrlVerdict[]): number {
  return verdicts.reduce((sum, { credits }) => sum + credits, 0)
}

/** What is known in time about each. */
async function checkUrls(
  urls: readonly string[],
  screenFor: () => Screen,
  time: AbortSignal,
): Promise<UrlVerdict[]> {
  const verdicts: UrlVerdict[] = []
  const waiting = [...urls]
  const work = async () => {
    for (let url = waiting.shift(); url !== undefined && !time.aborted; url = waiting.shift()) {
      const screen = screenFor()
      const fault = await findBlock(url, screen, time)
      verdicts.push({ url, fault, credits: screen.credits() })
    }
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, work))
  return verdicts
}

async function findBlock(url: string, screen: Screen, time: AbortSignal): Promise<Fault | undefined> {
  try {
    await screen.admit(url, time)
  } catch (failure) {
    if (isBlock(failure)) return failure
    if (!time.aborted) throw failure
  }
  return undefined
}

function isBlock(failure: unknown): failure is Fault {
  return failure instanceof Fault && failure.code === 'unsafe_domain_blocked'
}
