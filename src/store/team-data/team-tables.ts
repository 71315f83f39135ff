export interface TeamTable {
  table: string
  /** What is the team's, whose id is `$1`. */
  teamCondition: string
  exportCondition?: string
  kind: string | { notExported: string }
  /**
   * The columns of a line. A colon is followed by the column's form: `json` as text, `options` as JSON whose credentials
   * are hidden, or compressed text (`packed`), JSON (`packed-json`) or bytes (`packed-bytes`). Bytes are shown as base64.
   */
  columns?: string
  /** Columns that no line has, by the reason; the one that names the team need not be said. */
  omittedColumns?: Record<string, string>
  /** Rows may be megabytes: they are read one by one. */
  isLarge?: true
}

interface ErasedTeamTable extends TeamTable {
  countName: string
}

interface KeptTeamTable extends TeamTable {
  keptBecause: string
}

const BY_TEAM_ID = { teamCondition: `team_id = $1` }

const HASH = 'the hash of an address that is there'
const CLAIM_STATE = 'who works on it at the moment'
const INTERNAL_COUNTER = 'how the work goes on inside'
const REQUEST_HASH = 'a hash of the request'
const SECRET = 'a secret'
const IN_THE_URL = 'in the address'
const SENT_TO_COLLECTOR = 'told to the collector of the organization'
const ENCRYPTED_UPLOAD = 'encrypted with a key that only the reference has'

const ofCrawls = `crawl_id in (select id from crawls where team_id = $1)`
/** What nothing may be kept of is encrypted until it is read. */
const ofReadableCrawls = `crawl_id in (select id from crawls where team_id = $1 and not sealed)`
/** Copies that all teams share are in no team's scope, and nobody's. */
const inTeamScope = `scope = $1::text`

