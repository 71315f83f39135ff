import type { Document } from '../contract/document.ts'
import { Fault } from '../fault.ts'
import type { FaultCode } from '../fault.ts'
import type { ClaimedPage, PageOutcome, Settlement } from './frontier.ts'

/**
 * Settles a page of a batch whose URL was fetched for an earlier page of it: with the same document under an id of its own,
 * or with the same error. It costs what the cache would: as much as the first.
 */
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
    copy: undefined,
    exact: undefined,
    near: undefined,
    similar: undefined,
    target: undefined,
    baseUrl: undefined,
    links: [],
  }
}
