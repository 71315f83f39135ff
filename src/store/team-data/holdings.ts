export interface Holding {
  table: string
  /** What is the team's, whose id is `$1`. */
  ofTeam: string
  shownIf?: string
  kind: string | { notShown: string }
  /**
   * The columns of a line. A colon is followed by the column's form: `json` as text, `options` as JSON whose credentials
   * are hidden, or compressed text (`packed`), JSON (`packed-json`) or bytes (`packed-bytes`). Bytes are shown as base64.
   */
  columns?: string
  /** Columns that no line has, by the reason; the one that names the team need not be said. */
  leftOut?: Record<string, string>
  /** Rows may be megabytes: they are read one by one. */
  isLarge?: true
}

interface ErasedHolding extends Holding {
  erasedAs: string
}

interface StayingHolding extends Holding {
  stays: string
}

const OWN = { ofTeam: `team_id = $1` }

const HASH = 'the hash of an address that is there'
const CLAIM = 'who works on it at the moment'
const COUNTER = 'how the work goes on inside'
const REQUEST_HASH = 'a hash of the request'
const SECRET = 'a secret'
const SHOWN_ELSEWHERE = 'in the address'
const TOLD = 'told to the collector of the organization'
const SEALED_UPLOAD = 'encrypted with a key that only the reference has'

const ofCrawls = `crawl_id in (select id from crawls where team_id = $1)`
/** What nothing may be kept of is encrypted until it is read. */
const ofReadableCrawls = `crawl_id in (select id from crawls where team_id = $1 and not sealed)`
/** Copies that all teams share are in no team's scope, and nobody's. */
const inScope = `scope = $1::text`

