import { path } from './calls.ts'
import { MonitorCalls } from './monitor-calls.ts'
import type { CallOptions } from './transport.ts'
import type {
  ActivityResponse,
  ActivityQuery,
  CapabilitiesResponse,
  ConcurrencyResponse,
  CreditHistoryResponse,
  CreditUsageResponse,
  DeveloperSearchResponse,
  DeveloperSearchRequest,
  OkResponse,
  FeedbackResponse,
  FeedbackRequest,
  PaperQuery,
  PaperSearchQuery,
  QueueStatusResponse,
  RepositorySearchQuery,
  ResearchResponse,
  SearchFeedbackRequest,
  SimilarPapersQuery,
  SupportResponse,
  TeamKeyResponse,
  TeamKeyRequest,
  TeamKeysResponse,
  TeamSiemResponse,
  TeamSiemRequest,
  TeamSiemTestResponse,
  TeamThreatProtectionResponse,
  TeamThreatProtectionRequest,
  TokenHistoryResponse,
  TokenUsageResponse,
  UsageHistoryQuery,
  WebhookDeliveriesResponse,
  WebhookDeliveriesQuery,
} from './wire.ts'

export type { ClientOptions } from './connection.ts'
export type { JobWaitOptions, EndedJob, JobState } from './crawl-job.ts'
export { WinnowError } from './failure.ts'
export type { Bytes, FileLike } from './file.ts'
export type { TypedBatchOptions, TypedCrawlOptions, PageOf } from './job-calls.ts'
export type { DocumentOf, UploadPlace } from './page-calls.ts'
export type { WaitOptions } from './poll-job.ts'
export type {
  DataOf,
  TypedFormat,
  JsonSchema,
  SchemaLike,
  TypedScrapeOptions,
  StandardSchema,
} from './schema.ts'
export type { CompletedTask, TaskWaitOptions } from './task-calls.ts'
export type { CallOptions } from './transport.ts'
export type { JobEvent } from './watch-job.ts'
export { verifyWebhook } from './webhook.ts'
export type { WebhookEvent } from './webhook.ts'
export type * from './wire.ts'

/** A client of the service. The calls about pages, jobs, tasks and monitors are in files of their own. */
export class Winnow extends MonitorCalls {
  async creditUsage(call?: CallOptions): Promise<CreditUsageResponse['data']> {
    return (await this.get<CreditUsageResponse>('/v2/team/credit-usage', call)).data
  }

  creditHistory(query: UsageHistoryQuery = {}, call?: CallOptions): Promise<CreditHistoryResponse> {
    return this.get('/v2/team/credit-usage/historical', call, query)
  }

  async tokenUsage(call?: CallOptions): Promise<TokenUsageResponse['data']> {
    return (await this.get<TokenUsageResponse>('/v2/team/token-usage', call)).data
  }

  tokenHistory(query: UsageHistoryQuery = {}, call?: CallOptions): Promise<TokenHistoryResponse> {
    return this.get('/v2/team/token-usage/historical', call, query)
  }

  queueStatus(call?: CallOptions): Promise<QueueStatusResponse> {
    return this.get('/v2/team/queue-status', call)
  }

  concurrency(call?: CallOptions): Promise<ConcurrencyResponse> {
    return this.get('/v2/concurrency-check', call)
  }

  /** The team's recent requests. */
  activity(query: ActivityQuery = {}, call?: CallOptions): Promise<ActivityResponse> {
    return this.get('/v2/team/activity', call, query)
  }

  listKeys(call?: CallOptions): Promise<TeamKeysResponse> {
    return this.get('/v2/team/api-keys', call)
  }

  /** Only this response contains the key itself. */
  createKey(key: TeamKeyRequest = {}, call?: CallOptions): Promise<TeamKeyResponse> {
    return this.post('/v2/team/api-keys', key, call)
  }

  deleteKey(id: string, call?: CallOptions): Promise<OkResponse> {
    return this.delete(path`/v2/team/api-keys/${id}`, call)
  }

  threatProtection(call?: CallOptions): Promise<TeamThreatProtectionResponse> {
    return this.get('/v2/team/threat-protection', call)
  }

  setThreatProtection(
    policy: TeamThreatProtectionRequest,
    call?: CallOptions,
  ): Promise<TeamThreatProtectionResponse> {
    return this.send({ method: 'PUT', path: '/v2/team/threat-protection', body: policy }, call)
  }

  siem(call?: CallOptions): Promise<TeamSiemResponse> {
    return this.get('/v2/team/siem', call)
  }

  setSiem(siem: TeamSiemRequest, call?: CallOptions): Promise<TeamSiemResponse> {
    return this.send({ method: 'PUT', path: '/v2/team/siem', body: siem }, call)
  }

  /** Sends one test event to the collector and returns the collector's response. */
  testSiem(call?: CallOptions): Promise<TeamSiemTestResponse> {
    return this.post('/v2/team/siem/test', {}, call)
  }

  webhookDeliveries(
    query: WebhookDeliveriesQuery = {},
    call?: CallOptions,
  ): Promise<WebhookDeliveriesResponse> {
    return this.get('/v2/team/webhook-deliveries', call, query)
  }

  /** Rates a result. */
  feedback(about: FeedbackRequest, call?: CallOptions): Promise<FeedbackResponse> {
    return this.post('/v2/feedback', about, call)
  }

  searchFeedback(
    searchId: string,
    about: SearchFeedbackRequest,
    call?: CallOptions,
  ): Promise<FeedbackResponse> {
    return this.post(path`/v2/search/${searchId}/feedback`, about, call)
  }

  /** A question about the service or about one of the team's jobs. */
  ask(question: string, about: { jobId?: string } = {}, call?: CallOptions): Promise<SupportResponse> {
    return this.post('/v2/support/ask', { question, ...about }, call)
  }

  /** The features of this installation: browser, OCR languages, model, search providers. */
  capabilities(call?: CallOptions): Promise<CapabilitiesResponse> {
    return this.get('/v2/capabilities', call)
  }

  /** Searches documentation, if the operator has an index of it. */
  developerSearch(search: DeveloperSearchRequest, call?: CallOptions): Promise<DeveloperSearchResponse> {
    return this.post('/v2/search/developer', search, call)
  }

  searchPapers(query: PaperSearchQuery, call?: CallOptions): Promise<ResearchResponse> {
    return this.get('/v2/search/research/papers', call, query)
  }

  getPaper(id: string, query: PaperQuery = {}, call?: CallOptions): Promise<ResearchResponse> {
    return this.get(path`/v2/search/research/papers/${id}`, call, query)
  }

  similarPapers(id: string, query: SimilarPapersQuery, call?: CallOptions): Promise<ResearchResponse> {
    return this.get(path`/v2/search/research/papers/${id}/similar`, call, query)
  }

  searchRepositories(query: RepositorySearchQuery, call?: CallOptions): Promise<ResearchResponse> {
    return this.get('/v2/search/research/github', call, query)
  }
}
