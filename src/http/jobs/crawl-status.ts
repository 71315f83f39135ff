import type { CrawlStatusQuery } from '../../contract/crawl.ts'
import type { CrawlProgress, Crawls } from '../../crawl/crawl.ts'

/** A page of an answer holds no more than this, but always one document. */
const MAX_BYTES = 10 * 1024 * 1024

export interface StatusText {
  text: string
  /** How many documents were told of, from the first on. */
  next: number
}

/**
 * The state of a crawl with some of its documents, as JSON. Documents are kept as JSON and go out as they are: reading
 * and writing them anew would hold up everybody else, and watchers must see the very same text.
 */
export async function crawlStatus(
  progress: CrawlProgress,
  { skip, limit }: CrawlStatusQuery,
  crawls: Pick<Crawls, 'documents' | 'troubles'>,
  statusUrl: string,
): Promise<StatusText> {
  const { documents, next } = await crawls.documents(progress, {
    skip: skip ?? 0,
    limit,
    maxBytes: MAX_BYTES,
    known: progress.documents,
  })
  // Clients follow this without pause. So while there is nothing to read yet, it is told once, and not by itself again.
  // Under zero data retention it is not given: a client that follows it while the job ends would read, and so erase, the
  // whole result, and still take the job for running.
  const mayFollow = skip === undefined && progress.retention !== 'untilRead'
  const isAwaited = progress.state === 'scraping' && (documents.length > 0 || mayFollow)
  const hasMore = isAwaited || next < progress.documents
  const warning = (await onlyTrouble(progress, crawls)) ?? warningOf(progress)
  const head = JSON.stringify({
    success: true,
    status: progress.state,
    completed: progress.completed,
    total: progress.total,
    creditsUsed: progress.creditsUsed,
    expiresAt: progress.expiresAt,
    createdAt: progress.createdAt,
    ...(progress.endedAt && {
      completedAt: progress.endedAt,
      duration: (progress.endedAt.getTime() - progress.createdAt.getTime()) / 1000,
    }),
    ...(hasMore && { next: `${statusUrl}?skip=${next}${limit === DEFAULT_LIMIT ? '' : `&limit=${limit}`}` }),
    ...(warning !== undefined && { warning }),
  })
  return { text: `${head.slice(0, -1)},"data":[${documents.join(',')}]}`, next }
}

const DEFAULT_LIMIT = 100

/** With the end of a job without documents its errors are read too, where that is the last there is to read of it. */
async function onlyTrouble(
  progress: CrawlProgress,
  crawls: Pick<Crawls, 'troubles'>,
): Promise<string | undefined> {
  const { retention, state, documents, error } = progress
  if (retention !== 'untilRead' || state !== 'completed' || documents > 0 || error !== undefined)
    return undefined
  const { errors } = await crawls.troubles(progress)
  const [first] = errors
  return first && `No page could be read; of ${errors.length}, the first was ${first.url}: ${first.error}`
}

/** An end without any document is never silent. */
function warningOf({ state, error, warning, documents, completed }: CrawlProgress): string | undefined {
  if (error !== undefined) return error
  if (state !== 'completed' || documents > 0) return warning
  const reason =
    completed > 0
      ? 'No page could be read; the errors of the job say why.'
      : 'No page was found that the options of the job let through.'
  return warning === undefined ? reason : `${warning} ${reason}`
}
