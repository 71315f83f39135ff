import { randomUUID } from 'node:crypto'
import type { Ledger } from '../../access/access.ts'
import type { Screen } from '../../egress/egress.ts'
import { Fault, isOutage } from '../../fault.ts'
import { canRaiseTimeout } from '../../concurrency/abort.ts'
import { errorWithoutMessage } from '../../log.ts'
import type { Log } from '../../log.ts'
import { pageKey } from '../frontier.ts'
import type { ClaimedPage, FoundPage, Frontier, Settlement } from '../frontier.ts'
import type { CrawlContext } from '../crawl-context.ts'
import { openScreenedFile } from '../open-url.ts'
import type { OpenUrl, OpenUrlWithin } from '../open-url.ts'
import type { Robots, RobotsRules } from '../robots/robots.ts'
import { createScreenedRobots } from '../robots/robots.ts'
import { visitSitemap } from './visit-sitemap.ts'
import { createSettlePage, retryPauseMs, repeatPage, splitRefused } from './settle-page.ts'
import { visitPage } from './visit-page.ts'
import type { VisitNeeds } from './visit-page.ts'

export interface ProcessPageNeeds extends Omit<VisitNeeds, 'rulesFor' | 'screen'> {
  frontier: Frontier
  ledger: Ledger
  openUrl: OpenUrl & OpenUrlWithin
  robots: Robots
  userAgent: string
  creditsOfFailure: (failure: unknown) => number
  log: Log
}

interface ScreenedVisit {
  screen: Screen | undefined
  signal: AbortSignal
}

export type ProcessPage = (page: ClaimedPage, context: CrawlContext, signal: AbortSignal) => Promise<void>

/**
 * When the database or another dependency is unavailable, a page is retried after these pauses and then
 * fails.
 */
const OUTAGE_PAUSES_MS = [1_000, 5_000, 20_000, 60_000]
export function createProcessPage(needs: ProcessPageNeeds): ProcessPage {
  const { frontier } = needs
  const { settle, payChecks: chargeChecks } = createSettlePage(needs)
  const screenedRobots = createScreenedRobots(needs.openUrl)

  async function visitClaimed(page: ClaimedPage, context: CrawlContext, { screen, signal }: ScreenedVisit) {
    const robots = screen ? screenedRobots(screen) : needs.robots
    const rules = (url: string, crawl: CrawlContext, timeout: AbortSignal) =>
      rulesFor(url, crawl, timeout, { ...needs, robots })
    return await visitPage(page, context, { ...needs, rulesFor: rules, screen }, signal)
  }

  async function repeatFirst(page: ClaimedPage, { options }: CrawlContext): Promise<Settlement | undefined> {
    if (options || !page.awaited) return undefined
    const outcome = await frontier.outcomeOf(page, pageKey(page.url))
    return outcome && repeatPage(page, outcome, needs.creditsOfFailure)
  }

  async function readClaimedSitemap(
    page: ClaimedPage,
    context: CrawlContext,
    { screen, signal }: ScreenedVisit,
  ) {
    const openUrl = screen ? openScreenedFile(page.baseUrl, screen, needs.openUrl) : needs.openUrl
    const addPages: Frontier['addPages'] = (sitemap, found) => addScreened(sitemap, found, context)
    return await visitSitemap(page, context, { frontier: { addPages }, openUrl }, signal)
  }

  async function addScreened(
    page: ClaimedPage,
    found: readonly FoundPage[],
    context: CrawlContext,
  ): Promise<boolean> {
    const { admitted, refused } = splitRefused(found, context)
    if (refused.length > 0) await frontier.addRefused(page, refused)
    return admitted.length === 0 || (await frontier.addPages(page, admitted))
  }

  async function settlementOf(
    page: ClaimedPage,
    context: CrawlContext,
    screened: ScreenedVisit,
  ): Promise<Settlement> {
    const { signal } = screened
    try {
      return page.kind === 'sitemap'
        ? await readClaimedSitemap(page, context, screened)
        : ((await repeatFirst(page, context)) ?? (await visitClaimed(page, context, screened)))
    } catch (failure) {
      if (isOutage(signal.reason)) return { outcome: 'later', delayMs: 0, links: [] }
      const pauseMs = retryPauseMs(failure, OUTAGE_PAUSES_MS[page.attempts])
      if (pauseMs !== undefined) return { outcome: 'later', delayMs: pauseMs, links: [] }
      if (context.error !== undefined) await frontier.fail(page.crawlId, context.error)
      if (page.kind === 'sitemap') return await sitemapFailed(page, failure, needs)
      return toFailedSettlement(failure, page, needs, screened.screen?.credits())
    }
  }

  return async (page, context, signal) => {
    const screen = context.openScreen()
    const settlement = await settlementOf(page, context, { screen, signal })
    try {
      await chargeChecks(page, settlement, screen)
      await settle(page, settlement, context, signal)
    } catch (failure) {
      if (isOutage(failure)) throw failure
      // A page that cannot be stored must not keep its crawl running forever.
      await settle(page, toFailedSettlement(failure, page, needs), context, signal)
    }
  }
}

/** A sitemap that cannot be read adds nothing; a blocked one is recorded as an error like a page. */
async function sitemapFailed(
  page: ClaimedPage,
  failure: unknown,
  { frontier }: Pick<ProcessPageNeeds, 'frontier'>,
): Promise<Settlement> {
  if (failure instanceof Fault && failure.code === 'unsafe_domain_blocked') {
    const { code, message: error } = failure
    await frontier.addRefused(page, [{ ...page, key: pageKey(`refused ${page.url}`), code, error }])
  }
  return { outcome: 'read', links: [] }
}

/** The robots.txt rules for a page: none for a batch, or when the caller ignores them. */
async function rulesFor(
  url: string,
  { options, job }: CrawlContext,
  signal: AbortSignal,
  { robots, frontier, userAgent }: Pick<ProcessPageNeeds, 'robots' | 'frontier' | 'userAgent'>,
): Promise<RobotsRules | undefined> {
  if (!options || options.ignoreRobotsTxt) return undefined
  const { origin, host } = new URL(url)
  const rules = await robots.rulesFor(origin, options.robotsUserAgent ?? userAgent, signal)
  // A host's rules for a user agent that the caller chose must not slow down other crawls.
  if (rules.delayMs > 0 && options.robotsUserAgent !== undefined)
    await frontier.slowCrawl(job.id, rules.delayMs)
  else if (rules.delayMs > 0) await frontier.slowHost(host, rules.delayMs)
  if (rules.delayNote !== undefined) await frontier.addWarning(job.id, rules.delayNote)
  return rules
}

const TOO_SLOW = "The page took longer than the 'timeout' in scrapeOptions. Raise it."

/** URL checks are charged even if the page fails. */
function toFailedSettlement(
  failure: unknown,
  { isEncrypted }: ClaimedPage,
  { log, creditsOfFailure }: ProcessPageNeeds,
  checkCredits = 0,
): Settlement {
  if (failure instanceof Fault) {
    const credits = creditsOfFailure(failure) + checkCredits
    // The original message names the option of a scrape request; in a crawl it is part of scrapeOptions.
    const error = canRaiseTimeout(failure) ? TOO_SLOW : failure.message
    return { outcome: 'failed', credits, code: failure.code, error, links: [] }
  }
  const id = randomUUID()
  log.error({ err: isEncrypted ? errorWithoutMessage(failure) : failure, id }, 'defect')
  const error = `An unexpected error occurred while reading this page. It was logged with the id ${id}.`
  return { outcome: 'failed', credits: checkCredits, code: 'UNKNOWN_ERROR', error, links: [] }
}
