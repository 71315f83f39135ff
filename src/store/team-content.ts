import type { ErasedHolding } from './team-holding.ts'

const HASH = 'the hash of an address that is there'
const CLAIM = 'who works on it at the moment'
const COUNTER = 'how the work goes on inside'

const ofCrawls = `crawl_id in (select id from crawls where team_id = $1)`
const ofTasks = `task_id in (select id from agent_tasks where team_id = $1)`
const own = `team_id = $1`
/** What nothing may be kept of is encrypted until it is read. */
const ofReadableCrawls = `crawl_id in (select id from crawls where team_id = $1 and not sealed)`
/** Copies that all teams share are in no team's scope, and nobody's. */
const inScope = `scope = $1::text`

/**
 * All content that is kept for teams, those first that others hang on. A table or column of the database that stands
 * neither here nor in `team-account.ts` makes a test fail.
 */
export const TEAM_CONTENT: readonly ErasedHolding[] = [
  {
    table: 'scrapes',
    ofTeam: own,
    shownIf: `document <> 'null'`,
    kind: 'scrape',
    columns: 'id request:options document:json created_at expires_at',
    leftOut: { size: COUNTER },
    erasedAs: 'scrapes',
    isLarge: true,
  },
  {
    table: 'crawls',
    ofTeam: own,
    shownIf: `not sealed`,
    kind: 'crawl',
    columns: `id api_key_id kind state url base_url request:options page_credits page_limit concurrency delay_ms known
      settled documents credits_used error warning created_at ended_at expires_at`,
    leftOut: {
      public_url: 'the address of the service',
      audit: 'told to the collector of the organization',
      sealed: 'those that are shown are not',
      read_to: 'those that are shown are kept when they were read',
      erased_at: 'those that are shown are kept when they were read',
      folded: COUNTER,
      spares: COUNTER,
      sitemaps: COUNTER,
      open_rows: COUNTER,
      noise: COUNTER,
      suspects: COUNTER,
    },
    erasedAs: 'crawls',
  },
  {
    table: 'crawl_pages',
    ofTeam: ofCrawls,
    shownIf: ofReadableCrawls,
    kind: 'crawl_page',
    columns: 'crawl_id kind state url depth attempts error_code error settled_at',
    leftOut: {
      key: HASH,
      host: 'in the address',
      rank: COUNTER,
      place: COUNTER,
      chain: COUNTER,
      parent_likeness: COUNTER,
      waits_for: COUNTER,
      not_before: COUNTER,
      claim_id: CLAIM,
      process_id: CLAIM,
      likeness: COUNTER,
      exact: COUNTER,
    },
    erasedAs: 'crawlPages',
  },
  {
    table: 'crawl_marks',
    ofTeam: ofCrawls,
    kind: { notShown: 'hashes by which pages that are shown are told apart' },
    erasedAs: 'crawlMarks',
  },
  {
    table: 'crawl_documents',
    ofTeam: ofCrawls,
    shownIf: ofReadableCrawls,
    kind: 'crawl_document',
    columns: 'crawl_id seq scrape_id url document:json created_at',
    leftOut: { size: COUNTER },
    erasedAs: 'crawlDocuments',
    isLarge: true,
  },
  {
    table: 'job_keys',
    ofTeam: `job_id in (select id from crawls where team_id = $1)`,
    kind: { notShown: 'secrets' },
    erasedAs: 'jobKeys',
  },
  {
    table: 'crawl_paces',
    ofTeam: own,
    kind: { notShown: 'when a host may be asked again, for a moment' },
    erasedAs: 'crawlPaces',
  },
  {
    table: 'idempotency_keys',
    ofTeam: own,
    kind: 'idempotency_key',
    columns: 'key created_at',
    erasedAs: 'idempotencyKeys',
  },
  {
    table: 'agent_tasks',
    ofTeam: own,
    kind: 'agent_task',
    columns: `id api_key_id kind plan:options reason thread_id turn state cancelled_at steps credits_used engine
      result:packed-json error warning stop_reason created_at started_at ended_at expires_at`,
    leftOut: {
      claim_id: CLAIM,
      process_id: CLAIM,
      attempts: COUNTER,
      audit: 'told to the collector of the organization',
    },
    erasedAs: 'agentTasks',
    isLarge: true,
  },
  {
    table: 'agent_steps',
    ofTeam: ofTasks,
    kind: 'agent_step',
    columns: `task_id seq move:json seen:packed-json page_url credits summary:json snapshot_id began_at ended_at`,
    erasedAs: 'agentSteps',
    isLarge: true,
  },
  {
    table: 'searches',
    ofTeam: own,
    kind: 'search',
    columns: 'id created_at expires_at',
    erasedAs: 'searches',
  },
  {
    table: 'feedback',
    ofTeam: own,
    kind: 'feedback',
    columns: 'id endpoint job_id said:json created_at',
    erasedAs: 'feedback',
  },
  {
    table: 'browser_sessions',
    ofTeam: own,
    kind: 'browser_session',
    columns: `id scrape_id stream_web_view activity_ttl_seconds created_at expires_at last_activity_at ended_at end_cause
      end_note duration_ms credits_billed`,
    leftOut: { process_id: CLAIM, seen_at: COUNTER },
    erasedAs: 'browserSessions',
  },
  {
    table: 'profiles',
    ofTeam: own,
    kind: 'profile',
    columns: 'name created_at changed_at',
    leftOut: { state: 'sealed: cookies are secrets', writer_id: CLAIM, process_id: CLAIM },
    erasedAs: 'profiles',
  },
  {
    table: 'blobs',
    ofTeam: own,
    kind: 'blob',
    columns: 'id content_type bytes created_at expires_at',
    leftOut: { size: COUNTER },
    erasedAs: 'blobs',
    isLarge: true,
  },
  {
    table: 'uploads',
    ofTeam: own,
    kind: 'upload',
    columns: 'id state created_at expires_at',
    leftOut: {
      secret_hash: 'a secret',
      file_name: 'encrypted with a key that only the reference has',
      content_type: 'encrypted with a key that only the reference has',
      keyless_address: 'of callers who share a team',
    },
    erasedAs: 'uploads',
  },
  {
    table: 'upload_pieces',
    ofTeam: `upload_id in (select id from uploads where team_id = $1)`,
    kind: { notShown: 'encrypted with a key that only the reference has' },
    erasedAs: 'uploadPieces',
  },
  {
    table: 'snapshots',
    ofTeam: own,
    kind: 'snapshot',
    columns: 'page_key standing markdown:packed data:packed-json taken_at',
    leftOut: { digest: 'a hash of the text', data_key: 'a hash of the question', size: COUNTER },
    erasedAs: 'snapshots',
    isLarge: true,
  },
  {
    table: 'page_copies',
    ofTeam: inScope,
    kind: 'cached_page',
    columns: 'id head:json body:packed-bytes created_at expires_at',
    leftOut: { key: 'a hash of the request', size: COUNTER },
    erasedAs: 'cachedPages',
    isLarge: true,
  },
  {
    table: 'page_memos',
    ofTeam: `copy_id in (select id from page_copies where scope = $1::text)`,
    kind: 'cached_page_memo',
    columns: 'copy_id value:json created_at',
    leftOut: { derive_key: 'a hash of the request', size: COUNTER },
    erasedAs: 'cachedPageMemos',
    isLarge: true,
  },
  {
    table: 'page_traces',
    ofTeam: inScope,
    kind: 'page_trace',
    columns: 'host trace:json seen_at',
    leftOut: { page: HASH },
    erasedAs: 'pageTraces',
  },
  {
    table: 'seen_pages',
    ofTeam: own,
    kind: 'seen_page',
    columns: 'url title description seen_at',
    leftOut: { host: 'in the address', key: HASH },
    erasedAs: 'seenPages',
  },
  {
    table: 'search_pages',
    ofTeam: own,
    kind: 'search_page',
    columns: 'id url title description language published_at pictures:json content seen_at',
    leftOut: { key: HASH, digest: 'a hash of the text', size: COUNTER },
    erasedAs: 'searchPages',
    isLarge: true,
  },
  {
    table: 'search_terms',
    ofTeam: `page_id in (select id from search_pages where team_id = $1)`,
    kind: { notShown: 'an index of pages that are shown' },
    erasedAs: 'searchTerms',
  },
  {
    table: 'search_languages',
    ofTeam: own,
    kind: 'search_language',
    columns: 'language',
    erasedAs: 'searchLanguages',
  },
  {
    table: 'webhooks',
    ofTeam: own,
    kind: 'webhook',
    columns: 'job_id events created_at',
    leftOut: { sealed: 'sealed: its headers are secrets' },
    erasedAs: 'webhooks',
  },
  {
    table: 'webhook_deliveries',
    ofTeam: own,
    shownIf: `job_id not in (select job_id from job_keys)`,
    kind: 'webhook_delivery',
    columns: `id job_id type success error data:json document_seq state attempts next_at last_status last_error created_at
      ended_at`,
    leftOut: { place: COUNTER, process_id: CLAIM, claim_id: CLAIM },
    erasedAs: 'webhookDeliveries',
    isLarge: true,
  },
  {
    table: 'oauth_grants',
    ofTeam: own,
    kind: 'connection',
    columns: 'connection_id user_id client_id client_name created_at expires_at',
    leftOut: { id: 'the hash of a name that only tokens have', sealed: 'a secret' },
    erasedAs: 'connections',
  },
  {
    table: 'oauth_records',
    ofTeam: `grant_id in (select id from oauth_grants where team_id = $1)`,
    kind: { notShown: 'hashes of tokens' },
    erasedAs: 'connectionTokens',
  },
]
