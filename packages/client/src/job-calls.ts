import { path } from './calls.ts'
import {
  NO_DOCUMENTS,
  collectJob,
  requireCompleted,
  followJob,
  readJob,
  stateOf,
  withWarning,
} from './crawl-job.ts'
import type { FetchJobState, JobWaitOptions, EndedJob, JobState } from './crawl-job.ts'
import { WinnowError } from './failure.ts'
import { PageCalls } from './page-calls.ts'
import type { WaitOptions } from './poll-job.ts'
import { librarySchemaOf, validateData, withJsonSchemas } from './schema.ts'
import type { TypedFormat, JsonOf, TypedScrapeOptions, WithFormats } from './schema.ts'
import type { CallOptions } from './transport.ts'
import { socketFrames, watchJob } from './watch-job.ts'
import type { JobEvent } from './watch-job.ts'
import type {
  ActiveCrawlsResponse,
  BatchResponse,
  BatchRequest,
  CrawlResponse,
  CrawlCancelResponse,
  CrawlErrorsResponse,
  CrawlPreviewResponse,
  CrawlRequest,
  CrawlStatusResponse,
  CrawlStatusQuery,
  Document,
} from './wire.ts'

type Formats = readonly TypedFormat[]

/** The options of a crawl; the schemas of formats may come from a schema library. */
export type TypedCrawlOptions<Asked extends Formats = Formats> = Omit<
  CrawlRequest,
  'url' | 'scrapeOptions'
> & {
  scrapeOptions?: WithFormats<Asked, TypedScrapeOptions> | undefined
}

/** The options of a batch; the schemas of formats may come from a schema library. */
export type TypedBatchOptions<Asked extends Formats = Formats> = WithFormats<Asked, TypedScrapeOptions> &
  Omit<BatchRequest, 'urls' | keyof TypedScrapeOptions>

/** A page of a job; a page without the data has no `json`, and its `warning` gives the reason. */
export type PageOf<Asked extends Formats> = [JsonOf<Asked>] extends [never]
  ? Document
  : Omit<Document, 'json'> & { json?: JsonOf<Asked> }

const CRAWL = '/v2/crawl'
const BATCH = '/v2/batch/scrape'

/** Calls about crawls and batches: many pages, from a start URL or from a list. */
export class JobCalls extends PageCalls {
  startCrawl(url: string, options: TypedCrawlOptions = {}, call?: CallOptions): Promise<CrawlResponse> {
    return this.post(CRAWL, { url, ...withJsonSchemas(options) }, call, { isIdempotent: true })
  }

  /** Starts a crawl and waits until it completes. Throws `JOB_FAILED` or `JOB_CANCELLED` otherwise. */
  async crawl<const Asked extends Formats = readonly []>(
    url: string,
    options: TypedCrawlOptions<Asked> = {},
    waitOptions: JobWaitOptions = {},
  ): Promise<EndedJob<PageOf<Asked>>> {
    const { id, warning } = await this.startCrawl(url, options, { signal: waitOptions.signal })
    const finished = withWarning(requireCompleted(await this.waitForCrawl(id, waitOptions)), warning)
    return { ...finished, data: await validatePages(finished.data, options.scrapeOptions?.formats) }
  }

