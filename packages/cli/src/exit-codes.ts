/** Exit codes. They are part of the interface: docs/integrations/command-line.md lists them. */
export const EXIT = {
  ok: 0,
  /** The command failed. */
  failed: 1,
  /** The command line is wrong; no request was sent. */
  usage: 2,
  /** Some pages, files or URLs succeeded, others failed. */
  partial: 3,
  /** Stopped by Ctrl-C; a job on the service continues. */
  interrupted: 130,
} as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** The user aborted a prompt. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
}

/** The command line is wrong; the message names the error, and `hint` says what to do instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  readonly hint: string | undefined

  constructor(message: string, hint?: string) {
    super(message)
    this.hint = hint
  }
}
