/** Every failure a caller can see: its code, the HTTP status that goes with it, and whether trying again may help. */
export const FAULTS = {
  BAD_REQUEST: { status: 400, retryable: false },
  BAD_REQUEST_INVALID_JSON: { status: 400, retryable: false },
  UNSUPPORTED_FILE_TYPE: { status: 400, retryable: false },
  PARSE_UNSUPPORTED_OPTIONS: { status: 400, retryable: false },
  SCRAPE_ACTIONS_NOT_SUPPORTED: { status: 400, retryable: false },
  SCRAPE_JSON_CONTENT_TOO_LARGE: { status: 400, retryable: false },
  UNAUTHORIZED: { status: 401, retryable: false },
  PAYMENT_REQUIRED: { status: 402, retryable: false },
  FORBIDDEN: { status: 403, retryable: false },
  UNSUPPORTED_SITE: { status: 403, retryable: false },
  unsafe_domain_blocked: { status: 403, retryable: false },
  SCRAPE_PROMPT_INJECTION_DETECTED: { status: 403, retryable: false },
  SCRAPE_OUTSIDE_CONSTRAINT: { status: 403, retryable: false },
  NOT_FOUND: { status: 404, retryable: false },
  thread_not_found: { status: 404, retryable: false },
  SCRAPE_NO_CACHED_DATA: { status: 404, retryable: false },
  SCRAPE_LOCKDOWN_CACHE_MISS: { status: 404, retryable: false },
  METHOD_NOT_ALLOWED: { status: 405, retryable: false },
  SCRAPE_TIMEOUT: { status: 408, retryable: true },
  REQUEST_TIMEOUT: { status: 408, retryable: true },
  MAP_TIMEOUT: { status: 408, retryable: true },
  CONCURRENCY_QUEUE_TIMEOUT: { status: 408, retryable: true },
  CONFLICT: { status: 409, retryable: false },
  thread_busy: { status: 409, retryable: true },
  GONE: { status: 410, retryable: false },
  PAYLOAD_TOO_LARGE: { status: 413, retryable: false },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, retryable: false },
  RATE_LIMITED: { status: 429, retryable: true },
  KEYLESS_LIMIT_REACHED: { status: 429, retryable: true },
  PARSE_UPLOAD_UNPARSED_LIMIT_REACHED: { status: 429, retryable: true },
  // A host name that does not resolve is the target's condition, and the wire answers it with 200.
  SCRAPE_DNS_RESOLUTION_ERROR: { status: 200, retryable: false },
  SCRAPE_SSL_ERROR: { status: 500, retryable: false },
  SCRAPE_SITE_ERROR: { status: 500, retryable: true },
  SCRAPE_UNSUPPORTED_FILE_ERROR: { status: 500, retryable: false },
  SCRAPE_ACTION_ERROR: { status: 500, retryable: false },
  SCRAPE_BRANDING_NOT_SUPPORTED: { status: 500, retryable: false },
  SCRAPE_AUDIO_UNSUPPORTED_URL: { status: 500, retryable: false },
  SCRAPE_VIDEO_UNSUPPORTED_URL: { status: 500, retryable: false },
  SCRAPE_PROXY_SELECTION_ERROR: { status: 500, retryable: true },
  SCRAPE_ALL_ENGINES_FAILED: { status: 500, retryable: true },
  SCRAPE_JOB_CANCELLED: { status: 500, retryable: false },
  MAP_FAILED: { status: 500, retryable: true },
  SEARCH_FAILED: { status: 500, retryable: true },
  UNKNOWN_ERROR: { status: 500, retryable: true },
  NOT_IMPLEMENTED: { status: 501, retryable: false },
  BROWSER_FAILED: { status: 502, retryable: true },
  UNAVAILABLE: { status: 503, retryable: true },
  INSUFFICIENT_STORAGE: { status: 507, retryable: true },
} as const satisfies Record<string, { status: number; retryable: boolean }>

export type FaultCode = keyof typeof FAULTS

interface FaultOptions {
  cause?: unknown
  /** Machine-readable particulars that the caller may see. */
  details?: unknown
  /** Further fields of the error response that clients read. */
  fields?: Readonly<Record<string, unknown>>
  /** Seconds after which trying again makes sense; sent as `Retry-After`. */
  retryAfterSeconds?: number
}

/** An expected failure: `message` is for the caller, `cause` for the log. */
export class Fault extends Error {
  override readonly name = 'Fault'
  readonly code: FaultCode
  readonly details: unknown
  readonly fields: Readonly<Record<string, unknown>> | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: FaultCode, message: string, options: FaultOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.details = options.details
    this.fields = options.fields
    this.retryAfterSeconds = options.retryAfterSeconds
  }

  get status(): number {
    return FAULTS[this.code].status
  }

  get retryable(): boolean {
    return FAULTS[this.code].retryable
  }
}

/** An invalid request. All such messages begin with the same two words. */
export function badRequest(problem: string, options: FaultOptions = {}): Fault {
  return new Fault('BAD_REQUEST', `Bad Request: ${problem}`, options)
}

/** The service stops, or something that it needs is unavailable or full: the work can be done later. */
export function isOutage(failure: unknown): boolean {
  return (
    failure instanceof Fault && (failure.code === 'UNAVAILABLE' || failure.code === 'INSUFFICIENT_STORAGE')
  )
}

/** The error codes of PostgreSQL and the file system for a full disk or quota. */
const FULL_DISK_CODES = new Set(['53100', 'ENOSPC', 'EDQUOT'])

export function isFullDisk(failure: unknown): boolean {
  if (failure instanceof Fault) return failure.code === 'INSUFFICIENT_STORAGE'
  return FULL_DISK_CODES.has((failure as { code?: string } | undefined)?.code ?? '')
}

/** The message is for the caller. The cause may contain paths, so it only goes to the log. */
export function fullDisk(cause: unknown): Fault {
  return new Fault(
    'INSUFFICIENT_STORAGE',
    'The disk that holds the data of the service is full, so this could not be stored. Free some space, then try again.',
    { cause, retryAfterSeconds: 10 },
  )
}
