/** Every failure of a call: what the service said, or why it could not be asked. */
export class WinnowError extends Error {
  override readonly name = 'WinnowError'
  /** The HTTP status; undefined when there was no answer. */
  readonly status: number | undefined
  /**
   * The service's code, or one of ours:
   *
   * - `NETWORK`: the service could not be reached, or the connection broke.
   * - `TIMEOUT`, `ABORTED`: the time was up, or the signal said stop.
   * - `BAD_ANSWER`: what answered does not speak like this service.
   * - `BAD_OPTION`: the call could not be sent as it was asked for.
   * - `UPLOAD_FAILED`: the place to upload to refused the file.
   * - `ALREADY_STARTED`: a job was started, but the answer with its id was lost.
   * - `JOB_FAILED`, `JOB_CANCELLED`, `JOB_TIMEOUT`: how a job that was waited for ended, or that it did not.
   *   `details` is its last state.
   * - `INVALID_DATA`: the data is not as the schema wants it. `details` has the issues and the answer.
   */
  readonly code: string
  readonly details: unknown
  /** The job that was waited for; after `JOB_TIMEOUT` it is still running. */
  readonly jobId: string | undefined
  /** After how many seconds it makes sense to try again, where the service said so. */
  readonly retryAfterSeconds: number | undefined
  /** What the service logged the request under. */
  readonly requestId: string | undefined

  constructor(code: string, message: string, about: WinnowErrorFields = {}) {
    super(message, about.cause === undefined ? undefined : { cause: about.cause })
    this.code = code
    this.status = about.status
    this.details = about.details
    this.jobId = about.jobId
    this.retryAfterSeconds = about.retryAfterSeconds
    this.requestId = about.requestId
  }

  /** The same failure of a call about this job. */
  withJobId(jobId: string): WinnowError {
    return new WinnowError(this.code, this.message, { ...this, cause: this.cause, jobId })
  }
}

interface WinnowErrorFields {
  status?: number | undefined
  details?: unknown
  jobId?: string | undefined
  retryAfterSeconds?: number | undefined
  requestId?: string | undefined
  cause?: unknown
}

/** The innermost reason, which is the one that names the host or the file. */
export function reasonOf(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure)
  if (failure.cause instanceof Error) return reasonOf(failure.cause)
  return failure.message || String((failure as { code?: unknown }).code ?? failure.name)
}
