/** What the exit code says. They are part of the interface: docs/integrations/command-line.md lists them. */
export const EXIT = {
  ok: 0,
  /** Nothing came of it. */
  failed: 1,
  /** The command line itself is wrong; nothing was asked of the service. */
  usage: 2,
  /** Some pages, files or addresses came, others did not. */
  partial: 3,
  /** Stopped by Ctrl-C; a job on the service goes on. */
  interrupted: 130,
} as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** Whoever was asked something broke it off. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
}

/** The command line is wrong; the message says how, and `hint` what to do instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  readonly hint: string | undefined

  constructor(message: string, hint?: string) {
    super(message)
    this.hint = hint
  }
}
