import type { ReportProgress } from '../../documents/documents.ts'
import { Fault } from '../../fault.ts'
import type { Derived } from '../cache/page-cache.ts'
import type { Fetched } from '../fetch/fetched.ts'
import { sourceOf } from '../fetch/obtain.ts'
import { isWorthKeeping } from '../cache/page-run.ts'
import type { Answering, FindOrFetchNeeds, Found, PageRun } from '../cache/page-run.ts'
import type { PageWish } from '../admit/page-wish.ts'
import { isDocument } from './read-documents.ts'
import type { Enter } from '../../work/shared-work.ts'
import type { Understood } from './read-page.ts'

/** What this request wants from the page: derived before, or now. */
export async function derivedFrom(
  found: Found,
  run: PageRun,
  signal: AbortSignal,
  needs: FindOrFetchNeeds,
): Promise<(Pick<Found, 'head'> & { derived: Derived }) | undefined> {
  const { head } = found
  const known = found.derived && found.deriveKey === run.deriveKey ? found.derived : undefined
  if (known && !known.material) return { head, derived: known }
  const fetched = await found.fetched()
  if (!fetched) return undefined
  const sharedAs = found.copyId && `${found.copyId} ${run.deriveKey}`
  const own: Deriving = { run, signal, known, sharedAs }
  const isLong = sharedAs !== undefined && (needs.asksModel(run.request) || isDocument(sourceOf(fetched)))
  if (known || !isLong) return { head, derived: await derive(found, fetched, own, needs) }
  // Reading a document may take longer than the caller has time; who comes back finds it further on.
  const read = await needs.readings.join(sharedAs, signal, Infinity, async (time, enter) => {
    enter('reading')
    return await derive(found, fetched, { run, signal: time, enter, isTogether: true }, needs)
  })
  const derived = read.material ? await derive(found, fetched, { ...own, known: read }, needs) : read
  return { head, derived }
}

interface Deriving {
  run: PageRun
  signal: AbortSignal
  enter?: Enter
  /** What was understood already, and waits for a model. */
  known?: Derived | undefined
  /** Whether several wait for it; a model is asked afterwards, because each has its own time for that. */
  isTogether?: boolean
  /** What those have in common who want the same from the same copy. */
  sharedAs?: string | undefined
}

export async function derive(
  found: Found,
  fetched: Fetched,
  deriving: Deriving,
  needs: FindOrFetchNeeds,
): Promise<Derived> {
  const { run, signal, enter, known, isTogether, sharedAs } = deriving
  const report = (pages: Parameters<ReportProgress>[0]) => enter?.('reading', pages)
  const wanted = { ...run.request, teamId: run.teamId }
  const understand = () => needs.understand(sourceOf(fetched), wanted, signal, report)
  const understood = known ?? understoodOf(await understand())
  if (isTogether && understood.material) return understood
  // Requests that ask the same find the answers here until they are remembered.
  using kept =
    understood.material && sharedAs !== undefined
      ? answering(run.request, needs).askModel.keepAnswers(sharedAs)
      : undefined
  // Another request may have remembered them after this one looked into the cache.
  const remembered = kept && (await found.recall(run.deriveKey))
  if (remembered) return remembered
  const derived = await answered(understood, fetched, deriving, needs)
  if (!derived.isProvisional) await found.remember(run.deriveKey, derived)
  return derived
}

/**
 * The end of deriving: a model has its say, what the page teaches about its site is remembered, and what it can be found by
 * is entered into the index.
 */
export async function answered(
  { trace, forIndex, ...understood }: Derived,
  fetched: Fetched,
  { run, signal, sharedAs }: Deriving,
  needs: FindOrFetchNeeds,
): Promise<Derived> {
  const { siteMemory, pageIndex } = needs
  const { request, teamId, scope, use, since } = run
  if (trace && use.write) siteMemory.remember({ scope, url: request.url }, trace)
  if (forIndex && use.write && isWorthKeeping(fetched)) {
    const contentType = fetched.headers['content-type'] ?? ''
    pageIndex.enter({ ...forIndex, teamId, url: fetched.url, contentType })
  }
  // Who goes from page to page has no use for what an error page says.
  const { material, ...rest } = understood
  const isAsked = !((request.discovers || request.leads) && fetched.status >= FIRST_ERROR_STATUS)
  const timeMs = Math.max(0, request.timeout - (performance.now() - since))
  const asked = { formats: request.formats, timeMs, sharedAs }
  return await answering(request, needs).askModel(isAsked && material ? understood : rest, asked, signal)
}

const FIRST_ERROR_STATUS = 400

export function answering({ usesPro }: PageWish, needs: FindOrFetchNeeds): Answering {
  return (usesPro && needs.pro) || needs
}

export function understoodOf(understood: Understood): Derived {
  if (understood.state === 'understood') return understood
  throw new Fault(
    'SCRAPE_UNSUPPORTED_FILE_ERROR',
    `The target is a file of a kind that is not read: ${understood.name}.`,
  )
}
