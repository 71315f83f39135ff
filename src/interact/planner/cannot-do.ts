/** A command cannot be carried out. The message says why, in a sentence for the caller. */
export class CannotDo extends Error {
  override readonly name = 'CannotDo'
  /** Whether its element is not on the page, so that nothing was done for the command yet. */
  readonly isMissing: boolean

  constructor(message: string, { isMissing = false } = {}) {
    super(message)
    this.isMissing = isMissing
  }
}
