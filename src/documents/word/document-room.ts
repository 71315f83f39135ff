/** What the markup of one document may take; archives are small, and what is in them is not. */
const MAX_CHARS = 64 * 1024 * 1024

/** What is left for the markup of a document, of all that it shows. */
export class DocumentRoom {
  private chars = MAX_CHARS
  private isFull = false

  /** Whether there was room for this. What comes after something that did not fit is not shown either. */
  takes(html: string): boolean {
    this.chars -= html.length
    this.isFull ||= this.chars < 0
    return !this.isFull
  }

  warnings(): string[] {
    return this.isFull ? ['The end of the document is left out, because it has too much text.'] : []
  }
}
