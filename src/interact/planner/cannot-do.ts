/** A command cannot be carried out. The message says why, in a sentence for the caller. */
export class CannotDo extends Error {
  override readonly name = 'CannotDo'
}