const CONTENT: readonly (Pick<Holding, 'table' | 'kind'> & Partial<ErasedHolding>)[] = [
  {
    table: 'scrapes',
    shownIf: `document <> 'null'`,
    kind: 'scrape',
    columns: 'id request:options document:json created_at expires_at',
    leftOut: { [COUNTER]: 'size' },
    isLarge: true,
  },
  {
    table: 'crawls',
    shownIf: `not sealed`,
    kind: 'crawl',
    columns: `id api_key_id kind state url base_url request:options page_credits page_limit concurrency delay_ms known
      settled documents credits_used error warning created_at ended_at expires_at`,
    leftOut: {
      'the address of the service': 'public_url',
      [TOLD]: 'audit',
      'those that are shown are not sealed, and are kept when they were read': 'sealed read_to erased_at',
      [COUNTER]: 'folded spares sitemaps open_rows noise suspects',
    },
  },
  {
    table: 'crawl_pages',
    ofTeam: ofCrawls,
    shownIf: ofReadableCrawls,
    kind: 'crawl_page',
    columns: 'crawl_id kind state url depth attempts error_code error settled_at',
    leftOut: {
      [HASH]: 'key',
      [SHOWN_ELSEWHERE]: 'host',
      [COUNTER]: 'rank place chain parent_likeness waits_for not_before likeness exact',
      [CLAIM]: 'claim_id process_id',
    },
  },
  {
    table: 'crawl_marks',
    ofTeam: ofCrawls,
    kind: { notShown: 'hashes by which pages that are shown are told apart' },
  },
  {
    table: 'crawl_documents',
    ofTeam: ofCrawls,
    shownIf: ofReadableCrawls,
    kind: 'crawl_document',
    columns: 'crawl_id seq scrape_id url document:json created_at',
    leftOut: { [COUNTER]: 'size' },
    isLarge: true,
  },
  {
    table: 'job_keys',
    ofTeam: `job_id in (select id from crawls where team_id = $1)`,
    kind: { notShown: 'secrets' },
  },
  { table: 'crawl_paces', kind: { notShown: 'when a host may be asked again, for a moment' } },
  { table: 'idempotency_keys', kind: 'idempotency_key', columns: 'key created_at' },
  {
    table: 'agent_tasks',
    kind: 'agent_task',
    columns: `id api_key_id kind plan:options reason thread_id turn state cancelled_at steps credits_used engine
      result:packed-json error warning stop_reason created_at started_at ended_at expires_at`,
    leftOut: { [CLAIM]: 'claim_id process_id', [COUNTER]: 'attempts', [TOLD]: 'audit' },
    isLarge: true,
  },
  {
    table: 'agent_steps',
    ofTeam: `task_id in (select id from agent_tasks where team_id = $1)`,
    kind: 'agent_step',
    columns: `task_id seq move:json seen:packed-json page_url credits summary:json snapshot_id began_at ended_at`,
    isLarge: true,
  },
  { table: 'searches', kind: 'search', columns: 'id created_at expires_at' },
  { table: 'feedback', kind: 'feedback', columns: 'id endpoint job_id said:json created_at' },
  {
    table: 'browser_sessions',
    kind: 'browser_session',
    columns: `id scrape_id stream_web_view activity_ttl_seconds created_at expires_at last_activity_at ended_at end_cause
      end_note duration_ms credits_billed`,
    leftOut: { [CLAIM]: 'process_id', [COUNTER]: 'seen_at' },
  },
  { table: 'recordings', kind: 'recording', columns: 'session_id truncated created_at expires_at' },
  {
    table: 'recorded_steps',
    ofTeam: `session_id in (select session_id from recordings where team_id = $1)`,
    kind: 'recorded_step',
    columns: 'session_id number step:json blob_id',
  },
  {
    table: 'profiles',
    kind: 'profile',
    columns: 'name created_at changed_at',
    leftOut: { 'sealed: cookies are secrets': 'state', [CLAIM]: 'writer_id process_id' },
  },
  {
    table: 'blobs',
    kind: 'blob',
    columns: 'id content_type bytes created_at expires_at',
    leftOut: { [COUNTER]: 'size' },
    isLarge: true,
  },
  {
    table: 'uploads',
    kind: 'upload',
    columns: 'id state created_at expires_at',
    leftOut: {
      [SECRET]: 'secret_hash',
      [SEALED_UPLOAD]: 'file_name content_type',
      'of callers who share a team': 'keyless_address',
    },
  },
  {
    table: 'upload_pieces',
    ofTeam: `upload_id in (select id from uploads where team_id = $1)`,
    kind: { notShown: SEALED_UPLOAD },
  },
  {
    table: 'snapshots',
    kind: 'snapshot',
    columns: 'page_key standing markdown:packed data:packed-json taken_at',
    leftOut: { 'a hash of the text': 'digest', 'a hash of the question': 'data_key', [COUNTER]: 'size' },
    isLarge: true,
  },
  {
    table: 'page_copies',
    ofTeam: inScope,
    kind: 'cached_page',
    columns: 'id head:json body:packed-bytes created_at expires_at',
    leftOut: { [REQUEST_HASH]: 'key', [COUNTER]: 'size' },
    erasedAs: 'cachedPages',
    isLarge: true,
  },
  {
    table: 'page_memos',
    ofTeam: `copy_id in (select id from page_copies where scope = $1::text)`,
    kind: 'cached_page_memo',
    columns: 'copy_id value:json created_at',
    leftOut: { [REQUEST_HASH]: 'derive_key', [COUNTER]: 'size' },
    erasedAs: 'cachedPageMemos',
    isLarge: true,
  },
  {
    table: 'page_traces',
    ofTeam: inScope,
    kind: 'page_trace',
    columns: 'host trace:json seen_at',
    leftOut: { [HASH]: 'page' },
  },
  {
    table: 'seen_pages',
    kind: 'seen_page',
    columns: 'url title description seen_at',
    leftOut: { [SHOWN_ELSEWHERE]: 'host', [HASH]: 'key' },
  },
  {
    table: 'search_pages',
    kind: 'search_page',
    columns: 'id url title description language published_at pictures:json content seen_at',
    leftOut: { [HASH]: 'key', 'a hash of the text': 'digest', [COUNTER]: 'size' },
    isLarge: true,
  },
  {
    table: 'search_terms',
    ofTeam: `page_id in (select id from search_pages where team_id = $1)`,
    kind: { notShown: 'an index of pages that are shown' },
  },
  { table: 'search_languages', kind: 'search_language', columns: 'language' },
  {
    table: 'webhooks',
    kind: 'webhook',
    columns: 'job_id events created_at',
    leftOut: { 'its headers are secrets': 'sealed' },
  },
  {
    table: 'webhook_deliveries',
    shownIf: `job_id not in (select job_id from job_keys)`,
    kind: 'webhook_delivery',
    columns: `id job_id type success error data:json document_seq state attempts next_at last_status last_error created_at
      ended_at`,
    leftOut: { [COUNTER]: 'place', [CLAIM]: 'process_id claim_id' },
    isLarge: true,
  },
  {
    table: 'oauth_grants',
    kind: 'connection',
    columns: 'connection_id user_id client_id client_name created_at expires_at',
    leftOut: { 'the hash of a name that only tokens have': 'id', [SECRET]: 'sealed' },
    erasedAs: 'connections',
  },
  {
    table: 'oauth_records',
    ofTeam: `grant_id in (select id from oauth_grants where team_id = $1)`,
    kind: { notShown: 'hashes of tokens' },
    erasedAs: 'connectionTokens',
  },
]

