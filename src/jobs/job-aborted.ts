const MESSAGES = {
  cancelled: 'The job was cancelled.',
  timeout: 'The job took longer than its kind allows.',
  shutdown: 'The process is stopping; the job will be run again.',
  lost: 'The job is no longer held by this process.',
} as const

export type AbortCause = keyof typeof MESSAGES

/** The `reason` of a job's signal. After `cancelled` and `lost` nothing the job does counts any more. */
export class JobAborted extends Error {
  override readonly name = 'JobAborted'
  readonly why: AbortCause

  constructor(why: AbortCause) {
    super(MESSAGES[why])
    this.why = why
  }
}
