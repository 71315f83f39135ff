import { WinnowError } from './failure.ts'

export { WinnowError } from './failure.ts'
export type * from './wire.ts'

export interface ClientOptions {
  /** Without one, the service's keyless tier is used where the service has it. */
  apiKey?: string | undefined
  /** The root of the service, with or without `/v2`. */
  apiUrl?: string | undefined
  /** Sent instead of the built-in one; the service's own tools answer themselves this way. */
  fetch?: typeof fetch | undefined
  /** How the requests name where they come from. */
  origin?: string | undefined
}

/** What every call takes beside its own options. */
export interface CallOptions {
  signal?: AbortSignal | undefined
  timeoutMs?: number | undefined
}

// oxlint-disable-next-line typescript/no-explicit-any -- replaced by the types generated from the contract.
export type Answer = any
type Options = Record<string, unknown>

/** A client of the service. */
export class Winnow {
  readonly #options: ClientOptions
  readonly #root: string

  constructor(options: ClientOptions = {}) {
    this.#options = options
    this.#root = (options.apiUrl ?? 'http://localhost:3002').replace(/\/+$/, '').replace(/\/v2$/, '')
  }

  /** Any endpoint by its path (`/v2/…`), for what has no method here. */
  async request(
    method: string,
    path: string,
    given: { body?: Options; query?: Options; form?: FormData } & CallOptions = {},
  ): Promise<Answer> {
    const query = new URLSearchParams(
      Object.entries(given.query ?? {})
        .filter(([, value]) => value !== undefined)
        .map(([name, value]): [string, string] => [name, String(value)]),
    )
    const send = this.#options.fetch ?? fetch
    const answer = await send(`${this.#root}${path}${query.size > 0 ? `?${query}` : ''}`, {
      method,
      headers: {
        ...(this.#options.apiKey && { authorization: `Bearer ${this.#options.apiKey}` }),
        ...(given.body && { 'content-type': 'application/json' }),
      },
      ...(given.form && { body: given.form }),
      ...(given.body && {
        body: JSON.stringify({ origin: this.#options.origin ?? 'winnow-client', ...given.body }),
      }),
      ...(given.signal && { signal: given.signal }),
    })
    const body = (await answer.json()) as Answer
    if (answer.ok && body.success !== false) return body
    throw new WinnowError(body.code ?? 'BAD_ANSWER', body.error ?? `HTTP ${answer.status}`, {
      status: answer.status,
      details: body.details,
    })
  }

  async scrape(url: string, options: Options = {}, call?: CallOptions): Promise<Answer> {
    return (await this.request('POST', '/v2/scrape', { body: { url, ...options }, ...call })).data
  }

  async getScrape(id: string, call?: CallOptions): Promise<Answer> {
    return (await this.request('GET', `/v2/scrape/${id}`, call)).data
  }

  /** Runs code or a task in words in the live page of a scrape. */
  interact(scrapeId: string, task: Options, call?: CallOptions): Promise<Answer> {
    return this.request('POST', `/v2/scrape/${scrapeId}/interact`, { body: task, ...call })
  }

  stopInteraction(scrapeId: string, call?: CallOptions): Promise<Answer> {
    return this.request('DELETE', `/v2/scrape/${scrapeId}/interact`, call)
  }

  /** A document: a path (where there are files), bytes with a name, a stream with a name, or an upload made earlier. */
  async parse(
    file:
      | string
      | { data: Blob | Uint8Array | ReadableStream<Uint8Array>; filename: string; contentType?: string }
      | { uploadRef: string },
    options: Options = {},
    call?: CallOptions,
  ): Promise<Answer> {
    if (typeof file === 'object' && 'uploadRef' in file)
      return (await this.request('POST', '/v2/parse', { body: { ...file, ...options }, ...call })).data
    throw new WinnowError('BAD_ANSWER', 'Files come with the finished client.')
  }

  /** A place to upload a file of at most 50 MB to, for `parse({ uploadRef })`. */
  async createUpload(
    file: { filename: string; contentType?: string; declaredSizeBytes?: number },
    call?: CallOptions,
  ): Promise<Answer> {
    return (await this.request('POST', '/v2/parse/upload-url', { body: file, ...call })).data
  }

  startCrawl(url: string, options: Options = {}, call?: CallOptions): Promise<Answer> {
    return this.request('POST', '/v2/crawl', { body: { url, ...options }, ...call })
  }

  /** State of a crawl and a page of its documents; without `skip` and `limit`, all documents there are. */
  getCrawl(id: string, page: { skip?: number; limit?: number } = {}, call?: CallOptions): Promise<Answer> {
    return this.request('GET', `/v2/crawl/${id}`, { query: page, ...call })
  }

  cancelCrawl(id: string, call?: CallOptions): Promise<Answer> {
    return this.request('DELETE', `/v2/crawl/${id}`, call)
  }

  crawlErrors(id: string, call?: CallOptions): Promise<Answer> {
    return this.request('GET', `/v2/crawl/${id}/errors`, call)
  }

  activeCrawls(call?: CallOptions): Promise<Answer> {
    return this.request('GET', '/v2/crawl/active', call)
  }

  previewCrawl(url: string, prompt: string, call?: CallOptions): Promise<Answer> {
    return this.request('POST', '/v2/crawl/params-preview', { body: { url, prompt }, ...call })
  }

  startBatch(urls: readonly string[], options: Options = {}, call?: CallOptions): Promise<Answer> {
    return this.request('POST', '/v2/batch/scrape', { body: { urls, ...options }, ...call })
  }

  getBatch(id: string, page: { skip?: number; limit?: number } = {}, call?: CallOptions): Promise<Answer> {
    return this.request('GET', `/v2/batch/scrape/${id}`, { query: page, ...call })
  }

  cancelBatch(id: string, call?: CallOptions): Promise<Answer> {
    return this.request('DELETE', `/v2/batch/scrape/${id}`, call)
  }

  batchErrors(id: string, call?: CallOptions): Promise<Answer> {
    return this.request('GET', `/v2/batch/scrape/${id}/errors`, call)
  }

  map(url: string, options: Options = {}, call?: CallOptions): Promise<Answer> {
    return this.request('POST', '/v2/map', { body: { url, ...options }, ...call })
  }

  search(query: string, options: Options = {}, call?: CallOptions): Promise<Answer> {
    return this.request('POST', '/v2/search', { body: { query, ...options }, ...call })
  }

  startExtract(task: Options, call?: CallOptions): Promise<Answer> {
    return this.request('POST', '/v2/extract', { body: task, ...call })
  }

  getExtract(id: string, call?: CallOptions): Promise<Answer> {
    return this.request('GET', `/v2/extract/${id}`, call)
  }

  startAgent(task: Options, call?: CallOptions): Promise<Answer> {
    return this.request('POST', '/v2/agent', { body: task, ...call })
  }

  getAgent(id: string, call?: CallOptions): Promise<Answer> {
    return this.request('GET', `/v2/agent/${id}`, call)
  }

  cancelAgent(id: string, call?: CallOptions): Promise<Answer> {
    return this.request('DELETE', `/v2/agent/${id}`, call)
  }

  listAgents(query: { before?: number } = {}, call?: CallOptions): Promise<Answer> {
    return this.request('GET', '/v2/agent', { query, ...call })
  }

  openBrowser(options: Options = {}, call?: CallOptions): Promise<Answer> {
    return this.request('POST', '/v2/browser', { body: options, ...call })
  }

  runInBrowser(id: string, task: Options, call?: CallOptions): Promise<Answer> {
    return this.request('POST', `/v2/browser/${id}/execute`, { body: task, ...call })
  }

  listBrowsers(query: { status?: string } = {}, call?: CallOptions): Promise<Answer> {
    return this.request('GET', '/v2/browser', { query, ...call })
  }

  closeBrowser(id: string, call?: CallOptions): Promise<Answer> {
    return this.request('DELETE', `/v2/browser/${id}`, call)
  }

  async createMonitor(monitor: Options, call?: CallOptions): Promise<Answer> {
    return (await this.request('POST', '/v2/monitor', { body: monitor, ...call })).data
  }

  listMonitors(query: { limit?: number; offset?: number } = {}, call?: CallOptions): Promise<Answer> {
    return this.request('GET', '/v2/monitor', { query, ...call })
  }

  async getMonitor(id: string, call?: CallOptions): Promise<Answer> {
    return (await this.request('GET', `/v2/monitor/${id}`, call)).data
  }

  async updateMonitor(id: string, change: Options, call?: CallOptions): Promise<Answer> {
    return (await this.request('PATCH', `/v2/monitor/${id}`, { body: change, ...call })).data
  }

  deleteMonitor(id: string, call?: CallOptions): Promise<Answer> {
    return this.request('DELETE', `/v2/monitor/${id}`, call)
  }

  async runMonitor(id: string, call?: CallOptions): Promise<Answer> {
    return (await this.request('POST', `/v2/monitor/${id}/run`, { body: {}, ...call })).data
  }

  listChecks(
    id: string,
    query: { limit?: number; offset?: number; status?: string } = {},
    call?: CallOptions,
  ): Promise<Answer> {
    return this.request('GET', `/v2/monitor/${id}/checks`, { query, ...call })
  }

  async getCheck(
    id: string,
    checkId: string,
    query: { limit?: number; skip?: number; status?: string } = {},
    call?: CallOptions,
  ): Promise<Answer> {
    return (await this.request('GET', `/v2/monitor/${id}/checks/${checkId}`, { query, ...call })).data
  }

  async creditUsage(call?: CallOptions): Promise<Answer> {
    return (await this.request('GET', '/v2/team/credit-usage', call)).data
  }

  creditHistory(query: { byApiKey?: boolean } = {}, call?: CallOptions): Promise<Answer> {
    return this.request('GET', '/v2/team/credit-usage/historical', { query, ...call })
  }

  async tokenUsage(call?: CallOptions): Promise<Answer> {
    return (await this.request('GET', '/v2/team/token-usage', call)).data
  }

  tokenHistory(query: { byApiKey?: boolean } = {}, call?: CallOptions): Promise<Answer> {
    return this.request('GET', '/v2/team/token-usage/historical', { query, ...call })
  }

  queueStatus(call?: CallOptions): Promise<Answer> {
    return this.request('GET', '/v2/team/queue-status', call)
  }

  concurrency(call?: CallOptions): Promise<Answer> {
    return this.request('GET', '/v2/concurrency-check', call)
  }

  feedback(about: Options, call?: CallOptions): Promise<Answer> {
    return this.request('POST', '/v2/feedback', { body: about, ...call })
  }

  searchFeedback(searchId: string, about: Options, call?: CallOptions): Promise<Answer> {
    return this.request('POST', `/v2/search/${searchId}/feedback`, { body: about, ...call })
  }

  /** A question about the service or about one of the team's jobs. */
  ask(question: string, about: { jobId?: string } = {}, call?: CallOptions): Promise<Answer> {
    return this.request('POST', '/v2/support/ask', { body: { question, ...about }, ...call })
  }
}
