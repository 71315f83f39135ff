import { path } from './calls.ts'
import { MonitorCalls } from './monitor-calls.ts'
import type { CallOptions } from './transport.ts'
import type {
  ActivityAnswer,
  ActivityQuery,
  CapabilitiesAnswer,
  ConcurrencyAnswer,
  CreditHistoryAnswer,
  CreditUsageAnswer,
  DeveloperSearchAnswer,
  DeveloperSearchRequest,
  Done,
  FeedbackAnswer,
  FeedbackRequest,
  PaperQuery,
  PaperSearchQuery,
  QueueStatusAnswer,
  RepositorySearchQuery,
  ResearchAnswer,
  SearchFeedbackRequest,
  SimilarPapersQuery,
  SupportAnswer,
  TeamKeyAnswer,
  TeamKeyRequest,
  TeamKeysAnswer,
  TeamSiemAnswer,
  TeamSiemRequest,
  TeamSiemTestAnswer,
  TeamThreatProtectionAnswer,
  TeamThreatProtectionRequest,
  TokenHistoryAnswer,
  TokenUsageAnswer,
  UsageHistoryQuery,
  WebhookDeliveriesAnswer,
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

/** A client of the service. The calls about pages, jobs, tasks and monitors stand in files of their own. */
export class Winnow extends MonitorCalls {
  async creditUsage(call?: CallOptions): Promise<CreditUsageAnswer['data']> {
    return (await this.get<CreditUsageAnswer>('/v2/team/credit-usage', call)).data
  }

  creditHistory(query: UsageHistoryQuery = {}, call?: CallOptions): Promise<CreditHistoryAnswer> {
    return this.get('/v2/team/credit-usage/historical', call, query)
  }

  async tokenUsage(call?: CallOptions): Promise<TokenUsageAnswer['data']> {
    return (await this.get<TokenUsageAnswer>('/v2/team/token-usage', call)).data
  }

  tokenHistory(query: UsageHistoryQuery = {}, call?: CallOptions): Promise<TokenHistoryAnswer> {
    return this.get('/v2/team/token-usage/historical', call, query)
  }

  queueStatus(call?: CallOptions): Promise<QueueStatusAnswer> {
    return this.get('/v2/team/queue-status', call)
  }

  concurrency(call?: CallOptions): Promise<ConcurrencyAnswer> {
    return this.get('/v2/concurrency-check', call)
  }

  /** What the team asked for lately. */
  activity(query: ActivityQuery = {}, call?: CallOptions): Promise<ActivityAnswer> {
    return this.get('/v2/team/activity', call, query)
  }

  listKeys(call?: CallOptions): Promise<TeamKeysAnswer> {
    return this.get('/v2/team/api-keys', call)
  }

  /** The key itself is in this answer and in no later one. */
  createKey(key: TeamKeyRequest = {}, call?: CallOptions): Promise<TeamKeyAnswer> {
    return this.post('/v2/team/api-keys', key, call)
  }

  deleteKey(id: string, call?: CallOptions): Promise<Done> {
    return this.delete(path`/v2/team/api-keys/${id}`, call)
  }

  threatProtection(call?: CallOptions): Promise<TeamThreatProtectionAnswer> {
    return this.get('/v2/team/threat-protection', call)
  }

  setThreatProtection(
    policy: TeamThreatProtectionRequest,
    call?: CallOptions,
  ): Promise<TeamThreatProtectionAnswer> {
    return this.send({ method: 'PUT', path: '/v2/team/threat-protection', body: policy }, call)
  }

  siem(call?: CallOptions): Promise<TeamSiemAnswer> {
    return this.get('/v2/team/siem', call)
  }

  setSiem(siem: TeamSiemRequest, call?: CallOptions): Promise<TeamSiemAnswer> {
    return this.send({ method: 'PUT', path: '/v2/team/siem', body: siem }, call)
  }

  /** Sends one event to the collector; the answer says what it said. */
  testSiem(call?: CallOptions): Promise<TeamSiemTestAnswer> {
    return this.post('/v2/team/siem/test', {}, call)
  }

  webhookDeliveries(
    query: WebhookDeliveriesQuery = {},
    call?: CallOptions,
  ): Promise<WebhookDeliveriesAnswer> {
    return this.get('/v2/team/webhook-deliveries', call, query)
  }

  /** How good a result was. */
  feedback(about: FeedbackRequest, call?: CallOptions): Promise<FeedbackAnswer> {
    return this.post('/v2/feedback', about, call)
  }

  searchFeedback(
    searchId: string,
    about: SearchFeedbackRequest,
    call?: CallOptions,
  ): Promise<FeedbackAnswer> {
    return this.post(path`/v2/search/${searchId}/feedback`, about, call)
  }

  /** A question about the service or about one of the team's jobs. */
  ask(question: string, about: { jobId?: string } = {}, call?: CallOptions): Promise<SupportAnswer> {
    return this.post('/v2/support/ask', { question, ...about }, call)
  }

  /** What this installation has: browser, languages of OCR, model, search providers. */
  capabilities(call?: CallOptions): Promise<CapabilitiesAnswer> {
    return this.get('/v2/capabilities', call)
  }

  /** Passages of documentation, where the operator has an index of it. */
  developerSearch(search: DeveloperSearchRequest, call?: CallOptions): Promise<DeveloperSearchAnswer> {
    return this.post('/v2/search/developer', search, call)
  }

  searchPapers(query: PaperSearchQuery, call?: CallOptions): Promise<ResearchAnswer> {
    return this.get('/v2/search/research/papers', call, query)
  }

  getPaper(id: string, query: PaperQuery = {}, call?: CallOptions): Promise<ResearchAnswer> {
    return this.get(path`/v2/search/research/papers/${id}`, call, query)
  }

  similarPapers(id: string, query: SimilarPapersQuery, call?: CallOptions): Promise<ResearchAnswer> {
    return this.get(path`/v2/search/research/papers/${id}/similar`, call, query)
  }

  searchRepositories(query: RepositorySearchQuery, call?: CallOptions): Promise<ResearchAnswer> {
    return this.get('/v2/search/research/github', call, query)
  }
}