const CONTENT_TABLES: readonly (Pick<TeamTable, 'table' | 'kind'> & Partial<ErasedTeamTable>)[] = [
  {
    table: 'scrapes',
    exportCondition: `document <> 'null'`,
    kind: 'scrape',
    columns: 'id request:options document:json created_at expires_at',
    omittedColumns: { [INTERNAL_COUNTER]: 'size' },
    isLarge: true,
  },
  {
    table: 'crawls',
    exportCondition: `not sealed`,
    kind: 'crawl',
    columns: `id api_key_id kind state url base_url request:options page_credits page_limit concurrency delay_ms known
      settled documents credits_used error warning created_at ended_at expires_at`,
    omittedColumns: {
      'the address of the service': 'public_url',
      [SENT_TO_COLLECTOR]: 'audit',
      'those that are shown are not sealed, and are kept when they were read': 'sealed read_to erased_at',
      [INTERNAL_COUNTER]: 'folded spares sitemaps open_rows noise suspects',
    },
  },
  {
    table: 'crawl_pages',
    teamCondition: ofCrawls,
    exportCondition: ofReadableCrawls,
    kind: 'crawl_page',
    columns: 'crawl_id kind state url depth attempts error_code error settled_at',
    omittedColumns: {
      [HASH]: 'key',
      [IN_THE_URL]: 'host',
      [INTERNAL_COUNTER]: 'rank place chain parent_likeness waits_for not_before likeness exact',
      [CLAIM_STATE]: 'claim_id process_id',
    },
  },
  {
    table: 'crawl_marks',
    teamCondition: ofCrawls,
    kind: { notExported: 'hashes by which pages that are shown are told apart' },
  },
  {
    table: 'crawl_documents',
    teamCondition: ofCrawls,
    exportCondition: ofReadableCrawls,
    kind: 'crawl_document',
    columns: 'crawl_id seq scrape_id url document:json created_at',
    omittedColumns: { [INTERNAL_COUNTER]: 'size' },
    isLarge: true,
  },
  {
    table: 'job_keys',
    teamCondition: `job_id in (select id from crawls where team_id = $1)`,
    kind: { notExported: 'secrets' },
  },
  { table: 'crawl_paces', kind: { notExported: 'when a host may be asked again, for a moment' } },
  { table: 'idempotency_keys', kind: 'idempotency_key', columns: 'key created_at' },
  {
    table: 'agent_tasks',
    kind: 'agent_task',
    columns: `id api_key_id kind plan:options reason thread_id turn state cancelled_at steps credits_used engine
      result:packed-json error warning stop_reason created_at started_at ended_at expires_at`,
    omittedColumns: {
      [CLAIM_STATE]: 'claim_id process_id',
      [INTERNAL_COUNTER]: 'attempts',
      [SENT_TO_COLLECTOR]: 'audit',
    },
    isLarge: true,
  },
  {
    table: 'agent_steps',
    teamCondition: `task_id in (select id from agent_tasks where team_id = $1)`,
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
    omittedColumns: { [CLAIM_STATE]: 'process_id', [INTERNAL_COUNTER]: 'seen_at' },
  },
  { table: 'recordings', kind: 'recording', columns: 'session_id truncated created_at expires_at' },
  {
    table: 'recorded_steps',
    teamCondition: `session_id in (select session_id from recordings where team_id = $1)`,
    kind: 'recorded_step',
    columns: 'session_id number step:json blob_id',
  },
  {
    table: 'profiles',
    kind: 'profile',
    columns: 'name created_at changed_at',
    omittedColumns: { 'sealed: cookies are secrets': 'state', [CLAIM_STATE]: 'writer_id process_id' },
  },
  {
    table: 'blobs',
    kind: 'blob',
    columns: 'id content_type bytes created_at expires_at',
    omittedColumns: { [INTERNAL_COUNTER]: 'size' },
    isLarge: true,
  },
  {
    table: 'uploads',
    kind: 'upload',
    columns: 'id state created_at expires_at',
    omittedColumns: {
      [SECRET]: 'secret_hash',
      [ENCRYPTED_UPLOAD]: 'file_name content_type',
      'of callers who share a team': 'keyless_address',
    },
  },
  {
    table: 'upload_pieces',
    teamCondition: `upload_id in (select id from uploads where team_id = $1)`,
    kind: { notExported: ENCRYPTED_UPLOAD },
  },
  {
    table: 'snapshots',
    kind: 'snapshot',
    columns: 'page_key standing markdown:packed data:packed-json taken_at',
    omittedColumns: {
      'a hash of the text': 'digest',
      'a hash of the question': 'data_key',
      [INTERNAL_COUNTER]: 'size',
    },
    isLarge: true,
  },
  {
    table: 'page_copies',
    teamCondition: inTeamScope,
    kind: 'cached_page',
    columns: 'id head:json body:packed-bytes created_at expires_at',
    omittedColumns: { [REQUEST_HASH]: 'key', [INTERNAL_COUNTER]: 'size' },
    countName: 'cachedPages',
    isLarge: true,
  },
  {
    table: 'page_memos',
    teamCondition: `copy_id in (select id from page_copies where scope = $1::text)`,
    kind: 'cached_page_memo',
    columns: 'copy_id value:json created_at',
    omittedColumns: { [REQUEST_HASH]: 'derive_key', [INTERNAL_COUNTER]: 'size' },
    countName: 'cachedPageMemos',
    isLarge: true,
  },
  {
    table: 'page_traces',
    teamCondition: inTeamScope,
    kind: 'page_trace',
    columns: 'host trace:json seen_at',
    omittedColumns: { [HASH]: 'page' },
  },
  {
    table: 'seen_pages',
    kind: 'seen_page',
    columns: 'url title description seen_at',
    omittedColumns: { [IN_THE_URL]: 'host', [HASH]: 'key' },
  },
  {
    table: 'search_pages',
    kind: 'search_page',
    columns: 'id url title description language published_at pictures:json content seen_at',
    omittedColumns: { [HASH]: 'key', 'a hash of the text': 'digest', [INTERNAL_COUNTER]: 'size' },
    isLarge: true,
  },
  {
    table: 'search_terms',
    teamCondition: `page_id in (select id from search_pages where team_id = $1)`,
    kind: { notExported: 'an index of pages that are shown' },
  },
  { table: 'search_languages', kind: 'search_language', columns: 'language' },
  {
    table: 'webhooks',
    kind: 'webhook',
    columns: 'job_id events created_at',
    omittedColumns: { 'its headers are secrets': 'sealed' },
  },
  {
    table: 'webhook_deliveries',
    exportCondition: `job_id not in (select job_id from job_keys)`,
    kind: 'webhook_delivery',
    columns: `id job_id type success error data:json document_seq state attempts next_at last_status last_error created_at
      ended_at`,
    omittedColumns: { [INTERNAL_COUNTER]: 'place', [CLAIM_STATE]: 'process_id claim_id' },
    isLarge: true,
  },
  {
    table: 'oauth_grants',
    kind: 'connection',
    columns: 'connection_id user_id client_id client_name created_at expires_at',
    omittedColumns: { 'the hash of a name that only tokens have': 'id', [SECRET]: 'sealed' },
    countName: 'connections',
  },
  {
    table: 'oauth_records',
    teamCondition: `grant_id in (select id from oauth_grants where team_id = $1)`,
    kind: { notExported: 'hashes of tokens' },
    countName: 'connectionTokens',
  },
]

