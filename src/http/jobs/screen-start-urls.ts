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
  /** The reason of the charge in the ledger. */
  reason: string
  /** Whether blocked URLs are left out if others remain, instead of refusing the request. */
  omitsBlocked: boolean
}

interface ScreenedUrls {
  /** The policy that screens the job; undefined without screening. */
  screening: ThreatPolicy | undefined
  urls: string[]
  blocked: string[]
  /** The price of checking the blocked URLs, which the job is charged. */
  spentCredits: number
  /** The highest price of checking one other URL, unless it redirects. */
  checkCredits: number
}

/** Further URLs are checked when they are visited. */
const MAX_CHECKED = 100
const MAX_CONCURRENT = 10
/** URLs without a result by then are checked again before their visit. */
const CHECK_TIMEOUT_MS = 10_000

/**
 * Screens the start URLs of a job. The check of an allowed URL is charged with its visit, which checks again;
 * the check of a blocked one to the job. A refused request is charged for all checks at once.
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

/** The checks that finish in time. */
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
