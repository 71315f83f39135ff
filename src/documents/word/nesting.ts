import { UnreadableDocument } from '../unreadable.ts'

/** Each level of a table in a table takes several calls. */
const MAX_DEPTH = 60

/** Counts how many tables and boxes are around what is read. */
export class Nesting {
  private depth = 0

  /** Reads what is inside of one more. */
  within<T>(read: () => T): T {
    if (this.depth >= MAX_DEPTH) {
      throw new UnreadableDocument(
        'too large',
        'The document nests its tables and boxes too deeply to be read.',
      )
    }
    this.depth++
    const inside = read()
    this.depth--
    return inside
  }
}
