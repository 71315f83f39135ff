import { randomUUID } from 'node:crypto'
import type { Ledger } from '../../access/access.ts'
import type { Screen } from '../../egress/egress.ts'
import { Fault, isOutage } from '../../fault.ts'
import { canRaiseTimeout } from '../../concurrency/abort.ts'
import { placeOf } from '../../log.ts'
import type { Log } from '../../log.ts'
import { pageKey } from '../frontier.ts'
import type { ClaimedPage, FoundPage, Frontier, Settlement } from '../frontier.ts'
import type { Journey } from '../journey.ts'
import { openFileOf } from '../open-url.ts'
import type { OpenUrl, OpenUrlWithin } from '../open-url.ts'
import type { Robots, RobotsRules } from '../robots/robots.ts'
import { createScreenedRobots } from '../robots/robots.ts'
import { readListed } from './read-listed.ts'
import { createSettling, pauseAfter, repeatPage, siftPages } from './settle.ts'
import { visit } from './visit.ts'
import type { VisitNeeds } from './visit.ts'

export interface PageWorkNeeds extends Omit<VisitNeeds, 'rulesFor' | 'screen'> {
  frontier: Frontier
  ledger: Ledger
  openUrl: OpenUrl & OpenUrlWithin
  robots: Robots
  userAgent: string
  creditsOfFailure: (failure: unknown) => number
  log: Log
}

interface Screened {
  screen: Screen | undefined
  signal: AbortSignal
}

export type PageWork = (page: ClaimedPage, journey: Journey, signal: AbortSignal) => Promise<void>

/** When something of ours is missing at the moment, a page is visited again after these pauses, then it has failed. */
const OUTAGE_PAUSES_MS = [1_000, 5_000, 20_000, 60_000]
export function createPageWork(needs: PageWorkNeeds): PageWork {
  const { frontier } = needs
  const { settle, payChecks } = createSettling(needs)
  const screenedRobots = createScreenedRobots(needs.openUrl)

  async function visitOne(page: ClaimedPage, journey: Journey, { screen, signal }: Screened) {
    const robots = screen ? screenedRobots(screen) : needs.robots
    const rules = (url: string, of: Journey, time: AbortSignal) =>
      rulesFor(url, of, time, { ...needs, robots })
    return await visit(page, journey, { ...needs, rulesFor: rules, screen }, signal)
  }

  async function repeatOne(page: ClaimedPage, { options }: Journey): Promise<Settlement | undefined> {
    if (options || !page.awaited) return undefined
    const outcome = await frontier.outcomeOf(page, pageKey(page.url))
    return outcome && repeatPage(page, outcome, needs.creditsOfFailure)
  }

  async function readOne(page: ClaimedPage, journey: Journey, { screen, signal }: Screened) {
    const openUrl = screen ? openFileOf(page.baseUrl, screen, needs.openUrl) : needs.openUrl
    const grow: Frontier['grow'] = (sitemap, found) => handOn(sitemap, found, journey)
    return await readListed(page, journey, { frontier: { grow }, openUrl }, signal)
  }

  async function handOn(page: ClaimedPage, found: readonly FoundPage[], journey: Journey): Promise<boolean> {
    const { admitted, refused } = siftPages(found, journey)
    if (refused.length > 0) await frontier.refuse(page, refused)
    return admitted.length === 0 || (await frontier.grow(page, admitted))
  }

  async function settlementOf(page: ClaimedPage, journey: Journey, screened: Screened): Promise<Settlement> {
    const { signal } = screened
    try {
      return page.kind === 'sitemap'
        ? await readOne(page, journey, screened)
        : ((await repeatOne(page, journey)) ?? (await visitOne(page, journey, screened)))
    } catch (failure) {
      if (isOutage(signal.reason)) return { outcome: 'later', laterMs: 0, links: [] }
      const pauseMs = pauseAfter(failure, OUTAGE_PAUSES_MS[page.attempts])
      if (pauseMs !== undefined) return { outcome: 'later', laterMs: pauseMs, links: [] }
      if (journey.trouble !== undefined) await frontier.fail(page.crawlId, journey.trouble)
      if (page.kind === 'sitemap') return await unread(page, failure, needs)
      return failed(failure, page, needs, screened.screen?.credits())
    }
  }

  return async (page, journey, signal) => {
    const screen = journey.openScreen()
    const settlement = await settlementOf(page, journey, { screen, signal })
    try {
      await payChecks(page, settlement, screen)
      await settle(page, settlement, journey, signal)
    } catch (failure) {
      if (isOutage(failure)) throw failure
      // A page that cannot be written down must not hold up its crawl for ever.
      await settle(page, failed(failure, page, needs), journey, signal)
    }
  }
}

/** A sitemap that cannot be read names nothing; one that must not be read is told of like a page. */
async function unread(
  page: ClaimedPage,
  failure: unknown,
  { frontier }: Pick<PageWorkNeeds, 'frontier'>,
): Promise<Settlement> {
  if (failure instanceof Fault && failure.code === 'unsafe_domain_blocked') {
    const { code, message: error } = failure
    await frontier.refuse(page, [{ ...page, key: pageKey(`refused ${page.url}`), code, error }])
  }
  return { outcome: 'read', links: [] }
}

/** Which rules apply to a page: none where the caller wants none, and none in a batch. */
async function rulesFor(
  url: string,
  { options, job }: Journey,
  signal: AbortSignal,
  { robots, frontier, userAgent }: Pick<PageWorkNeeds, 'robots' | 'frontier' | 'userAgent'>,
): Promise<RobotsRules | undefined> {
  if (!options || options.ignoreRobotsTxt) return undefined
  const { origin, host } = new URL(url)
  const rules = await robots.rulesFor(origin, options.robotsUserAgent ?? userAgent, signal)
  // What a host says to a name that a caller chose is no reason to slow others down.
  if (rules.delayMs > 0 && options.robotsUserAgent !== undefined)
    await frontier.slowCrawl(job.id, rules.delayMs)
  else if (rules.delayMs > 0) await frontier.slowDown(host, rules.delayMs)
  if (rules.delayNote !== undefined) await frontier.warn(job.id, rules.delayNote)
  return rules
}

const TOO_SLOW = "The page took longer than the 'timeout' in its scrape options."

/** Checks of addresses are paid for, whatever came of the page. */
function failed(
  failure: unknown,
  { isSealed }: ClaimedPage,
  { log, creditsOfFailure }: PageWorkNeeds,
  checkCredits = 0,
): Settlement {
  if (failure instanceof Fault) {
    const credits = creditsOfFailure(failure) + checkCredits
    // A scrape says which option of its request to raise; here that option is one of the scrape options.
    const error = canRaiseTimeout(failure) ? TOO_SLOW : failure.message
    return { outcome: 'failed', credits, code: failure.code, error, links: [] }
  }
  const id = randomUUID()
  log.error({ err: isSealed ? placeOf(failure) : failure, id }, 'defect')
  const error = `Something went wrong on our side while this page was read; the log has it under ${id}.`
  return { outcome: 'failed', credits: checkCredits, code: 'UNKNOWN_ERROR', error, links: [] }
}
