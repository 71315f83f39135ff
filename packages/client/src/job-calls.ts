import { path } from './calls.ts'
import { NO_DOCUMENTS, collectJob, completed, followJob, readJob, stateOf, withWarning } from './crawl-job.ts'
import type { AskJob, CrawlWaiting, EndedJob, JobState } from './crawl-job.ts'
import { WinnowError } from './failure.ts'
import { PageCalls } from './page-calls.ts'
import type { Waiting } from './poll-job.ts'
import { schemaAmong, validated, withPlainSchemas } from './schema.ts'
import type { FormatWish, JsonOf, ScrapeWishes, With } from './schema.ts'
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

type Formats = readonly FormatWish[]

/** The options of a crawl, where the schemas of formats may come from a library. */
export type CrawlWishes<Asked extends Formats = Formats> = Omit<CrawlRequest, 'url' | 'scrapeOptions'> & {
  scrapeOptions?: With<Asked, ScrapeWishes> | undefined
}

/** The options of a batch, where the schemas of formats may come from a library. */
export type BatchWishes<Asked extends Formats = Formats> = With<Asked, ScrapeWishes> &
  Omit<BatchRequest, 'urls' | keyof ScrapeWishes>

/** A page of a job; one that does not have the data has no `json`, and says why in its `warning`. */
export type PageOf<Asked extends Formats> = [JsonOf<Asked>] extends [never]
  ? Document
  : Omit<Document, 'json'> & { json?: JsonOf<Asked> }

const CRAWL = '/v2/crawl'
const BATCH = '/v2/batch/scrape'

/** Calls about crawls and batches: many pages, from one address or from a list. */
export class JobCalls extends PageCalls {
  startCrawl(url: string, options: CrawlWishes = {}, call?: CallOptions): Promise<CrawlAnswer> {
    return this.post(CRAWL, { url, ...withPlainSchemas(options) }, call, { isOnce: true })
  }

  /** Starts a crawl and waits until it is completed. Fails with `JOB_FAILED` or `JOB_CANCELLED` when it is not. */
  async crawl<const Asked extends Formats = readonly []>(
    url: string,
    options: CrawlWishes<Asked> = {},
    waiting: CrawlWaiting = {},
  ): Promise<EndedJob<PageOf<Asked>>> {
    const { id, warning } = await this.startCrawl(url, options, { signal: waiting.signal })
    const ended = withWarning(completed(await this.waitForCrawl(id, waiting)), warning)
    return { ...ended, data: await pagesIn(ended.data, options.scrapeOptions?.formats) }
  }

  /** Waits until a crawl has ended, however it did, and gives all its documents. */
  waitForCrawl(id: string, waiting: CrawlWaiting = {}): Promise<EndedJob> {
    return collectJob(id, this.#asking(CRAWL, id), waiting)
  }

  /** The documents of a crawl as they come, until it has ended. */
  crawlPages(id: string, waiting: Waiting = {}): AsyncGenerator<Document, void, undefined> {
    return this.#documents(CRAWL, id, waiting)
  }

  /** What happens to a crawl as it happens, over a WebSocket; by asking where that is not possible. */
  watchCrawl(id: string, waiting: Waiting = {}): AsyncGenerator<JobEvent, void, undefined> {
    return this.#watch(CRAWL, id, waiting)
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

  startBatch(urls: readonly string[], options: BatchWishes = {}, call?: CallOptions): Promise<BatchAnswer> {
    return this.post(BATCH, { urls, ...withPlainSchemas(options) }, call, { isOnce: true })
  }

  /** Starts a batch and waits until it is completed. Fails with `JOB_FAILED` or `JOB_CANCELLED` when it is not. */
  async batch<const Asked extends Formats = readonly []>(
    urls: readonly string[],
    options: BatchWishes<Asked> = {},
    waiting: CrawlWaiting = {},
  ): Promise<EndedJob<PageOf<Asked>> & Pick<BatchAnswer, 'invalidURLs'>> {
    const started = await this.startBatch(urls, options, { signal: waiting.signal })
    const ended = completed(await this.waitForBatch(started.id, waiting))
    const { invalidURLs } = started
    const data = await pagesIn(ended.data, options.formats)
    return { ...ended, data, ...(invalidURLs && { invalidURLs }) }
  }

  /** Waits until a batch has ended, however it did, and gives all its documents. */
  waitForBatch(id: string, waiting: CrawlWaiting = {}): Promise<EndedJob> {
    return collectJob(id, this.#asking(BATCH, id), waiting)
  }

  /** The documents of a batch as they come, until it has ended. */
  batchPages(id: string, waiting: Waiting = {}): AsyncGenerator<Document, void, undefined> {
    return this.#documents(BATCH, id, waiting)
  }

  /** What happens to a batch as it happens, over a WebSocket; by asking where that is not possible. */
  watchBatch(id: string, waiting: Waiting = {}): AsyncGenerator<JobEvent, void, undefined> {
    return this.#watch(BATCH, id, waiting)
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

  #asking(base: string, id: string): AskJob {
    return (page, call) => this.get(`${base}${path`/${id}`}`, call, page)
  }

  async #state(base: string, id: string, call: CallOptions = {}): Promise<JobState> {
    return stateOf(await this.#asking(base, id)(NO_DOCUMENTS, call))
  }

  #status(
    base: string,
    id: string,
    page: CrawlStatusQuery,
    call: CallOptions = {},
  ): Promise<CrawlStatusAnswer> {
    if (page.skip !== undefined || page.limit !== undefined)
      return this.get(`${base}${path`/${id}`}`, call, page)
    return readJob(this.#asking(base, id), call)
  }

  async *#documents(base: string, id: string, waiting: Waiting): AsyncGenerator<Document, void, undefined> {
    for await (const { data } of followJob(id, this.#asking(base, id), waiting)) yield* data
  }

  #watch(base: string, id: string, waiting: Waiting): AsyncGenerator<JobEvent, void, undefined> {
    return watchJob(id, waiting, {
      frames: (signal) => socketFrames(this.connection, `${base}${path`/${id}`}`, signal),
      follow: (how) => followJob(id, this.#asking(base, id), { pollMs: waiting.pollMs, ...how }),
    })
  }
}

/** The pages with what the schema of the caller makes of their `json`. One that it refuses must not cost the others. */
async function pagesIn<Asked extends Formats>(
  pages: Document[],
  formats: Asked | undefined,
): Promise<PageOf<Asked>[]> {
  const schema = schemaAmong(formats)
  if (!schema) return pages as PageOf<Asked>[]
  const checked = async ({ json, ...page }: Document): Promise<Document> => {
    if (json === undefined) return page
    try {
      return { ...page, json: await validated(schema, json, page) }
    } catch (failure) {
      if (!(failure instanceof WinnowError)) throw failure
      return withWarning({ ...page, warning: failure.message }, page.warning)
    }
  }
  return (await Promise.all(pages.map(checked))) as PageOf<Asked>[]
}
