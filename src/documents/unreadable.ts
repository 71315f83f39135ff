export type UnreadableReason =
  /** Of a kind that is not read. */
  | 'unsupported'
  /** Protected by a password. */
  | 'encrypted'
  /** Not what it says it is, or broken beyond repair. */
  | 'damaged'
  | 'empty'
  /** More than reading one document may take of time or memory. */
  | 'too large'

/** A document that cannot be read, through no fault of the service. The message is for the caller. */
export class UnreadableDocument extends Error {
  override readonly name = 'UnreadableDocument'
  readonly reason: UnreadableReason

  constructor(reason: UnreadableReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