  /** Waits until a crawl has ended, with any final status, and returns all its documents. */
  waitForCrawl(id: string, waitOptions: JobWaitOptions = {}): Promise<EndedJob> {
    return collectJob(id, this.#stateFetcher(CRAWL, id), waitOptions)
  }

  /** Yields the documents of a crawl as they arrive, until it has ended. */
  crawlPages(id: string, waitOptions: WaitOptions = {}): AsyncGenerator<Document, void, undefined> {
    return this.#documents(CRAWL, id, waitOptions)
  }

  /** Yields the events of a crawl as they happen, over a WebSocket or else by polling. */
  watchCrawl(id: string, waitOptions: WaitOptions = {}): AsyncGenerator<JobEvent, void, undefined> {
    return this.#watch(CRAWL, id, waitOptions)
  }

  /**
   * The state of a crawl and a range of its documents; without `skip` and `limit`, all existing documents.
   */
  getCrawl(id: string, page: CrawlStatusQuery = {}, call?: CallOptions): Promise<CrawlStatusResponse> {
    return this.#status(CRAWL, id, page, call)
  }

  /** The state of a crawl without its documents. Under zero data retention this deletes nothing. */
  crawlState(id: string, call?: CallOptions): Promise<JobState> {
    return this.#state(CRAWL, id, call)
  }

  cancelCrawl(id: string, call?: CallOptions): Promise<CrawlCancelResponse> {
    return this.delete(`${CRAWL}${path`/${id}`}`, call)
  }

  /**
   * The failed pages of a crawl and the pages blocked by robots.txt. Under zero data retention they are
   * deleted with the documents: call this first.
   */
  crawlErrors(id: string, call?: CallOptions): Promise<CrawlErrorsResponse> {
    return this.get(`${CRAWL}${path`/${id}/errors`}`, call)
  }

  activeCrawls(call?: CallOptions): Promise<ActiveCrawlsResponse> {
    return this.get('/v2/crawl/active', call)
  }

  /** The options that a prompt would set. */
  previewCrawl(url: string, prompt: string, call?: CallOptions): Promise<CrawlPreviewResponse> {
    return this.post('/v2/crawl/params-preview', { url, prompt }, call)
  }

  startBatch(
    urls: readonly string[],
    options: TypedBatchOptions = {},
    call?: CallOptions,
  ): Promise<BatchResponse> {
    return this.post(BATCH, { urls, ...withJsonSchemas(options) }, call, { isIdempotent: true })
  }

  /** Starts a batch and waits until it completes. Throws `JOB_FAILED` or `JOB_CANCELLED` otherwise. */
  async batch<const Asked extends Formats = readonly []>(
    urls: readonly string[],
    options: TypedBatchOptions<Asked> = {},
    waitOptions: JobWaitOptions = {},
  ): Promise<EndedJob<PageOf<Asked>> & Pick<BatchResponse, 'invalidURLs'>> {
    const started = await this.startBatch(urls, options, { signal: waitOptions.signal })
    const finished = requireCompleted(await this.waitForBatch(started.id, waitOptions))
    const { invalidURLs } = started
    const data = await validatePages(finished.data, options.formats)
    return { ...finished, data, ...(invalidURLs && { invalidURLs }) }
  }

  /** Waits until a batch has ended, with any final status, and returns all its documents. */
  waitForBatch(id: string, waitOptions: JobWaitOptions = {}): Promise<EndedJob> {
    return collectJob(id, this.#stateFetcher(BATCH, id), waitOptions)
  }

  /** Yields the documents of a batch as they arrive, until it has ended. */
  batchPages(id: string, waitOptions: WaitOptions = {}): AsyncGenerator<Document, void, undefined> {
    return this.#documents(BATCH, id, waitOptions)
  }

  /** Yields the events of a batch as they happen, over a WebSocket or else by polling. */
  watchBatch(id: string, waitOptions: WaitOptions = {}): AsyncGenerator<JobEvent, void, undefined> {
    return this.#watch(BATCH, id, waitOptions)
  }

  /**
   * The state of a batch and a range of its documents; without `skip` and `limit`, all existing documents.
   */
  getBatch(id: string, page: CrawlStatusQuery = {}, call?: CallOptions): Promise<CrawlStatusResponse> {
    return this.#status(BATCH, id, page, call)
  }

  /** The state of a batch without its documents. Under zero data retention this deletes nothing. */
  batchState(id: string, call?: CallOptions): Promise<JobState> {
    return this.#state(BATCH, id, call)
  }

  cancelBatch(id: string, call?: CallOptions): Promise<CrawlCancelResponse> {
    return this.delete(`${BATCH}${path`/${id}`}`, call)
  }

  batchErrors(id: string, call?: CallOptions): Promise<CrawlErrorsResponse> {
    return this.get(`${BATCH}${path`/${id}/errors`}`, call)
  }

  #stateFetcher(base: string, id: string): FetchJobState {
    return (page, call) => this.get(`${base}${path`/${id}`}`, call, page)
  }

  async #state(base: string, id: string, call: CallOptions = {}): Promise<JobState> {
    return stateOf(await this.#stateFetcher(base, id)(NO_DOCUMENTS, call))
  }

  #status(
    base: string,
    id: string,
    page: CrawlStatusQuery,
    call: CallOptions = {},
  ): Promise<CrawlStatusResponse> {
    if (page.skip !== undefined || page.limit !== undefined)
      return this.get(`${base}${path`/${id}`}`, call, page)
    return readJob(this.#stateFetcher(base, id), call)
  }

  async *#documents(
    base: string,
    id: string,
    waitOptions: WaitOptions,
  ): AsyncGenerator<Document, void, undefined> {
    for await (const { data } of followJob(id, this.#stateFetcher(base, id), waitOptions)) yield* data
  }

  #watch(base: string, id: string, waitOptions: WaitOptions): AsyncGenerator<JobEvent, void, undefined> {
    return watchJob(id, waitOptions, {
      frames: (signal) => socketFrames(this.connection, `${base}${path`/${id}`}`, signal),
      follow: (how) => followJob(id, this.#stateFetcher(base, id), { pollMs: waitOptions.pollMs, ...how }),
    })
  }
}

/** The pages with `json` parsed by the caller's schema. One invalid page must not fail the others. */
async function validatePages<Asked extends Formats>(
  pages: Document[],
  formats: Asked | undefined,
): Promise<PageOf<Asked>[]> {
  const schema = librarySchemaOf(formats)
  if (!schema) return pages as PageOf<Asked>[]
  const validatePage = async ({ json, ...page }: Document): Promise<Document> => {
    if (json === undefined) return page
    try {
      return { ...page, json: await validateData(schema, json, page) }
    } catch (failure) {
      if (!(failure instanceof WinnowError)) throw failure
      return withWarning({ ...page, warning: failure.message }, page.warning)
    }
  }
  return (await Promise.all(pages.map(validatePage))) as PageOf<Asked>[]
}