/**
 * All content of teams, parents first. A table or column that is neither here nor in `TEAM_ACCOUNT` makes a test
 * fail.
 */
export const TEAM_CONTENT: readonly ErasedHolding[] = CONTENT.map((holding) => ({
  ...OWN,
  erasedAs: inCamelCase(holding.table),
  ...holding,
}))

export function inCamelCase(name: string): string {
  return name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())
}

const OF_TEAM = 'goes with the team itself'

/** What a team has besides content: who it is, what it has paid and what was changed about it. No erasure removes it. */
export const TEAM_ACCOUNT: readonly StayingHolding[] = [
  {
    table: 'teams',
    ofTeam: `id = $1`,
    kind: 'team',
    columns: 'id organization_id partner_id name limits zero_data_retention created_at',
    leftOut: { [SECRET]: 'webhook_secret' },
    stays: OF_TEAM,
  },
  { ...OWN, table: 'balances', kind: 'balance', columns: 'amount unlimited', stays: OF_TEAM },
  {
    table: 'users',
    ofTeam: `id in (select user_id from memberships where team_id = $1)`,
    kind: 'user',
    columns: 'id email created_at',
    stays: OF_TEAM,
  },
  { ...OWN, table: 'memberships', kind: { notShown: 'its users are' }, stays: OF_TEAM },
  {
    table: 'sign_in_codes',
    ofTeam: `user_id in (select user_id from memberships where team_id = $1)`,
    kind: { notShown: 'hashes of codes for the next ten minutes' },
    stays: 'goes with its user, or after ten minutes',
  },
  {
    ...OWN,
    table: 'api_keys',
    kind: 'api_key',
    columns: 'id user_id name last_four created_at expires_at allowed_ips scopes',
    leftOut: { [SECRET]: 'hash sealed' },
    stays: OF_TEAM,
  },
  {
    ...OWN,
    table: 'holds',
    kind: 'hold',
    columns: 'id api_key_id amount reason created_at',
    leftOut: { [CLAIM]: 'process_id' },
    stays: 'accounting of what runs at the moment',
  },
  {
    ...OWN,
    table: 'credit_entries',
    kind: 'credit_entry',
    columns: 'id api_key_id kind amount used hold_id reason created_at',
    stays: 'accounting, which names no content',
  },
  {
    ...OWN,
    table: 'audit_events',
    kind: 'audit_event',
    columns: 'id organization_id actor username action target details created_at',
    stays: 'who changed what must not be removable',
  },
  {
    table: 'siem_events',
    ofTeam: `(event::jsonb ->> 'teamId')::uuid = $1`,
    kind: { notShown: 'on their way to the collector of the organization' },
    stays: 'what was done is told to the organization',
  },
  {
    ...OWN,
    table: 'rate_windows',
    kind: { notShown: 'requests of the last minute, counted' },
    stays: 'a limit must not be lifted by an erasure',
  },
  {
    ...OWN,
    table: 'slots',
    kind: { notShown: 'what runs at the moment' },
    stays: 'returned by whoever has them',
  },
  {
    ...OWN,
    table: 'erasures',
    kind: { notShown: 'that the team is being erased' },
    stays: 'needed for a quarter of an hour',
  },
]
