/** Every failure of a call: an error of the service, or the reason why no response arrived. */
export class WinnowError extends Error {
  override readonly name = 'WinnowError'
  /** The HTTP status; undefined without a response. */
  readonly status: number | undefined
  /**
   * An error code of the service, or of this client:
   *
   * - `NETWORK`: the service could not be reached, or the connection broke.
   * - `TIMEOUT`, `ABORTED`: the time limit was reached, or the signal was aborted.
   * - `BAD_ANSWER`: the response is not from this service.
   * - `BAD_OPTION`: the call has an invalid option and was not sent.
   * - `UPLOAD_FAILED`: the upload URL rejected the file.
   * - `ALREADY_STARTED`: a job was started, but the response with its id was lost.
   * - `JOB_FAILED`, `JOB_CANCELLED`, `JOB_TIMEOUT`: the job failed, was cancelled, or did not end in time.
   * `details` is its last state.
   * - `INVALID_DATA`: the data does not match the schema. `details` has the issues and the response.
   */
  readonly code: string
  readonly details: unknown
  /** The job that was waited for; after `JOB_TIMEOUT` it is still running. */
  readonly jobId: string | undefined
  /** Retry after this many seconds, if the service named a time. */
  readonly retryAfterSeconds: number | undefined
  /** The id of the request in the logs of the service. */
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

  /** The same failure with the id of the job. */
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

/** The innermost cause, which names the host or the file. */
export function reasonOf(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure)
  if (failure.cause instanceof Error) return reasonOf(failure.cause)
  return failure.message || String((failure as { code?: unknown }).code ?? failure.name)
}
