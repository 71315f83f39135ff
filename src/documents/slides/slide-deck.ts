import type { Converted, DocumentMetadata } from '../converted.ts'

/** What all slides together may have of markup; a file can name the same slide any number of times. */
const MAX_CHARS = 32 * 1024 * 1024
const MAX_NUMBERS = 20

/** The slides of a presentation as they are read. */
export class SlideDeck {
  private readonly totalPages: number
  private readonly blocks: string[] = []
  private readonly hidden: number[] = []
  private chars = MAX_CHARS
  private lastPage = 0
  isFull = false

  constructor(totalPages: number) {
    this.totalPages = totalPages
  }

  /** Takes in what a slide shows and what belongs to it. */
  add(page: number, ...blocks: string[]): void {
    for (const block of blocks) {
      this.chars -= block.length
      this.isFull ||= this.chars < 0
      if (!this.isFull && block !== '') this.blocks.push(block)
    }
    if (!this.isFull) this.lastPage = page
  }

  /** Leaves a slide out that nobody who watches the presentation sees. */
  hide(page: number): void {
    this.hidden.push(page)
  }

  finish(metadata: DocumentMetadata): Converted {
    const html = this.blocks.join('\n')
    return { content: { html }, metadata, totalPages: this.totalPages, warnings: this.warnings() }
  }

  private warnings(): string[] {
    const warnings: string[] = []
    if (this.hidden.length > 0) {
      const more = this.hidden.length > MAX_NUMBERS ? ` and ${this.hidden.length - MAX_NUMBERS} more` : ''
      warnings.push(`Hidden slides are left out: ${this.hidden.slice(0, MAX_NUMBERS).join(', ')}${more}.`)
    }
    if (this.isFull)
      warnings.push(`The slides after ${this.lastPage} are left out: the presentation is too large.`)
    return warnings
  }
}
