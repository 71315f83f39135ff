export interface TeamTable {
  table: string
  /** Selects the team's rows; `$1` is the team's id. */
  teamCondition: string
  exportCondition?: string
  kind: string | { notExported: string }
  /**
   * The columns of a line. The format of a column follows after a colon: `json` for JSON text, `options` for
   * JSON whose credentials are redacted, or compressed text (`packed`), JSON (`packed-json`) or bytes
   * (`packed-bytes`). Bytes are exported as base64.
   */
  columns?: string
  /** Columns that are not exported, by reason. The team's id is always left out. */
  omittedColumns?: Record<string, string>
  /** Rows may be megabytes, so they are read one by one. */
  isLarge?: true
}

interface ErasedTeamTable extends TeamTable {
  countName: string
}

interface KeptTeamTable extends TeamTable {
  keptBecause: string
}

const BY_TEAM_ID = { teamCondition: `team_id = $1` }

const HASH = 'the hash of an exported URL'
const CLAIM_STATE = 'the process that works on it'
const INTERNAL_COUNTER = 'internal state of the running work'
const REQUEST_HASH = 'a hash of the request'
const SECRET = 'a secret'
const IN_THE_URL = 'part of the URL'
const SENT_TO_COLLECTOR = 'sent to the collector of the organization'
const ENCRYPTED_UPLOAD = 'encrypted with a key that only the reference contains'

const ofCrawls = `crawl_id in (select id from crawls where team_id = $1)`
/** Content of jobs with zero data retention is encrypted until it is read. */
const ofReadableCrawls = `crawl_id in (select id from crawls where team_id = $1 and not sealed)`
/** Cache entries shared by all teams are in no team's scope. */
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
      'the URL of the service': 'public_url',
      [SENT_TO_COLLECTOR]: 'audit',
      'exported crawls are not encrypted, and stay after they were read': 'sealed read_to erased_at',
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
    kind: { notExported: 'hashes that identify exported pages' },
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
  { table: 'crawl_paces', kind: { notExported: 'short-lived times of the next request to a host' } },
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
    omittedColumns: {
      'encrypted, because cookies are secrets': 'state',
      [CLAIM_STATE]: 'writer_id process_id',
    },
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
      'a hash of the options': 'data_key',
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
    kind: { notExported: 'an index of exported pages' },
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
    omittedColumns: { 'the hash of an id that only tokens contain': 'id', [SECRET]: 'sealed' },
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
 * All content of teams, parents first. A test fails for tables and columns that are neither here nor in
 * `TEAM_ACCOUNT`.
 */
export const TEAM_CONTENT_TABLES: readonly ErasedTeamTable[] = CONTENT_TABLES.map((table) => ({
  ...BY_TEAM_ID,
  countName: toCamelCase(table.table),
  ...table,
}))

export function toCamelCase(name: string): string {
  return name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())
}

const DELETED_WITH_TEAM = 'deleted together with the team'

/** Account data of a team: its settings, its payments and its audit trail. No erasure removes it. */
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
    kind: { notExported: 'its users are exported' },
    keptBecause: DELETED_WITH_TEAM,
  },
  {
    table: 'sign_in_codes',
    teamCondition: `user_id in (select user_id from memberships where team_id = $1)`,
    kind: { notExported: 'hashes of codes for the next ten minutes' },
    keptBecause: 'deleted with its user, or after ten minutes',
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
    keptBecause: 'accounting of running work',
  },
  {
    ...BY_TEAM_ID,
    table: 'credit_entries',
    kind: 'credit_entry',
    columns: 'id api_key_id kind amount used hold_id reason created_at',
    keptBecause: 'accounting, without content',
  },
  {
    ...BY_TEAM_ID,
    table: 'audit_events',
    kind: 'audit_event',
    columns: 'id organization_id actor username action target details created_at',
    keptBecause: 'the audit trail must not be removable',
  },
  {
    table: 'siem_events',
    teamCondition: `(event::jsonb ->> 'teamId')::uuid = $1`,
    kind: { notExported: 'events on their way to the collector of the organization' },
    keptBecause: 'the organization receives a record of all actions',
  },
  {
    ...BY_TEAM_ID,
    table: 'rate_windows',
    kind: { notExported: 'request counts of the last minute' },
    keptBecause: 'an erasure must not lift a limit',
  },
  {
    ...BY_TEAM_ID,
    table: 'slots',
    kind: { notExported: 'state of running work' },
    keptBecause: 'released by the work that holds them',
  },
  {
    ...BY_TEAM_ID,
    table: 'erasures',
    kind: { notExported: 'marks the running erasure' },
    keptBecause: 'needed for a quarter of an hour',
  },
]
