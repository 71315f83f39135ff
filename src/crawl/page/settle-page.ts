import { setTimeout as delay } from 'node:timers/promises'
import { withSurplusHold } from '../../access/access.ts'
import type { Ledger } from '../../access/access.ts'
import type { Document } from '../../contract/document.ts'
import type { Screen } from '../../egress/egress.ts'
import { Fault, isFullDisk, isOutage } from '../../fault.ts'
import type { FaultCode } from '../../fault.ts'
import type { ClaimedPage, FoundPage, Frontier, PageOutcome, RefusedPage, Settlement } from '../frontier.ts'
import type { CrawlContext } from '../crawl-context.ts'
import { differingParameter } from './found-pages.ts'

/** A repeat costs as much as the first page. */
export function repeatPage(
  { claimId }: ClaimedPage,
  outcome: PageOutcome,
  creditsOfFailure: (failure: unknown) => number,
): Settlement {
  if (outcome.state === 'failed') {
    const { code, error } = outcome
    const credits = creditsOfFailure(new Fault(code as FaultCode, error))
    return { outcome: 'failed', credits, code, error, links: [] }
  }
  const document = JSON.parse(outcome.document) as Document
  const metadata = { ...document.metadata, scrapeId: claimId }
  return {
    outcome: 'done',
    credits: metadata.creditsUsed!,
    document: JSON.stringify({ ...document, metadata }),
    scrapeId: claimId,
    links: [],
  }
}

export function splitRefused(
  found: readonly FoundPage[],
  { refusal }: Pick<CrawlContext, 'refusal'>,
): { admitted: FoundPage[]; refused: RefusedPage[] } {
  const admitted: FoundPage[] = []
  const refused: RefusedPage[] = []
  for (const page of found) {
    const fault = refusal(page.url)
    if (fault) refused.push({ ...page, code: fault.code, error: fault.message })
    else admitted.push(page)
  }
  return { admitted, refused }
}

/** A failed settlement is retried; the page stays claimed as long as this process lives. */
const SETTLE_PAUSES_MS = [100, 500, 2_000]
/** A full disk may stay full for long, so these retries are unlimited. */
const FULL_DISK_PAUSE_MS = 2_000
const MAX_LINKS = 2_000

export function createSettlePage({ frontier, ledger }: { frontier: Frontier; ledger: Ledger }) {
  /** The hold covers the minimum price of a page. PDFs with more pages and checked redirects cost more. */
  async function settleWithSurplus(page: ClaimedPage, settlement: Settlement, { job }: CrawlContext) {
    const { kind, teamId, pageCredits } = job
    const credits = 'credits' in settlement ? settlement.credits - pageCredits : 0
    const surplus = { teamId, keyId: null, credits, reason: kind }
    return await withSurplusHold(ledger, surplus, () => frontier.settle(page, settlement))
  }

  async function settle(
    page: ClaimedPage,
    settlement: Settlement,
    context: CrawlContext,
    signal: AbortSignal,
  ): Promise<void> {
    const { admitted: links, refused } = splitRefused(settlement.links, context)
    if (refused.length > 0) await retryOutage(() => frontier.addRefused(page, refused), signal)
    let from = 0
    for (; from < links.length - MAX_LINKS; from += MAX_LINKS) {
      const chunk = links.slice(from, from + MAX_LINKS)
      await retryOutage(() => frontier.addPages(page, chunk), signal)
    }
    const rest = { ...settlement, links: links.slice(from) }
    const { result, twin: duplicateUrl } = await retryOutage(
      () => settleWithSurplus(page, rest, context),
      signal,
    )
    if (result === 'alone' && settlement.outcome === 'later') {
      const fallback = settlement.otherwise ?? { ...settlement, awaitedKey: undefined }
      return await settle(page, fallback, context, signal)
    }
    if (result !== 'gone') context.addKnown(settlement.links)
    const parameter = duplicateUrl === undefined ? undefined : differingParameter(page.url, duplicateUrl)
    if (parameter !== undefined) await frontier.reportNoise(page, parameter)
  }

  /**
   * URL checks are charged with the page. If it turned out to be no page, they are charged alone, if the team
   * can pay.
   */
  async function chargeChecks({ crawlId }: ClaimedPage, settlement: Settlement, screen: Screen | undefined) {
    const credits = screen?.credits() ?? 0
    if (credits === 0 || 'credits' in settlement || settlement.outcome === 'later') return
    await frontier.charge(crawlId, credits).catch((failure: unknown) => {
      if (!(failure instanceof Fault) || failure.code !== 'PAYMENT_REQUIRED') throw failure
    })
  }

  return { settle, payChecks: chargeChecks }
}

export function retryPauseMs(failure: unknown, usualMs: number | undefined): number | undefined {
  if (isFullDisk(failure)) return usualMs ?? FULL_DISK_PAUSE_MS
  return isOutage(failure) ? usualMs : undefined
}

/**
 * Retries while the database is briefly unavailable, or while the disk is full and the visit is not aborted.
 */
async function retryOutage<Result>(attempt: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  for (let tries = 0; ; tries++) {
    try {
      return await attempt()
    } catch (failure) {
      const pauseMs = retryPauseMs(failure, SETTLE_PAUSES_MS[tries])
      if (pauseMs === undefined || (tries >= SETTLE_PAUSES_MS.length && signal.aborted)) throw failure
      await delay(pauseMs)
    }
  }
}
