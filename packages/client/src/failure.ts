/** Every failure of a call: what the service said, or why it could not be asked. */
export class WinnowError extends Error {
  override readonly name = 'WinnowError'
  /** The HTTP status; undefined when there was no answer. */
  readonly status: number | undefined
  /** The service's code, or one of ours: NETWORK, TIMEOUT, ABORTED, JOB_TIMEOUT, JOB_FAILED, BAD_ANSWER. */
  readonly code: string
  readonly details: unknown
  /** The job that was waited for, which may still be running. */
  readonly jobId: string | undefined
  readonly retryAfterSeconds: number | undefined
  readonly requestId: string | undefined

  constructor(
    code: string,
    message: string,
    about: {
      status?: number | undefined
      details?: unknown
      jobId?: string | undefined
      retryAfterSeconds?: number | undefined
      requestId?: string | undefined
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: about.cause })
    this.code = code
    this.status = about.status
    this.details = about.details
    this.jobId = about.jobId
    this.retryAfterSeconds = about.retryAfterSeconds
    this.requestId = about.requestId
  }
}
