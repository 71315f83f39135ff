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
  ActiveCrawlsAnswer,
  BatchAnswer,
  BatchRequest,
  CrawlAnswer,
  CrawlCancelAnswer,
  CrawlErrorsAnswer,
  CrawlPreviewAnswer,
  CrawlRequest,
  CrawlStatusAnswer,
  CrawlStatusQuery,
  Document,
} from './wire.ts'

type Formats = readonly TypedFormat[]

/** The options of a crawl, where the schemas of formats may come from a library. */
export type TypedCrawlOptions<Asked extends Formats = Formats> = Omit<
  CrawlRequest,
  'url' | 'scrapeOptions'
> & {
  scrapeOptions?: WithFormats<Asked, TypedScrapeOptions> | undefined
}

/** The options of a batch, where the schemas of formats may come from a library. */
export type TypedBatchOptions<Asked extends Formats = Formats> = WithFormats<Asked, TypedScrapeOptions> &
  Omit<BatchRequest, 'urls' | keyof TypedScrapeOptions>

/** A page of a job; one that does not have the data has no `json`, and says why in its `warning`. */
export type PageOf<Asked extends Formats> = [JsonOf<Asked>] extends [never]
  ? Document
  : Omit<Document, 'json'> & { json?: JsonOf<Asked> }

const CRAWL = '/v2/crawl'
const BATCH = '/v2/batch/scrape'

/** Calls about crawls and batches: many pages, from one address or from a list. */
export class JobCalls extends PageCalls {
  startCrawl(url: string, options: TypedCrawlOptions = {}, call?: CallOptions): Promise<CrawlAnswer> {
    return this.post(CRAWL, { url, ...withJsonSchemas(options) }, call, { isIdempotent: true })
  }

  /** Starts a crawl and waits until it is completed. Fails with `JOB_FAILED` or `JOB_CANCELLED` when it is not. */
  async crawl<const Asked extends Formats = readonly []>(
    url: string,
    options: TypedCrawlOptions<Asked> = {},
    waitOptions: JobWaitOptions = {},
  ): Promise<EndedJob<PageOf<Asked>>> {
    const { id, warning } = await this.startCrawl(url, options, { signal: waitOptions.signal })
    const finished = withWarning(requireCompleted(await this.waitForCrawl(id, waitOptions)), warning)
    return { ...finished, data: await validatePages(finished.data, options.scrapeOptions?.formats) }
  }

  /** Waits until a crawl has ended, however it did, and gives all its documents. */
  waitForCrawl(id: string, waitOptions: JobWaitOptions = {}): Promise<EndedJob> {
    return collectJob(id, this.#stateFetcher(CRAWL, id), waitOptions)
  }

  /** The documents of a crawl as they come, until it has ended. */
  crawlPages(id: string, waitOptions: WaitOptions = {}): AsyncGenerator<Document, void, undefined> {
    return this.#documents(CRAWL, id, waitOptions)
  }

  /** What happens to a crawl as it happens, over a WebSocket; by asking where that is not possible. */
  watchCrawl(id: string, waitOptions: WaitOptions = {}): AsyncGenerator<JobEvent, void, undefined> {
    return this.#watch(CRAWL, id, waitOptions)
  }

  /** State of a crawl and a page of its documents; without `skip` and `limit`, all documents there are. */
  getCrawl(id: string, page: CrawlStatusQuery = {}, call?: CallOptions): Promise<CrawlStatusAnswer> {
    return this.#status(CRAWL, id, page, call)
  }

  /** How far a crawl is, without its documents: under zero data retention it stays to be read. */
  crawlState(id: string, call?: CallOptions): Promise<JobState> {
    return this.#state(CRAWL, id, call)
  }

  cancelCrawl(id: string, call?: CallOptions): Promise<CrawlCancelAnswer> {
    return this.delete(`${CRAWL}${path`/${id}`}`, call)
  }

  /**
   * The pages of a crawl that failed, and those that robots.txt asks not to visit. Under zero data retention they go with the
   * documents: ask before those are read.
   */
  crawlErrors(id: string, call?: CallOptions): Promise<CrawlErrorsAnswer> {
    return this.get(`${CRAWL}${path`/${id}/errors`}`, call)
  }

  activeCrawls(call?: CallOptions): Promise<ActiveCrawlsAnswer> {
    return this.get('/v2/crawl/active', call)
  }

  /** The options that a prompt would set. */
  previewCrawl(url: string, prompt: string, call?: CallOptions): Promise<CrawlPreviewAnswer> {
    return this.post('/v2/crawl/params-preview', { url, prompt }, call)
  }

  startBatch(
    urls: readonly string[],
    options: TypedBatchOptions = {},
    call?: CallOptions,
  ): Promise<BatchAnswer> {
    return this.post(BATCH, { urls, ...withJsonSchemas(options) }, call, { isIdempotent: true })
  }

  /** Starts a batch and waits until it is completed. Fails with `JOB_FAILED` or `JOB_CANCELLED` when it is not. */
  async batch<const Asked extends Formats = readonly []>(
    urls: readonly string[],
    options: TypedBatchOptions<Asked> = {},
    waitOptions: JobWaitOptions = {},
  ): Promise<EndedJob<PageOf<Asked>> & Pick<BatchAnswer, 'invalidURLs'>> {
    const started = await this.startBatch(urls, options, { signal: waitOptions.signal })
    const finished = requireCompleted(await this.waitForBatch(started.id, waitOptions))
    const { invalidURLs } = started
    const data = await validatePages(finished.data, options.formats)
    return { ...finished, data, ...(invalidURLs && { invalidURLs }) }
  }

  /** Waits until a batch has ended, however it did, and gives all its documents. */
  waitForBatch(id: string, waitOptions: JobWaitOptions = {}): Promise<EndedJob> {
    return collectJob(id, this.#stateFetcher(BATCH, id), waitOptions)
  }

  /** The documents of a batch as they come, until it has ended. */
  batchPages(id: string, waitOptions: WaitOptions = {}): AsyncGenerator<Document, void, undefined> {
    return this.#documents(BATCH, id, waitOptions)
  }

  /** What happens to a batch as it happens, over a WebSocket; by asking where that is not possible. */
  watchBatch(id: string, waitOptions: WaitOptions = {}): AsyncGenerator<JobEvent, void, undefined> {
    return this.#watch(BATCH, id, waitOptions)
  }

  /** State of a batch and a page of its documents; without `skip` and `limit`, all documents there are. */
  getBatch(id: string, page: CrawlStatusQuery = {}, call?: CallOptions): Promise<CrawlStatusAnswer> {
    return this.#status(BATCH, id, page, call)
  }

  /** How far a batch is, without its documents: under zero data retention it stays to be read. */
  batchState(id: string, call?: CallOptions): Promise<JobState> {
    return this.#state(BATCH, id, call)
  }

  cancelBatch(id: string, call?: CallOptions): Promise<CrawlCancelAnswer> {
    return this.delete(`${BATCH}${path`/${id}`}`, call)
  }

  batchErrors(id: string, call?: CallOptions): Promise<CrawlErrorsAnswer> {
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
  ): Promise<CrawlStatusAnswer> {
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

/** The pages with what the schema of the caller makes of their `json`. One that it refuses must not cost the others. */
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