/**
 * All content of teams, parents first. A table or column that is neither here nor in `TEAM_ACCOUNT` makes a test
 * fail.
 */
export const TEAM_CONTENT_TABLES: readonly ErasedTeamTable[] = CONTENT_TABLES.map((table) => ({
  ...BY_TEAM_ID,
  countName: toCamelCase(table.table),
  ...table,
}))

export function toCamelCase(name: string): string {
  return name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())
}

const DELETED_WITH_TEAM = 'goes with the team itself'

/** What a team has besides content: who it is, what it has paid and what was changed about it. No erasure removes it. */
export const TEAM_ACCOUNT_TABLES: readonly KeptTeamTable[] = [
  {
    table: 'teams',
    teamCondition: `id = $1`,
    kind: 'team',
    columns: 'id organization_id partner_id name limits zero_data_retention created_at',
    omittedColumns: { [SECRET]: 'webhook_secret' },
    keptBecause: DELETED_WITH_TEAM,
  },
  {
    ...BY_TEAM_ID,
    table: 'balances',
    kind: 'balance',
    columns: 'amount unlimited',
    keptBecause: DELETED_WITH_TEAM,
  },
  {
    table: 'users',
    teamCondition: `id in (select user_id from memberships where team_id = $1)`,
    kind: 'user',
    columns: 'id email created_at',
    keptBecause: DELETED_WITH_TEAM,
  },
  {
    ...BY_TEAM_ID,
    table: 'memberships',
    kind: { notExported: 'its users are' },
    keptBecause: DELETED_WITH_TEAM,
  },
  {
    table: 'sign_in_codes',
    teamCondition: `user_id in (select user_id from memberships where team_id = $1)`,
    kind: { notExported: 'hashes of codes for the next ten minutes' },
    keptBecause: 'goes with its user, or after ten minutes',
  },
  {
    ...BY_TEAM_ID,
    table: 'api_keys',
    kind: 'api_key',
    columns: 'id user_id name last_four created_at expires_at allowed_ips scopes',
    omittedColumns: { [SECRET]: 'hash sealed' },
    keptBecause: DELETED_WITH_TEAM,
  },
  {
    ...BY_TEAM_ID,
    table: 'holds',
    kind: 'hold',
    columns: 'id api_key_id amount reason created_at',
    omittedColumns: { [CLAIM_STATE]: 'process_id' },
    keptBecause: 'accounting of what runs at the moment',
  },
  {
    ...BY_TEAM_ID,
    table: 'credit_entries',
    kind: 'credit_entry',
    columns: 'id api_key_id kind amount used hold_id reason created_at',
    keptBecause: 'accounting, which names no content',
  },
  {
    ...BY_TEAM_ID,
    table: 'audit_events',
    kind: 'audit_event',
    columns: 'id organization_id actor username action target details created_at',
    keptBecause: 'who changed what must not be removable',
  },
  {
    table: 'siem_events',
    teamCondition: `(event::jsonb ->> 'teamId')::uuid = $1`,
    kind: { notExported: 'on their way to the collector of the organization' },
    keptBecause: 'what was done is told to the organization',
  },
  {
    ...BY_TEAM_ID,
    table: 'rate_windows',
    kind: { notExported: 'requests of the last minute, counted' },
    keptBecause: 'a limit must not be lifted by an erasure',
  },
  {
    ...BY_TEAM_ID,
    table: 'slots',
    kind: { notExported: 'what runs at the moment' },
    keptBecause: 'returned by whoever has them',
  },
  {
    ...BY_TEAM_ID,
    table: 'erasures',
    kind: { notExported: 'that the team is being erased' },
    keptBecause: 'needed for a quarter of an hour',
  },
]
